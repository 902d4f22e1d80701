// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process-wide table of the num_threads lists that the program has used.
#include "core/icv/thread_lists.h"
#include "base/check.h"
#include "sync/atomic.h"

#include <stdlib.h>

#include <algorithm>

namespace limpid::core {
namespace {

struct ThreadList {
  std::uint32_t count;
  std::uint32_t values[];
};

constexpr std::uint32_t kMostLists = 255;

// Filled from the front; an element never changes once set. [threads.list]
constinit sync::Atomic<const ThreadList*> g_lists[kMostLists]{};

bool same(const ThreadList& list, const std::uint32_t* values, std::uint32_t count) {
  return list.count == count && std::equal(values, values + count, list.values);
}

ThreadList* copy_of(const std::uint32_t* values, std::uint32_t count) {
  auto* list = static_cast<ThreadList*>(malloc(sizeof(ThreadList) + count * sizeof *values));
  if (list == nullptr) return nullptr;
  LIMPID_DCHECK(count > 0 && std::all_of(values, values + count, [](std::uint32_t n) { return n >= 1; }));
  list->count = count;
  std::copy_n(values, count, list->values);
  return list;
}

}  // namespace

std::uint8_t number_of_thread_list(const std::uint32_t* values, std::uint32_t count) {
  ThreadList* made = nullptr;
  for (std::uint32_t index = 0; index < kMostLists; ++index) {
    const ThreadList* list = g_lists[index].load(std::memory_order_acquire);  // [threads.list]
    if (list == nullptr) {
      if (made == nullptr) made = copy_of(values, count);
      if (made == nullptr) return kEnvironmentList;
      if (g_lists[index].compare_exchange_strong(list, made, std::memory_order_acq_rel))  // [threads.list]
        return static_cast<std::uint8_t>(index + 1);
    }
    if (same(*list, values, count)) {
      free(made);
      return static_cast<std::uint8_t>(index + 1);
    }
  }
  free(made);
  return kEnvironmentList;
}

LevelList<std::uint32_t> thread_list(std::uint8_t number) {
  if (number == kEnvironmentList) return global_icvs().nthreads_by_level;
  LIMPID_DCHECK(number <= kMostLists);
  const ThreadList* list = g_lists[number - 1].load(std::memory_order_acquire);  // [threads.list]
  return list != nullptr ? LevelList<std::uint32_t>{list->values, list->count} : LevelList<std::uint32_t>{};
}

}  // namespace limpid::core
