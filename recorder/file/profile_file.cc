// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/profile_file.h"

#include <cerrno>

#include "system.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kLargestReservation = 64ull << 30;
constexpr uint64_t kSmallestReservation = 16ull << 20;

}  // namespace

// One address for the whole life of the file. Only addresses are taken, no memory.
bool ProfileFile::reserve_addresses() {
  for (reserved_ = kLargestReservation; reserved_ >= kSmallestReservation; reserved_ /= 4) {
    void* p = mmap(nullptr, reserved_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p != MAP_FAILED) {
      base_ = static_cast<uint8_t*>(p);
      return true;
    }
  }
  return false;
}

bool ProfileFile::create(const char* path, bool replace, uint64_t start_monotonic_ns,
                         uint64_t start_realtime_ns) {
  error_ = 0;
  used_ = mapped_ = pending_ = 0;
  if (!file_.create(path, replace)) return false;
  if (!reserve_addresses() || !grow(kPiece)) {
    const int why = error_ != 0 ? error_ : ENOMEM;
    close(true);
    errno = why;
    return false;
  }
  auto* header = reinterpret_cast<profile::FileHeader*>(base_);
  header->version_major = profile::kVersionMajor;
  header->version_minor = profile::kVersionMinor;
  header->header_bytes = sizeof *header;
  header->start_monotonic_ns = start_monotonic_ns;
  header->start_realtime_ns = start_realtime_ns;
  used_ = sizeof *header;
  __atomic_store_n(&header->magic, profile::kMagic, __ATOMIC_RELEASE);
  return true;
}

bool ProfileFile::grow(uint64_t bytes) {
  ErrnoGuard keep;
  while (mapped_ < used_ + bytes) {
    if (mapped_ + kPiece > reserved_) {
      error_ = EFBIG;
      return false;
    }
    if (!file_.allocate(mapped_, kPiece) ||
        mmap(base_ + mapped_, kPiece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_.descriptor(),
             static_cast<off_t>(mapped_)) == MAP_FAILED) {
      error_ = errno;
      return false;
    }
    // Full pieces need not count as this process's memory; the few totals in them come back on demand.
    if (mapped_ >= 2 * kPiece) madvise(base_ + mapped_ - 2 * kPiece, kPiece, MADV_DONTNEED);
    mapped_ += kPiece;
  }
  return true;
}

void* ProfileFile::append_bytes(profile::RecordType type, size_t bytes) {
  bytes = (bytes + profile::kUnit - 1) / profile::kUnit * profile::kUnit;
  const bool last = type == profile::RecordType::kFinish;
  if (base_ == nullptr || (error_ != 0 && !last) || bytes > profile::kMaxRecordBytes) return nullptr;
  const uint64_t room = bytes + profile::kUnit + (last ? 0 : kReserve);
  if (used_ + room > mapped_ && (last || !grow(room))) return nullptr;
  pending_ = bytes;
  pending_head_ = {static_cast<uint16_t>(type), static_cast<uint16_t>(bytes / profile::kUnit)};
  // An append that was not committed may have left words here.
  std::memset(base_ + used_, 0, bytes);
  return base_ + used_;
}

void ProfileFile::commit(void* record) {
  uint32_t word;
  std::memcpy(&word, &pending_head_, sizeof word);
  __atomic_store_n(static_cast<uint32_t*>(record), word, __ATOMIC_RELEASE);
  used_ += pending_;
  pending_ = 0;
}

void ProfileFile::close(bool remove) {
  ErrnoGuard keep;
  if (base_ != nullptr) munmap(base_, reserved_);
  base_ = nullptr;
  if (remove) {
    file_.remove();
  } else {
    file_.close(used_);
  }
}

void ProfileFile::abandon() {
  ErrnoGuard keep;
  if (base_ != nullptr) munmap(base_, reserved_);
  base_ = nullptr;
  file_.abandon();
}

}  // namespace limpid::recorder
