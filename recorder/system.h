// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few system calls that the recorder lives on. Everything here is async-signal-safe and leaves
// errno alone unless it says otherwise.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "clocks.h"

namespace limpid::recorder {

// A signal handler must hand errno back as it found it.
class ErrnoGuard {
 public:
  ErrnoGuard() : saved_(errno) {}
  ~ErrnoGuard() { errno = saved_; }
  ErrnoGuard(const ErrnoGuard&) = delete;
  ErrnoGuard& operator=(const ErrnoGuard&) = delete;

 private:
  int saved_;
};

inline pid_t thread_id() {
  return static_cast<pid_t>(syscall(SYS_gettid));
}

// Copies memory of this process that may be unmapped: a byte count, or 0 where nothing can be read.
inline size_t safe_copy(void* to, uint64_t from, size_t bytes) {
  ErrnoGuard keep;
  iovec local{to, bytes};
  iovec remote{reinterpret_cast<void*>(from), bytes};
  const auto n = syscall(SYS_process_vm_readv, getpid(), &local, 1, &remote, 1, 0);
  return n > 0 ? static_cast<size_t>(n) : 0;
}

// Zeroed memory that costs nothing until touched; nullptr if there is none. Not for handlers.
inline void* map_pages(size_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  madvise(p, bytes, MADV_NOHUGEPAGE);
  return p;
}

}  // namespace limpid::recorder
