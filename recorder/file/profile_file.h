// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include "file/output_file.h"
#include "profile.h"

namespace limpid::recorder {

// The file being written: a shared mapping that grows. One thread writes at a time. A record is whole once
// its head word is stored, and stays where it is, so that its totals can be updated in place.
class ProfileFile {
 public:
  // Creates the file and writes its header. A name that is taken gets the pid or a number put in, unless
  // `replace`. False with the reason in errno.
  bool create(const char* path, bool replace, uint64_t start_monotonic_ns, uint64_t start_realtime_ns);

  bool is_open() const { return base_ != nullptr; }
  const char* path() const { return file_.path(); }
  uint64_t size() const { return used_; }

  // Room for a record of type T and `tail` more bytes, zeroed but for the head; nullptr when the file cannot
  // grow. For the Finish record there is always room. Fill it, then commit() it before the next append().
  template <typename T>
  T* append(profile::RecordType type, size_t tail = 0) {
    return static_cast<T*>(append_bytes(type, sizeof(T) + tail));
  }
  // The same for a record that ends within its struct.
  void* append_raw(profile::RecordType type, size_t bytes) { return append_bytes(type, bytes); }
  void commit(void* record);

  // The reason why the file stopped growing, 0 while it can.
  int error() const { return error_; }

  // Cuts the file to what was written and unmaps it. With `remove` it is deleted.
  void close(bool remove);

  // In a forked child: forgets the parent's file without touching it.
  void abandon();

 private:
  static constexpr uint64_t kPiece = 256 << 10;
  static constexpr uint64_t kReserve = 64;  // for the Finish record

  bool reserve_addresses();
  bool grow(uint64_t bytes);
  void* append_bytes(profile::RecordType type, size_t bytes);

  OutputFile file_;
  uint8_t* base_ = nullptr;
  uint64_t reserved_ = 0;  // addresses
  uint64_t mapped_ = 0;    // bytes of the file that are mapped and have blocks
  uint64_t used_ = 0;
  uint64_t pending_ = 0;  // bytes of the record being filled
  profile::RecordHead pending_head_{};
  int error_ = 0;
};

// Stores one word that readers may see at any time.
template <typename T>
inline void store_in_place(T* to, T value) {
  __atomic_store_n(to, value, __ATOMIC_RELAXED);
}

}  // namespace limpid::recorder
