// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::record {

struct Options {
  std::vector<std::string> command;  // program and arguments
  std::string output;                // file or directory; empty: a name per process in the current directory
  int frequency = 0;                 // samples per second and thread; 0: the recorder's default
  bool keep_runtime = false;         // leave the program the OpenMP runtime that it finds by itself
  bool quiet = false;
};

}  // namespace limpid::cli::record
