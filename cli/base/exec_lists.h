// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lists that exec and posix_spawn take.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace limpid::cli {

// Pointers to the words, and a null pointer behind them. They hold as long as `words` is not changed.
std::vector<char*> pointers_to(std::vector<std::string>& words);

// The environment of this process, NAME=VALUE each, with `variables` in the place of its own; left out are those whose
// names begin with one of `without`.
std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables,
                                          const std::vector<std::string>& without);

}  // namespace limpid::cli
