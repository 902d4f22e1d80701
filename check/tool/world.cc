// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "world.h"

#include <pthread.h>
#include <stdarg.h>
#include <string.h>

#include <new>

#include "callbacks.h"
#include "code_module.h"
#include "states.h"

namespace limpid::check {
namespace {

pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
thread_local Thread* t_thread = nullptr;
thread_local uint64_t t_generation = 0;

// -1: no state belongs to this kind. No table: events may come while static objects are destroyed.
int state_of(ompt_sync_region_t kind) {
  switch (kind) {
    case ompt_sync_region_barrier_explicit:
      return ompt_state_wait_barrier_explicit;
    case ompt_sync_region_barrier_implicit_parallel:
      return ompt_state_wait_barrier_implicit_parallel;
    case ompt_sync_region_barrier_implicit_workshare:
      return ompt_state_wait_barrier_implicit_workshare;
    case ompt_sync_region_barrier_implementation:
      return ompt_state_wait_barrier_implementation;
    case ompt_sync_region_barrier_teams:
      return ompt_state_wait_barrier_teams;
    case ompt_sync_region_taskwait:
      return ompt_state_wait_taskwait;
    case ompt_sync_region_taskgroup:
      return ompt_state_wait_taskgroup;
    default:
      return -1;
  }
}

const char* name_of(const Thread& thread) {
  switch (thread.type) {
    case ompt_thread_initial:
      return "initial";
    case ompt_thread_worker:
      return "worker";
    default:
      return "other";
  }
}

}  // namespace

World& world() {
  static auto* the_world = new World;  // leaked: events may come while static destructors run
  return *the_world;
}

void reset_lock_after_fork() {
  g_lock = PTHREAD_MUTEX_INITIALIZER;
}

Lock::Lock() {
  pthread_mutex_lock(&g_lock);
}

Lock::~Lock() {
  pthread_mutex_unlock(&g_lock);
}

Event::Event(const char* name, const char* format, ...) {
  pthread_mutex_lock(&g_lock);
  World& w = world();
  Thread& self = w.thread();
  w.report.count_event();
  w.place = {name, self.id, nullptr};
  note_event(name);
  if (w.ask.state != nullptr) note_state(w.ask.state(nullptr));
  if (w.report.traces()) {
    va_list arguments;
    va_start(arguments, format);
    w.report.trace(self.id, std::string(name) + " " + formatted(format, arguments));
    va_end(arguments);
  }
  bool begins = strcmp(name, "thread_begin") == 0;
  w.expect(self.began || begins, "thread.first", "4.5.2.1", "%s before the thread's thread_begin", name);
  w.expect(!self.ended, "thread.last", "4.5.2.2", "%s after the thread's thread_end", name);
  w.expect(!w.finalized, "tool.finalized", "4.5.1.2", "%s after the tool's finalizer was called", name);
}

Event::~Event() {
  World& w = world();
  if (w.finalized) tell_summary();  // the one at the end came too early
  pthread_mutex_unlock(&g_lock);
}

void World::start(const char* runtime_version, unsigned omp_version, ompt_function_lookup_t lookup) {
  uint64_t next_generation = generation + 1;
  this->~World();
  new (this) World;
  generation = next_generation;
  CodeModule module = module_of(reinterpret_cast<const void*>(lookup));
  runtime_ = module.object;
  report.open(runtime_version, omp_version, module.file);
  place.event = "initialize";
  look_up_entry_points(lookup, &ask);
}

Thread& World::thread() {
  if (t_thread == nullptr || t_generation != generation) {
    threads.push_back(std::make_unique<Thread>());
    t_thread = threads.back().get();
    t_thread->id = threads.size();
    t_generation = generation;
  }
  return *t_thread;
}

Task* World::current() {
  Thread& self = thread();
  return self.stack.empty() ? nullptr : find_task(self.stack.back());
}

Task* World::find_task(Id id) {
  auto found = tasks.find(id);
  return found != tasks.end() ? found->second.get() : nullptr;
}

Region* World::find_region(Id id) {
  auto found = regions.find(id);
  return found != regions.end() ? found->second.get() : nullptr;
}

void World::expect(bool holds, const char* rule, const char* section, const char* format, ...) {
  if (holds) return;
  va_list arguments;
  va_start(arguments, format);
  report.finding(Severity::violation, rule, section, place, formatted(format, arguments));
  va_end(arguments);
}

void World::expect_note(bool holds, const char* rule, const char* section, const char* format, ...) {
  if (holds) return;
  va_list arguments;
  va_start(arguments, format);
  report.finding(Severity::note, rule, section, place, formatted(format, arguments));
  va_end(arguments);
}

Task* World::task_of(const ompt_data_t* word, const char* event, const char* section) {
  expect(word != nullptr, "data.null", section, "%s: task_data is NULL", event);
  if (word == nullptr) return nullptr;
  Task* task = find_task(word->value);
  expect(task != nullptr, "data.task", section,
         "%s: task_data->value is %#llx, which is no live task (changed, never announced, or ended)", event,
         static_cast<unsigned long long>(word->value));
  if (task == nullptr) return nullptr;
  expect_note(task->word == word, "data.moved", section, "%s: the task's data word moved from %p to %p",
              event, static_cast<void*>(task->word), static_cast<const void*>(word));
  return task;
}

Region* World::region_of(const ompt_data_t* word, const char* event, const char* section) {
  expect(word != nullptr, "data.null", section, "%s: parallel_data is NULL", event);
  if (word == nullptr) return nullptr;
  Region* region = find_region(word->value);
  expect(region != nullptr, "data.parallel", section,
         "%s: parallel_data->value is %#llx, which is no live region (changed, never announced, or ended)",
         event, static_cast<unsigned long long>(word->value));
  if (region == nullptr) return nullptr;
  expect_note(region->word == word, "data.moved", section, "%s: the region's data word moved from %p to %p",
              event, static_cast<void*>(region->word), static_cast<const void*>(word));
  return region;
}

void World::fresh(const ompt_data_t* word, const char* event, const char* section) {
  expect(word->value == 0, "data.fresh", section, "%s: the data word of a new object is %#llx, expected 0",
         event, static_cast<unsigned long long>(word->value));
}

Task* World::new_task(ompt_data_t* word, int flags, const char* event, const char* section) {
  expect(word != nullptr, "data.null", section, "%s: data of the new task is NULL", event);
  if (word == nullptr) return nullptr;
  fresh(word, event, section);
  auto task = std::make_unique<Task>();
  task->id = next_id++;
  task->word = word;
  task->flags = flags;
  word->value = task->id;
  Task* result = task.get();
  tasks[result->id] = std::move(task);
  return result;
}

Region* World::new_region(ompt_data_t* word, const char* event, const char* section) {
  expect(word != nullptr, "data.null", section, "%s: data of the new region is NULL", event);
  if (word == nullptr) return nullptr;
  fresh(word, event, section);
  auto region = std::make_unique<Region>();
  region->id = next_id++;
  region->word = word;
  word->value = region->id;
  Region* result = region.get();
  regions[result->id] = std::move(region);
  return result;
}

void World::finish_task(Task& task) {
  if (Task* creator = find_task(task.creator)) {
    --creator->live_children;
    if (creator->undeferred_child == task.id) creator->undeferred_child = 0;
  }
  if (Region* region = find_region(task.region)) --region->live_tasks;
  if (task.group != 0) --groups[task.group];
  tasks.erase(task.id);
}

void World::expect_code(const void* address, const char* event, const char* section) {
  place.code = address;
  if (address == nullptr) {
    expect_note(false, "codeptr.null", section, "%s: codeptr_ra is NULL", event);
    return;
  }
  auto known = known_code_.find(address);
  if (known != known_code_.end() && known->second) return;
  CodeModule module = module_of(address);
  bool found = module.object != nullptr;
  expect(found, "codeptr.nowhere", section, "%s: codeptr_ra %p is in no loaded object", event, address);
  bool in_runtime = found && module.object == runtime_;
  expect(!in_runtime, "codeptr.runtime", section, "%s: codeptr_ra %p is inside the runtime (%s)", event,
         address, module.file);
  known_code_[address] = found && !in_runtime;
}

Task* World::expect_current(const ompt_data_t* word, const char* event, const char* section) {
  Task* task = task_of(word, event, section);
  Task* running = current();
  if (task == nullptr) return running;
  expect(task == running, "task.current", section,
         "%s: task_data is task %llu, but the thread runs task %llu", event,
         static_cast<unsigned long long>(task->id),
         static_cast<unsigned long long>(running != nullptr ? running->id : 0));
  return task;
}

void World::expect_parallel(const ompt_data_t* word, const Task& task, const char* event,
                            const char* section) {
  Region* region = region_of(word, event, section);
  if (region == nullptr) return;
  expect(region->id == task.region, "parallel.current", section,
         "%s: parallel_data is region %llu, but the task belongs to region %llu", event,
         static_cast<unsigned long long>(region->id), static_cast<unsigned long long>(task.region));
}

void World::expect_not_passed(Task& task, const char* event) {
  if (task.undeferred_child == 0) return;
  expect(false, "task.undeferred", "4.5.2.7",
         "%s in task %llu although its undeferred task %llu is not complete", event,
         static_cast<unsigned long long>(task.id), static_cast<unsigned long long>(task.undeferred_child));
  task.undeferred_child = 0;
}

void World::expect_inquiry(const Task& task, const char* event, bool region_may_be_over) {
  if (ask.task_info != nullptr) {
    ompt_data_t* word = nullptr;
    int flags = 0;
    int answer = ask.task_info(0, &flags, &word, nullptr, nullptr, nullptr);
    expect(answer == 2 && word != nullptr && word->value == task.id, "inquiry.task", "4.6.1.14",
           "in %s ompt_get_task_info(0) returns %d and task_data %p, expected 2 and %p", event, answer,
           static_cast<void*>(word), static_cast<void*>(task.word));
    int kind = ompt_task_initial | ompt_task_implicit | ompt_task_explicit | ompt_task_target;
    expect(answer != 2 || (flags & kind) == (task.flags & kind), "inquiry.task.flags", "4.6.1.14",
           "in %s ompt_get_task_info(0) gives flags %#x, expected %#x", event, flags, task.flags);
  }
  const Region* region = find_region(task.region);
  if (ask.parallel_info != nullptr && region != nullptr && region->size != 0) {
    int size = 0;
    ompt_data_t* word = nullptr;
    int answer = ask.parallel_info(0, &word, &size);
    bool told =
        answer == 2 && word != nullptr && word->value == region->id && size == static_cast<int>(region->size);
    expect(told || (answer == 1 && region_may_be_over), "inquiry.parallel", "4.6.1.13",
           "in %s ompt_get_parallel_info(0) returns %d, data %p, size %d; expected 2, %p, %u", event, answer,
           static_cast<void*>(word), size, static_cast<void*>(region->word), region->size);
  }
  const Thread& self = thread();
  if (ask.thread_data != nullptr && self.word != nullptr) {
    expect(ask.thread_data() == self.word, "inquiry.thread", "4.6.1.5",
           "in %s ompt_get_thread_data() is not the data of the %s thread's thread_begin", event,
           name_of(self));
  }
}

void World::expect_wait_state(ompt_sync_region_t kind, const char* event) {
  if (ask.state == nullptr) return;
  int expected = state_of(kind);
  if (expected < 0) return;
  int state = ask.state(nullptr);
  // The specification does not say whether the state changes before or after the event: another wait is
  // wrong, no wait is a note.
  bool waits = state >= ompt_state_wait_barrier && state < ompt_state_idle;
  const char* section = "4.4.4.26";
  expect(state == expected || !waits, "inquiry.state", section,
         "in %s of kind %d ompt_get_state() is %#x, expected %#x", event, kind, static_cast<unsigned>(state),
         static_cast<unsigned>(expected));
  expect_note(state == expected || waits, "inquiry.state.early", section,
              "in %s of kind %d ompt_get_state() is %#x, expected %#x", event, kind,
              static_cast<unsigned>(state), static_cast<unsigned>(expected));
}

void World::close(Task& task, Construct construct, int kind, const char* event, const char* section) {
  bool matches =
      !task.open.empty() && task.open.back().construct == construct && task.open.back().kind == kind;
  expect(matches, "nesting", section,
         "%s of kind %d ends what is not open innermost in task %llu (innermost: construct %d, kind %d)",
         event, kind, static_cast<unsigned long long>(task.id),
         task.open.empty() ? -1 : static_cast<int>(task.open.back().construct),
         task.open.empty() ? -1 : task.open.back().kind);
  if (matches) {
    task.open.pop_back();
    return;
  }
  for (size_t i = task.open.size(); i-- > 0;) {  // go on from the best match, so that one fault is told once
    if (task.open[i].construct != construct || task.open[i].kind != kind) continue;
    task.open.erase(task.open.begin() + static_cast<long>(i));
    return;
  }
}

}  // namespace limpid::check
