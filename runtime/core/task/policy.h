// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers of creating, finding and running tasks. base/README.md says how they are judged.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/heuristic.h"

namespace limpid::policy {

// Heuristic steal_half: a thief that may run any task takes up to half of the victim's tasks. Without: one.
// Serves task-one-creator.
// Wins: +5.7 % (+0.6 to +13.0), -0.6 % (-5.5 to +4.1); 161 pairs.
inline constexpr uint64_t kMostStolen = 8;  // tasks, beside the one that it runs at once

// Heuristic sibling_order: a thread that waits runs its share of many long children in the order of their creation.
// Without: the youngest first. Serves block-sweeps (a program).
// Wins: open.
inline constexpr uint64_t kManySiblings = 16;
inline constexpr uint32_t kMeasuredSiblings = 4;  // how many tell how long one takes
inline constexpr int64_t kLongSiblingNs = 5000;  // a task that takes longer is long: it may walk through data
inline constexpr uint64_t kMostTurned = 128;     // tasks of a share that are turned round, on the stack

// Heuristic last_victim: a thief tries the member first that it stole from last. Without: a random one.
// Serves task-one-creator.
// Wins: open: +2.2 % (-3.8 to +7.0), +0.3 % (-2.8 to +3.5); 161 pairs.

// Heuristic yield_before_theft: with more threads than processors a thief yields before it takes an only task.
// Without: it takes it. Serves task-and-wait.
// Wins: open: +22.2 % (-14.6 to +83.7), +1.1 % (-2.5 to +5.0); 81 pairs.

// Heuristic steal_pause: a thief rests if the tasks that it stole were too short to be moved. Without: it steals
// on. Serves task-recursive.
// Wins: open: +3.3 % (-1.6 to +12.8), -0.0 % (-3.6 to +3.9); 161 pairs.
inline constexpr int64_t kWorthMovingNs = 400;     // a task that takes longer is worth it,
inline constexpr int64_t kWorthThefts = 6;         // and than so many times what its theft took
inline constexpr uint32_t kShortestPauseNs = 500;  // doubles with each such theft
inline constexpr uint32_t kLongestPauseNs = 4000;

// Heuristic detours: a thread that waits in an untied task runs what the scheduling constraint permits, which need
// not descend from that task. Without: descendants only. Serves merge-sort (a program).
// Wins: +34.9 % (+33.7 to +37.9), +1.1 % (+0.5 to +1.7); 21 pairs.
inline constexpr uint32_t kMostDetours = 8;  // at a time: each delays the waits below it, and takes stack
inline constexpr int kDeepestUntied = 64;    // untied tasks below a wait that are looked at

// Heuristic deferred_completions: the thief of several children of one parent reports them at once. Without: one by
// one. Serves task-one-creator.
// Wins: +6.9 % (+1.7 to +14.3), +2.8 % (-3.3 to +7.3); 81 pairs.

// Heuristic rare_task_polls: a member that found no task in a row of polls looks for tasks at fewer of them.
// Without: at each. Serves task-recursive.
// Wins: open: +3.3 % (-3.3 to +7.1), +0.9 % (-8.3 to +9.0); 81 pairs.
inline constexpr uint32_t kMostSkippedPolls = 15;

// Heuristic lazy_taskloop: the tasks of a taskloop are created only when they run. Without: all at the start.
// Serves taskloop-grain-1.
// Wins: +275.4 % (+237.4 to +581.7), +352.0 % (+266.9 to +505.9); 21 pairs.
inline constexpr size_t kMostLazyData = 1024;       // bytes of a task, which are copied to the stack
inline constexpr uint64_t kLazyTasksPerThread = 4;  // a loop of no more than so many is not worth it
inline constexpr int64_t kTransferNs = 1000;        // what it costs two threads when one takes a range, about
inline constexpr uint64_t kMostUnmeasured = 64;     // tasks between the first readings of the clock
inline constexpr uint64_t kTrust = 3;               // so many times the measured tasks, between two readings
inline constexpr int64_t kPriorTasks = 8;           // that the earlier estimate weighs as much as
inline constexpr int64_t kClockReadingNs = 30;      // what reading the clock takes, about

// Heuristic uncover: before a thread sleeps in a wait, it moves tasks that hide one that it may run. Without: it
// sleeps. Serves strassen (a program).
// Wins: open.
inline constexpr uint32_t kMostUncovered = 32;  // tasks of a deque that are looked at, and moved at most

// Heuristic work_off: a thread with many unfinished children in the graph runs some before it creates more. Without: it
// creates all. Serves cholesky (the memory of a program).
// Wins: +465.8 % (+464.3 to +467.4), +98.5 % (+83.2 to +109.7); 21 pairs.
inline constexpr uint32_t kMostUnfinished = 256;  // children of one task, for each thread of the team

// Accesses of a task's children that its table keeps before it looks for those of finished ones: bounds the memory of
// programs that never wait. Each access is visited about as often as it is added.
inline constexpr uint32_t kFewAccesses = 2048;
inline constexpr uint32_t kFirstAddresses = 16;  // places in a task's first table of addresses; doubles
inline constexpr size_t kEdgeBlockBytes = 192;   // the second smallest block of task memory
inline constexpr size_t kMostEdgesInBlock = 64;  // of a new task, in the block of the task itself

// How far a thread that waits for predecessors searches the graph, so that no graph makes it wait for ever: it then
// takes the task for one.
inline constexpr int kLongestSearch = 1000;  // edges
inline constexpr int kDeepestSearch = 100;   // edges in a row

// Watchers of tasks in flight. No benchmark here has a device: judged by tests/offload.
inline constexpr int64_t kShortestNapNs = 50'000;  // between two rounds of queries without success
inline constexpr int64_t kLongestNapNs = 1'000'000;
inline constexpr int64_t kLastNapNs = 1'000'000'000;  // of a watcher without work, before it ends
inline constexpr uint32_t kMostWatchers = 8;          // operations that may block a query each
inline constexpr uint32_t kLaunchNoteBits = 6;  // of the number of target tasks that are known as launches

}  // namespace limpid::policy
