// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers behind what teams, members and threads keep. base/README.md says how they are judged.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/heuristic.h"

#ifndef LIMPID_TASK_DEQUE_CAPACITY
#define LIMPID_TASK_DEQUE_CAPACITY 256  // tests make it small, so that the full deque is met often
#endif

namespace limpid::policy {

// Heuristic first_polls: a wait begins with polls that read no clock. Without: with the first reading.
// Serves barrier.
// Wins: open: -88.5 % (-89.9 to -85.9), +1.4 % (-3.7 to +38.3); 81 pairs.
inline constexpr uint32_t kFirstPolls = 1000;  // about 20 us
inline constexpr int32_t kUsualBlockTimeMs = 5;
inline constexpr int32_t kActiveBlockTimeMs = 1000;  // for OMP_WAIT_POLICY=active, which knows no end

// With more threads than processors a polling thread keeps the awaited one from running.
// Heuristic crowded_polls: yet it polls a few times. Without: it yields at once. Serves taskwait-depend.
// Wins: with 8 threads, without: taskwait-depend 1121 ns, with 306; ordered-dynamic-1 1104, with 149 (medians of
// limpid-bench on idle processors). A barrier of 8 threads loses 28 % by it (pairs, busy processors).
inline constexpr uint32_t kCrowdedPolls = 20;
// Heuristic crowded_yields: then it yields a few times before it sleeps. Without: it sleeps. Serves barrier.
// Wins: -6.2 % (-39.6 to +3.0), +93.2 % (+82.9 to +103.2); 21 pairs.
inline constexpr uint32_t kCrowdedYields = 8;
// The same for OMP_WAIT_POLICY=active.
inline constexpr uint32_t kActivePolls = 100;
inline constexpr uint32_t kActiveYields = 1000;

// Heuristic task_costs: a taskloop or league that comes again need not be measured again. Without: it is.
// Serves taskloop-grain-1.
// Wins: +15.2 % (+1.0 to +53.7), +2.2 % (-5.3 to +5.8); 21 pairs.
inline constexpr size_t kKnownCosts = 4;          // constructs, for each slot of a team
inline constexpr int64_t kMostHandoverNs = 8000;  // one counts as no more: its giver may have been preempted
inline constexpr int64_t kHandoverWeight = 4;     // one handover counts for so much of the mean: 1/4
inline constexpr int64_t kHandoverMemory = 256;  // loops that give nothing away, in which it falls to a third

// Heuristic first_encounter: a thread waits for the first thief of a taskloop that it meets for the first time.
// Without: it does not wait. Serves taskloop-once.
// Wins: +158.4 % (+13.9 to +281.4), +62.4 % (+1.9 to +141.7); 81 pairs.
inline constexpr size_t kKnownTaskloops = 8;      // constructs, for each slot of a team
inline constexpr int64_t kFirstThiefNs = 50'000;  // in which a sleeper with a processor of its own wakes
inline constexpr uint32_t kFirstThiefYields = 8;  // in which one without may be scheduled
inline constexpr int32_t kFirstThiefCredit = 64;  // waits of a slot that were not in vain
inline constexpr int32_t kFirstThiefPenalty = 8;  // one in vain counts as so many

// Heuristic one_waking: of a burst of tasks only the first one wakes a sleeper, which wakes the next. Without:
// each task wakes one. Serves task-to-barrier.
// Wins: -2.4 % (-7.5 to +4.2), +4.0 % (+0.7 to +10.1); 81 pairs.

// Heuristic lone_tasks: a member that pushes only tasks, one soon after the other, most likely runs them itself, and wakes
// nobody for them. Without: each wakes one. Serves task-and-wait.
// Wins: open.
inline constexpr int64_t kSoonWakes = 2;                // in so many times what a wake-up took
inline constexpr int64_t kLongestWakeNs = 20'000;       // more is not the wake-up's
inline constexpr int64_t kShortestWatchNs = 1'000'000;  // doubles with each
inline constexpr uint32_t kWatches = 5;                 // of one member in a row, in which no task came

// Heuristic id_blocks: a thread takes numbers of regions and tasks in blocks. Without: one by one.
// Serves nested-serialized.
// Wins: +17.3 % (+14.3 to +22.2), +12.5 % (+5.5 to +19.6); 81 pairs.
inline constexpr uint64_t kIdsPerBlock = 256;

// Heuristic run_ahead: how many nowait constructs a member may be ahead of the slowest one. Without: one.
// Serves for-short-nowait.
// Wins: +1260.9 % (+1135.8 to +1301.3), +891.8 % (+710.1 to +921.5); 21 pairs, of 256 slots.
inline constexpr uint32_t kWorkshareSlots = 2048;
// That a team has from the start. When a member is further ahead, it adds as many as there are, so it does so seldom.
inline constexpr uint32_t kSegmentSlots = 16;
inline constexpr uint32_t kLeastRunAhead = 2;  // slots
inline constexpr uint32_t kRoomShare = 2;      // a member that waits goes on when half are free

// Heuristic several_bells: members that wait for different iterations sleep in different places. Without: all
// in one, and each ring wakes all. Serves ordered-dynamic-1.
// Wins: open: +11.2 % (-4.1 to +19.1), +4.6 % (-2.1 to +14.5); 81 pairs.
inline constexpr uint32_t kBells = 16;

// Bytes of a task's data, by size class of its block. With the header: 4, 6, 14, 30 and 67 lines of 64 bytes.
inline constexpr size_t kTaskPayloads[] = {64, 192, 704, 1728, 4096};
inline constexpr size_t kTaskChunkBytes = 256 * 1024;  // that a thread's task memory grows by
inline constexpr uint32_t kDequeCapacity = LIMPID_TASK_DEQUE_CAPACITY;  // tasks that wait in one deque

// Heuristic return_batches: a thread returns the blocks of others' tasks in batches, as many as addresses fit into
// the smallest block. Without: two at a time. Serves task-one-creator.
// Wins: open: +0.1 % (-5.8 to +4.8), +3.6 % (-1.5 to +10.0); 81 pairs.

// Heuristic batch_prefetch: the owner fetches the lines of a whole batch at once. Without: one by one when it uses
// them. Serves task-one-creator.
// Wins: open: +3.5 % (-2.4 to +11.1), -0.7 % (-6.1 to +3.6); 161 pairs.

// Heuristic cached_arguments: a hot team keeps a copy of its region's arguments, on lines that are written only
// when they change. Without: members read them from the leader's stack. Serves parallel.
// Wins: open: +7.2 % (-14.0 to +67.2), +7.9 % (-0.5 to +14.2); 81 pairs.
inline constexpr size_t kCachedArgumentBytes = 128;

// A device library blocks a thread that has asked in vain five times (LLVM's libomptarget); a thread of a team must
// not be blocked. No benchmark here has a device: judged by tests/offload.
inline constexpr uint8_t kMostQueriesInVain = 4;
inline constexpr int64_t kShortestQueryPauseNs = 500;  // quadruples with each query in vain

}  // namespace limpid::policy
