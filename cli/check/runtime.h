// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "base/layout.h"

namespace limpid::cli::check {

// The runtime that is checked, and a directory that gives it to programs under every name that they may ask
// for.
struct Runtime {
  std::string library;  // absolute
  std::string names;    // directory of symbolic links: libgomp.so.1, libomp.so, …
  bool gomp = false;    // what GCC's programs call is there
  bool kmp = false;     // what Clang's and Flang's programs call is there
};

// `library`: a file, empty for Limpid's own. Throws Failure if it is no library of this machine, or has no
// OpenMP.
Runtime choose_runtime(const std::string& library, const Layout& layout, const std::string& scratch);

}  // namespace limpid::cli::check
