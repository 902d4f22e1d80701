// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "base/layout.h"
#include "check/builder.h"
#include "check/compilers.h"
#include "check/options.h"
#include "check/program_set.h"
#include "check/runtime.h"
#include "check/verdict.h"

namespace limpid::cli::check {

// Builds and runs the own set on a runtime, several programs at a time.
class Campaign {
 public:
  Campaign(const Options& options, const Layout& layout, const Runtime& runtime, std::string scratch);

  // Throws Failure if there is nothing to run.
  void run(Verdict* verdict);

  std::string compilers() const { return in_words(used_); }
  size_t programs() const { return programs_.size(); }
  const std::vector<int>& threads() const { return threads_; }

 private:
  struct Task {
    const Built* built;
    Run run;
  };
  struct Outcome;

  void build_all(Verdict* verdict);
  Outcome run_one(const Task& task, size_t number) const;
  void judge(const Task& task, const Outcome& outcome, Verdict* verdict) const;

  const Layout& layout_;
  const Runtime& runtime_;
  std::string scratch_;
  std::vector<int> threads_;
  std::vector<Program> programs_;
  std::vector<Compiler> compilers_;
  std::vector<Compiler> used_;  // those whose programs can run on this runtime
  std::vector<Built> built_;
};

}  // namespace limpid::cli::check
