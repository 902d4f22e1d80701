// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lock routines of OpenMP 5.1, 3.9, on the program's own lock variables.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/task.h"
#include "core/lock/lock_word.h"
#include "sync/atomic.h"

namespace limpid::core {

// omp_lock_t: 4 bytes for GCC.
struct Lock {
  LockWord word;

  void reset() { word.reset(); }
};

// omp_nest_lock_t: the first 8 bytes of GCC's 16, and all 8 bytes in programs before OpenMP 3.0 and in
// gfortran.
//
// The word contains the thread that holds the lock. The lock belongs to one task of that thread (5.1, 3.9),
// so the other four bytes contain the nesting count and the low bits of that task's id: these need to differ
// only between tasks suspended on the same thread. Zero while the lock is free.
//
// Writers  the thread that holds the word. All accesses are relaxed: the word's orders hand them on.
// Readers  a thread that asks for the lock: a count of zero tells it that it does not hold the lock. What else
//          it reads counts only if the word contains its own mark, and then no other thread can have written.
struct NestLock {
  static constexpr uint32_t kCountBits = 18;
  static constexpr uint32_t kCountMask = (1u << kCountBits) - 1;
  static constexpr uint32_t kTaskBits = ~kCountMask;

  LockWord word;
  sync::Atomic<uint32_t> nesting{0};  // task << kCountBits | count

  void reset() {
    word.reset();
    set_nesting(0);
  }
  uint32_t count() const { return nesting.load(std::memory_order_relaxed) & kCountMask; }
  void set_nesting(uint32_t value) { nesting.store(value, std::memory_order_relaxed); }
  void drop() { sync::decrement_unshared(nesting); }
  static uint32_t mark_of(const Task& task) { return static_cast<uint32_t>(task.id) << kCountBits; }

  // Of the last level: as LockWord::free().
  uint32_t free() {
    set_nesting(0);
    return word.free();
  }
};
static_assert(sizeof(NestLock) == 8, "fits every omp_nest_lock_t, and gfortran's 8-byte kind");

// The whole operations: they wait where they have to, and emit the events. unset_lock() and free_nest_lock() complete
// a release whose free() returned `before`; unset_inner_level() leaves the lock to its owner.
void init_lock(Thread& self, Lock& lock, uint32_t hint);
void destroy_lock(Thread& self, Lock& lock);
void set_lock(Thread& self, Lock& lock);
void unset_lock(Thread& self, Lock& lock, uint32_t before);
bool test_lock(Thread& self, Lock& lock);

void init_nest_lock(Thread& self, NestLock& lock, uint32_t hint);
void destroy_nest_lock(Thread& self, NestLock& lock);
void set_nest_lock(Thread& self, NestLock& lock);
void unset_inner_level(Thread& self, NestLock& lock);
void free_nest_lock(Thread& self, NestLock& lock, uint32_t before);
int test_nest_lock(Thread& self, NestLock& lock);  // the new nesting count, 0 if another task holds it

// The part that neither waits nor emits. take_level: the new nesting count, 0 if another task holds the lock or it is as
// deep as it can be; then refuse_level() tells which: it ends the program in the second case, and returns 0 otherwise.
// drop_level, of an inner level: false, and nothing was done, if a thread sleeps or releases are observed.
inline bool owned_by_task(const Thread& self, const NestLock& lock) {
  const uint32_t nesting = lock.nesting.load(std::memory_order_relaxed);
  return lock.word.held_by(self) && (nesting & NestLock::kTaskBits) == NestLock::mark_of(*self.task);
}

inline int take_level(Thread& self, NestLock& lock) {
  // Computed first: the release must wait for the store below, and a load after the CAS would delay that store.
  const uint32_t mark = NestLock::mark_of(*self.task);
  const uint32_t nesting = lock.nesting.load(std::memory_order_relaxed);
  // Of another task it is no count: it has bits of the marks. One test for that, for a level that is left, and for a
  // lock that is free. Only then the word is asked: a load of it just after the release before, and just before the
  // CAS, would make the CAS wait.
  const uint32_t count = nesting - mark;
  if (count - 1 < NestLock::kCountMask - 1 && lock.word.held_by(self)) {
    lock.set_nesting(nesting + 1);
    return static_cast<int>(count + 1);
  }
  if (!lock.word.try_take(self)) return 0;
  LIMPID_DCHECK(lock.count() == 0);
  lock.set_nesting(mark | 1);
  return 1;
}

int refuse_level(const Thread& self, const NestLock& lock);

inline bool drop_level(NestLock& lock) {
  LIMPID_DCHECK(lock.count() > 1);  // the last level frees the word
  if (!LockWord::is_silent(lock.word.value())) return false;
  lock.drop();
  return true;
}

}  // namespace limpid::core
