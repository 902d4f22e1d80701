// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member's place in a team, and the mailbox through which it gets its orders.
#pragma once

#include <stdint.h>

#include "core/icv/icv.h"
#include "core/loop/workshare.h"
#include "core/task/member_tasks.h"
#include "core/task/task.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/parker.h"
#include "sync/relaxed.h"

namespace limpid::core {

struct Team;
struct Thread;

// What the primary thread tells an idle member.
enum class Command : uint8_t {
  run,    // a new region starts
  leave,  // the team gives this member up; the thread goes back to the pool
};

// Which events the workers of a region emit at its end.
enum class JoinMode : uint8_t {
  silent,   // none, nobody observes: they go from region to region in one step
  emitted,  // all, each worker as soon as it sees that the region is over, at the latest at the next command
};

// What a member is told of the region that starts.
struct RegionDescriptor {
  uint64_t id = 0;
  Task::Body body = nullptr;
  void* data = nullptr;
  const void* code = nullptr;  // the program's function that body runs; null: the program runs it itself
  const void* created_at = nullptr;
  Task* parent = nullptr;
};

// One line of memory from the primary (or the branch above) to one member: everything that starting a region
// needs, apart from what hardly ever changes and is the team's.
//
// Writers  the sender, while the member is idle, before it counts the order in the parker ([parker.command]).
struct alignas(64) Mailbox {
  sync::Parker parker;
  uint16_t region_tag = 0;  // the team's
  Command command = Command::run;
  JoinMode join_mode = JoinMode::silent;  // of the region that starts
  RegionDescriptor region;
};
static_assert(sizeof(Mailbox) == 64, "one line");

// Counts the arrivals below a member in a tree: the member itself and its branches.
struct ArrivalNode {
  sync::Atomic<uint32_t> missing{0};
};

// A place in a team: thread number, implicit task, tasks, and what the thread that sits there has cached.
struct alignas(platform::kCacheLine) Member {
  Mailbox mailbox;
  // Arrivals come from the branches below; on a line of their own, apart from the mailbox that comes from
  // above.
  alignas(64) ArrivalNode join_arrivals;
  ArrivalNode barrier_arrivals;
  uint32_t arrivals_expected = 1;  // 1 + number of branches

  alignas(platform::kCacheLine) Team* team = nullptr;
  sync::Atomic<Thread*> thread{nullptr};
  uint32_t index = 0;
  uint16_t region_tag =
      0;  // of the region the thread is in or was in last; a copy, since the mailbox is the sender's
  uint16_t commands_seen = 0;            // by whoever sat here last; read by the next when it sits down
  sync::Atomic<bool> seeks_work{false};  // sleeps at its mailbox's parker and would take a task
  int32_t place = -1;                    // place number the thread is bound to, -1 none
  int32_t partition_first = 0;           // its place partition
  int32_t partition_count = 0;
  // Idle members: the region the thread is in or was in last, while the leader may be describing the next
  // one. Parallel regions inside it look, too.
  sync::Relaxed<uint64_t> region_id = 0;

  Task implicit_task;
  MemberTasks tasks;
  WorkshareCursor workshares;

  // Teams that this member leads inside its implicit and explicit tasks; kept hot for the next region.
  Team* hot_team = nullptr;     // size > 1
  Team* serial_team = nullptr;  // size 1
};

}  // namespace limpid::core
