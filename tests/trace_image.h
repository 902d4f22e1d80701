// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace file made by hand, in memory: each thread's events as they are added, at times in ns.
#pragma once

#include <cstring>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "trace.h"
#include "trace_codec.h"
#include "trace_event.h"

namespace limpid::test {

class TraceImage {
 public:
  TraceImage() {
    header_.magic = trace::kMagic;
    header_.version_major = trace::kVersionMajor;
    header_.block_bytes = trace::kBlockBytes;
    header_.later[0] = {1, 1};  // a tick is a nanosecond
  }

  trace::FileHeader& header() { return header_; }

  TraceImage& add(uint32_t thread, trace::Event event) {
    Writer& w = writers_[thread];
    if (w.block == nullptr || w.at + trace::kMaxEventBytes > w.block->data() + w.block->size())
      next_block(thread, event.time_ns);
    uint8_t* const end = trace::encode(&w.memory, event, w.at);
    w.progress += trace::kOneEvent + static_cast<uint64_t>(end - w.at);
    w.at = end;
    head(w).progress = w.progress;
    ++w.events;
    return *this;
  }

  // The thread's next event goes into a block of its own.
  void new_block(uint32_t thread) { writers_[thread].block = nullptr; }

  // Of the block that the thread writes now.
  trace::BlockHeader& block(uint32_t thread) { return head(writers_[thread]); }
  // Of the block that was begun as number `order` of all, from 0.
  trace::BlockHeader& block_in_order(size_t order) {
    return *reinterpret_cast<trace::BlockHeader*>(blocks_[order].data());
  }

  std::vector<std::byte> bytes() const {
    std::vector<std::byte> all(trace::kBlockBytes * (1 + blocks_.size()));
    std::memcpy(all.data(), &header_, sizeof header_);
    size_t at = trace::kBlockBytes;
    for (const auto& block : blocks_) {
      std::memcpy(all.data() + at, block.data(), block.size());
      at += block.size();
    }
    return all;
  }

 private:
  struct Writer {
    std::vector<uint8_t>* block = nullptr;
    uint8_t* at = nullptr;
    uint64_t progress = 0, events = 0, sequence = 0;
    trace::Memory memory{};
  };

  static trace::BlockHeader& head(Writer& w) {
    return *reinterpret_cast<trace::BlockHeader*>(w.block->data());
  }

  void next_block(uint32_t thread, uint64_t now) {
    Writer& w = writers_[thread];
    blocks_.emplace_back(trace::kBlockBytes);
    w.block = &blocks_.back();
    trace::BlockHeader& h = head(w);
    w.memory.describe(&h);
    if (h.begin_ticks == 0) h.begin_ticks = now;
    h.thread = thread;
    h.sequence = w.sequence++;
    h.first_event = w.events;
    h.magic = trace::kBlockMagic;
    w.memory.begin(h);
    w.progress = 0;
    w.at = w.block->data() + trace::kEventsOffset;
  }

  trace::FileHeader header_{};
  std::deque<std::vector<uint8_t>> blocks_;
  std::map<uint32_t, Writer> writers_;
};

}  // namespace limpid::test
