// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the specification leaves a choice and the runtimes that programs are linked with chose differently, a
// program finds what its own one does. For entry points that only one kind of compiler calls the entry knows;
// this is for all that both kinds call: the initial run-sched-var, and where the affinity is displayed.
#pragma once

#include <cstdint>

namespace limpid::core {

enum class OwnRuntime : std::uint8_t { kGcc, kLlvm };

// By the names of the libraries that the program and its libraries were linked with (libgomp; libomp and
// libiomp5). A process that has both is one of whichever comes first in the loader's order, the program's own
// needs before its libraries'. Without such a name, as where all is found by dlsym, it is GCC's. Called once,
// when the environment is read.
OwnRuntime find_own_runtime();

}  // namespace limpid::core
