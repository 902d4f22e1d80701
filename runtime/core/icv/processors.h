// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many processors there are to run on.
#pragma once

#include <cstdint>

namespace limpid::core {

// The number of processors available to the process (omp_get_num_procs). Its affinity mask decides; a limit
// on processor time (cgroup quota) does not take processors away. Once threads are bound to places, the mask
// of the start of the process: a thread's own is narrower.
std::uint32_t processors_now();

}  // namespace limpid::core
