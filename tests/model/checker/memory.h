// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What loads may return under the memory model of C++.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>

#include "checker/address_table.h"
#include "checker/pool.h"

namespace model {

using Order = std::memory_order;

inline constexpr int kMaxThreads = 8;  // including the thread that sets up

// What a thread, or a message from it, knows of the other threads.
struct View {
  PooledVector<std::uint32_t> seen;  // by location: when the oldest store came that may still be read
  std::array<std::uint32_t, kMaxThreads> clock{};  // by thread: how many of its steps happen before
  int thread = kNone;  // whose view it is, or was when the message was sent; kNone: of several, or of none

  static constexpr int kNone = -1;

  void join(const View& other);
  // The same for a message. Who knows the step in which it was sent knows what is in it.
  void learn(const View& message) {
    if (message.thread == kNone || clock[message.thread] < message.clock[message.thread]) join(message);
  }
  [[nodiscard]] std::uint32_t seen_at(std::uint32_t location) const {
    return location < seen.size() ? seen[location] : 0;
  }
  void see(std::uint32_t location, std::uint32_t when);
};

struct Store {
  std::uint64_t value;
  std::uint32_t when;  // grows along the modification order
  bool modifies;       // by a read-modify-write, so that no store comes between it and the one before
  View message;        // what a thread learns that acquires it
};

// The stores to one word, in their modification order. It is the order of execution, but for stores that take
// effect before newer ones of which their thread knows nothing.
struct Location {
  std::uint32_t number = 0;
  PooledVector<Store> stores;
  // Plain data: the thread that wrote last, and the reads since then.
  int writer = -1;
  std::uint32_t written_at = 0;
  std::array<std::uint32_t, kMaxThreads> read_at{};
};

// Atomic words with views: the operational form of C++20, without stores that take effect before loads which
// precede them. A load may return any store that is not older than what its thread knows, and a store may
// come before any store that its thread does not know.
//   acquire     learns what the store's thread knew when it released
//   seq_cst     additionally: not older than what any earlier seq_cst operation has seen there
// A read-modify-write reads the last store. Its message contains that of the store it read (release
// sequence).
class Memory {
 public:
  // The word at an address, with its value from before the first access.
  Location& at(const void* address, std::uint64_t initial);
  // The lifetime of another object begins at the address.
  void forget(const void* address) { words_at_[address] = nullptr; }

  // The index of the oldest store that a load may return.
  [[nodiscard]] std::uint32_t oldest(const View& view, const Location& word, Order order) const;
  static std::uint32_t newest(const Location& word) {
    return static_cast<std::uint32_t>(word.stores.size() - 1);
  }

  std::uint64_t read(View& view, Location& word, std::uint32_t store, Order order);
  // The store comes before the one with this index, or last.
  void write(View& view, Location& word, std::uint64_t value, Order order, std::size_t before);
  void write(View& view, Location& word, std::uint64_t value, Order order) {
    write(view, word, value, order, word.stores.size());
  }
  // The indexes that write() may be given, but for the last.
  [[nodiscard]] PooledVector<std::uint32_t> earlier_places(const View& view, const Location& word,
                                                           Order order) const;
  // A read-modify-write of the newest store.
  void modify(View& view, Location& word, std::uint64_t value, Order order);
  void fence(View& view);

 private:
  std::deque<Location, Pooled<Location>> words_;  // in the order of their first accesses
  AddressTable<Location> words_at_;
  View consistent_;  // what seq_cst operations have seen
};

constexpr bool acquires(Order order) {
  return order == Order::acquire || order == Order::acq_rel || order == Order::seq_cst ||
         order == Order::consume;
}
constexpr bool releases(Order order) {
  return order == Order::release || order == Order::acq_rel || order == Order::seq_cst;
}

}  // namespace model
