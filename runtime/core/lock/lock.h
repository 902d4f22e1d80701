// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lock routines of OpenMP 5.1, 3.9, on the program's own lock variables.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/lock/lock_word.h"
#include "core/task/task.h"

namespace limpid::core {

// omp_lock_t: 4 bytes for GCC.
struct Lock {
  LockWord word;

  void reset() { word.reset(); }
};

// omp_nest_lock_t: the first 8 bytes of GCC's 16, all 8 of what programs before OpenMP 3.0 and gfortran have.
//
// The word says which thread holds the lock. It belongs to one task of that thread (5.1, 3.9), so the other
// four bytes say how often it is taken and the low bits of that task's id: only tasks suspended on the same
// thread need telling apart. They are read and written by the thread that holds the word, and by no other.
struct NestLock {
  static constexpr uint32_t kCountBits = 18;
  static constexpr uint32_t kCountMask = (1u << kCountBits) - 1;

  LockWord word;
  uint32_t nesting = 0;  // task << kCountBits | count

  void reset() {
    word.reset();
    nesting = 0;
  }
  uint32_t count() const { return nesting & kCountMask; }
  static uint32_t mark_of(const Task& task) { return static_cast<uint32_t>(task.id) << kCountBits; }
};
static_assert(sizeof(NestLock) == 8, "fits every omp_nest_lock_t, and gfortran's 8-byte kind");

// Each operation in full: waits where it has to, states the events. unset_lock does what is left when the lock
// was freed and contained `before`.
void init_lock(Thread& self, Lock& lock, uint32_t hint);
void destroy_lock(Thread& self, Lock& lock);
void set_lock(Thread& self, Lock& lock);
void unset_lock(Thread& self, Lock& lock, uint32_t before);
bool test_lock(Thread& self, Lock& lock);

void init_nest_lock(Thread& self, NestLock& lock, uint32_t hint);
void destroy_nest_lock(Thread& self, NestLock& lock);
void set_nest_lock(Thread& self, NestLock& lock);
void unset_nest_lock(Thread& self, NestLock& lock);
int test_nest_lock(Thread& self, NestLock& lock);  // the new nesting count, 0 if another task holds it

// The part that neither waits nor states anything. take_level: the new nesting count, 0 if another task holds
// the lock. drop_level: false, and nothing was done, if somebody sleeps or is to be told, or nobody held it.
inline bool owned_by_task(const Thread& self, const NestLock& lock) {
  constexpr uint32_t kTaskBits = ~NestLock::kCountMask;
  return lock.word.held_by(self) && (lock.nesting & kTaskBits) == NestLock::mark_of(*self.task);
}

inline int take_level(Thread& self, NestLock& lock) {
  if (owned_by_task(self, lock)) {
    LIMPID_DCHECK(lock.count() >= 1);
    LIMPID_CHECK(lock.count() < NestLock::kCountMask);
    return static_cast<int>(++lock.nesting & NestLock::kCountMask);
  }
  if (!lock.word.try_take(self)) return 0;
  lock.nesting = NestLock::mark_of(*self.task) | 1;
  return 1;
}

inline bool drop_level(NestLock& lock) {
  const uint32_t seen = lock.word.look();
  if (!LockWord::is_silent(seen)) return false;
  LIMPID_DCHECK(lock.count() >= 1);  // whoever holds the word has counted itself
  if (lock.count() == 1) return lock.word.free_if(seen);
  --lock.nesting;
  return true;
}

}  // namespace limpid::core
