// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of the driver's latest calls.
#include "tools/trace/device/calls.h"

#include "platform/memory.h"

namespace limpid::tools::trace {
namespace {

uint32_t call_of(uint64_t place) {
  return static_cast<uint32_t>(place >> 32);
}

// Whether a call was made before another one; numbers begin again after the greatest.
bool is_older(uint32_t call, uint32_t other) {
  return static_cast<int32_t>(call - other) < 0;
}

}  // namespace

// Multiplied with 2^32 divided by the golden ratio: neighbours, and calls at any regular distance, spread evenly.
uint32_t Calls::set_of(uint32_t call) {
  return (call * 0x9E3779B9u) >> (32 - kSetBits);
}

bool Calls::prepare() {
  if (sets_ == nullptr) sets_ = static_cast<Set*>(platform::map_ready_pages(sizeof(Set) << kSetBits));
  return sets_ != nullptr;
}

// Relaxed: the word is all there is. The device begins after it is written, and the record of what it did is read
// when the device is done.
void Calls::note(uint32_t call, uint32_t operation) {
  Set& set = sets_[set_of(call)];
  for (;;) {
    sync::Atomic<uint64_t>* oldest = nullptr;
    uint64_t seen = 0;
    for (sync::Atomic<uint64_t>& place : set.places) {
      const uint64_t word = place.load(std::memory_order_relaxed);
      if (oldest != nullptr && (seen == 0 || (word != 0 && !is_older(call_of(word), call_of(seen)))))
        continue;
      oldest = &place;
      seen = word;
    }
    const uint64_t noted = uint64_t{call} << 32 | operation;
    if (oldest->compare_exchange_strong(seen, noted, std::memory_order_relaxed)) return;
  }
}

uint32_t Calls::operation_of(uint32_t call) const {
  for (const sync::Atomic<uint64_t>& place : sets_[set_of(call)].places) {
    const uint64_t word = place.load(std::memory_order_relaxed);
    if (word != 0 && call_of(word) == call) return static_cast<uint32_t>(word);
  }
  return 0;
}

}  // namespace limpid::tools::trace
