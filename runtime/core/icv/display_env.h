// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the table of OMP_DISPLAY_ENV.
#pragma once

namespace limpid::core {

// Prints the version and the initial values of all ICVs on stderr, as OMP_DISPLAY_ENV and omp_display_env do
// (OpenMP 5.1, section 6.12). `verbose` adds the variables that only this runtime and GCC's have.
void display_environment(bool verbose);

}  // namespace limpid::core
