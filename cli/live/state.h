// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The states of OMPT (ompt_state_t; OpenMP 5.1, 4.4.4.29) as `omp threads` of gdb words them.
#pragma once

#include <cstdint>
#include <string>

namespace limpid::cli::live {

std::string state_text(int64_t state);
// Waits for something that one thread at a time has: a lock, a critical or an atomic section.
bool is_mutex(int64_t state);
std::string mutex_kind(int64_t state);  // `lock`, `critical section`, ...
bool is_barrier(int64_t state);
// At the end of a region. The barriers inside it are another place: nobody at one comes to the other.
bool is_end(int64_t state);
bool is_ordered(int64_t state);
bool is_for_device(int64_t state);  // a target region, its data, or an update
bool is_taskwait(int64_t state);
bool is_taskgroup(int64_t state);
bool is_idle(int64_t state);

}  // namespace limpid::cli::live
