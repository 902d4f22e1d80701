// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What could be changed in a program or around it, so that it runs faster: sentences that a recording gives reason for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analysis.h"

namespace limpid::cli::advice {

struct Advice {
  std::string_view kind;  // `imbalance`, `short regions`, ...: a heading of docs/advice.md
  // Elapsed time that following it saves at most, as docs/advice.md says; 0: not known.
  uint64_t gain_ns = 0;
  bool somewhere = false;  // whether it is about one place
  analysis::Tree::Key place;
  std::string finding;  // what the recording shows: one sentence, with its seconds
  std::string remedy;   // what to do about it: one sentence
};

// Most to gain first. Empty for a program that there is nothing to say about: whatever costs less than 5 % of
// the run, or less than samples can tell. The inputs of `analysis` are of a whole run or of a stretch of it:
// of some threads, or of some code, nobody can say what the rest would gain.
std::vector<Advice> advise(const analysis::Analysis& analysis);

}  // namespace limpid::cli::advice
