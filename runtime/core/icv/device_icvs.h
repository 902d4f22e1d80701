// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ICVs of device scope that a routine may set while the program runs. Safe to use from any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/icv/affinity_format.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {

// Longer values of affinity-format-var than this are cut.
constexpr std::size_t kMaxAffinityFormat = 4096;

// Their storage, for the functions below and for debuggers.
struct DeviceIcvs {
  sync::Atomic<std::uint32_t> num_teams{0};
  sync::Atomic<std::uint32_t> teams_thread_limit{0};
  sync::Atomic<std::uint64_t> stacksize{0};
  struct Format {
    sync::Mutex mutex;
    std::size_t length = sizeof kDefaultAffinityFormat - 1;  // guarded by mutex, like the text
    char text[kMaxAffinityFormat] = {};
    bool is_default = true;
  } format;
};
extern DeviceIcvs g_device_icvs;

// nteams-var and teams-thread-limit-var; 0: not set.
std::uint32_t num_teams_var();
void set_num_teams_var(std::uint32_t value);
std::uint32_t teams_thread_limit_var();
void set_teams_thread_limit_var(std::uint32_t value);

// stacksize-var in bytes, for threads yet to be started; 0: the system's default.
std::uint64_t stacksize_var();
void set_stacksize_var(std::uint64_t bytes);

// affinity-format-var.
void set_affinity_format(const char* format, std::size_t length);
// Writes it into `buffer` (zero-terminated when size > 0) and returns its length without the zero.
std::size_t copy_affinity_format(char* buffer, std::size_t size);

// In the child of a fork no other thread can be inside one of these functions.
void reset_device_icvs_after_fork();

}  // namespace limpid::core
