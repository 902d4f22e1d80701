// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers of worksharing. base/README.md says how they are judged.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/heuristic.h"

namespace limpid::policy {

// Heuristic ranges: each member owns a range of a dynamic loop's chunks, and steals when it is empty. Without: one
// counter for all. Serves for-dynamic-1.
// Wins: open: +5.3 % (-12.2 to +20.9), -2.2 % (-5.2 to +0.3); 81 pairs.
// Heuristic few_chunks: a loop of few chunks has a counter all the same. Without: ranges.
// Serves for-short-dynamic.
// Wins: +63.4 % (+56.9 to +72.8), +11.8 % (+0.9 to +28.5); 41 pairs, processors idle.
inline constexpr uint64_t kChunksWorthRanges = 4;  // chunks for each member

// Heuristic leader_has_all: in a team of two, all of a combined construct's loop is the leader's until the worker arrives
// and steals half. Without: each has half from the start. Serves parallel-for-dynamic.
// Wins: open.

// Heuristic step_yields: with more threads than processors a wait inside a construct yields so many times as often
// as others before it sleeps: the awaited thread is usually ready to run. Without: as often as others.
// Serves ordered-dynamic-1.
// Wins: open: +3.3 % (-4.7 to +11.5), -0.7 % (-6.8 to +1.9); 161 pairs.
inline constexpr uint32_t kYieldFactor = 250;

// Heuristic enough_inside: with more threads than processors a member that comes to a loop with ordered regions or doacross
// dependences, where as many chunks are taken as there are processors, gives way some times before it takes its first.
// Without: it takes it. Serves doacross-line-dynamic-1.
// Wins: in fresh launches of 8 threads on 2 processors .45 us an iteration, without 2.4; ordered-dynamic-1 .28, without 3.8.
inline constexpr int kEntryYields = 16;

// Heuristic shared_lines: with two threads and one post for each unit, the progress of eight units shares a line.
// Without: each has a line. Serves doacross-line-dynamic-1.
// Wins: +11.1 % (+0.3 to +20.9), +2.3 % (-0.1 to +4.3); 81 pairs.

// Heuristic doacross_lead: a thread that follows another one through the inner iterations of a doacross loop lets it get
// some ahead, so that it fetches the other one's progress once for these. Without: it follows at once. Serves doacross-plane.
// Wins: open.
inline constexpr uint64_t kMostLead = 8;    // iterations
inline constexpr uint64_t kRowPerLead = 2;  // the threads' leads together take half of a row at most
inline constexpr int kLeadPolls = 4;
inline constexpr uint32_t kLeadPauses = 8;  // between two polls

// Units of a doacross loop that have a line each; with more of them, eight share one, the distant ones. Bounds the
// memory: 256 KiB up to there, 8 bytes for each further unit.
inline constexpr uint64_t kSpacedUnits = 4096;

// Polls of a construct that another member is filling in, which takes nanoseconds, before yields: for a member that
// was preempted meanwhile.
inline constexpr int kSetUpPolls = 1000;

// Heuristic set_up_pauses: pauses between two of these polls. Each poll takes the line that the other member is
// writing. Without: one. Serves for-short-nowait.
// Wins: +42.3 % (+36.5 to +45.2), +13.6 % (+7.2 to +16.7); 31 pairs.
inline constexpr uint32_t kSetUpPauses = 4;

// Heuristic slot_prefetch: the member that comes first to a construct fetches the lines of the next one. Without: when it
// claims that one. Serves for-short-nowait.
// Wins: +46.7 % (+28.3 to +94.9), +23.4 % (-22.6 to +121.1); 41 pairs, processors idle.

inline constexpr size_t kBlockGrain = 4096;  // bytes, a page: what a construct's block grows by

}  // namespace limpid::policy
