// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The workers between regions: waiting for an order, serving it, and docking again.
#include "core/team/dock.h"

#include <pthread.h>

#include "base/check.h"
#include "core/barrier/arrival.h"
#include "core/barrier/wait_events.h"
#include "core/device/crew.h"
#include "core/loop/region.h"
#include "core/task/scheduling.h"
#include "core/team/after_fork.h"
#include "core/team/build.h"
#include "core/team/implicit_task.h"
#include "core/team/place_binding.h"
#include "core/team/pool.h"
#include "core/team/seat_sleep.h"
#include "sync/atomic.h"
#include "sync/patience.h"

namespace limpid::core {
namespace {

// The leader sleeps at its own mailbox while it waits for the end of the region. An RMW and not a look at the
// parker: what the news is (counters of finished tasks) was written with plain stores, which an RMW is not
// overtaken by.
void wake_leader(Team& team) {
  team.members[0].mailbox.parker.notify();
}

// Members that sleep at their mailboxes wake up with the leader. The team's size may be the leader's to
// change by now; the members' memory stays as long as the caller has not left its seat.
void add_docked(Team& team, uint32_t size, sync::SleeperChain& sleepers) {
  for (uint32_t index = 1; index < size; ++index) {
    sync::Parker& parker = team.members[index].mailbox.parker;
    if (parker.parked() && parker.note_news()) sleepers.add(parker);
  }
}

// After the last arrival, which was a seq_cst RMW: a look suffices, and leaves an awake leader's line alone.
// In a team with more threads than processors a woken thread waits for its turn, which takes milliseconds
// where others compute. The workers wait for theirs together with the leader, and not after it, when it
// begins its next region. If it does not, they sleep again.
// [dock.leader]
void wake_leader_after_arrival(Team& team, uint32_t size) {
  sync::Parker& leader = team.members[0].mailbox.parker;
  if (!leader.parked()) return;
  sync::SleeperChain sleepers;
  if (leader.note_news()) sleepers.add(leader);
  if (team.budget->crowded) add_docked(team, size, sleepers);
}

bool order_came(const Member& seat, uint16_t seen) {
  return seat.mailbox.parker.orders() != seen;  // [parker.order]
}

// The leader has met a league of teams that this member may help to run.
bool teams_wait(const Member& seat) {
  return seat.team->waiting_teams.want(seat.index);
}

// A worker whose program forked in a region or task: nobody is left in the child that could give it orders.
void leave_forked_child(const Thread& self) {
  if (lives_in_forked_child(self)) [[unlikely]]
    pthread_exit(nullptr);
}

// Before the first region of a seat, and after a region whose end was stated: there is nothing to help with.
void wait_idle(Thread& self, Member& seat, uint16_t seen) {
  sync::Patience patience(seat.team->budget, self.spin_limit);
  const auto news = [&] { return order_came(seat, seen) || teams_wait(seat); };
  while (!news()) {
    if (!patience.again()) seat.mailbox.parker.sleep_unless(news);
  }
}

// What a worker keeps of a region for stating its end: the leader may be describing the next one by then. Its
// id is the seat's, for whoever asks in between.
struct Visit {
  Ending ending = Ending::unheard;
  const void* created_at = nullptr;
};

// The leader has left the member's region. It cannot leave the next one before this member has been there.
bool is_over(const Team& team, const Member& seat) {
  return team.left_tag.load(std::memory_order_seq_cst) == seat.region_tag;  // [dock.over]
}

// Mostly the leader leaves at once when the last member has arrived, and often begins its next region then. A
// member that looked at its word before would take away the line that the leader is about to write, and wait
// for it in vain if the next order comes. Where the leader stays away the region's end is stated a
// microsecond later for it.
void let_leader_leave(const Member& seat, uint16_t seen) {
  constexpr int kLooks = 20;
  for (int look = 0; look < kLooks && !order_came(seat, seen); ++look) sync::relax();
}

// Helps with the tasks of the region that is ending. True if there were any.
bool help_docked(Thread& self, uint16_t seen) {
  const bool ran = run_docked_tasks(self, seen);
  leave_forked_child(self);
  return ran;
}

bool help_unheard(Thread& self, uint16_t seen, WaitEvents& wait) {
  wait.end_untold();
  return help_docked(self, seen);
}

// The same while the waiting is observed: its events name the region. Either the leader, which has marked it
// as over, sees this helper then, or the helper sees the mark.
// [dock.help]
bool help_observed(Thread& self, Member& seat, uint16_t seen, WaitEvents& wait) {
  Team& team = *seat.team;
  team.docked_helpers.fetch_add(1, std::memory_order_seq_cst);
  bool ran = false;
  if (!is_over(team, seat)) {
    wait.end(&team);
    ran = help_docked(self, seen);
    wait.begin();
  }
  team.docked_helpers.fetch_sub(1, std::memory_order_release);
  return ran;
}

// Waits for the next order after a region, or for the region's end if that is to be stated; until then helps
// with the tasks that are left of it. Where its end is not stated nobody is told of the wait, as nobody was
// of the barrier: not even one that listens only since the region began.
void wait_joined(Thread& self, Member& seat, uint16_t seen, const Visit& visit, WaitEvents& wait) {
  Team& team = *seat.team;
  const bool unheard = visit.ending == Ending::unheard;
  const auto news = [&] {
    return order_came(seat, seen) || (unheard ? teams_wait(seat) : is_over(team, seat));
  };
  sync::Patience patience(team.budget, self.spin_limit);
  bool ran_tasks = false;
  if (!unheard && !team.tasks.used.load(std::memory_order_relaxed)) [[unlikely]]
    let_leader_leave(seat, seen);
  while (!news()) {
    if (team.tasks.used.load(std::memory_order_relaxed) && poll_for_tasks(self)) {
      if (unheard ? help_unheard(self, seen, wait) : help_observed(self, seat, seen, wait)) {
        ran_tasks = true;
        patience.reset();
        continue;
      }
    }
    if (ran_tasks) {
      ran_tasks = false;
      wake_leader(team);
    }
    unheard ? wait.begin_untold() : wait.begin();
    if (!patience.again()) sleep_at_seat(team, seat, news);
  }
}

// Nobody is told of a barrier's begin whose end depart() will not state. The wait begins before the arrival:
// after that the region may be over, which the event names.
void join_region(Thread& self, Member& seat, const Visit& visit, WaitEvents& wait) {
  Team& team = *seat.team;
  end_inlined_constructs(self);
  wait.of(seat.region_id);
  if (visit.ending != Ending::unheard) [[unlikely]] {
    self.return_address = visit.created_at;
    events::emit<events::SyncRegion>(self, events::SyncKind::barrier_implicit_parallel,
                                     events::Endpoint::begin, &team, *self.task, visit.created_at);
    wait.at(visit.created_at);
    wait.begin();
  }
  LIMPID_DCHECK(seat.region_tag == team.region_tag);  // still: see run_region()
  if (arrive_at_join(team, seat.index)) wake_leader_after_arrival(team, self.team_size);
}

// What a worker states when its region is over: nobody else uses the seat now, but the team may be in the
// next one.
void depart(Thread& self, Member& seat, const Visit& visit, WaitEvents& wait) {
  wait.end(nullptr);
  events::emit<events::SyncRegion>(self, events::SyncKind::barrier_implicit_parallel, events::Endpoint::end,
                                   nullptr, *self.task, visit.created_at);
  end_implicit_task(self, seat.implicit_task, seat.index);
  self.state.store(State::idle, std::memory_order_relaxed);
  events::emit<events::Idle>(self, events::Endpoint::begin);
}

void take_seat(Thread& self, Member& seat) {
  LIMPID_DCHECK(self.member == nullptr && seat.thread.load(std::memory_order_relaxed) == &self);
  lead_cached_teams(self, seat);
  self.member = &seat;
  self.team = seat.team;
  self.index = seat.index;
  self.task = &seat.implicit_task;
  self.team_size = 1;  // until its first region starts
  self.state.store(State::idle, std::memory_order_relaxed);
}

// The state before the team: who asks in between finds an idle thread, as its last region is over.
void give_up_seat(Thread& self) {
  LIMPID_DCHECK(self.member->mailbox.order == Order::leave);
  self.state.store(State::idle, std::memory_order_relaxed);
  self.task = nullptr;
  self.member = nullptr;
  self.team = nullptr;
}

// Without a listener a worker goes from region to region in one step: one that listens only now sees its idle
// time end all the same.
void end_idle_time(Thread& self) {
  if (!events::listening(events::Event::idle)) return;
  self.state.store(State::idle, std::memory_order_relaxed);
  events::emit<events::Idle>(self, events::Endpoint::end);
}

void send_order(Member& member, const Mailbox& what, sync::SleeperChain& sleepers) {
  LIMPID_DCHECK(member.thread.load(std::memory_order_relaxed) != nullptr);  // or nobody would obey
  Mailbox& mail = member.mailbox;
  mail.order = what.order;
  mail.region_tag = what.region_tag;
  mail.ending = what.ending;
  mail.region = what.region;
  if (mail.parker.note_order()) [[unlikely]]  // [parker.order]
    sleepers.add(mail.parker);
}

void send_away(Team& team, uint32_t first) {
  sync::SleeperChain sleepers;
  Mailbox leave;
  leave.order = Order::leave;
  for (uint32_t index = first; index < team.size; ++index) send_order(team.members[index], leave, sleepers);
}

// The mailbox is the sender's again once this member has arrived.
Visit run_region(Thread& self, Member& seat, WaitEvents& wait) {
  const Mailbox& mail = seat.mailbox;
  Team& team = *seat.team;
  LIMPID_DCHECK(self.member == &seat && seat.thread.load(std::memory_order_relaxed) == &self);
  // The region cannot be over before this member has arrived at its end: the team's words are its.
  LIMPID_DCHECK(mail.region_tag == team.region_tag && mail.ending == team.ending);
  LIMPID_DCHECK(team.running.load(std::memory_order_relaxed) && seat.index < team.size);
  const Visit visit{mail.ending, mail.region.created_at};
  seat.region_id = mail.region.id;
  std::atomic_signal_fence(std::memory_order_release);  // a handler knows by it that the last wait is over
  self.team_size = team.size;
  seat.region_tag = mail.region_tag;
  move_to_place(self, seat);
  send_down(team, seat.index, mail);
  if (self.audience.is_absent()) [[likely]] {
    begin_implicit_task<events::Unheard>(self, team, seat, mail.region, team.icvs);
  } else {
    end_idle_time(self);
    begin_implicit_task<events::Heard>(self, team, seat, mail.region, team.icvs);
  }
  run_implicit_task(seat.implicit_task, mail.region.body, mail.region.data);
  join_region(self, seat, visit, wait);
  return visit;
}

}  // namespace

void send_down(Team& team, uint32_t index, const Mailbox& what) {
  LIMPID_DCHECK(what.order == Order::run && what.region_tag == team.region_tag);
  sync::SleeperChain sleepers;
  uint32_t end = end_branch(team, index);
  for (uint32_t branch = first_branch(team, index); branch < end; ++branch)
    send_order(team.members[branch], what, sleepers);
}

void dismiss_members(Team& team, uint32_t first) {
  LIMPID_DCHECK(first >= 1 && first <= team.size);
  send_away(team, first);
  for (uint32_t index = first; index < team.size; ++index) {
    while (team.members[index].thread.load(std::memory_order_acquire) != nullptr)
      sync::yield();  // [dock.left]
  }
  team.size = first;
}

void serve(Thread& self, Member& seat) {
  uint16_t seen = seat.orders_seen;
  take_seat(self, seat);
  WaitEvents wait(self, events::SyncKind::barrier_implicit_parallel, 0);
  bool idle = true;
  Visit visit;
  for (;;) {
    if (idle) {
      wait_idle(self, seat, seen);
    } else {
      wait_joined(self, seat, seen, visit, wait);
      if (visit.ending == Ending::stated) {
        depart(self, seat, visit, wait);
        idle = true;
        continue;
      }
    }
    if (!order_came(seat, seen)) {
      wait.abandon();
      idle = true;
      serve_league(self, seat);
      leave_forked_child(self);
      continue;
    }
    ++seen;
    LIMPID_DCHECK(!order_came(seat, seen));  // the next one is not sent before this one is obeyed
    if (seat.mailbox.order == Order::leave) break;
    wait.abandon();
    visit = run_region(self, seat, wait);
    leave_forked_child(self);
    idle = false;
  }
  seat.orders_seen = seen;
  seat_left();
  give_up_seat(self);  // the team may be unmapped next: no signal handler may find its way there
  seat.thread.store(nullptr, std::memory_order_release);  // [dock.left]
}

void announce_quiescence(Team& team) {
  wake_leader(team);
  if (team.gate.may_have_sleepers()) team.gate.rouse();
}

void open_for_listeners(Team& team) {
  LIMPID_DCHECK(team.ending == Ending::stated);
  // A word of 65536 regions ago that nobody has heard the end of since.
  if (team.left_tag.load(std::memory_order_relaxed) == team.region_tag) [[unlikely]]
    team.left_tag.store(static_cast<uint16_t>(team.region_tag - 1), std::memory_order_relaxed);
  platform::fetch_for_writing(&team.left_tag);  // the members have looked at it
}

// Workers that are awake look at left_tag; sleepers looked after they had counted themselves and announced
// their sleep. [dock.over]
void close_for_listeners(Thread& self, Team& team) {
  LIMPID_DCHECK(team.ending == Ending::stated && self.member == &team.members[0]);
  LIMPID_DCHECK(!is_over(team, team.members[0]));  // nobody has stated the region's end yet
  team.left_tag.store(team.region_tag, std::memory_order_seq_cst);
  if (team.tasks.idle.any()) {
    sync::SleeperChain sleepers;
    add_docked(team, team.size, sleepers);
  }
  // Only callbacks are left of what such a helper does.
  sync::Patience patience(team.budget, self.spin_limit);
  while (team.docked_helpers.load(std::memory_order_seq_cst) != 0) {  // [dock.help]
    if (!patience.again()) sync::yield();
  }
}

}  // namespace limpid::core
