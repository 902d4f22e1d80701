// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing, chunks and masked.
#include "names.h"
#include "rules.h"
#include "world.h"

namespace limpid::check {
namespace {

bool is_loop(int type) {
  return type == ompt_work_loop || (type >= ompt_work_loop_static && type <= ompt_work_loop_other);
}

bool is_single(int type) {
  return type == ompt_work_single_executor || type == ompt_work_single_other;
}

// Chunks of these come one by one from the runtime; a static loop's are computed by the program.
bool hands_out_chunks(int type) {
  return type == ompt_work_loop_dynamic || type == ompt_work_loop_guided;
}

const Open* innermost_work(const Task& task) {
  for (size_t i = task.open.size(); i-- > 0;) {
    if (task.open[i].construct == Construct::work) return &task.open[i];
  }
  return nullptr;
}

void check_not_nested(World& w, const Task& task, int type) {
  const Open* outer = innermost_work(task);
  bool free = outer == nullptr || outer->kind == ompt_work_distribute || outer->kind == ompt_work_taskloop ||
              outer->kind == ompt_work_scope || type == ompt_work_taskloop;
  w.expect(free, "work.nested", "2.20", "work of type %d begins inside work of type %d of the same task",
           type, outer != nullptr ? outer->kind : 0);
}

void note_begin(Task& task, Region* region, int type, uint64_t count) {
  if (is_loop(type)) {
    ++task.loops;
    if (region == nullptr) return;
    Loop& loop = region->loops[task.loops];
    loop.count = count;
    loop.exact = hands_out_chunks(type);
  }
  if (!is_single(type)) return;
  ++task.singles;
  if (type == ompt_work_single_executor && region != nullptr) ++region->executors;
}

// A task of a taskloop begins its part of the iterations.
void dispatch_taskloop(World& w, const Task& task, const ompt_dispatch_chunk_t* chunk) {
  w.expect(chunk != nullptr, "dispatch.chunk", "4.5.2.6", "no chunk");
  w.expect(task.taskloop != 0, "dispatch.kind", "4.5.2.6",
           "a chunk of a taskloop is dispatched in task %llu, which no taskloop created",
           static_cast<unsigned long long>(task.id));
  Region* region = w.find_region(task.region);
  if (chunk == nullptr || region == nullptr || task.taskloop == 0) return;
  w.count("dispatch_iterations:taskloop_chunk", chunk->iterations);
  Loop& loop = region->taskloops[task.taskloop];
  loop.dispatched += chunk->iterations;
  w.expect(
      chunk->iterations >= 1 && chunk->start < loop.count && chunk->iterations <= loop.count - chunk->start,
      "dispatch.range", "4.5.2.6", "chunk [%llu, +%llu) of a taskloop with %llu iterations",
      static_cast<unsigned long long>(chunk->start), static_cast<unsigned long long>(chunk->iterations),
      static_cast<unsigned long long>(loop.count));
}

}  // namespace

void on_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
             uint64_t count, const void* code) {
  Event event("work", "type %d endpoint %d count %llu code %p", type, endpoint,
              static_cast<unsigned long long>(count), code);
  World& w = world();
  w.count((endpoint == ompt_scope_begin ? "work_begin:" : "work_end:") + work_name(type));
  w.expect_code(code, "work", "4.5.2.5");
  w.expect(type >= ompt_work_loop && type <= ompt_work_loop_other, "work.type", "4.5.2.5", "wstype %d", type);
  Task* task = w.expect_current(data, "work", "4.5.2.5");
  if (task == nullptr) return;
  w.expect_not_passed(*task, "work");
  w.expect_parallel(parallel, *task, "work", "4.5.2.5");
  w.expect_inquiry(*task, "work");
  w.expect(!task->is_explicit() || type == ompt_work_taskloop, "work.task", "2.20",
           "worksharing of type %d in explicit task %llu", type, static_cast<unsigned long long>(task->id));
  bool single_count = type == ompt_work_scope || is_single(type);
  w.expect(!single_count || endpoint != ompt_scope_begin || count == 1, "work.count", "4.5.2.5",
           "count %llu for single or scope, expected 1", static_cast<unsigned long long>(count));
  if (endpoint == ompt_scope_begin) {
    check_not_nested(w, *task, type);
    note_begin(*task, w.find_region(task->region), type, count);
    Open begun{Construct::work, type, count};
    begun.code = code;
    if (type == ompt_work_taskloop) {
      begun.id = w.next_id++;
      if (Region* region = w.find_region(task->region)) region->taskloops[begun.id].count = count;
    }
    task->open.push_back(begun);
    return;
  }
  w.expect(endpoint == ompt_scope_end, "endpoint", "4.5.2.5", "work with endpoint %d", endpoint);
  const Open* open = innermost_work(*task);
  w.expect(open == nullptr || count == 0 || count == open->value, "work.count", "4.5.2.5",
           "count %llu at the end, %llu at the begin", static_cast<unsigned long long>(count),
           static_cast<unsigned long long>(open != nullptr ? open->value : 0));
  w.close(*task, Construct::work, type, "work end", "4.5.2.5");
}

void on_dispatch(ompt_data_t* parallel, ompt_data_t* data, ompt_dispatch_t kind, ompt_data_t instance) {
  Event event("dispatch", "kind %d value %#llx", kind, static_cast<unsigned long long>(instance.value));
  World& w = world();
  w.count("dispatch:" + dispatch_name(kind));
  Task* task = w.expect_current(data, "dispatch", "4.5.2.6");
  if (task == nullptr) return;
  w.expect_parallel(parallel, *task, "dispatch", "4.5.2.6");
  const Open* open = innermost_work(*task);
  int type = open != nullptr ? open->kind : 0;
  switch (kind) {
    case ompt_dispatch_section:
      w.expect(type == ompt_work_sections, "dispatch.kind", "4.5.2.6",
               "a section is dispatched inside work of type %d", type);
      w.expect_code(instance.ptr, "dispatch (section)", "4.5.2.6");
      if (w.sections.insert(instance.ptr).second) w.count("dispatch_addresses:section");
      break;
    case ompt_dispatch_taskloop_chunk:
      dispatch_taskloop(w, *task, static_cast<const ompt_dispatch_chunk_t*>(instance.ptr));
      break;
    case ompt_dispatch_iteration:
    case ompt_dispatch_ws_loop_chunk: {
      w.expect(is_loop(type), "dispatch.kind", "4.5.2.6", "iterations are dispatched inside work of type %d",
               type);
      w.expect(kind == ompt_dispatch_iteration || instance.ptr != nullptr, "dispatch.chunk", "4.5.2.6",
               "no chunk");
      Region* region = w.find_region(task->region);
      if (!is_loop(type) || region == nullptr || instance.ptr == nullptr) break;
      ompt_dispatch_chunk_t one = {instance.value, 1};
      const auto& chunk =
          kind == ompt_dispatch_iteration ? one : *static_cast<const ompt_dispatch_chunk_t*>(instance.ptr);
      Loop& loop = region->loops[task->loops];
      loop.dispatched += chunk.iterations;
      w.count("dispatch_iterations:" + dispatch_name(kind), chunk.iterations);
      w.expect(
          chunk.iterations >= 1 && chunk.start < loop.count && chunk.iterations <= loop.count - chunk.start,
          "dispatch.range", "4.5.2.6", "chunk [%llu, +%llu) of a loop with %llu iterations",
          static_cast<unsigned long long>(chunk.start), static_cast<unsigned long long>(chunk.iterations),
          static_cast<unsigned long long>(loop.count));
      break;
    }
    default:
      w.expect(kind == ompt_dispatch_distribute_chunk, "dispatch.kind", "4.5.2.6", "kind %d", kind);
      if (kind != ompt_dispatch_distribute_chunk || instance.ptr == nullptr) break;
      w.count("dispatch_iterations:distribute_chunk",
              static_cast<const ompt_dispatch_chunk_t*>(instance.ptr)->iterations);
  }
}

void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, const void* code) {
  Event event("masked", "endpoint %d code %p", endpoint, code);
  World& w = world();
  w.count(endpoint == ompt_scope_begin ? "masked_begin" : "masked_end");
  w.expect_code(code, "masked", "4.5.2.12");
  Task* task = w.expect_current(data, "masked", "4.5.2.12");
  if (task == nullptr) return;
  w.expect_parallel(parallel, *task, "masked", "4.5.2.12");
  if (endpoint == ompt_scope_begin) {
    task->open.push_back({Construct::masked, 0});
  } else {
    w.close(*task, Construct::masked, 0, "masked end", "4.5.2.12");
  }
}

}  // namespace limpid::check
