// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "record/options.h"

namespace limpid::cli::attach {

// `limpid record --pid PID`: the recorder comes into a process that runs, and leaves it again when the user, --for or the
// program ends that. Throws Failure if it cannot come in.
int record_process(const record::Options& options);

}  // namespace limpid::cli::attach
