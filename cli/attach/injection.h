// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "attach/safe_place.h"
#include "attach/target.h"

namespace limpid::cli::attach {

// Makes one thread of the process call the runtime, which then takes the request.
class Injection {
 public:
  explicit Injection(Target& target);

  // Looks at the threads once, the sleeping ones of the runtime first. False: none is where it may be interrupted.
  // Throws Failure if the process cannot be traced.
  bool try_once();

 private:
  bool try_thread(pid_t tid);

  Target& target_;
  SafePlace place_;
  size_t turn_ = 0;
};

}  // namespace limpid::cli::attach
