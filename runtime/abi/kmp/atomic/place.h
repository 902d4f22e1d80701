// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How an object in memory changes atomically: by compare-and-swap, or under the lock.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <bit>

#include "abi/omp/critical_entry.h"

namespace limpid::abi {

// During its life no other atomic construct that needs a lock runs, GCC's included: an object is changed in
// one way only, whichever compiler made the code. Inlined into the entry point, as EntryScope must be.
class AtomicSection {
 public:
  [[gnu::always_inline]] AtomicSection() { begin_atomic(); }
  [[gnu::always_inline]] ~AtomicSection() { end_atomic(); }
  AtomicSection(const AtomicSection&) = delete;
  AtomicSection& operator=(const AtomicSection&) = delete;
};

// The integer of a size that the processor can compare and swap. 16 bytes are not among them: compilers in
// use make inline code or calls of GOMP_atomic_start for them, and an object is changed in one way only.
template <size_t kSize>
struct WordOf {
  using Type = void;
};
template <>
struct WordOf<1> {
  using Type [[gnu::may_alias]] = uint8_t;
};
template <>
struct WordOf<2> {
  using Type [[gnu::may_alias]] = uint16_t;
};
template <>
struct WordOf<4> {
  using Type [[gnu::may_alias]] = uint32_t;
};
template <>
struct WordOf<8> {
  using Type [[gnu::may_alias]] = uint64_t;
};

template <size_t kSize>
constexpr bool kHasWord = kSize == 1 || kSize == 2 || kSize == 4 || kSize == 8;

// An object that is not on a multiple of its size is changed under the lock. The address decides, so it is
// always changed in that way.
template <size_t kSize>
bool is_lock_free(const void* place) {
  return kHasWord<kSize> && reinterpret_cast<uintptr_t>(place) % kSize == 0;
}

template <typename T>
struct Change {
  T before;
  T after;
};

// Replaces the value at `place` by what `compute` makes of it; may call it several times.
template <typename T, typename Compute>
[[gnu::always_inline]] inline Change<T> change(T* place, Compute compute) {
  if constexpr (kHasWord<sizeof(T)>) {
    using Word = typename WordOf<sizeof(T)>::Type;
    if (is_lock_free<sizeof(T)>(place)) [[likely]] {
      auto* word = reinterpret_cast<Word*>(place);
      Word seen = __atomic_load_n(word, __ATOMIC_RELAXED);
      Word wanted;
      // Pairs with the other changes of the object. Sequentially consistent: the clause that would allow less
      // is not passed.
      do wanted = std::bit_cast<Word>(compute(std::bit_cast<T>(seen)));
      while (!__atomic_compare_exchange_n(word, &seen, wanted, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
      return {std::bit_cast<T>(seen), std::bit_cast<T>(wanted)};
    }
  }
  AtomicSection section;
  Change<T> changed;
  memcpy(&changed.before, place, sizeof(T));  // it may lie on any address
  changed.after = compute(changed.before);
  memcpy(place, &changed.after, sizeof(T));
  return changed;
}

template <typename T>
[[gnu::always_inline]] inline T read(T* place) {
  return change(place, [](T before) { return before; }).before;
}

template <typename Operation, typename T, typename V>
[[gnu::always_inline]] inline void update(T* place, V value) {
  change(place, [value](T before) { return Operation::of(before, value); });
}

// The value after the change, or before it.
template <typename Operation, typename T>
[[gnu::always_inline]] inline T capture(T* place, T value, bool after) {
  const auto changed = change(place, [value](T before) { return Operation::of(before, value); });
  return after ? changed.after : changed.before;
}

// Returns what was at `place`, which becomes `wanted` if it was `expected`.
template <typename T>
T compare_and_swap(T* place, T expected, T wanted) {
  return change(place, [=](T before) { return before == expected ? wanted : before; }).before;
}

}  // namespace limpid::abi
