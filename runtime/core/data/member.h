// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member: one slot of a team, and the mailbox through which its thread receives commands.
#pragma once

#include <stdint.h>

#include "core/data/arrival_count.h"
#include "core/data/member_tasks.h"
#include "core/data/task.h"
#include "core/data/workshare.h"
#include "core/icv/icv.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/parker.h"
#include "sync/relaxed.h"

namespace limpid::core {

struct Team;
struct Thread;

// What the leader commands an idle member to do.
enum class Command : uint8_t {
  run,    // a new region starts
  leave,  // the thread leaves the slot and goes back to the pool
};

// Which events the workers of a region emit at its end.
enum class JoinMode : uint8_t {
  silent,   // none, they have no observer: workers go from region to region in one step
  emitted,  // all: each worker as soon as it sees that the region is over, at the latest at the next command
};

// What a member needs to know of the region that starts.
struct RegionDescriptor {
  uint64_t id = 0;
  Task::Body body = nullptr;
  void* data = nullptr;
  const void* code = nullptr;  // the program's function that body runs; null: the program runs it itself
  const void* created_at = nullptr;
  Task* parent = nullptr;
};

// One cache line from the leader (or the member above in the tree) to one member: everything that starts a
// region and is new. What hardly ever changes is in Team.
//
// Writers  the sender, while the member is idle, before it counts the command in the parker
//          ([parker.command]).
struct alignas(64) Mailbox {
  sync::Parker parker;
  uint16_t region_tag = 0;  // RegionPhase::tag()
  Command command = Command::run;
  JoinMode join_mode = JoinMode::silent;  // of the region that starts
  RegionDescriptor region;
};
static_assert(sizeof(Mailbox) == 64, "one line");

// A slot of a team: thread number, implicit task, tasks, and the teams that the slot's thread has cached.
struct alignas(platform::kCacheLine) Member {
  Mailbox mailbox;
  // Written by the branches below, so on another line than the mailbox, which is written from above.
  alignas(64) ArrivalCount join_arrivals;
  ArrivalCount barrier_arrivals;
  uint32_t arrivals_expected = 1;  // 1 + number of branches

  alignas(platform::kCacheLine) Team* team = nullptr;
  sync::Atomic<Thread*> thread{nullptr};
  uint32_t index = 0;
  // Of the region the thread is in or was in last; a copy, since the sender owns the mailbox.
  uint16_t region_tag = 0;
  uint16_t commands_seen = 0;            // by the slot's last thread; the next thread goes on from there
  sync::Atomic<bool> seeks_work{false};  // sleeps at its mailbox's parker and would take a task
  int32_t place = -1;                    // OpenMP place number that the thread is bound to; -1: none
  int32_t partition_first = 0;           // its place partition
  int32_t partition_count = 0;
  // The region the thread is in or was in last. For idle members TeamRegion::id may already be the next region's.
  // Parallel regions inside it read this, too.
  sync::Relaxed<uint64_t> region_id = 0;

  Task implicit_task;
  MemberTasks tasks;
  WorkshareCursor workshares;

  // Teams that this member leads inside its implicit and explicit tasks; kept hot for the next region.
  Team* hot_team = nullptr;     // size > 1
  Team* serial_team = nullptr;  // size 1

  // Processors fetch lines in pairs: what others write at the next member's begin is in no pair with the above.
  alignas(platform::kCacheLine) char line_between[platform::kCacheLine];
};

}  // namespace limpid::core
