// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker loop: a worker waits for a command, executes it, and waits again.
#include "core/team/worker_loop.h"

#include <pthread.h>

#include "base/check.h"
#include "core/barrier/arrival.h"
#include "core/data/team_wake.h"
#include "core/data/wait_scope.h"
#include "core/data/wake_apart.h"
#include "core/loop/region.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/slot_sleep.h"
#include "core/team/after_fork.h"
#include "core/team/build.h"
#include "core/team/implicit_task.h"
#include "core/team/place_binding.h"
#include "core/team/policy.h"
#include "core/team/pool.h"
#include "sync/atomic.h"
#include "sync/backoff.h"

namespace limpid::core {
namespace {

// Adds the members that sleep at their mailboxes to those that wake up with the leader. The leader may change
// the team's size by now, hence the parameter; the members' memory stays mapped until the caller has left its
// slot.
void add_sleeping_members(Team& team, uint32_t size, sync::SleeperChain& sleepers) {
  for (uint32_t index = 1; index < size; ++index) {
    sync::Parker& parker = team.members[index].mailbox.parker;
    if (parker.parked() && parker.add_wake()) sleepers.add(parker);
  }
}

// After the last arrival, which was a seq_cst RMW: a load of the leader's word suffices, and an awake leader
// keeps its cache line. [worker.leader]
// In a team with more threads than processors a woken thread waits milliseconds for a processor if other
// threads compute. So the workers are woken together with the leader and not when it begins its next region.
// If it begins none, they sleep again.
void wake_leader_after_arrival(Team& team, uint32_t size) {
  sync::Parker& leader = team.members[0].mailbox.parker;
  if (!leader.parked()) return;
  sync::SleeperChain sleepers;
  if (leader.add_wake()) sleepers.add(leader);
  if (policy::enabled(policy::wake_with_leader) && team.spin_policy->crowded)
    add_sleeping_members(team, size, sleepers);
}

bool command_came(const Member& slot, uint16_t seen) {
  return slot.mailbox.parker.commands() != seen;  // [parker.command]
}

// The leader has encountered a teams construct, and this member may help to run its league.
bool teams_wait(const Member& slot) {
  return slot.team->waiting_teams.want(slot.index);
}

// A worker that called fork(2) in a region or task: in the child process no leader is left to send commands.
void leave_forked_child(const Thread& self) {
  if (lives_in_forked_child(self)) [[unlikely]]
    pthread_exit(nullptr);
}

// Before the first region of a slot, and after a region whose end was emitted: no tasks are left to run.
void wait_idle(Thread& self, Member& slot, uint16_t seen) {
  sync::Backoff backoff(slot.team->spin_policy, self.spin_limit);
  const auto condition = [&] { return command_came(slot, seen) || teams_wait(slot); };
  while (!condition()) {
    if (!backoff.again()) sleep_apart(self, [&] { slot.mailbox.parker.sleep_unless(condition); });
  }
}

// What a worker needs to emit the end of a region: the leader may already be describing the next one by then.
// The region's id is kept in the slot (Member::region_id), where inquiries find it meanwhile.
struct RegionEnd {
  JoinMode join_mode = JoinMode::silent;
  const void* created_at = nullptr;
};

// The leader has left the member's region. It cannot leave the next one before this member has arrived there.
bool is_over(const Team& team, const Member& slot) {
  return team.observed_end.is_over(slot.region_tag);
}

// Usually the leader leaves as soon as the last member has arrived, and often begins its next region at once.
// A member that polls observed_end before that takes away the cache line that the leader is about to write, for
// nothing if the next command comes. If the leader is late, the region's end is emitted a microsecond later. With
// more threads than processors the leader may need this one.
void let_leader_leave(const Member& slot, uint16_t seen) {
  if (slot.team->spin_policy->crowded || !policy::enabled(policy::late_look)) return;
  for (int look = 0; look < policy::kPollsBeforeLook && !command_came(slot, seen); ++look) sync::relax();
}

// Runs tasks of the region that is ending. True if there were any.
bool help_while_idle(Thread& self, uint16_t seen) {
  const bool ran = run_tasks_while_idle(self, seen);
  leave_forked_child(self);
  return ran;
}

bool help_unobserved(Thread& self, uint16_t seen, SyncWaitScope& wait) {
  wait.end_silently();
  return help_while_idle(self, seen);
}

// The same while the wait is observed: its events name the region, so the leader must not leave it meanwhile.
bool help_observed(Thread& self, Member& slot, uint16_t seen, SyncWaitScope& wait) {
  Team& team = *slot.team;
  bool ran = false;
  if (team.observed_end.begin_help(slot.region_tag)) {
    wait.end(&team);
    ran = help_while_idle(self, seen);
    wait.begin();
  }
  team.observed_end.end_help();
  return ran;
}

// After a region: waits for the next command, or for the region's end if the worker must emit it. Runs the
// region's remaining tasks meanwhile. If the end is not emitted, neither is the wait, nor was the barrier's
// begin: not even for an observer that was added after the region began.
void wait_joined(Thread& self, Member& slot, uint16_t seen, const RegionEnd& region_end,
                 SyncWaitScope& wait) {
  Team& team = *slot.team;
  const bool unobserved = region_end.join_mode == JoinMode::silent;
  const auto condition = [&] {
    return command_came(slot, seen) || (unobserved ? teams_wait(slot) : is_over(team, slot));
  };
  sync::Backoff backoff(team.spin_policy, self.spin_limit);
  bool ran_tasks = false;
  if (!unobserved && !team.tasks.used.load(std::memory_order_relaxed)) [[unlikely]]
    let_leader_leave(slot, seen);
  while (!condition()) {
    const bool has_tasks = team.tasks.used.load(std::memory_order_relaxed);
    if (has_tasks) backoff.helps();
    if (has_tasks && poll_for_tasks(self)) {
      if (unobserved ? help_unobserved(self, seen, wait) : help_observed(self, slot, seen, wait)) {
        ran_tasks = true;
        backoff.reset();
        continue;
      }
    }
    if (ran_tasks) {
      ran_tasks = false;
      wake_leader(team);
    }
    unobserved ? wait.begin_silently() : wait.begin();
    if (!backoff.again()) sleep_apart(self, [&] { sleep_at_slot(team, slot, condition); });
  }
}

// Emits the barrier's begin only if emit_region_end() will emit its end. The wait begins before the arrival:
// its event names the region, which may be over after the arrival.
void join_region(Thread& self, Member& slot, const RegionEnd& region_end, SyncWaitScope& wait) {
  Team& team = *slot.team;
  end_inlined_constructs(self);
  wait.set_wait_id(slot.region_id);
  if (region_end.join_mode != JoinMode::silent) [[unlikely]] {
    self.return_address = region_end.created_at;
    events::emit<events::SyncRegion>(self, events::SyncKind::barrier_implicit_parallel,
                                     events::Endpoint::begin, &team, *self.task, region_end.created_at);
    wait.set_return_address(region_end.created_at);
    wait.begin();
  }
  LIMPID_DCHECK(slot.region_tag == team.phase.tag());  // still: see run_region()
  if (arrive_at_join(team, slot.index)) wake_leader_after_arrival(team, self.team_size);
}

// The events of a worker whose region is over. No other thread uses the slot now, but the team may already be
// in its next region.
void emit_region_end(Thread& self, Member& slot, const RegionEnd& region_end, SyncWaitScope& wait) {
  wait.end(nullptr);
  events::emit<events::SyncRegion>(self, events::SyncKind::barrier_implicit_parallel, events::Endpoint::end,
                                   nullptr, *self.task, region_end.created_at);
  end_implicit_task(self, slot.implicit_task, slot.index);
  self.state.store(State::idle, std::memory_order_relaxed);
  events::emit<events::Idle>(self, events::Endpoint::begin);
}

void take_slot(Thread& self, Member& slot) {
  LIMPID_DCHECK(self.member == nullptr && slot.thread.load(std::memory_order_relaxed) == &self);
  lead_cached_teams(self, slot);
  self.member = &slot;
  self.team = slot.team;
  self.index = slot.index;
  self.task = &slot.implicit_task;
  self.team_size = 1;  // until its first region starts
  self.state.store(State::idle, std::memory_order_relaxed);
}

// The state changes before the team does: an inquiry in between finds an idle thread, as its last region is
// over.
void give_up_slot(Thread& self) {
  LIMPID_DCHECK(self.member->mailbox.command == Command::leave);
  self.state.store(State::idle, std::memory_order_relaxed);
  self.task = nullptr;
  self.member = nullptr;
  self.team = nullptr;
}

// Without an observer a worker goes from region to region in one step and emits no idle begin. An observer
// that was added since then receives the end all the same.
void end_idle_time(Thread& self) {
  if (!events::is_observed(events::EventId::idle)) return;
  self.state.store(State::idle, std::memory_order_relaxed);
  events::emit<events::Idle>(self, events::Endpoint::end);
}

void send_command(Member& member, const Mailbox& what, sync::SleeperChain& sleepers) {
  LIMPID_DCHECK(member.thread.load(std::memory_order_relaxed) != nullptr);  // a thread executes the command
  Mailbox& mail = member.mailbox;
  mail.command = what.command;
  mail.region_tag = what.region_tag;
  mail.join_mode = what.join_mode;
  mail.region = what.region;
  if (mail.parker.add_command()) [[unlikely]] {  // [parker.command]
    if (what.command == Command::run) keep_apart(member);
    sleepers.add(mail.parker);
  }
}

void send_away(Team& team, uint32_t first) {
  sync::SleeperChain sleepers;
  Mailbox leave;
  leave.command = Command::leave;
  for (uint32_t index = first; index < team.size; ++index) send_command(team.members[index], leave, sleepers);
}

// Once this member has arrived at the join, the sender owns the mailbox again.
RegionEnd run_region(Thread& self, Member& slot, SyncWaitScope& wait) {
  const Mailbox& mail = slot.mailbox;
  Team& team = *slot.team;
  LIMPID_DCHECK(self.member == &slot && slot.thread.load(std::memory_order_relaxed) == &self);
  // The region cannot be over before this member has arrived at its end, so the team still describes it.
  LIMPID_DCHECK(mail.region_tag == team.phase.tag() && mail.join_mode == team.join_mode);
  LIMPID_DCHECK(team.phase.runs() && slot.index < team.size);
  const RegionEnd region_end{mail.join_mode, mail.region.created_at};
  slot.region_id = mail.region.id;
  // A signal handler on this thread sees by region_id that the last wait is over. The fence has no partner in
  // another thread: it keeps the compiler from moving the store down.
  std::atomic_signal_fence(std::memory_order_release);
  self.team_size = team.size;
  slot.region_tag = mail.region_tag;
  bind_to_place(self, slot);
  send_down(team, slot.index, mail);
  if (self.observers.are_absent()) [[likely]] {
    begin_implicit_task<events::Unobserved>(self, team, slot, mail.region, team.icvs);
  } else {
    end_idle_time(self);
    begin_implicit_task<events::Observed>(self, team, slot, mail.region, team.icvs);
  }
  run_implicit_task(slot.implicit_task, mail.region.body, mail.region.data);
  join_region(self, slot, region_end, wait);
  return region_end;
}

}  // namespace

void send_down(Team& team, uint32_t index, const Mailbox& what) {
  LIMPID_DCHECK(what.command == Command::run && what.region_tag == team.phase.tag());
  sync::SleeperChain sleepers;
  uint32_t end = end_branch(team, index);
  for (uint32_t branch = first_branch(team, index); branch < end; ++branch)
    send_command(team.members[branch], what, sleepers);
}

void dismiss_members(Team& team, uint32_t first) {
  LIMPID_DCHECK(first >= 1 && first <= team.size);
  send_away(team, first);
  for (uint32_t index = first; index < team.size; ++index) {
    // [worker.left]
    while (team.members[index].thread.load(std::memory_order_acquire) != nullptr) sync::yield();
  }
  team.size = first;
}

void run_worker_loop(Thread& self, Member& slot) {
  uint16_t seen = slot.commands_seen;
  take_slot(self, slot);
  SyncWaitScope wait(self, events::SyncKind::barrier_implicit_parallel, 0);
  bool idle = true;
  RegionEnd region_end;
  for (;;) {
    if (idle) {
      wait_idle(self, slot, seen);
    } else {
      wait_joined(self, slot, seen, region_end, wait);
      if (region_end.join_mode == JoinMode::emitted) {
        emit_region_end(self, slot, region_end, wait);
        idle = true;
        continue;
      }
    }
    if (!command_came(slot, seen)) {
      wait.abandon();
      idle = true;
      slot.team->waiting_teams.help(self, slot);
      leave_forked_child(self);
      continue;
    }
    ++seen;
    LIMPID_DCHECK(!command_came(slot, seen));  // the next one is not sent before this one is executed
    if (slot.mailbox.command == Command::leave) break;
    wait.abandon();
    region_end = run_region(self, slot, wait);
    leave_forked_child(self);
    idle = false;
  }
  slot.commands_seen = seen;
  note_slot_left();
  give_up_slot(self);  // the team may be unmapped next, so no signal handler may reach it from here
  sync::reads_plain(&slot.team->region.data);
  slot.thread.store(nullptr, std::memory_order_release);  // [worker.left]
}

void open_for_observers(Team& team) {
  LIMPID_DCHECK(team.join_mode == JoinMode::emitted);
  team.observed_end.open(team.phase.tag());
}

// Workers that are awake poll observed_end. Sleepers loaded it after they had entered tasks.idle and announced
// their sleep (both seq_cst), so either they saw the tag or the leader sees them.
void close_for_observers(Thread& self, Team& team) {
  LIMPID_DCHECK(team.join_mode == JoinMode::emitted && self.member == &team.members[0]);
  team.observed_end.leave(team.phase.tag());
  if (team.tasks.idle.any()) {
    sync::SleeperChain sleepers;
    add_sleeping_members(team, team.size, sleepers);
  }
  // A helper that is still counted has finished its tasks; only callbacks of tools are left.
  sync::Backoff backoff(team.spin_policy, self.spin_limit);
  while (team.observed_end.is_helped()) {
    if (!backoff.again()) sync::yield();
  }
}

}  // namespace limpid::core
