// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::debug {

// Takes gdb's own options out of the words of `limpid debug` (the first word is the command's name; what
// follows `--` or the first word that is no option belongs to the program), each with its value if it has
// one. In gdb's two spellings, with one dash and with two. Throws Failure for an option whose value is
// missing.
std::vector<std::string> take_gdb_options(std::vector<std::string>& arguments);

}  // namespace limpid::cli::debug
