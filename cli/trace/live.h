// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is kept of tasks, regions and threads while they are there, as events are read.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/section.h"

namespace limpid::cli::tracing {

// When something became so, and which thread made it.
struct Moment {
  uint64_t time_ns = kNever;
  uint32_t thread = kNone;
  bool known() const { return time_ns != kNever; }
};

// The last generation of each address that a task's children depend on.
struct DependenceTable {
  struct Last {
    uint32_t generation = kNone;
    uint8_t type = 0;  // ompt_dependence_type_t, as far as it matters
  };
  std::unordered_map<uint64_t, Last> last;  // by address
  uint32_t all_memory = kNone;              // the last task that depends on omp_all_memory
};

struct LiveTask {
  // A synchronization region or a taskwait that it is in.
  struct Sync {
    PieceKind kind = PieceKind::kBarrier;
    uint16_t construct = kNoConstruct;
    bool waits = false;
    bool ends_region = false;  // nobody waits for threads to leave it
    uint32_t group = kNone;
  };

  uint64_t id = 0;
  uint64_t parent = 0;  // id
  uint64_t region = 0;  // id
  uint32_t index = kNone;
  uint32_t children = 0;        // explicit ones, not complete
  uint32_t unmet = 0;           // generations that it waits for
  uint32_t barriers = 0;        // that it has come to
  uint32_t depends_on = kNone;  // thread that still lists its dependences
  uint64_t work_ns = 0;
  uint64_t chunk_ns = kNever;  // begin of its chunk
  Moment ready;
  Moment children_done;
  bool started = false;
  bool body_done = false;
  bool forking = false;                     // in the runtime's code of a parallel construct
  uint64_t starting = 0;                    // an undeferred task that it has created, and that has not begun
  uint16_t start_construct = kNoConstruct;  // of the parallel or task construct
  std::vector<uint16_t> constructs;         // worksharing constructs, innermost last
  std::vector<Sync> syncs;                  // innermost last
  std::vector<uint32_t> groups;             // taskgroups, innermost last
  std::unique_ptr<DependenceTable> dependences;
};

struct LiveRegion {
  // The n-th barrier of the team.
  struct Barrier {
    uint32_t arrived = 0;
    uint32_t left = 0;
    Moment release;
  };

  uint64_t parent = 0;  // id of the task that met it
  uint32_t index = kNone;
  uint32_t team = 0;
  uint32_t inside = 0;      // implicit tasks
  uint32_t unfinished = 0;  // explicit tasks
  bool broken = false;      // events of a member are missing
  bool over = false;
  Moment fork;
  uint32_t first_barrier = 0;  // number of barriers.front()
  std::deque<Barrier> barriers;
};

struct LiveLock {
  uint32_t index = kNone;
  uint16_t construct = kNoConstruct;  // of who has it
  uint32_t holder = kNone;            // that has it by what is told
  uint64_t acquired_ns = kNever;
  uint64_t earlier_ns = kNever;  // of the thread before, which has not told yet that it has released it
  Moment release;
};

struct LiveGroup {
  uint32_t unfinished = 0;
  Moment done;
};

struct LiveThread {
  uint64_t task = 0;  // id; 0: none
  uint64_t lock = 0;  // that it asks for
  uint16_t lock_construct = kNoConstruct;
  bool begun = false;
  bool ended = false;
  bool paused = false;
  bool unknown = false;  // what it does is not known until an event tells
  bool newborn = false;  // its first piece is not over
  Piece open;
  uint64_t depends = 0;                                   // the task that dependences are being listed of
  std::vector<std::pair<uint64_t, uint8_t>> dependences;  // address, type
};

}  // namespace limpid::cli::tracing
