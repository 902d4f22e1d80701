// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::debug {

struct Options {
  std::string core;                    // a core file to open; empty: none
  int pid = 0;                         // a process to attach to; 0: none
  std::string gdb = "gdb";             // found in PATH
  std::vector<std::string> commands;   // for gdb, in order, before it asks
  std::vector<std::string> handed_on;  // gdb's own options, with their values
  bool batch = false;                  // leave gdb after the commands
  std::vector<std::string> program;    // with its arguments; may be empty with a core file or a process
};

}  // namespace limpid::cli::debug
