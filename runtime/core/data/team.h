// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Team: the threads that execute one parallel region, and what they share.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "core/data/cached_arguments.h"
#include "core/data/member.h"
#include "core/data/task.h"
#include "core/data/team_spin_policy.h"
#include "core/data/team_tasks.h"
#include "core/data/thread.h"
#include "core/data/waiting_teams.h"
#include "core/data/workshare.h"
#include "core/icv/icv.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/gate.h"
#include "sync/relaxed.h"

namespace limpid::core {

struct ReductionCopies;
class LockWord;

// A team of threads. Hot: it outlives its region and serves the next one of the same leader and size.
//
// Owner    the leader (member 0's thread). Members read what the leader wrote before [parker.command].
// Memory   one mapping: the team and its members; unmapped with the leader's slot.
struct alignas(platform::kCacheLine) Team {
  // The current region. Written by the leader at fork.
  sync::Relaxed<uint64_t> id = 0;  // region id; 0 for the implicit parallel region of an initial task
  Task::Body body = nullptr;
  void* data = nullptr;
  const void* code = nullptr;   // the program's function that body runs; null: the program runs it itself
  Task* parent_task = nullptr;  // the encountering task
  // Team of the encountering task. Workers that leave the region may still read it, like id.
  sync::Relaxed<Team*> parent = nullptr;
  sync::Relaxed<Member*> leader_member = nullptr;  // the leader's slot in the parent team
  const void* created_at = nullptr;
  uint64_t tool_word = 0;  // of the region; see head
  Team* group = this;      // the initial team whose contention group this is in
  // Incremented for each region of this team. Distinguishes tasks of the next region from tasks of the last
  // one, and shows a worker that is leaving a region whether the team is already in the next one.
  sync::Relaxed<uint16_t> region_tag = 0;
  uint32_t requested = 0;
  sync::Relaxed<uint32_t> level = 0;  // omp_get_level
  uint32_t active_level = 0;          // omp_get_active_level
  uint32_t team_number = 0;           // omp_get_team_num
  uint32_t league_size = 1;           // omp_get_num_teams
  uint32_t teams_inside = 1;          // size of the last league that its initial task encountered
  // The target region whose initial team this is, while observed; or 0.
  sync::Relaxed<uint64_t> target_id = 0;
  // The lock under which the leader did its last reduction. The leader prefetches its line at fork, so that
  // it has released the lock before the first worker arrives.
  const LockWord* combining_lock = nullptr;
  bool league = false;                // this is a league of initial teams, not a parallel region
  sync::Atomic<bool> running{false};  // between fork and join; if false, a member that waits is idle
  bool announced = false;  // is or was a Thread::announced_team; a debugger reads it after that time, too
  // Threads in active regions of the contention group that begins here; counted only while a thread limit is
  // set.
  sync::Atomic<uint32_t> threads_of_group{1};

  // Every member reads this line at every start, so it is written only when a value changes. The shape
  // changes when the team is rebuilt.
  alignas(platform::kCacheLine) sync::Relaxed<uint32_t> size = 1;
  uint32_t capacity = 1;
  uint32_t fanout = 1;
  JoinMode join_mode = JoinMode::silent;
  Member* members = nullptr;
  TeamSpinPolicy spin_policy;
  // The team whose tool word is the region's: this one, or the first team of a league, which is one region.
  sync::Relaxed<Team*> head = this;
  Icvs icvs{};  // what the implicit tasks begin with
  size_t mapped_bytes = 0;
  CachedArguments cached_arguments;

  // Barriers inside the region.
  alignas(platform::kCacheLine) sync::Gate gate;
  // Generation + 1 while all have arrived at a barrier but tasks are left.
  alignas(platform::kCacheLine) sync::Atomic<uint32_t> barrier_full{0};
  // region_tag of the last region with JoinMode::emitted that the leader has left; its workers wait for it.
  // [worker.over]
  sync::Atomic<uint16_t> left_tag{0};
  // Joined members that run tasks while observed: the leader does not leave the region before they are done.
  // [worker.help]
  sync::Atomic<uint32_t> idle_helpers{0};

  // Read by waiting members; written only when it changes.
  alignas(platform::kCacheLine) sync::Atomic<bool> cancelled{false};
  TeamTasks tasks;
  WaitingTeams waiting_teams;  // of a league that the leader of this hot team has encountered
  alignas(platform::kCacheLine) WorkshareRing workshares;
  // Copies of reductions with the task modifier while the members are in such a construct: [0] the region's,
  // [1] a worksharing construct's. See core/reduce/managed_reductions.h.
  sync::Atomic<ReductionCopies*> shared_reductions[2] = {};
  void* task_reductions = nullptr;  // GOMP_parallel_reductions: descriptor of the region, or null
};

inline RegionDescriptor descriptor_of(const Team& team) {
  return {team.id, team.body, team.data, team.code, team.created_at, team.parent_task};
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
