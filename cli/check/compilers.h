// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "check/program_set.h"

namespace limpid::cli::check {

// A compiler driver that is there.
struct Compiler {
  std::string family;  // gcc, clang or flang: how programs of theirs are called in reports and comments
  Language language = Language::c;
  std::string path;
  std::string version;  // "12.2.0"
};

// Whether a family's programs call the runtime as GCC's do (GOMP_*), and not as LLVM's do (__kmpc_*).
bool calls_gomp(const std::string& family);

// The compilers to use. Without names all that PATH has: gcc, g++ and gfortran; clang and clang++; flang,
// each with a version in its name if there is none without (clang-22). A name chooses its family and version:
// gcc, gcc-13, clang-19, flang, or a path. Throws Failure for a name that is no such compiler or is not
// there.
std::vector<Compiler> find_compilers(const std::vector<std::string>& names, const std::string& scratch);

// "gcc 12.2.0, clang 22.1.8": each family once.
std::string in_words(const std::vector<Compiler>& compilers);

}  // namespace limpid::cli::check
