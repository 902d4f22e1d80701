// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mapping teams, assigning workers to their slots, growing and shrinking them.
#include "core/team/build.h"

#include <new>

#include "base/check.h"
#include "core/barrier/arrival.h"
#include "core/icv/icv.h"
#include "core/loop/region.h"
#include "core/task/queue/scheduling.h"
#include "core/team/policy.h"
#include "core/team/pool.h"
#include "core/team/registry.h"
#include "core/team/worker_loop.h"
#include "platform/memory.h"
#include "sync/atomic.h"
#include "sync/awake_threads.h"
#include "sync/user_teams.h"

namespace limpid::core {
namespace {

// Of a small team the leader writes every member's mailbox itself: one line per member, all in flight at
// once. Larger teams form a tree, in which each member passes the command on.
uint32_t fanout_for(uint32_t size) {
  const bool flat = size <= policy::kLargestFlatTeam || !policy::enabled(policy::member_tree);
  return flat ? size : policy::kTreeFanout;
}

[[maybe_unused]] inline bool share_line(const void* one, const void* other) {
  return reinterpret_cast<uintptr_t>(one) / platform::kCacheLine ==
         reinterpret_cast<uintptr_t>(other) / platform::kCacheLine;
}

Team* map_team(uint32_t capacity) {
  static_assert(sizeof(Team) % alignof(Member) == 0);
  size_t bytes = sizeof(Team) + size_t{capacity} * sizeof(Member);
  void* memory = platform::map_ready_pages(bytes);
  if (memory == nullptr) return nullptr;
  Team* team = ::new (memory) Team;
  team->mapped_bytes = bytes;
  // Beside what the leader writes at every fork they would cost each member a cache miss per region.
  LIMPID_DCHECK(share_line(&team->head, &team->size));
  LIMPID_DCHECK(share_line(&team->reductions.of_region, &team->size));
  team->capacity = capacity;
  team->members = reinterpret_cast<Member*>(static_cast<char*>(memory) + sizeof(Team));
  for (uint32_t index = 0; index < capacity; ++index) {
    Member* member = ::new (&team->members[index]) Member;
    member->team = team;
    member->index = index;
  }
  return team;
}

void unmap_team(Team* team) {
  LIMPID_DCHECK(team->size == 1);  // its workers have left: see dismiss_members()
  sync::writes_plain(&team->region.data);
  for (uint32_t index = 0; index < team->capacity; ++index) {
    LIMPID_DCHECK(index == 0 || team->members[index].thread.load(std::memory_order_relaxed) == nullptr);
    release_teams(team->members[index]);
    release_member_tasks(team->members[index]);
  }
  release_workshares(*team);
  platform::unmap_pages(team, team->mapped_bytes);
}

// Assigns workers to the slots [from, to). Returns how many slots, from 0 on, have a thread.
uint32_t assign_workers(Thread& self, Team& team, uint32_t from, uint32_t to) {
  LIMPID_DCHECK(from >= 1 && to <= team.capacity);
  for (uint32_t index = from; index < to; ++index) {
    if (!assign_worker(team.members[index], *self.root)) return index;
  }
  return to;
}

void set_shape(Thread& self, Team& team, uint32_t size) {
  LIMPID_DCHECK(size >= 1 && size <= team.capacity);
  LIMPID_DCHECK(!team.phase.runs());  // members are idle: see refill_arrivals()
  team.size = size;
  team.fanout = fanout_for(size);
  team.members[0].thread.store(&self, std::memory_order_relaxed);
  refill_arrivals(team);
}

void grow(Thread& self, Team& team, uint32_t size) {
  set_shape(self, team, assign_workers(self, team, team.size, size));
}

void shrink(Thread& self, Team& team, uint32_t size) {
  dismiss_members(team, size);
  set_shape(self, team, size);
}

// The slot is a user thread's, outside all parallel regions.
bool is_root(const Member& place) {
  return place.team->mapped_bytes == 0;
}

void release_hot_team(Member& place) {
  if (place.hot_team == nullptr) return;
  dismiss_members(*place.hot_team, 1);
  unmap_team(place.hot_team);
  place.hot_team = nullptr;
  if (is_root(place)) sync::UserTeams::remove();
}

// The teams of several user threads take turns (UserTeams), so a member competes with its own team for a processor.
// Nested teams run at the same time.
void choose_spin_policy(Member& place, Team& team, uint32_t size) {
  const uint32_t threads = live_threads() + (size > team.size ? size - team.size : 0);
  const bool takes_turns = is_root(place) && policy::enabled(policy::several_teams);
  team.spin_policy.choose(takes_turns ? size : threads, size);
  const uint32_t processors = global_icvs().available_processors;
  sync::UserTeams::note_crowd(threads > processors);
  sync::AwakeThreads::note_threads(threads, processors);
}

Team* replace_team(Thread& self, Member& place, uint32_t size) {
  release_hot_team(place);
  Team* team = map_team(size);
  if (team == nullptr) return nullptr;
  set_shape(self, *team, 1);
  place.hot_team = team;
  if (is_root(place)) sync::UserTeams::add();
  return team;
}

Team& serial_team(Thread& self, Member& place) {
  if (place.serial_team == nullptr) {
    Team* team = map_team(1);
    if (team == nullptr) base::fatal("out of memory for a parallel region");
    set_shape(self, *team, 1);
    place.serial_team = team;
  }
  place.serial_team->spin_policy.take_over(place.team->spin_policy);
  place.serial_team->members[0].thread.store(&self, std::memory_order_relaxed);
  return *place.serial_team;
}

}  // namespace

Team& form_team(Thread& self, uint32_t size) {
  return form_team(self, *self.member, size);
}

Team& form_team(Thread& self, Member& place, uint32_t size) {
  if (size <= 1) return serial_team(self, place);
  Team* team = place.hot_team;
  if (team != nullptr && team->size == size) [[likely]]
    return *team;
  if (team == nullptr || team->capacity < size) team = replace_team(self, place, size);
  if (team == nullptr) return serial_team(self, place);
  // Before new members get their slots: they begin to wait at once.
  choose_spin_policy(place, *team, size);
  if (team->size > size) shrink(self, *team, size);
  if (team->size < size) grow(self, *team, size);
  LIMPID_DCHECK(team->size >= 1 && team->size <= size);
  return *team;
}

void lead_cached_teams(Thread& self, Member& place) {
  for (Team* team : {place.hot_team, place.serial_team}) {
    if (team == nullptr) continue;
    team->members[0].thread.store(&self, std::memory_order_relaxed);
    lead_cached_teams(self, team->members[0]);
  }
}

void release_teams(Member& place) {
  release_hot_team(place);
  if (place.serial_team != nullptr) {
    unmap_team(place.serial_team);
    place.serial_team = nullptr;
  }
}

}  // namespace limpid::core
