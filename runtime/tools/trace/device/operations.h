// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The latest operations of traced devices: their times become known later, by a number.
#pragma once

#include "sync/mutex.h"
#include "tools/trace/device/operation.h"

namespace limpid::tools::trace {

// A ring: the newest kKept operations. One that is older is forgotten, and its record with it.
class Operations {
 public:
  static constexpr uint32_t kKept = uint32_t{1} << 16;

  // False: there is no memory. Once is enough.
  bool prepare();
  // The operation's number: never 0, and none of those that are kept.
  uint32_t put(const Operation& operation);
  // False: it is forgotten, or there never was one of this number.
  bool get(uint32_t number, Operation& operation);

  void reset_after_fork() { lock_.reset_after_fork(); }

 private:
  sync::Mutex lock_;  // guards all
  Operation* ring_ = nullptr;
  uint32_t newest_ = 0;  // after the greatest number comes 1
};

}  // namespace limpid::tools::trace
