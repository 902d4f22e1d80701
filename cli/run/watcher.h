// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "base/layout.h"

namespace limpid::cli::run {

// Leaves a process behind that says one line on stderr if a process that comes of this one is on another
// OpenMP runtime, and ends when this one does. It is nobody's child, has a session of its own, and holds
// nothing open but stderr. Without the kernel's help (pidfd, a place to put an orphan) there is none, and
// nothing is said.
void leave_watcher(const Layout& layout);

}  // namespace limpid::cli::run
