// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/profile_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <cerrno>
#include <cstdio>

#include "system.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kLargestReservation = 64ull << 30;
constexpr uint64_t kSmallestReservation = 16ull << 20;

// "name.limpid" -> "name.INSERT.limpid"
void name_with(const char* path, const char* insert, char (&out)[PATH_MAX]) {
  const char* dot = std::strrchr(path, '.');
  const char* slash = std::strrchr(path, '/');
  if (dot == nullptr || (slash != nullptr && dot < slash)) dot = path + std::strlen(path);
  const auto stem = static_cast<int>(dot - path);
  if (std::snprintf(out, sizeof out, "%.*s.%s%s", stem, path, insert, dot) >= static_cast<int>(sizeof out)) {
    out[0] = '\0';
  }
}

// What makes a name that is taken another one: the pid; a number, where the pid is there already (the same
// process under another program, for one).
void insert_for(const char* path, int attempt, char (&out)[32]) {
  char pid[16];
  std::snprintf(pid, sizeof pid, "%d", getpid());
  const char* slash = std::strrchr(path, '/');
  const bool there = std::strstr(slash == nullptr ? path : slash, pid) != nullptr;
  if (there) {
    std::snprintf(out, sizeof out, "%d", attempt + 2);
  } else {
    std::snprintf(out, sizeof out, attempt == 0 ? "%s" : "%s.%d", pid, attempt + 1);
  }
}

// Programs choose small descriptor numbers and close whole ranges of them: ours keeps out of the way.
int move_away(int fd) {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return fd;
  const int floor = limit.rlim_cur > 1024 ? 960 : static_cast<int>(limit.rlim_cur / 2);
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, floor);
  if (moved < 0) return fd;
  close(fd);
  return moved;
}

}  // namespace

void ProfileFile::prepare_descriptors() {
  const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) ::close(move_away(fd));
}

namespace {

// Gives [offset, offset + bytes) of the file real blocks, so that stores into the mapping cannot fail later.
bool allocate_blocks(int fd, uint64_t offset, uint64_t bytes) {
  if (fallocate(fd, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes)) == 0) return true;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return false;
  static const char zeros[4096] = {};
  for (uint64_t done = 0; done < bytes;) {
    const uint64_t left = bytes - done;
    const ssize_t n =
        pwrite(fd, zeros, left < sizeof zeros ? left : sizeof zeros, static_cast<off_t>(offset + done));
    if (n <= 0) return false;
    done += static_cast<uint64_t>(n);
  }
  return true;
}

}  // namespace

bool ProfileFile::open_new(const char* path, bool replace) {
  if (replace) unlink(path);
  std::snprintf(path_, sizeof path_, "%s", path);
  constexpr int kFlags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
  fd_ = open(path_, kFlags, 0666);
  for (int attempt = 0; fd_ < 0 && errno == EEXIST && attempt < 100; ++attempt) {
    char insert[32];
    insert_for(path, attempt, insert);
    name_with(path, insert, path_);
    fd_ = open(path_, kFlags, 0666);
  }
  if (fd_ < 0) return false;
  fd_ = move_away(fd_);
  // Gone with the process, and when it becomes another program: so others see whether this is still written.
  flock(fd_, LOCK_SH | LOCK_NB);
  struct stat status;
  if (fstat(fd_, &status) != 0) return false;
  device_ = status.st_dev;
  inode_ = status.st_ino;
  return true;
}

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
  if (!open_new(path, replace)) return false;
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

// The program may have closed our descriptor with a range of others, and its number may now be a file of the
// program's.
bool ProfileFile::still_ours() {
  struct stat status;
  const auto same = [&] { return status.st_dev == device_ && status.st_ino == inode_; };
  if (fd_ >= 0 && fstat(fd_, &status) == 0 && same()) return true;
  fd_ = open(path_, O_RDWR | O_CLOEXEC);
  if (fd_ < 0) return false;
  fd_ = move_away(fd_);
  if (fstat(fd_, &status) == 0 && same()) return true;
  ::close(fd_);
  fd_ = -1;
  errno = ENOENT;
  return false;
}

bool ProfileFile::grow(uint64_t bytes) {
  ErrnoGuard keep;
  rlimit limit;
  // Growing beyond this would be a deadly signal, not an error.
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < mapped_ + kPiece && mapped_ < used_ + bytes) {
    error_ = EFBIG;
    return false;
  }
  while (mapped_ < used_ + bytes) {
    if (mapped_ + kPiece > reserved_) {
      error_ = EFBIG;
      return false;
    }
    if (!still_ours() || !allocate_blocks(fd_, mapped_, kPiece) ||
        mmap(base_ + mapped_, kPiece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd_,
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
  if (still_ours()) {
    if (remove) {
      unlink(path_);
    } else {
      [[maybe_unused]] const int cut = ftruncate(fd_, static_cast<off_t>(used_));
    }
    ::close(fd_);
  }
  fd_ = -1;
}

void ProfileFile::abandon() {
  ErrnoGuard keep;
  if (base_ != nullptr) munmap(base_, reserved_);
  base_ = nullptr;
  if (fd_ >= 0 && still_ours()) ::close(fd_);
  fd_ = -1;
}

}  // namespace limpid::recorder
