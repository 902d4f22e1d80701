// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects a thread that stays asleep, from its /proc status.
#include "platform/sleep_probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/read_prefix.h"

namespace limpid::platform {
namespace {

// The text behind "key:" and the blanks after it, or null.
const char* value_of(const char* text, const char* key) {
  const char* line = strstr(text, key);
  return line != nullptr ? line + strlen(key) + strspn(line + strlen(key), " \t") : nullptr;
}

}  // namespace

bool SleepProbe::still_asleep(uint64_t thread) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%llu/status", static_cast<unsigned long long>(thread));
  char text[4096];
  read_prefix(path, text, sizeof text);
  const char* state = value_of(text, "\nState:");
  const char* switches = value_of(text, "\nvoluntary_ctxt_switches:");
  const bool asleep = state != nullptr && *state == 'S' && switches != nullptr;
  const uint64_t now = asleep ? strtoull(switches, nullptr, 10) : UINT64_MAX;
  const bool same = asleep && now == switches_;
  switches_ = now;
  return same;
}

}  // namespace limpid::platform
