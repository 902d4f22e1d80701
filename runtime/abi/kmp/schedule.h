// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of schedules that Clang and Flang pass.
#pragma once

#include <stdint.h>

#include "core/loop/loop.h"

namespace limpid::abi {

enum ScheduleNumber : int32_t {
  kStaticChunked = 33,
  kStatic = 34,
  kDynamic = 35,
  kGuided = 36,
  kRuntime = 37,
  kAuto = 38,
  kTrapezoidal = 39,
  kStaticGreedy = 40,
  kStaticBalanced = 41,
  kGuidedIterative = 42,
  kGuidedAnalytical = 43,
  kStaticSteal = 44,
  kStaticBalancedChunked = 45,  // schedule(simd: static, c): blocks whose size is a multiple of c
  kGuidedSimd = 46,
  kRuntimeSimd = 47,   // schedule(simd: runtime): in place of the chunk comes the SIMD width
  kFirstOrdered = 64,  // an ordered loop: its schedule's number plus kOrderedOffset
  kLastOrdered = 72,
  kDistributeChunked = 91,
  kDistribute = 92,
  kFirstNomerge = 160,  // plus kNomergeOffset: as without it
  kLastNomerge = 201,
};

inline constexpr int32_t kOrderedOffset = 32;
inline constexpr int32_t kNomergeOffset = 128;
inline constexpr int32_t kMonotonicModifier = 1 << 29;
inline constexpr int32_t kNonmonotonicModifier = 1 << 30;

// A decoded schedule argument.
struct NamedSchedule {
  int32_t number = kStatic;
  bool ordered = false;
  bool monotonic = true;
};

constexpr NamedSchedule decode_schedule(int32_t argument) {
  NamedSchedule schedule;
  schedule.monotonic = !(argument & kNonmonotonicModifier);
  schedule.number = argument & ~(kMonotonicModifier | kNonmonotonicModifier);
  if (schedule.number >= kFirstNomerge && schedule.number <= kLastNomerge) schedule.number -= kNomergeOffset;
  if (schedule.number >= kFirstOrdered && schedule.number <= kLastOrdered) {
    schedule.number -= kOrderedOffset;
    schedule.ordered = true;
  }
  return schedule;
}

// The schedule clause of a loop whose chunks the runtime hands out. chunk below 1: not given; for
// kRuntimeSimd it is the width.
constexpr core::ScheduleClause schedule_clause(const NamedSchedule& schedule, int64_t chunk) {
  using core::ScheduleKind;
  const uint64_t size = chunk > 0 ? static_cast<uint64_t>(chunk) : 0;
  switch (schedule.number) {
    case kDynamic:
      return {ScheduleKind::kDynamic, false, schedule.monotonic, size};
    case kStaticSteal:
      return {ScheduleKind::kDynamic, false, false, size};
    case kGuided:
    case kTrapezoidal:
    case kGuidedIterative:
    case kGuidedAnalytical:
    case kGuidedSimd:
      return {ScheduleKind::kGuided, false, schedule.monotonic, size};
    case kRuntime:
      return {ScheduleKind::kStatic, true, schedule.monotonic, 0};
    case kRuntimeSimd:
      return {ScheduleKind::kStatic, true, schedule.monotonic, 0, size > 0 ? size : 1};
    case kAuto:
      return {ScheduleKind::kAuto, false, true, 0};
    case kStaticChunked:
    case kDistributeChunked:
      return {ScheduleKind::kStatic, false, true, size > 0 ? size : 1};
    default:
      return {ScheduleKind::kStatic, false, true, 0};
  }
}

}  // namespace limpid::abi
