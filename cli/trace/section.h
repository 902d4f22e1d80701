// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stretch of a run between two moments at which no region and no explicit task was there: what its tasks did,
// as scripts that can be run again, and what its threads did, as a history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace limpid::cli::tracing {

inline constexpr uint32_t kNone = ~0u;
inline constexpr uint64_t kNever = ~0ull;
inline constexpr uint16_t kNoConstruct = 0;  // the construct of code that is in none

// What a task does. `value` of each is named behind it.
enum class StepKind : uint16_t {
  kWork,        // ns
  kOverhead,    // ns in the runtime, with nobody to wait for
  kCreate,      // the task
  kTaskwait,    // -
  kGroupBegin,  // the taskgroup
  kGroupEnd,    // the taskgroup
  kBarrier,     // -
  kFork,        // the region; over when its implicit tasks are
  kAcquire,     // the lock
  kRelease,     // the lock
  kFulfil,      // the task whose event it is
};

struct Step {
  uint64_t value = 0;
  uint32_t next = kNone;
  StepKind kind = StepKind::kWork;
  uint16_t construct = kNoConstruct;  // of work, else of the call
};
static_assert(sizeof(Step) == 16);  // there are millions

enum class TaskKind : uint8_t { kInitial, kImplicit, kExplicit };

struct Task {
  uint32_t first = kNone;  // its steps
  uint32_t last = kNone;
  uint32_t parent = kNone;  // the task that created it, or met its region; kNone: unknown, or an initial task
  uint32_t region = kNone;
  uint32_t group = kNone;   // the innermost taskgroup that waits for it
  uint32_t thread = kNone;  // that runs an implicit or initial task
  uint32_t items = kNone;   // its dependences
  uint16_t construct = kNoConstruct;
  TaskKind kind = TaskKind::kExplicit;
  uint64_t begin_ns = 0;    // of a task without a parent
  bool undeferred = false;  // its creator goes on when it is complete
  bool detached = false;    // complete when its event is fulfilled, too
  bool unfinished = true;   // while events are read
};

struct Region {
  uint32_t parent = kNone;  // the task that met it
  uint16_t construct = kNoConstruct;
  std::vector<uint32_t> members;  // its implicit tasks
  uint64_t begin_ns = 0;
  uint64_t end_ns = kNever;
};

// Tasks whose dependences on one address allow each other; all of them come after all of the generation before.
struct Generation {
  uint32_t first_item = kNone;
  uint32_t members = 0;
  uint32_t next = kNone;
  uint32_t unfinished = 0;  // while events are read
  uint32_t previous = kNone;
  bool exclusive = false;  // mutexinoutset: in any order, one at a time
};

struct Item {
  uint32_t task = kNone;
  uint32_t generation = kNone;
  uint32_t next_of_task = kNone;
  uint32_t next_of_generation = kNone;
};

enum class PieceKind : uint16_t {
  kWork,       // runs the program's code
  kBarrier,    // waits, or finds out that it need not
  kTaskwait,   // same
  kTaskgroup,  // same
  kLock,       // same: for a lock, a critical or an ordered section
  kIdle,       // in no task
  kFork,       // in the runtime: begins or ends a region
  kStart,      // in the runtime: about to run a task that its creator waits for
  kUnknown,    // recording was paused, or events are lost
};

// What a thread did from `begin_ns` to the begin of its next piece.
struct Piece {
  uint64_t begin_ns = 0;
  uint64_t cause_ns = kNever;  // of a wait: when it could end, by what `cause_thread` did; kNever: not known
  uint32_t cause_thread = kNone;
  PieceKind kind = PieceKind::kIdle;
  uint16_t construct = kNoConstruct;
};
static_assert(sizeof(Piece) == 24);  // there are millions

struct Section {
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
  uint32_t last_thread = kNone;  // what it did ended the section
  // Without the moments of twice the memory that growing vectors have.
  std::deque<Step> steps;
  std::deque<Task> tasks;  // creators before what they create
  std::vector<Region> regions;
  std::vector<Generation> generations;
  std::vector<Item> items;
  std::vector<std::deque<Piece>> history;  // by thread; each piece begins where the one before it ends
  std::vector<uint64_t> history_end_ns;    // by thread: of its last piece
  uint32_t groups = 0;
  uint32_t locks = 0;

  // Appends a step to a task's script; work joins the work before it.
  void add_step(uint32_t task, StepKind kind, uint64_t value, uint16_t construct);
  // Appends to a thread's history; pieces of no length are left out.
  void add_piece(uint32_t thread, const Piece& piece, uint64_t until_ns);
  void add_thread();
  // Empties it.
  void restart(uint64_t at_ns);
};

}  // namespace limpid::cli::tracing
