// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of processors available to the process.
#pragma once

#include <cstdint>

namespace limpid::core {

// omp_get_num_procs: the number of processors in the affinity mask; a limit on processor time (cgroup quota)
// does not reduce it. If there are places, the mask from the start of the process counts: a bound thread's
// own mask is narrower.
std::uint32_t processors_now();

}  // namespace limpid::core
