// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "live/options.h"

namespace limpid::cli::live {

// `limpid ps PID`: one picture. With `deadlock`, kExitDeadlock where threads wait for each other, kExitOk where they do
// not. Both throw Failure for a process that is not there, may not be read, or is on another runtime.
int run_ps(const Options& options);

// `limpid top PID`: pictures until the process ends, or the user has enough.
int run_top(const Options& options);

}  // namespace limpid::cli::live
