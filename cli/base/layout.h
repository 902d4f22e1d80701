// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace limpid::cli {

// Where this installation keeps its parts. The command finds them beside itself (BIN/../lib), so an install
// tree can be moved as a whole.
struct Layout {
  std::string lib;         // directory that holds the runtime under all its names
  std::string runtime;     // liblimpid.so
  std::string recorder;    // liblimpid-recorder.so
  std::string checker;     // liblimpid-check.so
  std::string check;       // what `limpid check` builds its programs from
  std::string include;     // omp.h and its like
  std::string gdb_script;  // what gives gdb our commands
  std::string page;        // HTML page without its data; missing if it was built without npm

  // Whether a file is our runtime, under any of its names, or an import library of ours, which brings the
  // runtime along.
  bool is_runtime(const std::string& path) const;
};

Layout find_layout();

}  // namespace limpid::cli
