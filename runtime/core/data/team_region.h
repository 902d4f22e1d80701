// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a team that describe its region: the region itself, its place in the nest, its league.
#pragma once

#include <stdint.h>

#include "core/data/task.h"
#include "sync/atomic.h"
#include "sync/relaxed.h"

namespace limpid::core {

struct Member;
struct Team;

// The parallel region that a team executes. Written by the leader at fork.
struct TeamRegion {
  sync::Relaxed<uint64_t> id = 0;  // 0 for the implicit parallel region of an initial task
  Task::Body body = nullptr;
  void* data = nullptr;
  const void* code = nullptr;   // the program's function that body runs; null: the program runs it itself
  Task* parent_task = nullptr;  // the encountering task
  const void* created_at = nullptr;
  uint64_t tool_word = 0;  // see Team::head
  // The target region whose initial team this is, while observed; or 0.
  sync::Relaxed<uint64_t> target_id = 0;
  uint32_t requested = 0;  // threads
  bool announced = false;  // is or was announced by an ompd_bp_ function; a debugger reads it after that, too
};

// Where the region lies inside others. Written by the leader at fork.
struct TeamNesting {
  // Team of the encountering task. Workers that leave the region may still read it, like the region's id.
  sync::Relaxed<Team*> parent = nullptr;
  sync::Relaxed<Member*> leader_member = nullptr;  // the leader's slot in the parent team
  Team* contention_group;                          // the initial team whose contention group this is in
  sync::Relaxed<uint32_t> level = 0;               // omp_get_level
  uint32_t active_level = 0;                       // omp_get_active_level
  // Threads in active regions of the contention group that begins here; counted only while a thread limit is
  // set.
  sync::Atomic<uint32_t> threads_of_group{1};
};

// The league that the team belongs to, or that it stands for. Written by the leader at fork.
struct LeaguePart {
  uint32_t team_number = 0;   // omp_get_team_num
  uint32_t size = 1;          // omp_get_num_teams
  uint32_t teams_inside = 1;  // size of the last league that its initial task encountered
  bool is_league = false;     // this is a league of initial teams, not a parallel region
};

}  // namespace limpid::core
