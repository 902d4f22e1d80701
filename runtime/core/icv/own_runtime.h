// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which compiler's runtime the program was linked with. GCC's and LLVM's runtimes differ where the
// specification leaves a choice, and a program gets the choice of its own one. An entry point that only one
// kind of compiler calls needs no test. The rest depends on this: the initial run-sched-var, and where
// affinity is displayed.
#pragma once

#include <cstdint>

namespace limpid::core {

enum class OwnRuntime : std::uint8_t { kGcc, kLlvm };

// Decides by the names of the libraries that the program and its libraries were linked with (libgomp; libomp
// and libiomp5). If a process has both, the first in the loader's order decides; the program's own
// dependences come before those of its libraries. Without such a name, for example if symbols are found by
// dlsym, the answer is kGcc. Called once, when the environment is read.
OwnRuntime find_own_runtime();

}  // namespace limpid::core
