// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The allocator of tasks: slabs per thread, and batches of blocks that return to their owner.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <iterator>

#include "base/check.h"
#include "core/data/policy.h"
#include "core/data/task.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {

// A thread's slabs of task memory.
//
// Blocks   a task's header and, behind it, the data of its body. Sizes come in classes; larger data is
//          allocated separately. A block stays a task for ever: thieves may read a header that has been
//          recycled.
// Owner    the thread that carved the block. It allocates and frees without atomics. Another thread collects
//          the blocks that it frees in a batch for one owner and returns the batch through returned_.
// Orders   [memory.send] release CAS, pairs with the owner's acquire exchange.
// Life     with its Thread, which is never unmapped; a recycled Thread keeps its slabs.
class TaskMemory {
 public:
  static constexpr size_t kLargestPayload = policy::kTaskPayloads[std::size(policy::kTaskPayloads) - 1];

  // A block with room for at least payload_bytes (<= kLargestPayload) behind the header, both aligned to 64.
  // Ends the process when there is no memory.
  Task* allocate(size_t payload_bytes) {
    Task* task = free_[0];
    if (payload_bytes > kSmallestPayload || task == nullptr) [[unlikely]]
      return allocate_any(payload_bytes);
    free_[0] = task->next;
    LIMPID_DCHECK(is_at_rest(*task) && task->home == this);
    sync::writes_plain(&task->member);
    return task;
  }

  // Called on the memory of the thread that frees; the block may belong to another thread. large_data and
  // edges are freed with the task.
  void release(Task* task) {
    LIMPID_DCHECK(is_at_rest(*task) && task->size_class < kClasses);
    sync::writes_plain(&task->member);
    if (task->home != this || task->large_data != nullptr || task->graph.edges != nullptr) [[unlikely]] {
      release_any(task);
      return;
    }
    task->next = free_[task->size_class];
    free_[task->size_class] = task;
  }

  // Bytes behind the header of a block.
  static size_t payload_of(const Task& task);

  // release() for a block from allocate(0) of this memory whose task has neither large_data nor edges.
  void release_smallest(Task* task) {
    LIMPID_DCHECK(is_at_rest(*task) && task->size_class == 0 && task->home == this);
    LIMPID_DCHECK(task->large_data == nullptr && task->graph.edges == nullptr);
    sync::writes_plain(&task->member);
    task->next = free_[0];
    free_[0] = task;
  }

  // Small objects that only their thread uses: cells of 64 bytes (kCell) and 128 bytes (kDoubleCell).
  // Zero-filled or recycled.
  void* allocate_cell(size_t bytes);
  void release_cell(void* cell, size_t bytes);
  static constexpr size_t kCell = 64;
  static constexpr size_t kDoubleCell = 128;

 private:
  static constexpr int kClasses = std::size(policy::kTaskPayloads);
  static constexpr size_t kSmallestPayload = policy::kTaskPayloads[0];
  static constexpr uint32_t kBatch = kSmallestPayload / sizeof(uintptr_t);
  struct FreeCell {
    FreeCell* next;
  };

  void* carve(size_t bytes);
  static int class_for(size_t payload_bytes);
  Task* allocate_any(size_t payload_bytes);
  Task* make_block(int size_class);
  void release_any(Task* task);
  bool open_batch();
  void send_batch(Task* envelope);
  void add_to_batch(Task* task);

  Task* free_[kClasses] = {};
  FreeCell* free_cells_[2] = {};
  char* fresh_ = nullptr;
  char* fresh_end_ = nullptr;
  Task* batches_ = nullptr;  // returned to this memory and not opened yet
  TaskMemory* batch_home_ = nullptr;
  // Blocks to be sent to batch_home_, each with its size class in the low bits.
  uintptr_t batch_[kBatch] = {};
  uint32_t batch_size_ = 0;
  alignas(platform::kCacheLine) sync::Atomic<Task*> returned_{nullptr};
};

}  // namespace limpid::core
