// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "shared_word.h"
#include "system.h"

namespace limpid::recorder {

// What a thread's handler has found, in order, until the sampler comes: a ring that the handler fills and the sampler
// empties, neither waiting for the other. A sample is an object of type T; of its last bytes, which an array ends, only
// those that are used take room.
template <class T, uint32_t kBytes>
class OwnSamples {
 public:
  // The sampler, before the thread is asked to fill it; harmless to repeat. False if there is no memory.
  bool create() {
    if (ring_ == nullptr) ring_ = static_cast<uint8_t*>(map_pages(kBytes));
    return ring_ != nullptr;
  }

  void destroy() {
    if (ring_ != nullptr) munmap(ring_, kBytes);
    ring_ = nullptr;
  }
  // What was there is nobody's. While neither of them comes.
  void clear() { read_.store(written_.load(std::memory_order_relaxed), std::memory_order_relaxed); }

  // The handler: room for a whole sample, or nullptr. finish() hands it over; what is never finished was not there.
  T* begin() {
    const uint32_t written = written_.load(std::memory_order_relaxed);
    begun_ = kBytes - written % kBytes < kMost ? written + kBytes - written % kBytes : written;
    // [own_samples.read] What the sampler has read may be written over.
    if (begun_ + kMost - read_.load(std::memory_order_acquire) > kBytes) return nullptr;
    if (begun_ != written) *length_at(written) = kSkip;
    writes_plain(at(begun_));
    return at(begun_);
  }
  void finish(size_t bytes) {
    const auto length = static_cast<uint32_t>(kHead + (bytes + kHead - 1) / kHead * kHead);
    *length_at(begun_) = length;
    written_.store(begun_ + length, std::memory_order_release);  // [own_samples.written]
  }

  // The sampler: the oldest one, nullptr if there is none. It stays until done().
  const T* oldest() {
    const uint32_t written = written_.load(std::memory_order_acquire);  // [own_samples.written]
    uint32_t read = read_.load(std::memory_order_relaxed);
    if (read == written) return nullptr;
    if (*length_at(read) == kSkip) read += kBytes - read % kBytes;
    oldest_ = read;
    reads_plain(at(read));
    return at(read);
  }
  void done() {
    read_.store(oldest_ + *length_at(oldest_), std::memory_order_release);  // [own_samples.read]
  }

 private:
  static constexpr uint32_t kHead = alignof(T) > sizeof(uint64_t) ? alignof(T) : sizeof(uint64_t);
  static constexpr uint32_t kMost = kHead + static_cast<uint32_t>((sizeof(T) + kHead - 1) / kHead * kHead);
  static constexpr uint32_t kSkip = 0;  // nothing from here to the ring's end
  static_assert(kMost * 2 <= kBytes && (kBytes & (kBytes - 1)) == 0);

  // Before each sample stands how many bytes it takes with this.
  uint32_t* length_at(uint32_t place) { return reinterpret_cast<uint32_t*>(ring_ + place % kBytes); }
  T* at(uint32_t place) { return reinterpret_cast<T*>(ring_ + place % kBytes + kHead); }

  uint8_t* ring_ = nullptr;
  // Bytes since the beginning. They run over at a multiple of the ring's size.
  Atomic<uint32_t> written_{0}, read_{0};
  uint32_t begun_ = 0;   // the handler's
  uint32_t oldest_ = 0;  // the sampler's
};

}  // namespace limpid::recorder
