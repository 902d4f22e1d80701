// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checker believes about the program, built from events alone. One lock protects all of it: order of
// events is what is checked, speed is not.
#pragma once

#include <omp-tools.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "entry_points.h"
#include "report.h"

struct link_map;

namespace limpid::check {

using Id = uint64_t;  // what the checker writes into the runtime's data words; 0 = none

// A construct that a task has opened and not closed.
enum class Construct { work, sync, wait, reduction, masked, critical, atomic, ordered, target };

struct Open {
  Construct construct;
  int kind;                    // wstype, sync kind, …
  uint64_t value = 0;          // work: count; mutex: wait id; taskgroup: group id
  Id id = 0;                   // taskloop
  const void* code = nullptr;  // codeptr_ra of the begin
};

struct Task {
  Id id = 0;
  ompt_data_t* word = nullptr;
  int flags = 0;
  Id region = 0;
  Id creator = 0;
  Id group = 0;     // innermost taskgroup it was created in
  Id taskloop = 0;  // that created it
  unsigned index = 0;
  Id thread = 0;  // who runs it, or ran it last
  enum class Phase { created, running, suspended, detached } phase = Phase::created;
  bool has_dependences = false;
  bool dependences_seen = false;
  bool fulfilled = false;
  bool passed_end_barrier = false;
  Id undeferred_child = 0;  // must complete before this task goes on
  int live_children = 0;
  std::vector<Id> predecessors;
  std::vector<Open> open;
  std::vector<Id> groups;  // taskgroups it has open
  int loops = 0;           // worksharing loops begun
  int singles = 0;
  int barriers = 0;

  bool is(int flag) const { return (flags & flag) != 0; }
  bool is_explicit() const { return !is(ompt_task_initial | ompt_task_implicit); }
};

struct Loop {
  uint64_t count = 0;
  uint64_t dispatched = 0;
  bool exact = true;  // chunks come one by one: not a static loop
};

struct Region {
  Id id = 0;
  ompt_data_t* word = nullptr;
  Id encountering = 0;
  Id leader = 0;  // thread
  int flags = 0;
  unsigned size = 0;
  unsigned begun = 0;
  unsigned ended = 0;
  bool over = false;  // parallel_end was seen
  bool cancelled = false;
  bool implicit = false;  // around an initial task
  int64_t live_tasks = 0;
  int executors = 0;
  std::vector<bool> seats;
  std::vector<int> singles, barriers, loop_counts;  // of members that have ended
  std::map<int, Loop> loops;                        // by number of the construct in its region
  std::map<Id, Loop> taskloops;

  bool league() const { return (flags & ompt_parallel_league) != 0; }
};

struct Thread {
  Id id = 0;
  ompt_data_t* word = nullptr;
  ompt_thread_t type = ompt_thread_unknown;
  bool began = false;
  bool ended = false;
  std::vector<Id> stack;  // tasks, the running one last
  uint64_t waits_for_mutex = 0;
};

struct Mutex {
  bool initialized = false;
  std::map<Id, int> holders;  // depth by task; for a moment two, when one task's release is still to be told
};

// What a tool is told of one device.
struct Device {
  bool initialized = false;
  bool mentioned = false;
  std::set<uint64_t> modules;
};

class World {
 public:
  Report report;
  std::unordered_map<Id, std::unique_ptr<Task>> tasks;
  std::unordered_map<Id, std::unique_ptr<Region>> regions;
  std::vector<std::unique_ptr<Thread>> threads;
  std::map<std::pair<int, uint64_t>, Mutex> mutexes;  // by base kind and wait id
  std::unordered_map<Id, int> groups;                 // live tasks by taskgroup
  std::set<const void*> sections;                     // instances of section dispatches
  std::set<Id> targets;                               // target regions that have not ended
  std::map<Id, int> operations;                       // data operations that have not ended: their types
  std::set<Id> submits;                               // begun and not ended
  std::map<int, Device> devices;
  Id next_id = 1;
  EntryPoints ask = {};
  Place place;              // the event that is looked at
  uint64_t generation = 0;  // of this world; a fork's child starts a new one
  bool finalized = false;

  void start(const char* runtime_version, unsigned omp_version, ompt_function_lookup_t lookup);

  // Counts one more of what happened, in the words of words.h: "work_begin:dynamic".
  void count(const std::string& word, uint64_t times = 1) { words[word] += times; }
  std::map<std::string, uint64_t> words;

  Thread& thread();  // the calling one
  Task* current();   // what it runs, or null

  Task* find_task(Id id);
  Region* find_region(Id id);

  // The object behind a data word; reports and returns null when the word is NULL, was changed, moved, or
  // belongs to something that has ended.
  Task* task_of(const ompt_data_t* word, const char* event, const char* section);
  Region* region_of(const ompt_data_t* word, const char* event, const char* section);

  // A new object for a word that must be 0.
  Task* new_task(ompt_data_t* word, int flags, const char* event, const char* section);
  Region* new_region(ompt_data_t* word, const char* event, const char* section);
  void finish_task(Task& task);

  void expect(bool holds, const char* rule, const char* section, const char* format, ...)
      __attribute__((format(printf, 5, 6)));
  void expect_note(bool holds, const char* rule, const char* section, const char* format, ...)
      __attribute__((format(printf, 5, 6)));

  // codeptr_ra has to be in the program: not in the runtime, not NULL, not nowhere.
  void expect_code(const void* address, const char* event, const char* section);

  // The task that an event names must be the one that runs, in the region that is current.
  Task* expect_current(const ompt_data_t* word, const char* event, const char* section);
  void expect_parallel(const ompt_data_t* word, const Task& task, const char* event, const char* section);

  // The creator of an undeferred task may not go on before that is complete.
  void expect_not_passed(Task& task, const char* event);

  // Inquiry inside a callback agrees with the events (4.6.1). Where an event names no region, as that may be
  // over (4.5.2.11, 4.5.2.13), the runtime may answer that its information is not available.
  void expect_inquiry(const Task& task, const char* event, bool region_may_be_over = false);
  void expect_wait_state(ompt_sync_region_t kind, const char* event);

  void close(Task& task, Construct construct, int kind, const char* event, const char* section);

 private:
  void fresh(const ompt_data_t* word, const char* event, const char* section);

  const link_map* runtime_ = nullptr;  // the object that lookup is in
  std::unordered_map<const void*, bool> known_code_;
};

World& world();

// Held while an event is looked at. Notes the event, and that its thread has begun and not ended.
class Event {
 public:
  Event(const char* name, const char* format, ...) __attribute__((format(printf, 3, 4)));
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

// Held for what comes on threads that are none of OpenMP's.
class Lock {
 public:
  Lock();
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

void reset_lock_after_fork();

}  // namespace limpid::check
