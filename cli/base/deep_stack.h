// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

namespace limpid::cli {

// Runs `work` where the stack is deep enough for the libraries that we use (libdw takes 150 kB at once),
// whatever `ulimit -s` says: on this thread, or on one with a stack of its own. The limit itself stays as it
// is, for the program inherits it. Answers what `work` answers; `work` must not throw.
int on_deep_stack(const std::function<int()>& work);

}  // namespace limpid::cli
