// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "base/layout.h"
#include "check/compilers.h"
#include "check/program_set.h"

namespace limpid::cli::check {

// A program as one compiler made it, or why it did not.
struct Built {
  const Program* program = nullptr;
  const Compiler* compiler = nullptr;
  std::string file;     // empty if it is not there
  std::string problem;  // the compiler's first error
};

// Builds programs and keeps them in the user's cache ($XDG_CACHE_HOME/limpid/check, or ~/.cache), under a
// name made of everything that goes into them. Where no cache can be, they go into the scratch directory.
class Builder {
 public:
  Builder(const Layout& layout, std::string scratch);

  // May be called by several threads at once.
  Built build(const Program& program, const Compiler& compiler) const;

 private:
  std::vector<std::string> command(const Program& program, const Compiler& compiler,
                                   const std::string& output) const;

  std::string share_;  // where the programs are
  std::string include_;
  std::string cache_;
  std::string scratch_;
  std::string shared_text_;  // of the headers that every program may include
};

}  // namespace limpid::cli::check
