// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task/task_memory.h"

#include <stdlib.h>

#include <new>

#include "base/check.h"
#include "platform/memory.h"

namespace limpid::core {
namespace {

constexpr size_t kChunkBytes = 256 * 1024;
constexpr size_t kPayloadOfClass[] = {64, 192, 704, 1728, TaskMemory::kLargestPayload};

}  // namespace

int TaskMemory::class_for(size_t payload_bytes) {
  static_assert(kPayloadOfClass[0] == kSmallestPayload);
  int size_class = 0;
  while (kPayloadOfClass[size_class] < payload_bytes) ++size_class;
  return size_class;
}

// Carved memory is zero: pages come that way and a chunk is carved once.
void* TaskMemory::carve(size_t bytes) {
  if (static_cast<size_t>(fresh_end_ - fresh_) < bytes) {
    fresh_ = static_cast<char*>(platform::map_pages(kChunkBytes));
    if (fresh_ == nullptr) base::fatal("out of memory for tasks (%zu bytes)", kChunkBytes);
    fresh_end_ = fresh_ + kChunkBytes;
  }
  void* block = fresh_;
  fresh_ += bytes;
  return block;
}

Task* TaskMemory::allocate_any(size_t payload_bytes) {
  int size_class = class_for(payload_bytes);
  if (free_[size_class] == nullptr && returned_.load(std::memory_order_relaxed) != nullptr) take_returned();
  Task* task = free_[size_class];
  if (task == nullptr) return make_block(size_class);
  free_[size_class] = task->next;
  return task;
}

Task* TaskMemory::make_block(int size_class) {
  Task* task = ::new (carve(sizeof(Task) + kPayloadOfClass[size_class])) Task;
  task->home = this;
  task->size_class = size_class;
  return task;
}

void TaskMemory::take_returned() {
  Task* task = returned_.exchange(nullptr, std::memory_order_acquire);  // [memory.send]
  while (task != nullptr) {
    Task* rest = task->next;
    task->next = free_[task->size_class];
    free_[task->size_class] = task;
    task = rest;
  }
}

void TaskMemory::release_any(Task* task) {
  free(task->large_data);
  task->large_data = nullptr;
  for (Task* block = task->edges; block != nullptr;) {
    Task* rest = block->edges;
    block->edges = nullptr;
    release(block);
    block = rest;
  }
  task->edges = nullptr;
  if (task->home == this) {
    task->next = free_[task->size_class];
    free_[task->size_class] = task;
  } else {
    put_in_parcel(task);
  }
}

void TaskMemory::put_in_parcel(Task* task) {
  if (parcel_home_ != task->home && parcel_size_ != 0) send_parcel();
  if (parcel_size_ == 0) {
    parcel_home_ = task->home;
    parcel_last_ = task;
    parcel_first_ = nullptr;
  }
  task->next = parcel_first_;
  parcel_first_ = task;
  if (++parcel_size_ == kParcel) send_parcel();
}

void TaskMemory::send_parcel() {
  std::atomic<Task*>& letterbox = parcel_home_->returned_;
  Task* before = letterbox.load(std::memory_order_relaxed);
  do {
    parcel_last_->next = before;
  } while (!letterbox.compare_exchange_weak(before, parcel_first_, std::memory_order_release,
                                            std::memory_order_relaxed));  // [memory.send]
  parcel_size_ = 0;
}

void* TaskMemory::allocate_cell(size_t bytes) {
  FreeCell*& list = free_cells_[bytes / kDoubleCell];
  FreeCell* cell = list;
  if (cell == nullptr) return carve(bytes);
  list = cell->next;
  return cell;
}

void TaskMemory::release_cell(void* cell, size_t bytes) {
  FreeCell*& list = free_cells_[bytes / kDoubleCell];
  list = ::new (cell) FreeCell{list};
}

}  // namespace limpid::core
