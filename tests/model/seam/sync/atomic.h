// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model's side of the seam: stands in for runtime/sync/atomic.h in the model tests.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <type_traits>

#include "checker/execution.h"
#include "platform/cpu.h"

namespace limpid::sync {

template <class T>
std::uint64_t pack_word(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
T unpack_word(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

// As large as the value. The execution holds its history; outside of one it is a plain variable.
template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
  using Order = std::memory_order;
  using Site = std::source_location;

 public:
  constexpr Atomic() : Atomic(T{}) {}
  constexpr Atomic(T value) : value_(value) {
    if (!std::is_constant_evaluated() && model::Execution::current() != nullptr)
      model::Execution::current()->forget(this);
  }
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order order = Order::seq_cst, Site site = Site::current()) const {
    return run() == nullptr ? value_ : unpack(run()->load(word(), order, site));
  }
  void store(T value, Order order = Order::seq_cst, Site site = Site::current()) {
    run() == nullptr ? void(value_ = value) : run()->store(word(), pack(value), order, site);
  }
  T exchange(T value, Order order = Order::seq_cst, Site site = Site::current()) {
    return modify([](std::uint64_t, std::uint64_t operand) { return operand; }, value, order, site);
  }
  T fetch_add(T value, Order order = Order::seq_cst, Site site = Site::current()) {
    return modify(
        [](std::uint64_t before, std::uint64_t operand) { return pack(T(unpack(before) + unpack(operand))); },
        value, order, site);
  }
  T fetch_sub(T value, Order order = Order::seq_cst, Site site = Site::current()) {
    return modify(
        [](std::uint64_t before, std::uint64_t operand) { return pack(T(unpack(before) - unpack(operand))); },
        value, order, site);
  }
  T fetch_and(T value, Order order = Order::seq_cst, Site site = Site::current()) {
    return modify([](std::uint64_t before, std::uint64_t operand) { return before & operand; }, value, order,
                  site);
  }
  T fetch_or(T value, Order order = Order::seq_cst, Site site = Site::current()) {
    return modify([](std::uint64_t before, std::uint64_t operand) { return before | operand; }, value, order,
                  site);
  }
  bool compare_exchange_strong(T& expected, T desired, Order order = Order::seq_cst,
                               Site site = Site::current()) {
    return compare_exchange(expected, desired, {order, false}, site);
  }
  bool compare_exchange_strong(T& expected, T desired, Order order, Order failing,
                               Site site = Site::current()) {
    return compare_exchange(expected, desired, {order, false, failing}, site);
  }
  bool compare_exchange_weak(T& expected, T desired, Order order = Order::seq_cst,
                             Site site = Site::current()) {
    return compare_exchange(expected, desired, {order, true}, site);
  }
  bool compare_exchange_weak(T& expected, T desired, Order order, Order failing,
                             Site site = Site::current()) {
    return compare_exchange(expected, desired, {order, true, failing}, site);
  }

  [[nodiscard]] model::Execution::Word word() const { return {const_cast<T*>(&value_), sizeof(T)}; }

 private:
  static model::Execution* run() { return model::Execution::current(); }
  static std::uint64_t pack(T value) { return pack_word(value); }
  static T unpack(std::uint64_t bits) { return unpack_word<T>(bits); }
  T modify(model::Execution::Change change, T operand, Order order, Site site) {
    if (run() != nullptr) return unpack(run()->modify(word(), change, pack(operand), order, site));
    const T before = value_;
    value_ = unpack(change(pack(before), pack(operand)));
    return before;
  }
  bool compare_exchange(T& expected, T desired, model::Comparison comparison, Site site) {
    std::uint64_t bits = pack(expected);
    bool done = bits == pack(value_);
    if (run() != nullptr)
      done = run()->compare_exchange(word(), bits, pack(desired), comparison, site);
    else
      done ? void(value_ = desired) : void(bits = pack(value_));
    if (!done) expected = unpack(bits);
    return done;
  }

  T value_;
};

// A word of the program that threads share from some point on.
template <class T>
class AtomicRef {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
  using Order = std::memory_order;
  using Site = std::source_location;

 public:
  explicit AtomicRef(T& value) : value_(&value) {}
  T load(Order order = Order::seq_cst, Site site = Site::current()) const {
    return run() == nullptr ? *value_ : unpack_word<T>(run()->load({value_, sizeof(T)}, order, site));
  }
  void store(T value, Order order = Order::seq_cst, Site site = Site::current()) const {
    run() == nullptr ? void(*value_ = value)
                     : run()->store({value_, sizeof(T)}, pack_word(value), order, site);
  }
  bool compare_exchange_strong(T& expected, T desired, Order order = Order::seq_cst,
                               Site site = Site::current()) const {
    std::uint64_t bits = pack_word(expected);
    bool done = bits == pack_word(*value_);
    if (run() != nullptr)
      done = run()->compare_exchange({value_, sizeof(T)}, bits, pack_word(desired), {order, false}, site);
    else
      done ? void(*value_ = desired) : void(bits = pack_word(*value_));
    if (!done) expected = unpack_word<T>(bits);
    return done;
  }

 private:
  static model::Execution* run() { return model::Execution::current(); }
  T* value_;
};

inline constexpr int kWakeAll = 0x7fffffff;

inline void futex_wait(const Atomic<std::uint32_t>& word, std::uint32_t expected,
                       std::source_location site = std::source_location::current()) {
  model::Execution::current()->sleep(word.word(), expected, false, site);
}
inline void futex_wait_for(const Atomic<std::uint32_t>& word, std::uint32_t expected, std::int64_t,
                           std::source_location site = std::source_location::current()) {
  model::Execution::current()->sleep(word.word(), expected, true, site);
}
inline bool futex_wake(const Atomic<std::uint32_t>& word, int count,
                       std::source_location site = std::source_location::current()) {
  return model::Execution::current()->wake(&word, count, site);
}
inline void futex_requeue(const Atomic<std::uint32_t>& from, const Atomic<std::uint32_t>& to,
                          std::source_location site = std::source_location::current()) {
  model::Execution::current()->move_sleepers(&from, &to, site);
}

inline bool has_process_fence() {
  return model::Execution::current()->has_process_fence();
}
inline void process_fence(std::source_location site = std::source_location::current()) {
  model::Execution::current()->process_fence(site);
}

inline void reads_plain(const void* data) {
  if (model::Execution::current() != nullptr) model::Execution::current()->read_plain(data);
}
inline void writes_plain(const void* data) {
  if (model::Execution::current() != nullptr) model::Execution::current()->write_plain(data);
}

inline void decrement_unshared(Atomic<std::uint32_t>& word,
                               std::source_location site = std::source_location::current()) {
  word.store(word.load(std::memory_order_relaxed, site) - 1, std::memory_order_relaxed, site);
}

inline void relax() {
  model::Execution::current()->yield();
}
inline void yield() {
  model::Execution::current()->yield();
}

}  // namespace limpid::sync
