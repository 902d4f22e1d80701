// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What threads do between two events.
#include <algorithm>
#include <tuple>

#include "trace/builder.h"

namespace limpid::cli::tracing {

void Builder::begin_thread(uint32_t thread) {
  LiveThread& self = threads_[thread];
  self.begun = self.newborn = true;
  self.open = {now_ns_, kNever, kNone, PieceKind::kIdle, kNoConstruct};
}

void Builder::end_thread(uint32_t thread) {
  close(thread);
  threads_[thread].ended = true;
}

uint16_t Builder::construct_of(const LiveTask& task) const {
  return task.constructs.empty() ? section_.tasks[task.index].construct : task.constructs.back();
}

// Ends what the thread has done up to now. `cause`: what a wait ended by; `unknown`: it is not known what.
void Builder::close(uint32_t thread, Moment cause, bool unknown) {
  LiveThread& self = threads_[thread];
  if (!self.begun || self.ended) return;
  Piece& piece = self.open;
  if (unknown) piece.kind = PieceKind::kUnknown;
  const bool waited = piece.kind != PieceKind::kWork && piece.kind != PieceKind::kUnknown;
  const bool born_for_it = self.newborn && piece.kind == PieceKind::kIdle;
  if (born_for_it && cause.known()) piece.begin_ns = std::min(piece.begin_ns, cause.time_ns);
  if (waited && cause.known() && (cause.time_ns > piece.begin_ns || born_for_it)) {
    piece.cause_ns = cause.time_ns;
    piece.cause_thread = cause.thread;
    note_wake_up(thread, cause);
  }
  self.newborn = false;
  if (waited && piece.cause_ns == kNever) add_to_script(thread, StepKind::kOverhead);
  end_piece(thread);
}

// What it did goes into its history, and work into its task's script, too.
void Builder::end_piece(uint32_t thread) {
  Piece& piece = threads_[thread].open;
  section_.add_piece(thread, piece, now_ns_);
  if (piece.kind == PieceKind::kUnknown) measures_.unknown_ns += now_ns_ - piece.begin_ns;
  if (piece.kind == PieceKind::kWork) add_to_script(thread, StepKind::kWork);
  piece = {now_ns_, kNever, kNone, PieceKind::kUnknown, kNoConstruct};
}

void Builder::add_to_script(uint32_t thread, StepKind kind) {
  const Piece& piece = threads_[thread].open;
  LiveTask* const task = current(thread);
  const uint64_t length_ns = now_ns_ - piece.begin_ns;
  if (task == nullptr || length_ns == 0) return;
  const bool leaves = kind == StepKind::kOverhead && !task->syncs.empty() && task->syncs.back().ends_region;
  if (leaves) return;
  if (kind == StepKind::kWork) task->work_ns += length_ns;
  section_.add_step(task->index, kind, length_ns, piece.construct);
}

void Builder::note_wake_up(uint32_t thread, const Moment& cause) {
  const Piece& piece = threads_[thread].open;
  measures_.wake_ups[{piece.construct, piece.kind}].add(now_ns_ - std::min(now_ns_, cause.time_ns));
}

// What the thread does from now on, as far as its state tells.
void Builder::open(uint32_t thread) {
  LiveThread& self = threads_[thread];
  if (self.ended || !self.begun) return;
  if (self.open.begin_ns != now_ns_) return;  // the event changed nothing
  const LiveTask* const task = current(thread);
  Piece& piece = self.open;
  piece.construct = kNoConstruct;
  if (self.paused || self.unknown) {
    piece.kind = PieceKind::kUnknown;
  } else if (self.lock != 0) {
    piece.kind = PieceKind::kLock;
    piece.construct = self.lock_construct;
  } else if (task == nullptr) {
    piece.kind = PieceKind::kIdle;
  } else {
    std::tie(piece.kind, piece.construct) = doing(*task);
  }
}

// What a thread does that runs the task, or that runs others while this one is at the same place.
std::pair<PieceKind, uint16_t> Builder::doing(const LiveTask& task) const {
  if (task.starting != 0 || task.forking)
    return {task.forking ? PieceKind::kFork : PieceKind::kStart, task.start_construct};
  if (!task.syncs.empty() && task.syncs.back().waits)
    return {task.syncs.back().kind, task.syncs.back().construct};
  return {PieceKind::kWork, construct_of(task)};
}

void Builder::add_levels(uint64_t id, std::vector<Level>& levels) const {
  const auto found = tasks_.find(id);
  if (found == tasks_.end()) return;
  const LiveTask& task = found->second;
  levels.push_back({id, section_.tasks[task.index].construct, PieceKind::kWork});
  for (const uint16_t construct : task.constructs) {
    if (construct != levels.back().construct) levels.push_back({id, construct, PieceKind::kWork});
  }
  const auto [kind, construct] = doing(task);
  if (kind != PieceKind::kWork) levels.push_back({id, construct, kind});
}

void Builder::add_own_level(uint32_t thread, std::vector<Level>& levels) const {
  const LiveThread& self = threads_[thread];
  if (!self.begun || self.ended) return;
  if (self.paused || self.unknown) {
    levels = {{0, kNoConstruct, PieceKind::kUnknown}};
  } else if (self.lock != 0) {
    levels.push_back({self.task, self.lock_construct, PieceKind::kLock});
  }
}

// An event that names the task that the thread runs.
void Builder::resume(uint32_t thread, uint64_t task) {
  LiveThread& self = threads_[thread];
  if (task == 0 || (self.task == task && !self.unknown)) return;
  close(thread, {}, true);
  if (find_task(task) == nullptr) {
    add_task(task, TaskKind::kExplicit, kNoConstruct).started = true;
    section_.tasks.back().thread = thread;
    ++measures_.orphans;
  }
  self.task = task;
  self.unknown = false;
  open(thread);
}

void Builder::lose(uint32_t thread, const Event& event) {
  LiveThread& self = threads_[thread];
  const bool pause = event.kind == EventKind::kPause;
  const bool resumed = event.kind == EventKind::kResume;
  close(thread, {}, !pause);
  if (pause) ++measures_.pauses;
  self.paused = pause;
  if (event.kind == EventKind::kLost) measures_.lost += event.count;
  if (pause) return;
  LiveTask* const task = current(thread);
  if (task != nullptr) {
    task->constructs.clear();
    task->syncs.clear();
    task->forking = false;
    task->starting = 0;
    task->chunk_ns = kNever;
    if (LiveRegion* const region = find_region(task->region)) region->broken = true;
  }
  self.lock = 0;
  // After a pause the thread most likely runs what it ran; events will tell if not.
  if (resumed && task != nullptr) return;
  self.task = 0;
  self.unknown = true;
}

// A cut needs a moment at which one thread alone is at work, in no region: all that follows comes after it.
void Builder::cut_if_possible() {
  if (open_regions_ != 0 || in_flight_ != 0 || initial_tasks_ > 1) return;
  cut();
}

void Builder::cut() {
  for (uint32_t thread = 0; thread < threads_.size(); ++thread) {
    const bool there = threads_[thread].begun && !threads_[thread].ended;
    // Of a thread without further events nothing is known but that they ended.
    if (!there) continue;
    const Piece before = threads_[thread].open;
    end_piece(thread);
    threads_[thread].open = {now_ns_, kNever, kNone, before.kind, before.construct};
  }
  section_.end_ns = std::max(section_.begin_ns, end_ns());
  if (initial_end_.known()) section_.last_thread = initial_end_.thread;
  sink_(section_);
  section_.restart(now_ns_);
  groups_.clear();
  ids_.clear();
  regions_.clear();
  std::unordered_map<uint64_t, LiveTask> old;
  old.swap(tasks_);
  for (auto& [id, task] : old) {
    if (task.region != 0) continue;  // the last of their region, on the way out
    LiveTask& again = add_task(id, TaskKind::kInitial, kNoConstruct);
    section_.tasks.back().thread = task.ready.thread;
    again.constructs = std::move(task.constructs);
    again.forking = task.forking;
    again.start_construct = task.start_construct;
    again.ready = task.ready;
    again.started = true;
  }
  for (auto& [id, lock] : locks_) lock.index = kNone;
}

}  // namespace limpid::cli::tracing
