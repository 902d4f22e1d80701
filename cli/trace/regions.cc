// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions, what divides work in them, and where their threads wait for each other.
#include <omp-tools.h>

#include <algorithm>

#include "trace/builder.h"

namespace limpid::cli::tracing {
LiveRegion* Builder::find_region(uint64_t id) {
  if (id == 0) return nullptr;
  const auto found = regions_.find(id);
  return found == regions_.end() ? nullptr : &found->second;
}

// Its begin is lost: how long it has been there, and who waits for it, is not known.
void Builder::add_unseen_region(const Event& event) {
  LiveRegion& region = regions_[event.other];
  region.index = static_cast<uint32_t>(section_.regions.size());
  region.team = static_cast<uint32_t>(event.count);
  region.broken = true;
  section_.regions.emplace_back();
  section_.regions.back().construct = constructs_.number(Sort::kParallel, 0);
  section_.regions.back().begin_ns = now_ns_;
  ++open_regions_;
}

void Builder::begin_parallel(uint32_t thread, const Event& event) {
  resume(thread, event.other);
  close(thread);
  const auto shape = static_cast<limpid::trace::RegionShape>(event.detail);
  const bool teams = shape == limpid::trace::RegionShape::kTeams;
  const uint16_t construct = constructs_.number(teams ? Sort::kTeams : Sort::kParallel, event.place);
  LiveRegion& region = regions_[event.id];
  region = {};
  region.index = static_cast<uint32_t>(section_.regions.size());
  region.fork = {now_ns_, thread};
  section_.regions.emplace_back();
  Region& record = section_.regions.back();
  record.construct = construct;
  record.begin_ns = now_ns_;
  if (LiveTask* const parent = current(thread)) {
    region.parent = parent->id;
    record.parent = parent->index;
    parent->forking = true;
    parent->start_construct = construct;
    section_.add_step(parent->index, StepKind::kFork, region.index, construct);
  }
  ++open_regions_;
}

void Builder::end_parallel(uint32_t thread, const Event& event) {
  close(thread);
  LiveRegion* const region = find_region(event.id);
  LiveTask* const parent = find_task(event.other);
  if (parent != nullptr) parent->forking = false;
  if (region == nullptr || region->over) return;
  const uint64_t back_to = parent != nullptr ? event.other : region->parent;
  threads_[thread].task = back_to;
  threads_[thread].unknown = find_task(back_to) == nullptr;
  region->over = true;
  if (open_regions_ > 0) --open_regions_;
  Region& record = section_.regions[region->index];
  record.end_ns = now_ns_;
  if (region->fork.known()) {
    RegionMeasure& measure = measures_.regions[record.construct];
    ++measure.count;
    measure.elapsed_ns += record.end_ns - record.begin_ns;
  }
  if (region->inside == 0) forget_region(event.id);
}

void Builder::forget_region(uint64_t id) {
  if (const auto found = regions_.find(id); found != regions_.end()) regions_.erase(found);
}

void Builder::begin_work(uint32_t thread, const Event& event) {
  resume(thread, event.id);
  close(thread);
  LiveTask* const task = current(thread);
  if (task == nullptr) return;
  const bool divides = event.place != 0 && event.detail != ompt_work_single_other;
  task->constructs.push_back(divides ? constructs_.number(sort_of_work(event.detail), event.place)
                                     : construct_of(*task));
}

void Builder::end_work(uint32_t thread, const Event& event) {
  resume(thread, event.id);
  close(thread);
  LiveTask* const task = current(thread);
  if (task == nullptr) return;
  end_chunk(*task);
  if (!task->constructs.empty()) task->constructs.pop_back();
}

void Builder::dispatch(uint32_t thread, const Event& event) {
  resume(thread, event.id);
  LiveTask* const task = current(thread);
  if (task == nullptr) return;
  end_chunk(*task);
  task->chunk_ns = now_ns_;
}

void Builder::end_chunk(LiveTask& task) {
  if (task.chunk_ns != kNever)
    measures_.grains[{construct_of(task), Grain::kChunk}].add(now_ns_ - task.chunk_ns);
  task.chunk_ns = kNever;
}

// A taskgroup begins where its code begins, and waits where that ends; everything else waits at once.
void Builder::begin_sync(uint32_t thread, const Event& event) {
  resume(thread, event.id);
  LiveTask* const task = current(thread);
  if (task == nullptr || event.detail == ompt_sync_region_reduction) return;
  close(thread);
  LiveTask::Sync sync;
  sync.waits = event.detail != ompt_sync_region_taskgroup;
  if (event.detail == ompt_sync_region_taskwait) {
    sync.kind = PieceKind::kTaskwait;
    sync.construct = constructs_.number(Sort::kTaskwait, event.place);
    section_.add_step(task->index, StepKind::kTaskwait, 0, sync.construct);
  } else if (event.detail == ompt_sync_region_taskgroup) {
    sync.kind = PieceKind::kTaskgroup;
    sync.construct = constructs_.number(Sort::kTaskgroup, event.place);
    sync.group = section_.groups++;
    groups_.emplace_back();
    task->groups.push_back(sync.group);
    section_.add_step(task->index, StepKind::kGroupBegin, sync.group, sync.construct);
  } else {
    const bool explicitly = event.detail == ompt_sync_region_barrier_explicit && event.place != 0;
    sync.construct = explicitly ? constructs_.number(Sort::kBarrier, event.place) : construct_of(*task);
    sync.ends_region = event.detail == ompt_sync_region_barrier_implicit_parallel;
    arrive(thread, *task);
  }
  task->syncs.push_back(sync);
}

void Builder::begin_wait(uint32_t thread, const Event& event) {
  if (event.detail != ompt_sync_region_taskgroup) return;
  resume(thread, event.id);
  LiveTask* const task = current(thread);
  if (task == nullptr || task->syncs.empty() || task->syncs.back().group == kNone || task->syncs.back().waits)
    return;
  close(thread);
  LiveTask::Sync& sync = task->syncs.back();
  sync.waits = true;
  section_.add_step(task->index, StepKind::kGroupEnd, sync.group, sync.construct);
}

void Builder::end_sync(uint32_t thread, const Event& event) {
  if (event.detail == ompt_sync_region_reduction) return;
  if (threads_[thread].task == event.id && find_task(event.id) == nullptr) {  // its region is over
    close(thread);
    threads_[thread].task = 0;
    return;
  }
  resume(thread, event.id);
  LiveTask* const task = current(thread);
  if (task == nullptr || task->syncs.empty()) return close(thread);
  const LiveTask::Sync sync = task->syncs.back();
  Moment cause;
  bool unknown = false;
  if (sync.kind == PieceKind::kTaskwait) {
    cause = task->children_done;
  } else if (sync.kind == PieceKind::kTaskgroup) {
    cause = groups_[sync.group].done;
  } else {
    cause = leave_barrier(*task, &unknown);
  }
  close(thread, cause, unknown);
  if (sync.group != kNone && !sync.waits)
    section_.add_step(task->index, StepKind::kGroupEnd, sync.group, sync.construct);
  if (sync.group != kNone && !task->groups.empty()) task->groups.pop_back();
  if (!task->syncs.empty()) task->syncs.pop_back();
}

void Builder::arrive(uint32_t thread, LiveTask& task) {
  LiveRegion* const region = find_region(task.region);
  if (region == nullptr || section_.tasks[task.index].kind != TaskKind::kImplicit) return;
  section_.add_step(task.index, StepKind::kBarrier, 0, construct_of(task));
  const uint32_t number = task.barriers++;
  while (number >= region->first_barrier + region->barriers.size()) region->barriers.emplace_back();
  if (number < region->first_barrier) return;
  ++region->barriers[number - region->first_barrier].arrived;
  if (region->unfinished == 0) release_barrier(thread, *region);
}

// All that its team waited for is there.
void Builder::release_barrier(uint32_t thread, LiveRegion& region) {
  for (LiveRegion::Barrier& barrier : region.barriers) {
    if (barrier.release.known()) continue;
    if (barrier.arrived >= region.team && region.team != 0) barrier.release = {now_ns_, thread};
    return;
  }
}

Moment Builder::leave_barrier(LiveTask& task, bool* unknown) {
  LiveRegion* const region = find_region(task.region);
  if (!task.syncs.empty()) task.syncs.back().waits = true;
  if (region == nullptr || task.barriers == 0) return {};
  const uint32_t number = task.barriers - 1;
  if (number < region->first_barrier || number - region->first_barrier >= region->barriers.size()) return {};
  LiveRegion::Barrier& barrier = region->barriers[number - region->first_barrier];
  const Moment release = barrier.release;
  *unknown = region->broken || !release.known();
  if (++barrier.left == region->team && number == region->first_barrier) {
    region->barriers.pop_front();
    ++region->first_barrier;
  }
  return region->broken ? Moment{} : release;
}

}  // namespace limpid::cli::tracing
