// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profile_reader.h"

namespace limpid::cli::analysis {

using profile::BlockedKind;

// Kinds that only names and modules tell, beyond those of the file: a futex is one of the first five.
inline constexpr auto kMutex = static_cast<BlockedKind>(0x101);
inline constexpr auto kCondition = static_cast<BlockedKind>(0x102);
inline constexpr auto kSemaphore = static_cast<BlockedKind>(0x103);
inline constexpr auto kJoin = static_cast<BlockedKind>(0x104);
inline constexpr auto kThreadBarrier = static_cast<BlockedKind>(0x105);
inline constexpr auto kMpi = static_cast<BlockedKind>(0x106);  // in the MPI library, polling or asleep

std::string blocked_name(BlockedKind kind);   // `sleep`, `process`, `page_fault`
std::string blocked_frame(BlockedKind kind);  // `<sleep>`, `<wait for process>`; what the call tree shows

// Whether frames of this module are the C library's: by its base name.
bool is_c_library(std::string_view module);

// Settles which samples are the user's code being blocked: Sample::blocked is not kNone for them, and for no
// others. read_input() has done so, after name_overhead().
void name_blocked(profile::Profile& profile);

// Where the user's code called what it is blocked in: the node above the C library's own frames, or the MPI
// routine that it called. `inner` gets the nodes that are left out, innermost first.
uint32_t blocked_place(const profile::Profile& profile, const profile::Sample& sample,
                       std::vector<uint32_t>* inner);

// The kind of a futex, by the functions that lead to it; kFutex if they do not tell.
BlockedKind futex_kind(const std::vector<std::string_view>& functions);

}  // namespace limpid::cli::analysis
