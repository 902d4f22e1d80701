// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::info {

// What a runtime makes of the environment.
struct Settings {
  std::vector<std::string> values;    // NAME='value', in the runtime's order
  std::vector<std::string> messages;  // what it has to say about wrong values
  int processors = 0;
  int places = 0;
};

// Asks the runtime in `library` itself, in a child process of this one, so that nothing of it stays here.
// Throws Failure if the library cannot be asked.
Settings ask_runtime(const std::string& library);

}  // namespace limpid::cli::info
