// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Releasing resources between regions: omp_pause_resource (OpenMP 5.1, section 3.6).
#pragma once

#include <cstdint>

namespace limpid::core {

// Ends the calling thread's idle workers and frees their memory; the next region starts new ones. False when
// `device` does not exist, or inside a parallel, teams or target region, where the threads are in use.
bool pause_device(std::int32_t device);
bool pause_all_devices();

}  // namespace limpid::core
