// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::cli::live {

struct Options {
  int pid = 0;
  bool json = false;
  bool deadlock = false;  // `ps`: only whether there is one, as text and exit status
  double delay_s = 0.5;   // `top`: between two pictures
  int64_t count = 0;      // `top`: pictures; 0: until the process or the user ends it
};

}  // namespace limpid::cli::live
