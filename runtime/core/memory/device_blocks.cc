// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list under a lock: such blocks are few, and a device's allocation takes longer.
#include "core/memory/device_blocks.h"

#include <stdlib.h>

#include "base/check.h"
#include "sync/mutex.h"

namespace limpid::core {

constinit sync::Atomic<std::uint32_t> g_device_blocks{0};

namespace {

struct Noted {
  DeviceBlock block;
  Noted* next;
};

constinit sync::Mutex g_lock{};
constinit Noted* g_first = nullptr;  // under the lock

// Where the block is linked, or the list's end. Under the lock.
Noted** link_of(const void* memory) {
  Noted** link = &g_first;
  while (*link != nullptr && (*link)->block.memory != memory) link = &(*link)->next;
  return link;
}

}  // namespace

bool add_device_block(const DeviceBlock& block) {
  LIMPID_DCHECK(block.memory != nullptr);
  auto* const noted = static_cast<Noted*>(malloc(sizeof(Noted)));
  if (noted == nullptr) return false;
  const sync::MutexGuard guard(g_lock);
  *noted = {block, g_first};
  g_first = noted;
  g_device_blocks.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool find_device_block(const void* memory, DeviceBlock& block) {
  if (!has_device_blocks()) return false;
  const sync::MutexGuard guard(g_lock);
  const Noted* const noted = *link_of(memory);
  if (noted != nullptr) block = noted->block;
  return noted != nullptr;
}

bool take_device_block(const void* memory, DeviceBlock& block) {
  if (!has_device_blocks()) return false;
  Noted* noted = nullptr;
  {
    const sync::MutexGuard guard(g_lock);
    Noted** const link = link_of(memory);
    noted = *link;
    if (noted == nullptr) return false;
    *link = noted->next;
    LIMPID_DCHECK(has_device_blocks());
    g_device_blocks.fetch_sub(1, std::memory_order_relaxed);
  }
  block = noted->block;
  free(noted);
  return true;
}

void reset_device_blocks_after_fork() {
  g_lock.reset_after_fork();
}

}  // namespace limpid::core
