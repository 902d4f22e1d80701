// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's errno does not change because the runtime makes a system call for it, as to wait at a barrier.
#pragma once

#include <errno.h>

namespace limpid::platform {

// Gives the calling thread back, at the end of the scope, the errno that it had at the beginning. Async-signal-safe.
class KeepsErrno {
 public:
  KeepsErrno() = default;
  ~KeepsErrno() { errno = saved_; }
  KeepsErrno(const KeepsErrno&) = delete;
  KeepsErrno& operator=(const KeepsErrno&) = delete;

 private:
  const int saved_ = errno;
};

}  // namespace limpid::platform
