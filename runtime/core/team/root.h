// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include <atomic>

#include "core/team/team.h"

namespace limpid::core {

// A contention group: an initial thread (or a foreign one that uses OpenMP), its initial task, and the
// threads that work for it.
struct Root {
  Team team;  // team of one, around everything the thread does outside parallel regions
  Member member;
  std::atomic<uint32_t> busy{1};  // threads of active regions; counted only while a thread limit is set
};

}  // namespace limpid::core
