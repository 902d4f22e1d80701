// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::check {

struct Options {
  std::vector<std::string> command;    // a program of the user's own, and its arguments; empty: the own set
  std::string runtime;                 // library to check; empty: Limpid
  std::vector<int> threads;            // empty: 1, 2, 4, 8, or for a program what its environment says
  std::vector<std::string> compilers;  // empty: all that are found
  std::vector<std::string> only;       // names of programs; empty: all
  std::string output;                  // file for the report; empty: stdout, or stderr with a program
  bool json = false;
};

}  // namespace limpid::cli::check
