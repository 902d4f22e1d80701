// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <set>
#include <string>

namespace limpid::cli::analysis {

// How the code of a region divides its work, as the functions of the runtime tell that it calls itself. What
// functions do that it calls is not in here. All false: nothing is known.
struct Worksharing {
  bool static_loop = false;   // or code of the program's own that goes by thread numbers
  bool dynamic_loop = false;  // handed out while it runs: dynamic, guided, or by OMP_SCHEDULE
  bool sections = false;
  bool one_thread = false;  // single, master, masked
  bool tasks = false;

  Worksharing& operator|=(const Worksharing& more);
};

// From the names of the runtime's functions, GCC's and LLVM's.
Worksharing worksharing_of(const std::set<std::string>& runtime_calls);

}  // namespace limpid::cli::analysis
