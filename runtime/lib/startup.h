// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start of tools on a thread that does not use OpenMP.
#pragma once

namespace limpid::lib {

// If the program has not used OpenMP yet: what its first use would do about tools. Otherwise waits, if need be, until
// they have started. The environment has been read.
void start_tools_before_use();

}  // namespace limpid::lib
