// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Team: the threads that execute one parallel region, and what they share.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "core/data/cached_arguments.h"
#include "core/data/member.h"
#include "core/data/observed_end.h"
#include "core/data/region_phase.h"
#include "core/data/task.h"
#include "core/data/team_barrier.h"
#include "core/data/team_reductions.h"
#include "core/data/team_region.h"
#include "core/data/team_spin_policy.h"
#include "core/data/team_tasks.h"
#include "core/data/thread.h"
#include "core/data/waiting_teams.h"
#include "core/data/workshare.h"
#include "core/icv/icv.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/relaxed.h"

namespace limpid::core {

// A team of threads. Hot: it outlives its region and serves the next one of the same leader and size.
//
// Owner    the leader (member 0's thread). Members read what the leader wrote before [parker.command].
// Memory   one mapping: the team and its members; unmapped with the leader's slot.
struct alignas(platform::kCacheLine) Team {
  // Written by the leader at fork.
  TeamRegion region;
  RegionPhase phase;
  TeamNesting nesting{.contention_group = this};
  LeaguePart league;

  // Every member reads this line at every start, so it is written only when a value changes. The shape
  // changes when the team is rebuilt.
  alignas(platform::kCacheLine) sync::Relaxed<uint32_t> size = 1;
  uint32_t capacity = 1;
  uint32_t fanout = 1;
  JoinMode join_mode = JoinMode::silent;
  Member* members = nullptr;
  TeamSpinPolicy spin_policy;
  // The team whose tool word is the region's: this one, or the first team of a league, which is one region. Tools'
  // callbacks read it in every member.
  sync::Relaxed<Team*> head = this;
  Icvs icvs{};  // what the implicit tasks begin with
  size_t mapped_bytes = 0;
  TeamReductions reductions;  // each member looks for those of its region
  CachedArguments cached_arguments;

  alignas(platform::kCacheLine) TeamBarrier barrier;
  ObservedEnd observed_end;

  // Read by waiting members; written only when it changes.
  alignas(platform::kCacheLine) sync::Atomic<bool> cancelled{false};
  TeamTasks tasks;
  WaitingTeams waiting_teams;  // of a league that the leader of this hot team has encountered
  alignas(platform::kCacheLine) WorkshareRing workshares;
};

inline RegionDescriptor descriptor_of(const Team& team) {
  const TeamRegion& region = team.region;
  return {region.id, region.body, region.data, region.code, region.created_at, region.parent_task};
}

// The thread's fields member, team and index agree. Entry points, barriers and forks rely on it.
inline bool has_slot(const Thread& self) {
  return self.member->team == self.team && self.team->members + self.index == self.member;
}

// The code of a region, in the type that its implicit tasks store.
inline Task::Body body_of(const void* code) {
  return reinterpret_cast<Task::Body>(const_cast<void*>(code));
}

}  // namespace limpid::core
