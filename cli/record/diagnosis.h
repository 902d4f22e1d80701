// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/process.h"
#include "base/layout.h"
#include "record/chain.h"
#include "record/options.h"
#include "record/target.h"

namespace limpid::cli::record {

// Why nothing can come of a recording, said before the program runs; empty if nothing speaks against it.
std::string foreseen(const Target& target);

// What came of a run.
struct Outcome {
  const std::vector<analysis::Origin>& outputs;
  const std::string& directory;  // where they were to be written
  const std::optional<Stray>& stray;
};

// Why no OpenMP runtime answered, said after the run: what was found, and the one thing to do about it. Empty
// if one of the profiles was connected to a runtime, and no process was seen on another one.
std::string no_answer(const Target& target, const Options& options, const Layout& layout,
                      const Outcome& outcome);

}  // namespace limpid::cli::record
