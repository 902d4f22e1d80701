// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/icv/device_icvs.h"

#include <stdio.h>
#include <string.h>

#include <atomic>

#include "core/icv/affinity_format.h"
#include "sync/mutex.h"

namespace limpid::core {
namespace {

constinit std::atomic<std::uint32_t> g_num_teams{0};
constinit std::atomic<std::uint32_t> g_teams_thread_limit{0};
constinit std::atomic<std::uint64_t> g_stacksize{0};

struct AffinityFormat {
  sync::Mutex mutex;
  std::size_t length = sizeof kDefaultAffinityFormat - 1;  // guarded by mutex, like the text
  char text[kMaxAffinityFormat] = {};
  bool is_default = true;
};
constinit AffinityFormat g_format;

}  // namespace

std::uint32_t num_teams_var() {
  return g_num_teams.load(std::memory_order_relaxed);
}
void set_num_teams_var(std::uint32_t value) {
  g_num_teams.store(value, std::memory_order_relaxed);
}
std::uint32_t teams_thread_limit_var() {
  return g_teams_thread_limit.load(std::memory_order_relaxed);
}
void set_teams_thread_limit_var(std::uint32_t value) {
  g_teams_thread_limit.store(value, std::memory_order_relaxed);
}

std::uint64_t stacksize_var() {
  return g_stacksize.load(std::memory_order_relaxed);
}
void set_stacksize_var(std::uint64_t bytes) {
  g_stacksize.store(bytes, std::memory_order_relaxed);
}

void set_affinity_format(const char* format, std::size_t length) {
  sync::MutexGuard guard(g_format.mutex);
  if (length >= kMaxAffinityFormat) length = kMaxAffinityFormat - 1;
  memcpy(g_format.text, format, length);
  g_format.text[length] = '\0';
  g_format.length = length;
  g_format.is_default = false;
}

std::size_t copy_affinity_format(char* buffer, std::size_t size) {
  sync::MutexGuard guard(g_format.mutex);
  if (size > 0) snprintf(buffer, size, "%s", g_format.is_default ? kDefaultAffinityFormat : g_format.text);
  return g_format.length;
}

void reset_device_icvs_after_fork() {
  g_format.mutex.reset_after_fork();
}

}  // namespace limpid::core
