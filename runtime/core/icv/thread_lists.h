// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of threads by nesting level, as num_threads(8, 4, 2) of OpenMP 6.0 gives them for the regions
// inside. A task refers to a list by a number (Icvs::nthreads_list), so lists are kept as long as the
// process.
#pragma once

#include <cstdint>

#include "core/icv/icv.h"

namespace limpid::core {

// Number of the list of OMP_NUM_THREADS.
constexpr std::uint8_t kEnvironmentList = 0;

// The number of the list with these elements, each >= 1. It is added if it is new; 0 if there is no room for
// it. Callable by any thread.
std::uint8_t number_of_thread_list(const std::uint32_t* values, std::uint32_t count);

// The list with a number. A list that was not given is empty.
LevelList<std::uint32_t> thread_list(std::uint8_t number);

}  // namespace limpid::core
