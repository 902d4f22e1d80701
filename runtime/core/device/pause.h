// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Giving resources back between regions (OpenMP 5.1, section 3.6).
#pragma once

#include <cstdint>

namespace limpid::core {

// Ends the calling thread's idle workers and gives their memory back; the next region starts new ones. False
// when `device` is not there, or inside a parallel, teams or target region, where the threads are in use.
bool pause_device(std::int32_t device);
bool pause_all_devices();

}  // namespace limpid::core
