// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads, regions and implicit tasks.
#include <algorithm>

#include "names.h"
#include "rules.h"
#include "storm.h"
#include "world.h"

namespace limpid::check {
namespace {

bool exactly_one(int flags, int of) {
  return __builtin_popcount(static_cast<unsigned>(flags & of)) == 1;
}

void check_parallel_flags(World& w, int flags, const char* event, const char* section) {
  w.expect(exactly_one(flags, ompt_parallel_invoker_program | ompt_parallel_invoker_runtime),
           "parallel.flags", section, "%s: flags %#x name neither or both of the invokers", event,
           static_cast<unsigned>(flags));
  w.expect(exactly_one(flags, ompt_parallel_league | ompt_parallel_team), "parallel.flags", section,
           "%s: flags %#x name neither or both of team and league", event, static_cast<unsigned>(flags));
}

bool all_equal(const std::vector<int>& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

// What can be said of a region only when all of its members are through.
void check_whole_region(World& w, const Region& region) {
  if (region.cancelled) return;
  w.expect(all_equal(region.barriers), "region.barriers", "4.5.2.13",
           "the members of region %llu saw different numbers of barriers",
           static_cast<unsigned long long>(region.id));
  w.expect(all_equal(region.singles), "region.singles", "4.5.2.5",
           "the members of region %llu saw different numbers of single constructs",
           static_cast<unsigned long long>(region.id));
  w.expect(all_equal(region.loop_counts), "region.loops", "4.5.2.5",
           "the members of region %llu saw different numbers of worksharing loops",
           static_cast<unsigned long long>(region.id));
  int singles = region.singles.empty() ? 0 : region.singles.front();
  w.expect(region.executors == singles, "region.executors", "4.5.2.5",
           "region %llu: %d single constructs but %d executors", static_cast<unsigned long long>(region.id),
           singles, region.executors);
  for (const auto& [number, loop] : region.loops) {
    if (!loop.exact) continue;
    w.expect(loop.dispatched == loop.count, "dispatch.all", "4.5.2.6",
             "loop %d of region %llu has %llu iterations, chunks with %llu were dispatched", number,
             static_cast<unsigned long long>(region.id), static_cast<unsigned long long>(loop.count),
             static_cast<unsigned long long>(loop.dispatched));
  }
  // No chunk at all is a matter of what dispatch was registered as.
  for (const auto& [id, loop] : region.taskloops) {
    w.expect(loop.dispatched == loop.count || loop.dispatched == 0, "dispatch.taskloop", "4.5.2.6",
             "a taskloop of region %llu has %llu iterations, chunks with %llu were dispatched",
             static_cast<unsigned long long>(region.id), static_cast<unsigned long long>(loop.count),
             static_cast<unsigned long long>(loop.dispatched));
  }
}

void forget_if_done(World& w, Region& region) {
  if (!region.over || region.ended < region.begun) return;
  check_whole_region(w, region);
  w.regions.erase(region.id);
}

void begin_task_of_team(World& w, Thread& self, Task& task, ompt_data_t* parallel, unsigned parallelism,
                        unsigned index, int flags) {
  Region* region = w.region_of(parallel, "implicit_task begin", "4.5.2.11");
  if (region == nullptr) return;
  task.region = region->id;
  w.expect(!region->over, "implicit_task.late", "4.5.2.11",
           "implicit_task begin after the region's parallel_end");
  w.expect(region->league() == ((flags & ompt_task_initial) != 0), "implicit_task.flags", "4.5.2.11",
           "flags %#x in a %s", static_cast<unsigned>(flags),
           region->league() ? "league" : "parallel region");
  w.expect(index < parallelism, "implicit_task.index", "4.5.2.11", "index %u in a team of %u", index,
           parallelism);
  if (region->size == 0) region->size = parallelism;
  w.expect(region->size == parallelism, "implicit_task.parallelism", "4.5.2.11",
           "actual_parallelism %u, other members said %u", parallelism, region->size);
  if (region->seats.size() <= index) region->seats.resize(index + 1);
  w.expect(!region->seats[index], "implicit_task.index", "4.5.2.11", "index %u is taken twice in region %llu",
           index, static_cast<unsigned long long>(region->id));
  region->seats[index] = true;
  ++region->begun;
  Id below = self.stack.empty() ? 0 : self.stack.back();
  if (self.id == region->leader) {
    w.expect(below == region->encountering, "implicit_task.below", "4.5.2.11",
             "the encountering thread begins it on top of task %llu, expected the encountering task %llu",
             static_cast<unsigned long long>(below), static_cast<unsigned long long>(region->encountering));
  } else {
    w.expect(below == 0, "implicit_task.below", "4.5.2.11",
             "a worker begins it although its task %llu has not ended (end events come late)",
             static_cast<unsigned long long>(below));
    if (below != 0) self.stack.clear();
  }
}

// The initial task of a thread: 5.1 has one implicit region around it, which nothing announces.
void begin_initial_task(World& w, Thread& self, Task& task, ompt_data_t* parallel, unsigned parallelism,
                        unsigned index) {
  const Task* below = w.current();
  bool in_target =
      below != nullptr && !below->open.empty() && below->open.back().construct == Construct::target;
  w.expect(below == nullptr || in_target, "implicit_task.below", "4.5.2.11",
           "an initial task begins inside another task");
  w.expect(parallelism == 1 && index == 1, "implicit_task.initial", "4.5.2.11",
           "initial task with actual_parallelism %u and index %u, expected 1 and 1", parallelism, index);
  Region* region = w.new_region(parallel, "implicit_task begin (initial)", "4.5.2.11");
  if (region == nullptr) return;
  region->implicit = true;
  region->size = 1;
  region->begun = 1;
  region->leader = self.id;
  task.region = region->id;
}

void begin_implicit_task(World& w, Thread& self, ompt_data_t* parallel, ompt_data_t* data,
                         unsigned parallelism, unsigned index, int flags) {
  Task* task = w.new_task(data, flags, "implicit_task begin", "4.5.2.11");
  if (task == nullptr) return;
  task->phase = Task::Phase::running;
  task->thread = self.id;
  task->index = index;
  bool of_team = parallel != nullptr && parallel->value != 0;
  if (of_team) {
    begin_task_of_team(w, self, *task, parallel, parallelism, index, flags);
  } else {
    w.expect((flags & ompt_task_initial) != 0, "data.parallel", "4.5.2.11",
             "implicit task in a region that was never announced");
    begin_initial_task(w, self, *task, parallel, parallelism, index);
  }
  self.stack.push_back(task->id);
  w.expect_inquiry(*task, "implicit_task begin");
}

void end_implicit_task(World& w, Thread& self, ompt_data_t* parallel, ompt_data_t* data, unsigned parallelism,
                       unsigned index, int flags) {
  w.expect(parallel == nullptr, "implicit_task.end.parallel", "4.5.2.11",
           "parallel_data is not NULL at the end");
  w.expect(parallelism == 0, "implicit_task.end.parallelism", "4.5.2.11",
           "actual_parallelism is %u at the end, expected 0", parallelism);
  Task* task = w.expect_current(data, "implicit_task end", "4.5.2.11");
  if (task == nullptr) return;
  w.expect(task->flags == flags, "implicit_task.flags", "4.5.2.11", "flags %#x at the end, %#x at the begin",
           static_cast<unsigned>(flags), static_cast<unsigned>(task->flags));
  w.expect(task->index == index, "implicit_task.index", "4.5.2.11", "index %u at the end, %u at the begin",
           index, task->index);
  w.expect(task->thread == self.id, "implicit_task.thread", "4.5.2.11",
           "ends on thread %llu, began on thread %llu", static_cast<unsigned long long>(self.id),
           static_cast<unsigned long long>(task->thread));
  Region* region = w.find_region(task->region);
  bool cancelled = region != nullptr && region->cancelled;
  w.expect(task->open.empty() || cancelled, "nesting", "4.5.2.11",
           "%zu constructs are open at the end of the task", task->open.size());
  w.expect_inquiry(*task, "implicit_task end", true);
  bool in_parallel = region != nullptr && !region->implicit && !region->league();
  w.expect(!in_parallel || task->passed_end_barrier, "implicit_task.barrier", "4.5.2.13",
           "it ends without the implicit barrier of its region");
  if (!self.stack.empty() && self.stack.back() == task->id) self.stack.pop_back();
  if (region != nullptr) {
    ++region->ended;
    region->barriers.push_back(task->barriers);
    region->singles.push_back(task->singles);
    region->loop_counts.push_back(task->loops);
    if (region->implicit) {
      w.regions.erase(region->id);
    } else {
      forget_if_done(w, *region);
    }
  }
  w.tasks.erase(task->id);
}

}  // namespace

void on_thread_begin(ompt_thread_t type, ompt_data_t* data) {
  Event event("thread_begin", "type %d", type);
  World& w = world();
  w.count("thread_begin:" + thread_name(type));
  Thread& self = w.thread();
  w.expect(!self.began, "thread.first", "4.5.2.1", "second thread_begin on this thread");
  w.expect(type >= ompt_thread_initial && type <= ompt_thread_other, "thread.type", "4.5.2.1",
           "thread type %d", type);
  w.expect(data != nullptr && data->value == 0, "data.fresh", "4.5.2.1",
           "the new thread's data word is NULL or not 0");
  self.began = true;
  self.ended = false;
  self.type = type;
  self.word = data;
  if (data != nullptr) data->value = self.id;
  begin_storm_on_thread();
}

void on_thread_end(ompt_data_t* data) {
  end_storm_on_thread();
  World& w = world();
  {
    Event event("thread_end", "%s", "");
    w.count("thread_end");
    Thread& self = w.thread();
    w.expect(data == self.word && (data == nullptr || data->value == self.id), "data.thread", "4.5.2.2",
             "thread_data is not the word of thread_begin, or was changed");
    w.expect(self.stack.empty(), "thread.last", "4.5.2.2", "thread_end inside task %llu",
             static_cast<unsigned long long>(self.stack.empty() ? 0 : self.stack.back()));
    self.ended = true;
  }
}

void on_parallel_begin(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* parallel,
                       unsigned requested, int flags, const void* code) {
  Event event("parallel_begin", "requested %u flags %#x code %p", requested, static_cast<unsigned>(flags),
              code);
  World& w = world();
  w.count(flags & ompt_parallel_league ? "league_begin" : "parallel_begin");
  Task* task = w.expect_current(encountering, "parallel_begin", "4.5.2.3");
  if (task != nullptr) {
    w.expect_not_passed(*task, "parallel_begin");
    w.expect_inquiry(*task, "parallel_begin");
  }
  w.expect(frame != nullptr && frame->enter_frame.ptr != nullptr, "frame.enter", "4.5.2.3",
           "the encountering task is in the runtime, but its enter_frame is NULL");
  w.expect(requested >= 1, "parallel.requested", "4.5.2.3", "requested_parallelism is 0");
  check_parallel_flags(w, flags, "parallel_begin", "4.5.2.3");
  w.expect_code(code, "parallel_begin", "4.5.2.3");
  Region* region = w.new_region(parallel, "parallel_begin", "4.5.2.3");
  if (region == nullptr) return;
  region->encountering = task != nullptr ? task->id : 0;
  region->leader = w.thread().id;
  region->flags = flags;
}

void on_parallel_end(ompt_data_t* parallel, ompt_data_t* encountering, int flags, const void* code) {
  Event event("parallel_end", "flags %#x code %p", static_cast<unsigned>(flags), code);
  World& w = world();
  w.count(flags & ompt_parallel_league ? "league_end" : "parallel_end");
  Task* task = w.expect_current(encountering, "parallel_end", "4.5.2.4");
  if (task != nullptr) w.expect_inquiry(*task, "parallel_end");
  check_parallel_flags(w, flags, "parallel_end", "4.5.2.4");
  w.expect_code(code, "parallel_end", "4.5.2.4");
  Region* region = w.region_of(parallel, "parallel_end", "4.5.2.4");
  if (region == nullptr) return;
  w.expect(!region->over, "parallel.end", "4.5.2.4", "the region has ended before");
  w.expect(task == nullptr || region->encountering == task->id, "parallel.end", "4.5.2.4",
           "region %llu was begun by another task", static_cast<unsigned long long>(region->id));
  w.expect(flags == region->flags, "parallel.flags", "4.5.2.4", "flags %#x at the end, %#x at the begin",
           static_cast<unsigned>(flags), static_cast<unsigned>(region->flags));
  w.expect(region->begun >= 1 && region->begun == region->size, "parallel.members", "4.5.2.11",
           "%u implicit tasks began in a team of %u", region->begun, region->size);
  w.expect(region->live_tasks == 0, "parallel.tasks", "4.5.2.10",
           "%lld explicit tasks are not complete at the region's end",
           static_cast<long long>(region->live_tasks));
  region->over = true;
  forget_if_done(w, *region);
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned parallelism, unsigned index, int flags) {
  Event event("implicit_task", "endpoint %d parallelism %u index %u flags %#x", endpoint, parallelism, index,
              static_cast<unsigned>(flags));
  World& w = world();
  std::string kind = flags & ompt_task_initial ? "initial" : "implicit";
  w.count(kind + (endpoint == ompt_scope_begin ? "_begin" : "_end"));
  w.expect(flags == ompt_task_initial || flags == ompt_task_implicit, "implicit_task.flags", "4.5.2.11",
           "flags %#x, expected initial or implicit", static_cast<unsigned>(flags));
  if (endpoint == ompt_scope_begin) {
    begin_implicit_task(w, w.thread(), parallel, task, parallelism, index, flags);
  } else {
    w.expect(endpoint == ompt_scope_end, "endpoint", "4.5.2.11", "endpoint %d", endpoint);
    end_implicit_task(w, w.thread(), parallel, task, parallelism, index, flags);
  }
}

// A program may leave from inside a region, and its own threads may still run: then some ends cannot come.
void check_end_of_program() {
  World& w = world();
  bool inside = std::any_of(w.regions.begin(), w.regions.end(),
                            [](const auto& entry) { return !entry.second->implicit && !entry.second->over; });
  if (inside) return;
  // Threads of the program that still run keep their teams.
  bool others = std::any_of(w.threads.begin(), w.threads.end(), [&w](const auto& thread) {
    return thread->type != ompt_thread_worker && thread->began && !thread->ended &&
           thread.get() != &w.thread();
  });
  for (const auto& thread : w.threads) {
    bool has_to_end = thread.get() == &w.thread() || (thread->type == ompt_thread_worker && !others);
    w.expect(!thread->began || thread->ended || !has_to_end, "thread.end", "4.5.2.2",
             "thread %llu (type %d) never had its thread_end", static_cast<unsigned long long>(thread->id),
             thread->type);
  }
  w.expect(w.operations.empty(), "data_op.pair", "4.5.2.25", "%zu data operations began and did not end",
           w.operations.size());
  w.expect(w.submits.empty(), "submit.pair", "4.5.2.28", "%zu submits began and did not end",
           w.submits.size());
  for (const auto& [id, region] : w.regions) {
    w.expect(region->implicit || others, "implicit_task.end", "4.5.2.11",
             "%u of %u implicit tasks of region %llu never ended", region->begun - region->ended,
             region->begun, static_cast<unsigned long long>(id));
  }
}

}  // namespace limpid::check
