// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks, critical, atomic and ordered: who holds what.
#include "names.h"
#include "rules.h"
#include "world.h"

namespace limpid::check {
namespace {

int base_kind(int kind) {
  if (kind == ompt_mutex_test_lock) return ompt_mutex_lock;
  if (kind == ompt_mutex_test_nest_lock) return ompt_mutex_nest_lock;
  return kind;
}

bool is_lock(int kind) {
  return base_kind(kind) == ompt_mutex_lock || base_kind(kind) == ompt_mutex_nest_lock;
}
bool is_test(int kind) {
  return kind == ompt_mutex_test_lock || kind == ompt_mutex_test_nest_lock;
}

Construct construct_of(int kind) {
  if (kind == ompt_mutex_critical) return Construct::critical;
  return kind == ompt_mutex_atomic ? Construct::atomic : Construct::ordered;
}

Mutex& mutex_of(World& w, int kind, ompt_wait_id_t wait_id) {
  return w.mutexes[{base_kind(kind), wait_id}];
}

void check_common(World& w, int kind, ompt_wait_id_t wait_id, const void* code, const char* event,
                  const char* section) {
  w.expect(kind >= ompt_mutex_lock && kind <= ompt_mutex_ordered, "mutex.kind", section, "%s: kind %d", event,
           kind);
  w.expect(wait_id != ompt_wait_id_none, "mutex.wait_id", section, "%s: no wait id", event);
  w.expect_code(code, event, section);
  if (const Task* task = w.current()) w.expect_inquiry(*task, event);
}

unsigned long long number(uint64_t value) {
  return value;
}

}  // namespace

void on_lock_init(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t wait_id, const void* code) {
  Event event("lock_init", "kind %d hint %#x impl %u wait %#llx", kind, hint, impl, number(wait_id));
  World& w = world();
  w.count("lock_init:" + mutex_name(kind));
  check_common(w, kind, wait_id, code, "lock_init", "4.5.2.14");
  w.expect(kind == ompt_mutex_lock || kind == ompt_mutex_nest_lock, "mutex.kind", "4.5.2.14",
           "lock_init of kind %d", kind);
  Mutex& mutex = mutex_of(w, kind, wait_id);
  mutex = Mutex{};
  mutex.initialized = true;
}

void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  Event event("lock_destroy", "kind %d wait %#llx", kind, number(wait_id));
  World& w = world();
  w.count("lock_destroy:" + mutex_name(kind));
  check_common(w, kind, wait_id, code, "lock_destroy", "4.5.2.15");
  const Mutex& mutex = mutex_of(w, kind, wait_id);
  w.expect(mutex.initialized, "lock.init", "4.5.2.14",
           "lock %#llx is destroyed, but its lock_init was never seen", number(wait_id));
  w.mutexes.erase({base_kind(kind), wait_id});
}

void on_mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t wait_id,
                      const void* code) {
  Event event("mutex_acquire", "kind %d hint %#x impl %u wait %#llx", kind, hint, impl, number(wait_id));
  World& w = world();
  w.count("acquire:" + mutex_name(kind));
  check_common(w, kind, wait_id, code, "mutex_acquire", "4.5.2.14");
  const Mutex& mutex = mutex_of(w, kind, wait_id);
  w.expect(!is_lock(kind) || mutex.initialized, "lock.init", "4.5.2.14",
           "lock %#llx is used, but its lock_init was never seen", number(wait_id));
  Task* task = w.current();
  if (task == nullptr) return;
  w.expect_not_passed(*task, "mutex_acquire");
  bool again =
      mutex.holders.count(task->id) != 0 && !is_test(kind) && base_kind(kind) != ompt_mutex_nest_lock;
  w.expect(!again, "mutex.twice", "4.5.2.14", "task %llu acquires %#llx, which it holds", number(task->id),
           number(wait_id));
  w.thread().waits_for_mutex = wait_id;
}

void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  Event event("mutex_acquired", "kind %d wait %#llx", kind, number(wait_id));
  World& w = world();
  w.count("acquired:" + mutex_name(kind));
  check_common(w, kind, wait_id, code, "mutex_acquired", "4.5.2.15");
  Thread& self = w.thread();
  w.expect(self.waits_for_mutex == wait_id, "mutex.acquire", "4.5.2.14",
           "%#llx is acquired without mutex_acquire before", number(wait_id));
  self.waits_for_mutex = 0;
  Task* task = w.current();
  if (task == nullptr) return;
  Mutex& mutex = mutex_of(w, kind, wait_id);
  // Another thread's mutex_released may still be on its way: only the task's own events are in order.
  w.expect(mutex.holders.count(task->id) == 0, "mutex.owner", "4.5.2.15",
           "task %llu acquires %#llx, which it holds already", number(task->id), number(wait_id));
  mutex.holders[task->id] = 1;
  if (!is_lock(kind)) task->open.push_back({construct_of(kind), kind, wait_id});
}

void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  Event event("mutex_released", "kind %d wait %#llx", kind, number(wait_id));
  World& w = world();
  w.count("released:" + mutex_name(kind));
  check_common(w, kind, wait_id, code, "mutex_released", "4.5.2.15");
  w.expect(!is_test(kind), "mutex.kind", "4.5.2.15",
           "mutex_released of kind %d: a lock is released, not a test", kind);
  Mutex& mutex = mutex_of(w, kind, wait_id);
  Task* task = w.current();
  if (task == nullptr) return;
  auto held = mutex.holders.find(task->id);
  w.expect(held != mutex.holders.end(), "mutex.owner", "4.5.2.15",
           "task %llu releases %#llx, which it does not hold", number(task->id), number(wait_id));
  if (held != mutex.holders.end()) {
    w.expect(held->second <= 1, "nest_lock.depth", "4.5.2.16", "nest lock %#llx is released at depth %d",
             number(wait_id), held->second);
    mutex.holders.erase(held);
  }
  if (!is_lock(kind)) w.close(*task, construct_of(kind), kind, "mutex_released", "4.5.2.15");
}

void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait_id, const void* code) {
  Event event("nest_lock", "endpoint %d wait %#llx", endpoint, number(wait_id));
  World& w = world();
  w.count(endpoint == ompt_scope_begin ? "nest_begin" : "nest_end");
  check_common(w, ompt_mutex_nest_lock, wait_id, code, "nest_lock", "4.5.2.16");
  Mutex& mutex = mutex_of(w, ompt_mutex_nest_lock, wait_id);
  Task* task = w.current();
  if (task == nullptr) return;
  auto held = mutex.holders.find(task->id);
  w.expect(held != mutex.holders.end(), "nest_lock.owner", "4.5.2.16",
           "nest_lock event for %#llx, which task %llu does not hold", number(wait_id), number(task->id));
  if (held != mutex.holders.end()) {
    held->second += endpoint == ompt_scope_begin ? 1 : -1;
    w.expect(held->second >= 1, "nest_lock.depth", "4.5.2.16",
             "the last level of %#llx is given back without mutex_released", number(wait_id));
  }
  w.thread().waits_for_mutex = 0;
}

}  // namespace limpid::check
