// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threadprivate variables of compilers that leave them to the runtime (OpenMP 5.1, section 2.21.2). The
// program identifies a variable by its address in the initial thread, which uses the original; every other
// thread gets a copy at its first use.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/thread.h"
#include "core/data/thread_copies.h"
#include "sync/atomic.h"

namespace limpid::core {

// How copies are constructed and destroyed. All may be null: then a copy begins with the bytes that the
// variable had when any thread first used it.
struct CopyLife {
  using Function = void (*)();

  Function construct = nullptr;  // void*(void*), for vectors void*(void*, size_t)
  Function copy = nullptr;       // void*(void* to, void* from), for vectors void*(void*, void*, size_t)
  Function destroy = nullptr;    // void(void*), for vectors void(void*, size_t)
  bool is_vector = false;
  size_t elements = 0;
};

// One variable. Never freed.
struct Threadprivate {
  void* original = nullptr;
  uint32_t number = 0;
  CopyLife life;
  sync::Atomic<void*> image{nullptr};  // its first bytes
  sync::Atomic<size_t> size{0};
  Threadprivate* next = nullptr;  // in its bucket; constant once published
};

// Registers how copies of a variable are constructed and destroyed. Called before the first use.
void register_threadprivate(void* original, const CopyLife& life);

// The variable at an address, added if it is not known yet. size: in bytes.
Threadprivate& threadprivate_at(void* original, size_t size);

// Makes the calling thread's copy; copy_of() calls it at the first use.
void* make_copy(Thread& self, Threadprivate& variable);

inline void* copy_of(Thread& self, Threadprivate& variable) {
  const ThreadCopies& copies = self.copies;
  if (variable.number < copies.count && copies.list[variable.number] != nullptr) [[likely]]
    return copies.list[variable.number];
  return make_copy(self, variable);
}

// Destroys and frees the thread's copies, when the native thread ends.
void end_copies(Thread& self);

// A copy with a destructor has been made: the workers must end before the process does.
bool copies_have_destructors();

}  // namespace limpid::core
