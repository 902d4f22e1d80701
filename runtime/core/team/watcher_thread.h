// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of the watchers (core/task/detach/watcher.h).
#pragma once

namespace limpid::core {

// Tells the watchers how their threads register with the runtime. Any number of times.
void provide_watcher_threads();

}  // namespace limpid::core
