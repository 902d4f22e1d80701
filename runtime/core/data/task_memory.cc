// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carving and recycling the blocks of tasks, and returning them to their owners.
#include "core/data/task_memory.h"

#include <stddef.h>
#include <stdlib.h>

#include <new>

#include "base/check.h"
#include "platform/memory.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constexpr size_t kLine = 64;
constexpr size_t kHotLines = offsetof(Task, graph.successors) / kLine;
constexpr uintptr_t kClassBits = kLine - 1;  // blocks are aligned to lines

}  // namespace

int TaskMemory::class_for(size_t payload_bytes) {
  static_assert(policy::kTaskPayloads[0] == kSmallestPayload);
  LIMPID_DCHECK(payload_bytes <= kLargestPayload);  // the last class ends the search
  int size_class = 0;
  while (policy::kTaskPayloads[size_class] < payload_bytes) ++size_class;
  return size_class;
}

size_t TaskMemory::payload_of(const Task& task) {
  return policy::kTaskPayloads[task.size_class];
}

// Carved memory is zero: new pages are zero and a chunk is carved once.
void* TaskMemory::carve(size_t bytes) {
  if (static_cast<size_t>(fresh_end_ - fresh_) < bytes) {
    fresh_ = static_cast<char*>(platform::map_pages(policy::kTaskChunkBytes));
    if (fresh_ == nullptr) base::fatal("out of memory for tasks (%zu bytes)", policy::kTaskChunkBytes);
    fresh_end_ = fresh_ + policy::kTaskChunkBytes;
  }
  LIMPID_DCHECK(bytes % kLine == 0 && reinterpret_cast<uintptr_t>(fresh_) % kLine == 0);
  void* block = fresh_;
  fresh_ += bytes;
  return block;
}

Task* TaskMemory::allocate_any(size_t payload_bytes) {
  int size_class = class_for(payload_bytes);
  while (free_[size_class] == nullptr && open_batch()) {
  }
  Task* task = free_[size_class];
  if (task == nullptr) return make_block(size_class);
  free_[size_class] = task->next;
  LIMPID_DCHECK(is_at_rest(*task) && task->home == this && task->size_class == size_class);
  sync::writes_plain(&task->member);
  return task;
}

Task* TaskMemory::make_block(int size_class) {
  Task* task = ::new (carve(sizeof(Task) + policy::kTaskPayloads[size_class])) Task;
  task->home = this;
  task->size_class = static_cast<uint8_t>(size_class);
  sync::writes_plain(&task->member);
  return task;
}

// The lines of returned blocks are in another processor's cache. The batch holds the addresses, so that all
// lines can be fetched at the same time.
bool TaskMemory::open_batch() {
  if (batches_ == nullptr) {
    if (returned_.load(std::memory_order_relaxed) == nullptr) return false;
    batches_ = returned_.exchange(nullptr, std::memory_order_acquire);  // [memory.send]
  }
  Task* envelope = batches_;
  batches_ = envelope->next;
  LIMPID_DCHECK(envelope->home == this);  // it was returned to its owner
  const auto* contents = reinterpret_cast<const uintptr_t*>(envelope + 1);
  for (uint32_t index = 0; index < kBatch && contents[index] != 0; ++index) {
    Task* task = reinterpret_cast<Task*>(contents[index] & ~kClassBits);
    for (size_t line = 0; policy::enabled(policy::batch_prefetch) && line < kHotLines; ++line) {
      __builtin_prefetch(reinterpret_cast<char*>(task) + line * kLine, 1);
    }
    const size_t size_class = contents[index] & kClassBits;
    LIMPID_DCHECK(task->home == this && task->size_class == size_class);
    task->next = free_[size_class];
    free_[size_class] = task;
  }
  envelope->next = free_[envelope->size_class];
  free_[envelope->size_class] = envelope;
  return true;
}

void TaskMemory::release_any(Task* task) {
  free(task->large_data);
  task->large_data = nullptr;
  for (Task* block = task->graph.edges; block != nullptr;) {
    Task* rest = block->graph.edges;
    block->graph.edges = nullptr;
    release(block);
    block = rest;
  }
  task->graph.edges = nullptr;
  if (task->home == this) {
    task->next = free_[task->size_class];
    free_[task->size_class] = task;
  } else {
    add_to_batch(task);
  }
}

// A block that does not fit into the batch, or that belongs to another owner than the batch, closes the
// batch.
void TaskMemory::add_to_batch(Task* task) {
  LIMPID_DCHECK(task->home != this && batch_size_ <= kBatch);
  const uint32_t full = policy::enabled(policy::return_batches) ? kBatch : 1;
  if (batch_size_ == full && batch_home_ == task->home) {
    send_batch(task);
    return;
  }
  if (batch_size_ != 0 && batch_home_ != task->home) {
    uintptr_t last = batch_[--batch_size_];
    send_batch(reinterpret_cast<Task*>(last & ~kClassBits));
  }
  batch_home_ = task->home;
  batch_[batch_size_++] = reinterpret_cast<uintptr_t>(task) | task->size_class;
}

// The contents lie in the envelope's payload, ended by a zero if there are fewer than kBatch.
void TaskMemory::send_batch(Task* envelope) {
  LIMPID_DCHECK(envelope->home == batch_home_);
  auto* contents = reinterpret_cast<uintptr_t*>(envelope + 1);
  for (uint32_t index = 0; index < batch_size_; ++index) contents[index] = batch_[index];
  if (batch_size_ < kBatch) contents[batch_size_] = 0;
  batch_size_ = 0;
  sync::Atomic<Task*>& letterbox = batch_home_->returned_;
  Task* before = letterbox.load(std::memory_order_relaxed);
  do {
    envelope->next = before;
  } while (!letterbox.compare_exchange_weak(before, envelope, std::memory_order_release,
                                            std::memory_order_relaxed));  // [memory.send]
}

void* TaskMemory::allocate_cell(size_t bytes) {
  FreeCell*& list = free_cells_[bytes / kDoubleCell];
  LIMPID_DCHECK(bytes == kCell || bytes == kDoubleCell);
  FreeCell* cell = list;
  if (cell == nullptr) return carve(bytes);
  list = cell->next;
  return cell;
}

void TaskMemory::release_cell(void* cell, size_t bytes) {
  FreeCell*& list = free_cells_[bytes / kDoubleCell];
  LIMPID_DCHECK(bytes == kCell || bytes == kDoubleCell);
  list = ::new (cell) FreeCell{list};
}

}  // namespace limpid::core
