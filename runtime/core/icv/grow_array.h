// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A growing array for start-up work, where neither memory nor time is scarce.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "base/check.h"

namespace limpid::core {

// Owns malloc'ed memory until take() hands it over. Out of memory, it prints a message and ends the process.
template <typename T>
class GrowArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowArray() = default;
  GrowArray(const GrowArray&) = delete;
  GrowArray& operator=(const GrowArray&) = delete;
  ~GrowArray() { std::free(items_); }

  void add(T item) {
    if (count_ == room_) grow();
    LIMPID_DCHECK(count_ < room_);
    items_[count_++] = item;
  }
  void remove_at(std::uint32_t index) {
    LIMPID_DCHECK(index < count_);
    --count_;
    for (; index < count_; ++index) items_[index] = items_[index + 1];
  }
  void clear() { count_ = 0; }
  void shrink_to(std::uint32_t count) {
    LIMPID_DCHECK(count <= count_);
    count_ = count;
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] T& operator[](std::uint32_t index) {
    LIMPID_DCHECK(index < count_);
    return items_[index];
  }
  [[nodiscard]] const T& operator[](std::uint32_t index) const { return items_[index]; }
  [[nodiscard]] T* begin() { return items_; }
  [[nodiscard]] T* end() { return items_ + count_; }

  // The array itself, now owned by the caller; null if empty.
  [[nodiscard]] T* take() {
    T* const items = items_;
    items_ = nullptr;
    count_ = room_ = 0;
    return items;
  }

 private:
  void grow() {
    room_ = room_ == 0 ? 8 : room_ * 2;
    items_ = static_cast<T*>(std::realloc(items_, room_ * sizeof(T)));
    if (items_ != nullptr) return;
    std::fputs("limpid: no memory while reading the OMP_* environment variables\n", stderr);
    std::abort();
  }

  T* items_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;
};

}  // namespace limpid::core
