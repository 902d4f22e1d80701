// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affinity masks as the tests write them.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "platform/cpu_set.h"

inline limpid::platform::CpuSet processors(std::initializer_list<uint32_t> numbers) {
  limpid::platform::CpuSet set;
  for (const uint32_t number : numbers) set.add(number);
  return set;
}

// What the calling thread's mask seems to be, in the tests that say where it is: parting_test.cc.
void set_mask(const limpid::platform::CpuSet& mask);
// The processor that the calling thread seems to be on, likewise.
void set_processor(int number);
