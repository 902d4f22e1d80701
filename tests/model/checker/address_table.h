// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "checker/pool.h"

namespace model {

// One T* for each address, in a table with open addressing: every operation of an execution looks here.
template <class T>
class AddressTable {
 public:
  // Initially nullptr; to be set by the caller, before the next call.
  T*& operator[](const void* address) {
    if (4 * used_ >= 3 * entries_.size()) grow();
    Entry& entry = find(address);
    if (entry.address == nullptr) {
      entry.address = address;
      ++used_;
    }
    return entry.value;
  }

 private:
  struct Entry {
    const void* address = nullptr;
    T* value = nullptr;
  };

  Entry& find(const void* address) {
    const std::uint64_t hash = reinterpret_cast<std::uintptr_t>(address) * 0x9e3779b97f4a7c15u;
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = hash >> 32 & mask;
    while (entries_[at].address != nullptr && entries_[at].address != address) at = (at + 1) & mask;
    return entries_[at];
  }
  void grow() {
    size_ = 2 * entries_.size();
    PooledVector<Entry> before(size_);
    before.swap(entries_);
    for (const Entry& entry : before)
      if (entry.address != nullptr) find(entry.address) = entry;
  }

  static inline std::size_t size_ = 256;  // a power of two; the next table will grow as large as this one

  std::size_t used_ = 0;
  PooledVector<Entry> entries_ = PooledVector<Entry>(size_);
};

}  // namespace model
