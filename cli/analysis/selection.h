// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "analysis/tree.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// A part of a run to look at alone. What is not selected counts nowhere.
struct Selection {
  static constexpr uint64_t kEnd = std::numeric_limits<uint64_t>::max();

  uint64_t from_ns = 0;  // since the first process began
  uint64_t to_ns = kEnd;
  std::vector<uint32_t> threads;  // by number within their process; empty: all
  std::string region;             // code directly in regions of this name or place; empty: all
  std::string focus;              // what functions of this name ran, themselves or by calls; empty: all
  std::string phase;              // while the program was in phases of this name; empty: all

  bool by_time() const { return from_ns != 0 || to_ns != kEnd; }
  bool by_thread() const { return !threads.empty(); }
  bool by_code() const { return !region.empty() || !focus.empty(); }
  bool by_phase() const { return !phase.empty(); }
  bool any() const { return by_time() || by_thread() || by_code() || by_phase(); }
};

// The profile as if it had been recorded in the selected stretch of time alone. Totals that the recorder adds
// up (how often a region ran, who held locks) cannot be divided: they are left out, and so are samples without
// a time of their own. `began_ns`: when its process began.
profile::Profile cut_by_time(const profile::Profile& profile, const Selection& selection, uint64_t began_ns);

bool selects_thread(const Selection& selection, uint32_t thread);

// Whether a construct or function goes by this text: its name, the part of it behind a `::`, or `file:line`
// (with or without the directory).
bool is_called(const Tree::Key& key, const std::string& text);

// Whether the code of a node is selected. `region`: the innermost region around it, Tree::kRoot if there is
// none.
bool selects_node(const Selection& selection, const Tree& tree, uint32_t node, uint32_t region);

}  // namespace limpid::cli::analysis
