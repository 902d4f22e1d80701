// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/expectation.h"

namespace limpid::cli::check {

enum class Language { c, cxx, fortran };

// One program of the own set: its source, and what the comments at its top say.
struct Program {
  std::string name;    // file name without what follows the last dot
  std::string source;  // path
  Language language = Language::c;
  std::vector<Expectation> expectations;
  std::map<std::string, std::string> environment;  // env: NAME=VALUE
  std::vector<int> threads;                        // threads: 1 2; empty: as asked
  std::map<std::string, std::string> not_for;      // not FAMILY: REASON
};

// The programs of a directory, by name; only those named, if any are. Throws Failure for a directory that is
// not there, a name that no program has, or a comment that is wrong.
std::vector<Program> read_programs(const std::string& directory, const std::vector<std::string>& only);

}  // namespace limpid::cli::check
