// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/construct_table.h"
#include "trace/live.h"
#include "trace/measures.h"
#include "trace/section.h"
#include "trace/source.h"

namespace limpid::cli::tracing {

// Something that a thread is in: a task, a worksharing or similar construct of that task, or what the thread does there
// if it is not the program's code.
struct Level {
  uint64_t task = 0;  // its number in the events; 0: nothing is known
  uint16_t construct = kNoConstruct;
  PieceKind kind = PieceKind::kWork;
  bool operator==(const Level&) const = default;
};

// Reads events in order of time, and makes sections of them. What no event tells stays unknown: a thread whose
// events are lost does something unknown until an event says which task it runs.
class Builder {
 public:
  // Called for each section when it is complete; it may be changed and is used again afterwards.
  using Sink = std::function<void(Section& section)>;

  Builder(size_t threads, ConstructTable& constructs, Sink sink);
  void add(uint32_t thread, const Event& event);
  void finish();

  // After the event that was added last, for pictures. The task that the thread runs; 0: none.
  uint64_t task_of(uint32_t thread) const { return threads_[thread].ended ? 0 : threads_[thread].task; }
  bool is_live(uint64_t task) const { return tasks_.contains(task); }
  // Appends what is entered with that task, outermost first.
  void add_levels(uint64_t task, std::vector<Level>& levels) const;
  // The same of what the thread does without, or in spite of, its task.
  void add_own_level(uint32_t thread, std::vector<Level>& levels) const;

  const Measures& measures() const { return measures_; }
  uint64_t begin_ns() const { return first_ns_; }
  // The run is over when its last initial task is: threads that still leave their last region are no part of it.
  uint64_t end_ns() const { return initial_end_.known() ? initial_end_.time_ns : now_ns_; }

  // Sections end where they can, from so many steps on.
  size_t section_steps = 1 << 16;

 private:
  void handle(uint32_t thread, const Event& event);

  // threads.cc
  void begin_thread(uint32_t thread);
  void end_thread(uint32_t thread);
  void close(uint32_t thread, Moment cause = {}, bool unknown = false);
  void end_piece(uint32_t thread);
  void add_to_script(uint32_t thread, StepKind kind);
  void open(uint32_t thread);
  void lose(uint32_t thread, const Event& event);
  void resume(uint32_t thread, uint64_t task);
  uint16_t construct_of(const LiveTask& task) const;
  std::pair<PieceKind, uint16_t> doing(const LiveTask& task) const;
  void note_wake_up(uint32_t thread, const Moment& cause);
  void cut_if_possible();
  void cut();

  // tasks.cc
  LiveTask* find_task(uint64_t id);
  LiveTask* current(uint32_t thread) { return find_task(threads_[thread].task); }
  LiveTask& add_task(uint64_t id, TaskKind kind, uint16_t construct);
  void begin_implicit(uint32_t thread, const Event& event);
  void add_implicit(uint32_t thread, const Event& event, LiveRegion* region);
  void end_implicit(uint32_t thread, const Event& event);
  void create_task(uint32_t thread, const Event& event);
  void list_dependence(uint32_t thread, const Event& event);
  void settle_dependences(uint32_t thread);
  void schedule(uint32_t thread, const Event& event);
  void stop_starting(uint32_t thread, uint64_t task);
  void start_or_go_on(uint32_t thread, uint64_t task);
  void fulfil(uint32_t thread, uint64_t task, bool late);
  void complete(uint32_t thread, uint64_t task);
  void leave_generations(uint32_t thread, const LiveTask& task);
  void count_in_flight(int change);

  // regions.cc
  LiveRegion* find_region(uint64_t id);
  void add_unseen_region(const Event& event);
  void begin_parallel(uint32_t thread, const Event& event);
  void end_parallel(uint32_t thread, const Event& event);
  void begin_work(uint32_t thread, const Event& event);
  void end_work(uint32_t thread, const Event& event);
  void dispatch(uint32_t thread, const Event& event);
  void end_chunk(LiveTask& task);
  void begin_sync(uint32_t thread, const Event& event);
  void end_sync(uint32_t thread, const Event& event);
  void begin_wait(uint32_t thread, const Event& event);
  void arrive(uint32_t thread, LiveTask& task);
  Moment leave_barrier(LiveTask& task, bool* unknown);
  void release_barrier(uint32_t thread, LiveRegion& region);
  void forget_region(uint64_t id);

  // locks.cc
  LiveLock& find_lock(uint64_t id);
  void ask_for_lock(uint32_t thread, const Event& event);
  void take_lock(uint32_t thread, const Event& event);
  void give_lock(uint32_t thread, const Event& event);

  ConstructTable& constructs_;
  Sink sink_;
  Section section_;
  Measures measures_;
  std::vector<LiveThread> threads_;
  std::unordered_map<uint64_t, LiveTask> tasks_;
  std::unordered_map<uint64_t, LiveRegion> regions_;
  std::unordered_map<uint64_t, LiveLock> locks_;
  std::vector<LiveGroup> groups_;  // of the section
  std::vector<uint64_t> ids_;      // of the section's tasks
  uint64_t now_ns_ = 0;
  uint64_t first_ns_ = kNever;
  uint64_t in_flight_ = 0;
  uint64_t in_flight_since_ns_ = 0;
  size_t initial_tasks_ = 0;  // live
  Moment initial_end_;        // of the last one, if none is live
  size_t open_regions_ = 0;
};

}  // namespace limpid::cli::tracing
