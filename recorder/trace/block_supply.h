// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "trace/block_queue.h"
#include "trace/trace_mapping.h"

namespace limpid::recorder {

// Keeps free blocks ready: new ones at the file's end, or, in a flight recorder, the oldest ones that their
// threads have left. For one thread at a time, but for the queue.
class BlockSupply {
 public:
  constexpr BlockSupply(TraceMapping& mapping, BlockQueue& queue) : mapping_(mapping), queue_(queue) {}
  BlockSupply(const BlockSupply&) = delete;
  BlockSupply& operator=(const BlockSupply&) = delete;

  // `recycle`: use blocks again, those first that were left more than `keep_ticks` ago; younger ones where the
  // file cannot grow. False: no memory.
  bool begin(bool recycle, uint64_t keep_ticks);

  // Brings the stock to where it should be, or to `most` blocks. `now`: in ticks. False once the file has stopped growing for a
  // reason that mapping.error() tells; true again in later calls.
  bool refill(uint64_t now, uint64_t most = kMostStock);

  // Whether blocks were taken since it was asked last.
  bool busy();

  // No more blocks for anybody. How many blocks the file needs to hold all that were ever taken.
  uint32_t close();

  uint64_t recycled() const { return recycled_; }

 private:
  static constexpr uint64_t kLeastStock = 512;  // 8 MiB
  static constexpr uint64_t kMostStock = 16384;
  static constexpr uint64_t kAtOnce = 64;
  static constexpr uint64_t kLeastTouched = 32;

  void touch_next();
  uint32_t oldest(uint64_t now, bool however_young);
  uint64_t left_at(uint32_t block);
  void set_used_aside();
  void use_again(uint32_t block);

  TraceMapping& mapping_;
  BlockQueue& queue_;
  bool recycle_ = false;
  bool said_error_ = false;
  uint64_t keep_ticks_ = 0;
  uint64_t stock_ = kLeastStock;
  uint64_t touched_ = kLeastTouched;  // so many of the stock, the next ones, have their memory already
  uint64_t touched_to_ = 0;           // a place of the queue
  uint64_t taken_ = 0, seen_ = 0;     // of the queue, at the latest refill; when busy() was asked
  uint64_t recycled_ = 0;
  uint64_t looked_at_ = 0;  // places of the queue before this one need no look
  // Blocks whose threads had not left them when they were looked at.
  uint32_t* still_used_ = nullptr;
  uint32_t still_used_count_ = 0;
};

}  // namespace limpid::recorder
