// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fork and join of parallel regions. On a hot team the leader writes one cache line per member (or per
// branch), runs its own implicit task, and waits until one counter is zero. Nothing is allocated and no lock
// is taken.
#include "core/team/region.h"

#include "base/check.h"
#include "core/barrier/arrival.h"
#include "core/data/wait_scope.h"
#include "core/loop/region.h"
#include "core/reduce/managed_reductions.h"
#include "core/task/detach/in_flight.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/slot_sleep.h"
#include "core/team/build.h"
#include "core/team/implicit_task.h"
#include "core/team/place_binding.h"
#include "core/team/policy.h"
#include "core/team/team_size.h"
#include "core/team/worker_loop.h"
#include "events/emit.h"
#include "platform/upper_halves.h"
#include "sync/atomic.h"
#include "sync/backoff.h"

namespace limpid::core {
namespace {

// Functions are always_inline so that each of the two versions (Observed, Unobserved) of a region's begin and
// end is one straight path: calls between the steps would be a good part of its cost.

using events::Endpoint;
using events::SyncKind;

[[gnu::always_inline]] inline Team& form_for(Thread& self, const Region& region) {
  uint32_t granted = granted_size(self, requested_size(*self.task, region));
  LIMPID_DCHECK(granted >= 1);
  Team& team = form_team(self, granted);
  if (team.size < granted) release_threads(self, granted - team.size + 1);  // no more threads were available
  return team;
}

[[gnu::always_inline]] inline void describe_region(Thread& self, Team& team, const Region& region) {
  // No thread reads these fields now: the team's last region is over, and its members are idle.
  LIMPID_DCHECK(!team.phase.runs() && team.members[0].team == &team);
  sync::writes_plain(&team.region.data);
  team.region.id = self.ids.region.next(g_region_ids);
  team.region.body = region.body;
  team.region.data =
      team.size == 1 ? region.data : team.cached_arguments.store(region.data, region.data_bytes);
  team.region.code = region.code != nullptr ? region.code : reinterpret_cast<const void*>(region.body);
  team.phase.describe_next();
  team.region.parent_task = self.task;
  team.nesting.parent = self.team;
  team.nesting.contention_group = self.team->nesting.contention_group;
  team.nesting.leader_member = self.member;
  team.region.created_at = self.return_address;
  team.region.tool_word = 0;
  team.region.requested = requested_size(*self.task, region);
  team.league.team_number = self.team->league.team_number;
  team.league.size = self.team->league.size;
  team.nesting.level = self.team->nesting.level + 1;
  team.nesting.active_level = self.team->nesting.active_level + (team.size > 1 ? 1 : 0);
  if (team.reductions.of_region != nullptr) team.reductions.of_region = nullptr;
  // Waiting workers read this line: it is written only when it changes.
  if (team.cancelled.load(std::memory_order_relaxed)) [[unlikely]] {
    team.cancelled.store(false, std::memory_order_relaxed);
    team.barrier.forget_arrivals();
    refill_arrivals(team);  // members that left a barrier early stay counted in it
    drop_team_reductions(team);
  }
  begin_region_tasks(team);
  begin_region_workshares(team);
}

// The leader moves into the new team.
void enter_team(Thread& self, Team& team) {
  LIMPID_DCHECK(self.member == team.nesting.leader_member && self.task == team.region.parent_task);
  self.member = &team.members[0];
  self.member->region_tag = team.phase.tag();
  LIMPID_DCHECK(self.member->thread.load(std::memory_order_relaxed) == &self);
  self.team = &team;
  self.index = 0;
  self.team_size = team.size;
}

[[gnu::always_inline]] inline void return_to_parent(Thread& self, Team& team) {
  LIMPID_DCHECK(self.member == &team.members[0] && self.team == &team);
  self.member = team.nesting.leader_member;
  self.team = team.nesting.parent;
  self.index = team.nesting.leader_member->index;
  self.team_size = team.nesting.parent->size;
  self.task = team.region.parent_task;
}

template <class A>
JoinMode join_mode_for() {
  return A::kEmits && events::is_any_observed(events::kRegionEndEvents) ? JoinMode::emitted
                                                                        : JoinMode::silent;
}

template <class A>
void launch(Team& team, const Icvs& icvs) {
  LIMPID_DCHECK(team.size > 1 && team.members[0].arrivals_expected > 1);
  team.members[0].join_arrivals.refill(team.members[0].arrivals_expected - 1);
  if (team.reductions.combining_lock != nullptr && policy::enabled(policy::lock_prefetch))
    platform::fetch_for_writing(team.reductions.combining_lock);
  const JoinMode join_mode = join_mode_for<A>();
  if (team.join_mode != join_mode) team.join_mode = join_mode;
  if (team.icvs != icvs) team.icvs = icvs;
  if (join_mode == JoinMode::emitted) open_for_observers(team);
  Mailbox mail;
  mail.command = Command::run;
  mail.region_tag = team.phase.tag();
  mail.join_mode = join_mode;
  mail.region = descriptor_of(team);
  send_down(team, 0, mail);
}

[[gnu::always_inline]] inline bool region_is_complete(Team& team) {
  return all_joined(team) && (!team.tasks.used.load(std::memory_order_relaxed) || tasks_quiescent(team));
}

// Not inlined, so that a region whose members have already arrived saves no registers for it.
[[gnu::noinline]] void await_members(Thread& self, Team& team, SyncWaitScope& wait) {
  sync::Backoff backoff(team.spin_policy, self.spin_limit);
  while (!region_is_complete(team)) {
    const bool has_tasks = team.tasks.used.load(std::memory_order_relaxed);
    if (has_tasks) backoff.helps();
    if (has_tasks && poll_for_tasks(self)) {
      wait.end(&team);
      if (run_ready_tasks(self)) {
        backoff.reset();
        continue;
      }
    }
    wait.begin();
    if (tasks_in_flight() && help_in_flight(self)) [[unlikely]]
      continue;
    if (!backoff.again()) sleep_at_slot(team, *self.member, [&] { return region_is_complete(team); });
  }
}

[[gnu::always_inline]] inline void end_running(Thread& self, Team& team) {
  LIMPID_DCHECK(all_joined(team) && tasks_quiescent(team));
  team.phase.end();
  if (team.join_mode == JoinMode::emitted) [[unlikely]]
    close_for_observers(self, team);
}

template <class A>
void join_as_leader(Thread& self, Team& team) {
  Task& task = *self.task;
  LIMPID_DCHECK(&task == &team.members[0].implicit_task);  // every task that ran on top of it has ended
  end_inlined_constructs(self);
  self.return_address = team.region.created_at;
  SyncWaitScope wait(self, SyncKind::barrier_implicit_parallel, team.region.id);
  events::emit_as<A, events::SyncRegion>(self, SyncKind::barrier_implicit_parallel, Endpoint::begin, &team,
                                         task, team.region.created_at);
  if (events::is_observed_as<A>(events::EventId::sync_wait)) [[unlikely]]
    wait.begin();
  if (!region_is_complete(team)) await_members(self, team, wait);
  platform::clear_upper_halves();
  end_running(self, team);
  wait.end(nullptr);
  events::emit_as<A, events::SyncRegion>(self, SyncKind::barrier_implicit_parallel, Endpoint::end, nullptr,
                                         task, team.region.created_at);
  if constexpr (A::kEmits) end_implicit_task(self, task, 0);
}

// A tool should not begin a parallel region in its callback, but if it does, the program must not suffer. So
// the slot has no cached teams meanwhile: such a region forms another team than the one about to start.
[[gnu::noinline]] void emit_parallel_begin(Thread& self, Team& team, bool runtime_invokes) {
  Member& place = *self.member;
  Team* hot = place.hot_team;
  Team* serial = place.serial_team;
  place.hot_team = nullptr;
  place.serial_team = nullptr;
  events::emit<events::ParallelBegin>(self, *self.task, team, team.region.requested, false, runtime_invokes,
                                      team.region.created_at);
  release_teams(place);
  place.hot_team = hot;
  place.serial_team = serial;
}

template <class A>
Team& open_region(Thread& self, const Region& region, bool runtime_invokes) {
  LIMPID_DCHECK(has_slot(self));
  self.state.store(State::overhead, std::memory_order_relaxed);
  Team& team = form_for(self, region);
  Task& parent = *self.task;
  describe_region(self, team, region);
  assign_places(self, team, region);
  if (events::is_observed_as<A>(events::EventId::parallel_begin)) [[unlikely]]
    emit_parallel_begin(self, team, runtime_invokes);
  team.phase.begin();
  if (region.prepare != nullptr) region.prepare(self, team, region.context);
  const Icvs icvs = icvs_for_parallel(parent.icvs, region.thread_list);
  if (team.size > 1) launch<A>(team, icvs);
  enter_team(self, team);
  begin_implicit_task<A>(self, team, team.members[0], descriptor_of(team), icvs);
  return team;
}

template <class A>
uint32_t close_region(Thread& self, Team& team, State outer_state, bool runtime_invokes) {
  join_as_leader<A>(self, team);
  return_to_parent(self, team);
  LIMPID_DCHECK(has_slot(self) && self.task->thread.load(std::memory_order_relaxed) == &self);
  uint32_t size = team.size;
  release_threads(self, size);
  self.return_address = team.region.created_at;
  self.state.store(outer_state, std::memory_order_relaxed);
  events::emit_as<A, events::ParallelEnd>(self, *self.task, team, false, runtime_invokes,
                                          team.region.created_at);
  return size;
}

// Observers may come and go while the region runs, so its begin and its end check for them separately.
[[gnu::always_inline]] inline Team& open_for_observers_of(Thread& self, const Region& region,
                                                          bool runtime_invokes) {
  return self.observers.are_absent() ? open_region<events::Unobserved>(self, region, runtime_invokes)
                                     : open_region<events::Observed>(self, region, runtime_invokes);
}

[[gnu::always_inline]] inline uint32_t close_for_observers_of(Thread& self, Team& team, State outer_state,
                                                              bool runtime_invokes) {
  return self.observers.are_absent()
             ? close_region<events::Unobserved>(self, team, outer_state, runtime_invokes)
             : close_region<events::Observed>(self, team, outer_state, runtime_invokes);
}

// The state of a thread that works in this team: serial in the initial team, parallel in all others.
State working_state(const Team& team) {
  return team.nesting.level == 0 ? State::work_serial : State::work_parallel;
}

}  // namespace

uint32_t parallel(Thread& self, const Region& region) {
  State outer = self.state.load(std::memory_order_relaxed);
  Team& team = open_for_observers_of(self, region, true);
  run_implicit_task(*self.task, region.body, region.data);
  return close_for_observers_of(self, team, outer, true);
}

void begin_parallel(Thread& self, const Region& region) {
  Team& team = open_for_observers_of(self, region, false);
  // The program calls the outlined function itself, from the frame that called the runtime.
  self.task->frame.set_exit_in_program(team.region.parent_task->frame.enter.load(std::memory_order_relaxed));
}

void end_parallel(Thread& self) {
  Team& team = *self.team;
  self.task->frame.clear_exit_in_program();
  close_for_observers_of(self, team, working_state(*team.nesting.parent), false);
  self.task->frame.set_enter(nullptr);
}

}  // namespace limpid::core
