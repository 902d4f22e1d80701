// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ICVs of device scope that a routine may set while the program runs. Safe to use from any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::core {

// nteams-var and teams-thread-limit-var; 0: not set.
std::uint32_t num_teams_var();
void set_num_teams_var(std::uint32_t value);
std::uint32_t teams_thread_limit_var();
void set_teams_thread_limit_var(std::uint32_t value);

// stacksize-var in bytes, for threads yet to be started; 0: the system's default.
std::uint64_t stacksize_var();
void set_stacksize_var(std::uint64_t bytes);

// affinity-format-var. Longer formats than this are cut.
constexpr std::size_t kMaxAffinityFormat = 4096;
void set_affinity_format(const char* format, std::size_t length);
// Writes it into `buffer` (zero-terminated when size > 0) and returns its length without the zero.
std::size_t copy_affinity_format(char* buffer, std::size_t size);

// After fork nobody else can be inside one of the above.
void reset_device_icvs_after_fork();

}  // namespace limpid::core
