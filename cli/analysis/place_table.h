// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/tree.h"

namespace limpid::cli::analysis {

// Where a node of a profile is: what a trace of the same run names.
struct Place {
  uint32_t node = Tree::kRoot;    // of the tree
  uint32_t region = Tree::kRoot;  // the innermost region around it; kRoot if there is none
  std::string file;               // of a call; a construct's place is its node's
  int line = 0;
};

// Which place each node of one profile is at.
class PlacesOfProcess {
 public:
  static constexpr uint32_t kNone = ~0u;

  // `node`: its id in the profile; `place`: a number in Analysis::places. The first one holds if a broken file has an id twice.
  void add(uint32_t node, uint32_t place) { of_.emplace_back(node, place); }
  void finish();
  uint32_t of(uint32_t node) const;  // kNone: there is no such node

 private:
  std::vector<std::pair<uint32_t, uint32_t>> of_;  // by node
};

// The places of all processes. Ranks run the same program: each of its places is kept once.
class PlaceTable {
 public:
  uint32_t add(Place place);  // its number
  std::vector<Place> finish() { return std::move(places_); }

 private:
  std::vector<Place> places_;
  std::map<std::tuple<uint32_t, uint32_t, int, std::string>, uint32_t> numbers_;
};

}  // namespace limpid::cli::analysis
