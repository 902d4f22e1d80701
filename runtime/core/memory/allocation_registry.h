// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The set of addresses behind register_block() and is_registered_block().
#pragma once

#include <cstddef>

#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {

// Open addressing with linear probing under one lock. Empty in nearly every program: then has() is one load.
class AllocationRegistry {
 public:
  static AllocationRegistry& process();

  bool add(void* block);
  void remove(const void* block);
  [[nodiscard]] bool has(const void* address);

  // The child of a fork has one thread: a thread that held the lock does not exist there.
  void reset_after_fork() { mutex_.reset_after_fork(); }

 private:
  bool grow();
  [[nodiscard]] std::size_t slot_of(const void* address) const;

  sync::Mutex mutex_;
  sync::Atomic<std::size_t> count_{0};
  void** slots_ = nullptr;  // guarded by mutex_
  std::size_t room_ = 0;    // guarded by mutex_; a power of two, at least twice count_
};

}  // namespace limpid::core
