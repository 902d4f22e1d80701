// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which constructs of two programs, or of two builds of one, are the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/tree.h"

namespace limpid::cli::diff {

// Numbers the constructs of several runs: one number for what is one construct, although it may have moved to
// other lines. The constructs of a function stay in their order; those of one build move by one distance,
// except where code was inserted between two.
class ConstructNumbers {
 public:
  // Learns the constructs of one more run. Each run's keys are looked up by number() until the next call.
  void add_run(const std::vector<analysis::Tree::Key>& constructs);

  // The number of a construct that was in the last run added.
  size_t number(const analysis::Tree::Key& key) const;

  // The construct as the last run that had it knew it.
  const analysis::Tree::Key& key(size_t number) const { return keys_[number]; }

 private:
  // The constructs of one kind in one function: their numbers, in order of line.
  using Group = std::vector<size_t>;

  void add_to_group(Group& group, const std::vector<analysis::Tree::Key>& found);
  void note(size_t number, const analysis::Tree::Key& key);

  std::map<std::string, Group> groups_;
  std::vector<analysis::Tree::Key> keys_;
  std::map<std::string, size_t> current_;  // by all that tells constructs of one run apart
};

// Regions, teams and tasks.
bool is_construct(analysis::Tree::Kind kind);

}  // namespace limpid::cli::diff
