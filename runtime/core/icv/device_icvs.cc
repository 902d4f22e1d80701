// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and sets the ICVs of device scope: atomic words, and the affinity format under a lock.
#include "core/icv/device_icvs.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"

namespace limpid::core {

constinit DeviceIcvs g_device_icvs;

std::uint32_t num_teams_var() {
  return g_device_icvs.num_teams.load(std::memory_order_relaxed);
}
void set_num_teams_var(std::uint32_t value) {
  g_device_icvs.num_teams.store(value, std::memory_order_relaxed);
}
std::uint32_t teams_thread_limit_var() {
  return g_device_icvs.teams_thread_limit.load(std::memory_order_relaxed);
}
void set_teams_thread_limit_var(std::uint32_t value) {
  g_device_icvs.teams_thread_limit.store(value, std::memory_order_relaxed);
}

std::uint64_t stacksize_var() {
  return g_device_icvs.stacksize.load(std::memory_order_relaxed);
}
void set_stacksize_var(std::uint64_t bytes) {
  g_device_icvs.stacksize.store(bytes, std::memory_order_relaxed);
}

void set_affinity_format(const char* format, std::size_t length) {
  sync::MutexGuard guard(g_device_icvs.format.mutex);
  if (length >= kMaxAffinityFormat) length = kMaxAffinityFormat - 1;
  LIMPID_DCHECK(length < sizeof g_device_icvs.format.text);
  memcpy(g_device_icvs.format.text, format, length);
  g_device_icvs.format.text[length] = '\0';
  g_device_icvs.format.length = length;
  g_device_icvs.format.is_default = false;
}

std::size_t copy_affinity_format(char* buffer, std::size_t size) {
  sync::MutexGuard guard(g_device_icvs.format.mutex);
  if (size > 0)
    snprintf(buffer, size, "%s",
             g_device_icvs.format.is_default ? kDefaultAffinityFormat : g_device_icvs.format.text);
  return g_device_icvs.format.length;
}

void reset_device_icvs_after_fork() {
  g_device_icvs.format.mutex.reset_after_fork();
}

}  // namespace limpid::core
