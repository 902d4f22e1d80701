// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers of waiting: when a thread polls, yields or sleeps. base/README.md says how they are judged.
#pragma once

#include <stdint.h>

#include "base/heuristic.h"

namespace limpid::policy {

// Heuristic learned_limit: how long a wait polls before it sleeps follows from the last ones. Without: always
// kLongestPollingNs. Serves barrier-uneven.
// Wins: +1305.9 % (+982.5 to +2148.5), +4.1 % (-2.1 to +12.4); 81 pairs.
inline constexpr int64_t kLongestPollingNs =
    250'000;  // about what a sleep and a wake-up take, many times over
inline constexpr int64_t kShortestPollingNs = 20'000;  // a limit below it becomes 0
inline constexpr uint32_t kFirstTrial = 8;             // short waits that slept, before one polls again
inline constexpr uint32_t kRarestTrial = 512;          // the same after many trials in vain

// Heuristic lost_processor: a wait that finds that its thread was not running sleeps, and so do the next ones.
// Without: they poll on. Serves barrier (beside 2 busy processes).
// Wins: open: +1.5 % (-0.7 to +3.5), -0.4 % (-3.0 to +2.8); 161 pairs.
// A gap between two polls is as long as the other thread ran. One that computes has the processor for its slice, which on
// Linux is .7 ms at least. What takes less is a thread that looks in and sleeps again, as a profiler's does.
inline constexpr int64_t kShortestTurnNs = 700'000;
inline constexpr int64_t kLostProcessorNs = 200'000;        // of a yield: it has let another thread run
inline constexpr int64_t kLossValidity = 20;                // gaps: for how long a loss is believed
inline constexpr int64_t kShortestSharedNs = 10'000'000;    // the same, at least
inline constexpr int64_t kLongestSharedNs = 2'000'000'000;  // the same, at most
inline constexpr uint32_t kPollsWhenShared = 100;           // before the sleep; take about as long as one

// Heuristic preemption_count: many involuntary switches that have cost much time have the same effect as a loss. Without:
// they are not read. Serves barrier (beside 2 busy processes).
// Wins: +371.7 % (+352.8 to +379.1), -11.5 % (-34.6 to +8.5); 21 pairs.
inline constexpr int64_t kPreemptionsWindowNs = 50'000'000;  // between two readings, at least
inline constexpr int64_t kRarelyPreemptedNs = 12'000'000;    // between two switches of a thread that is alone
inline constexpr int64_t kLostPart = 4;  // of the time, however short the switches: much is lost
inline constexpr int64_t kPreemptedValidityNs = 100'000'000;

// Heuristic late_yields: a wait of a crowded team whose yield returns late sleeps at once; after many such
// yields the next waits do not yield. Without: they yield as often as always.
// Serves barrier (beside 2 busy processes).
// Wins: -2.2 % (-28.0 to +9.7), +42.9 % (+26.1 to +77.9); 21 pairs.
inline constexpr int32_t kLateYield = 32;    // yields in time that make one late yield good
inline constexpr int32_t kTooManyLate = 32;  // as much is owed: no yields

// Heuristic lost_turns: a wait of a crowded team that was over long before its yield returned, on a processor where no
// thread of the process came to a wait meanwhile, lets the next waits of all threads there sleep, and those in loops
// everywhere; so does, there only, a thief that has given way for so long, or a member of a team that fits but gives way to
// another one's. Without: they yield.
// Serves ordered-static-1 (beside 1 busy processes).
// Wins: in fresh launches of 8 threads 18.3 us, 64.9 where each thread learned for itself, without 509 (medians of 24); hpccg
// with 4 threads .42 s, without .68. Thieves: 150 regions with reduction(task), .13 ms each, without .64 to .97. Two
// teams of two threads with a barrier each 50 us, beside a busy process: 3.1 s, without 5.
inline constexpr int64_t kLostTurnNs = 1'000'000;  // a member's part of a loop is shorter
inline constexpr int64_t kLostTurnValidity = 5;    // gaps: for how long it is believed at first
inline constexpr uint32_t kManyTurns = 10'000;     // waits without a loss
inline constexpr uint32_t kRareLook = 8;           // after those, one wait of a loop in so many looks

// Heuristic few_awake: while so few threads of the process are awake, a crowded team's wait yields on instead of
// sleeping, if the last waits were long and the thread does not help with tasks. Without: it sleeps after a few yields.
// Serves nested-active (in fresh launches).
// Wins: +173.8 % (+131.6 to +336.7), +0.1 % (-2.4 to +3.7); 41 pairs. hpccg with 4 threads on 2 processors +15 %.
inline constexpr uint32_t kAwakePerProcessor = 2;
inline constexpr int64_t kLongWaitNs = 20'000;  // a mean wait that shows that the members compute
inline constexpr int64_t kWaitsInMean = 4;
inline constexpr int64_t kFewAwakeNs = 250'000;  // before a wait sleeps nevertheless

// Heuristic several_teams: while several user threads have teams, with more threads than processors, waits yield
// between polls instead of sleeping. Without: they wait as in a process with one team.
// Serves barrier-two-teams (beside 1 busy processes).
// Wins: open: -3.9 % (-91.9 to +45.2), +100.1 % (-35.4 to +208.4); 15 pairs. In fresh launches with 8 threads in each
// team: 58 us, without 1017 (medians of 25).
inline constexpr int64_t kBesideTeamsNs = 5'000'000;  // before a wait sleeps nevertheless
inline constexpr uint32_t kPollsBesideTeams = 20;     // between two yields

// Heuristic sparse_clock: the clock is read once in so many polls. Without: at each.
// Serves barrier-uneven.
// Wins: open: +1.6 % (-8.0 to +16.1), +2.9 % (-0.5 to +5.4); 81 pairs.
inline constexpr uint32_t kPollsPerClock = 100;  // take a microsecond or two: far less than kShortestTurnNs

// Polls between two yields where the user has asked for polling (OMP_WAIT_POLICY=active): the processor goes
// to the others soon if there are any.
inline constexpr uint32_t kPollsPerYield = 500;

// Heuristic poll_interval: pauses between two polls of a word that is about to be written, as many as its line
// takes to come and go. Without: none. Serves doacross-line-static-1.
// Wins: open: -46.6 % (-53.6 to -33.0), +6.7 % (-5.8 to +19.5); 81 pairs.
inline constexpr uint8_t kMostPauses = 4;
inline constexpr uint32_t kPollsPerWait = 3;    // that a wait should take
inline constexpr uint32_t kLongestTaught = 32;  // pauses: a longer wait was for work, not for the line

// Heuristic parting: of two threads of the process that wait in turn on one processor, one moves to another.
// Without: both stay until the kernel's balancer finds them. Serves parallel (in fresh launches).
// Wins: +25.6 % (+13.6 to +38.5), -4.6 % (-9.7 to -1.4); 21 pairs.
inline constexpr int64_t kNoteValidityNs = 5'000'000;  // the other thread's wait was so recent
inline constexpr int64_t kShortestPartingPauseNs = 1'000'000;
inline constexpr int64_t kLongestPartingPauseNs = 1'000'000'000;
inline constexpr uint32_t kYieldsInRow = 16;    // waits ended by a yield, beside other teams
inline constexpr int64_t kYieldRowNs = 50'000;  // from one of them to the next
inline constexpr int64_t kRareParting = 8;  // pauses without an attempt that make the next pause short again

// Heuristic woken_apart: a member that has slept for so long is not woken on its waker's processor. Without: the
// kernel chooses. Serves requests (a program).
// Wins: +7.9 % (+6.7 to +8.6), +0.4 % (-0.5 to +0.9); 15 pairs, processors idle; pauses of 15 ms are three quarters of the time.
inline constexpr int64_t kLongSleepNs = 4'000'000;

}  // namespace limpid::policy
