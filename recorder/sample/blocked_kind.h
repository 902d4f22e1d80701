// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "profile.h"

namespace limpid::recorder {

// What a thread is blocked in, by the number of its system call; -1: in none.
profile::BlockedKind blocked_kind(long system_call);

inline constexpr uint16_t kKindBits = 0xff << profile::kBlockedShift;  // of a sample's flags

constexpr uint16_t flags_of_kind(profile::BlockedKind kind) {
  return static_cast<uint16_t>(static_cast<unsigned>(kind) << profile::kBlockedShift);
}

}  // namespace limpid::recorder
