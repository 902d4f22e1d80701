// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds variables by address in a hash table whose lists only grow at their heads, so that no lock is needed.
#include "core/memory/threadprivate.h"

#include <stdlib.h>
#include <string.h>

#include <new>

#include "base/check.h"
#include "core/memory/policy.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constexpr size_t kAlignment = 64;
constexpr uint64_t kInitialThread = 1;

// Orders   a release CAS in find_or_add() publishes a variable; acquire loads of the list's head pair with
//          it.
constinit sync::Atomic<Threadprivate*> g_buckets[policy::kThreadprivateBuckets] = {};
constinit sync::Atomic<uint32_t> g_variables{0};
constinit sync::Atomic<bool> g_destructors{false};

void* allocate_copy(size_t size) {
  void* memory = aligned_alloc(kAlignment, (size + kAlignment) / kAlignment * kAlignment);
  if (memory == nullptr) base::fatal("out of memory: a threadprivate variable needs %zu bytes", size);
  return memory;
}

sync::Atomic<Threadprivate*>& bucket_of(const void* original) {
  const auto address = reinterpret_cast<uintptr_t>(original);
  return g_buckets[(address >> 3 ^ address >> 11) % policy::kThreadprivateBuckets];
}

Threadprivate* find(Threadprivate* from, const void* original) {
  while (from != nullptr && from->original != original) from = from->next;
  return from;
}

Threadprivate& find_or_add(void* original, const CopyLife& life) {
  sync::Atomic<Threadprivate*>& bucket = bucket_of(original);
  Threadprivate* head = bucket.load(std::memory_order_acquire);  // pairs with the release CAS below
  Threadprivate* known = find(head, original);
  if (known != nullptr) return *known;
  auto* fresh = ::new (allocate_copy(sizeof(Threadprivate))) Threadprivate;
  fresh->original = original;
  fresh->life = life;
  fresh->number = g_variables.fetch_add(1, std::memory_order_relaxed);
  do {
    known = find(head, original);
    if (known != nullptr) {
      free(fresh);  // another thread was first; the number is lost
      return *known;
    }
    fresh->next = head;
    // Publishes *fresh: pairs with the acquire loads here, above and in end_copies().
  } while (!bucket.compare_exchange_weak(head, fresh, std::memory_order_release, std::memory_order_acquire));
  return *fresh;
}

// The first user saves the bytes, before any thread can have changed them by the address that it got here.
void save_image(Threadprivate& variable) {
  const size_t size = variable.size.load(std::memory_order_relaxed);
  void* const image = allocate_copy(size);
  memcpy(image, variable.original, size);
  void* none = nullptr;
  // Pairs with the acquire loads in threadprivate_at() and begin_copy(), and with another thread's CAS here.
  if (!variable.image.compare_exchange_strong(none, image, std::memory_order_acq_rel)) free(image);
}

void begin_copy(const Threadprivate& variable, void* copy) {
  const CopyLife& life = variable.life;
  const size_t size = variable.size.load(std::memory_order_relaxed);
  LIMPID_DCHECK(variable.image.load(std::memory_order_relaxed) != nullptr);  // set by threadprivate_at()
  memcpy(copy, variable.image.load(std::memory_order_acquire), size);  // pairs with the CAS in save_image()
  if (life.construct != nullptr) {
    if (life.is_vector)
      reinterpret_cast<void* (*)(void*, size_t)>(life.construct)(copy, life.elements);
    else
      reinterpret_cast<void* (*)(void*)>(life.construct)(copy);
  } else if (life.copy != nullptr) {
    if (life.is_vector)
      reinterpret_cast<void* (*)(void*, void*, size_t)>(life.copy)(copy, variable.original, life.elements);
    else
      reinterpret_cast<void* (*)(void*, void*)>(life.copy)(copy, variable.original);
  }
}

void end_copy(const Threadprivate& variable, void* copy) {
  const CopyLife& life = variable.life;
  if (life.destroy == nullptr) return;
  if (life.is_vector)
    reinterpret_cast<void (*)(void*, size_t)>(life.destroy)(copy, life.elements);
  else
    reinterpret_cast<void (*)(void*)>(life.destroy)(copy);
}

void make_room(ThreadCopies& copies, uint32_t number) {
  if (number < copies.count) return;
  const uint32_t count = (number / policy::kThreadprivateGrowth + 1) * policy::kThreadprivateGrowth;
  auto* list = static_cast<void**>(realloc(copies.list, count * sizeof(void*)));
  if (list == nullptr) base::fatal("out of memory for a thread's %u threadprivate variables", count);
  memset(list + copies.count, 0, (count - copies.count) * sizeof(void*));
  LIMPID_DCHECK(number < count && count > copies.count);
  copies.list = list;
  copies.count = count;
}

// The initial thread of the process has the original.
bool has_original(const Thread& self) {
  return self.identity.id == kInitialThread;
}

}  // namespace

void register_threadprivate(void* original, const CopyLife& life) {
  find_or_add(original, life);
}

Threadprivate& threadprivate_at(void* original, size_t size) {
  Threadprivate& variable = find_or_add(original, {});
  if (variable.image.load(std::memory_order_acquire) == nullptr) {  // pairs with the CAS in save_image()
    variable.size.store(size, std::memory_order_relaxed);
    save_image(variable);
  }
  return variable;
}

void* make_copy(Thread& self, Threadprivate& variable) {
  ThreadCopies& copies = self.copies;
  make_room(copies, variable.number);
  LIMPID_DCHECK(copies.list[variable.number] == nullptr);  // copy_of() would have found it
  void* copy = variable.original;
  if (!has_original(self)) {
    copy = allocate_copy(variable.size.load(std::memory_order_relaxed));
    begin_copy(variable, copy);
    if (variable.life.destroy != nullptr) g_destructors.store(true, std::memory_order_relaxed);
  }
  self.copies.list[variable.number] = copy;
  return copy;
}

bool copies_have_destructors() {
  return g_destructors.load(std::memory_order_relaxed);
}

void end_copies(Thread& self) {
  if (self.copies.list == nullptr) return;
  for (auto& bucket : g_buckets) {
    // Pairs with the release CAS in find_or_add().
    for (Threadprivate* variable = bucket.load(std::memory_order_acquire); variable != nullptr;
         variable = variable->next) {
      if (variable->number >= self.copies.count) continue;
      void* const copy = self.copies.list[variable->number];
      if (copy == nullptr || copy == variable->original) continue;
      end_copy(*variable, copy);
      free(copy);
    }
  }
  free(self.copies.list);
  self.copies = {};
}

}  // namespace limpid::core
