// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for what lives as long as an execution or less. A test executes its scenario tens of thousands of times, each with
// some thousands of small vectors: the same pieces serve all of them. Only the process's first thread allocates here.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

namespace model {

class Pool {
 public:
  static void* take(std::size_t bytes) {
    const std::size_t size_class = class_of(bytes);
    Piece*& free = free_[size_class];
    if (free == nullptr) return ::operator new (std::size_t{1} << size_class);
    Piece* const piece = free;
    free = piece->next;
    return piece;
  }
  static void give_back(void* memory, std::size_t bytes) {
    Piece*& free = free_[class_of(bytes)];
    free = new (memory) Piece{free};
  }

 private:
  struct Piece {
    Piece* next;
  };
  // Pieces of a class have 2 to the power of its number bytes.
  static std::size_t class_of(std::size_t bytes) { return std::bit_width(bytes < 16 ? 15 : bytes - 1); }

  static inline constinit std::array<Piece*, 8 * sizeof(std::size_t) + 1> free_{};
};

template <class T>
struct Pooled {
  using value_type = T;
  Pooled() = default;
  template <class Other>
  Pooled(const Pooled<Other>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(Pool::take(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) { Pool::give_back(memory, count * sizeof(T)); }
  friend bool operator==(const Pooled&, const Pooled&) { return true; }
};

template <class T>
using PooledVector = std::vector<T, Pooled<T>>;

}  // namespace model
