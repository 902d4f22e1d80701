// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "system.h"

namespace limpid::recorder {

namespace {

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

void OutputFile::prepare_descriptors() {
  const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) ::close(move_away(fd));
}

bool OutputFile::create(const char* path, bool replace) {
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

// The program may have closed our descriptor with a range of others, and its number may now be a file of the
// program's.
bool OutputFile::still_ours() {
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

bool OutputFile::allocate(uint64_t offset, uint64_t bytes) {
  rlimit limit;
  // Growing beyond this would be a deadly signal, not an error.
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < offset + bytes) {
    errno = EFBIG;
    return false;
  }
  return still_ours() && allocate_blocks(fd_, offset, bytes);
}

void OutputFile::close(uint64_t bytes) {
  if (still_ours()) {
    [[maybe_unused]] const int cut = ftruncate(fd_, static_cast<off_t>(bytes));
    ::close(fd_);
  }
  fd_ = -1;
}

void OutputFile::remove() {
  if (still_ours()) {
    unlink(path_);
    ::close(fd_);
  }
  fd_ = -1;
}

void OutputFile::abandon() {
  if (fd_ >= 0 && still_ours()) ::close(fd_);
  fd_ = -1;
}

}  // namespace limpid::recorder
