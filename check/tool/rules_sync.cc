// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers, taskwait, taskgroup, waiting in them, reductions.
#include <string.h>

#include <algorithm>

#include "names.h"
#include "rules.h"
#include "world.h"

namespace limpid::check {
namespace {

constexpr char kSection[] = "4.5.2.13";

bool is_barrier(int kind) {
  return kind != ompt_sync_region_taskwait && kind != ompt_sync_region_taskgroup &&
         kind != ompt_sync_region_reduction;
}

bool is_deprecated(int kind) {
  return kind == ompt_sync_region_barrier || kind == ompt_sync_region_barrier_implicit;
}

// parallel_data is NULL at the end of the barrier that ends a parallel region, and nowhere else. The end of a
// wait inside that barrier has either: another wait may follow.
void check_parallel(World& w, int kind, ompt_scope_endpoint_t endpoint, const ompt_data_t* parallel,
                    const Task& task, const char* event) {
  if (kind == ompt_sync_region_barrier_teams && parallel == nullptr) return;
  bool ends_region = endpoint == ompt_scope_end && kind == ompt_sync_region_barrier_implicit_parallel;
  if (!ends_region || (parallel != nullptr && strcmp(event, "sync_region_wait") == 0)) {
    w.expect_parallel(parallel, task, event, kSection);
    return;
  }
  w.expect(parallel == nullptr, "sync.end.parallel", kSection,
           "%s: parallel_data is not NULL at the end of the barrier that ends a region", event);
}

void begin_sync(World& w, Task& task, int kind, const void* code) {
  Open open{Construct::sync, kind};
  open.code = code;
  if (kind == ompt_sync_region_taskgroup) {
    open.value = w.next_id++;
    task.groups.push_back(open.value);
  }
  bool in_barrier = std::any_of(task.open.begin(), task.open.end(), [](const Open& o) {
    return o.construct == Construct::sync && is_barrier(o.kind);
  });
  bool in_work = std::any_of(task.open.begin(), task.open.end(), [](const Open& o) {
    return o.construct == Construct::work && o.kind != ompt_work_distribute;
  });
  const Region* region = w.find_region(task.region);
  bool cancelled = region != nullptr && region->cancelled;
  bool inner = kind == ompt_sync_region_barrier_implementation;
  w.expect(!in_work || !is_barrier(kind) || inner || cancelled, "barrier.in_work", "2.20",
           "a barrier of kind %d begins before the worksharing construct around it ends", kind);
  w.expect(!in_barrier, "sync.nested", kSection,
           "synchronization of kind %d begins inside a barrier of the same task", kind);
  w.expect(!is_barrier(kind) || !task.is_explicit(), "sync.task", "2.20", "barrier in explicit task %llu",
           static_cast<unsigned long long>(task.id));
  w.expect(!task.passed_end_barrier, "sync.last", kSection,
           "synchronization of kind %d after the barrier that ends the region", kind);
  task.open.push_back(open);
}

// One construct, one place in the program.
void check_same_code(World& w, const Task& task, const void* code, const char* event) {
  const Open* open = task.open.empty() ? nullptr : &task.open.back();
  // The two ends of a taskgroup are two calls, when the compiler makes them so.
  bool same = open == nullptr || open->construct != Construct::sync || open->code == code ||
              open->kind == ompt_sync_region_taskgroup;
  w.expect_note(same, "codeptr.pair", kSection, "%s: codeptr_ra is %p, but %p when the construct began",
                event, code, open != nullptr ? open->code : nullptr);
}

void end_sync(World& w, Task& task, int kind) {
  const Region* region = w.find_region(task.region);
  bool cancelled = region != nullptr && region->cancelled;
  if (kind == ompt_sync_region_taskwait) {
    w.expect(task.live_children == 0 || cancelled, "taskwait.children", kSection,
             "taskwait ends although %d child tasks are not complete", task.live_children);
  } else if (kind == ompt_sync_region_taskgroup) {
    if (!task.groups.empty()) {
      int live = w.groups[task.groups.back()];
      w.expect(live == 0 || cancelled, "taskgroup.tasks", kSection,
               "taskgroup ends although %d of its tasks are not complete", live);
      w.groups.erase(task.groups.back());
      task.groups.pop_back();
    }
  } else if (kind == ompt_sync_region_barrier_implicit_parallel || kind == ompt_sync_region_barrier_teams) {
    task.passed_end_barrier = true;
  } else if (kind != ompt_sync_region_barrier_implementation) {
    ++task.barriers;
  }
  w.close(task, Construct::sync, kind, "sync_region end", kSection);
}

}  // namespace

void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t* data, const void* code) {
  Event event("sync_region", "kind %d endpoint %d code %p", kind, endpoint, code);
  World& w = world();
  w.count((endpoint == ompt_scope_begin ? "sync_begin:" : "sync_end:") + sync_name(kind));
  w.expect(kind >= ompt_sync_region_barrier && kind <= ompt_sync_region_barrier_teams, "sync.kind", kSection,
           "kind %d", kind);
  w.expect(!is_deprecated(kind), "sync.kind.deprecated", kSection, "kind %d does not say which barrier it is",
           kind);
  w.expect_code(code, "sync_region", kSection);
  Task* task = w.expect_current(data, "sync_region", kSection);
  if (task == nullptr) return;
  w.expect_not_passed(*task, "sync_region");
  check_parallel(w, kind, endpoint, parallel, *task, "sync_region");
  w.expect_inquiry(*task, "sync_region", endpoint == ompt_scope_end && parallel == nullptr);
  if (endpoint == ompt_scope_begin) {
    begin_sync(w, *task, kind, code);
  } else {
    w.expect(endpoint == ompt_scope_end, "endpoint", kSection, "sync_region with endpoint %d", endpoint);
    check_same_code(w, *task, code, "sync_region end");
    end_sync(w, *task, kind);
  }
}

void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                         ompt_data_t* data, const void* code) {
  Event event("sync_region_wait", "kind %d endpoint %d code %p", kind, endpoint, code);
  World& w = world();
  w.count((endpoint == ompt_scope_begin ? "wait_begin:" : "wait_end:") + sync_name(kind));
  w.expect(!is_deprecated(kind), "sync.kind.deprecated", kSection,
           "wait of kind %d does not say which barrier it is", kind);
  Task* task = w.expect_current(data, "sync_region_wait", kSection);
  if (task == nullptr) return;
  check_parallel(w, kind, endpoint, parallel, *task, "sync_region_wait");
  w.expect_wait_state(kind, "sync_region_wait");
  if (endpoint == ompt_scope_begin) {
    bool inside = !task->open.empty() && task->open.back().construct == Construct::sync &&
                  task->open.back().kind == kind;
    check_same_code(w, *task, code, "sync_region_wait begin");
    w.expect(inside, "wait.outside", kSection, "wait of kind %d begins outside its synchronization region",
             kind);
    task->open.push_back({Construct::wait, kind});
  } else {
    w.expect(endpoint == ompt_scope_end, "endpoint", kSection, "sync_region_wait with endpoint %d", endpoint);
    w.close(*task, Construct::wait, kind, "sync_region_wait end", kSection);
  }
}

void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                  ompt_data_t* data, const void* code) {
  Event event("reduction", "kind %d endpoint %d code %p", kind, endpoint, code);
  World& w = world();
  w.count(endpoint == ompt_scope_begin ? "reduction_begin" : "reduction_end");
  w.expect(kind == ompt_sync_region_reduction, "reduction.kind", kSection, "reduction with kind %d", kind);
  Task* task = w.expect_current(data, "reduction", kSection);
  if (task == nullptr) return;
  w.expect_parallel(parallel, *task, "reduction", kSection);
  if (endpoint == ompt_scope_begin) {
    task->open.push_back({Construct::reduction, kind});
  } else {
    w.close(*task, Construct::reduction, kind, "reduction end", kSection);
  }
}

}  // namespace limpid::check
