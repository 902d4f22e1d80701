// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/analysis.h"
#include "trace/result.h"

namespace limpid::cli::tracing {

// What the places that events name are in the source, and which share of a construct's time some code has.
class Places {
 public:
  Places(const analysis::Analysis& analysis, const analysis::Traced& traced);

  // One number for all places that are the same in the source.
  uint32_t same(uint32_t place);

  NamedConstruct named(const Construct& construct) const;

  // Which part of a construct's work goes by that name: all of it if the construct does; else what the samples of
  // the profile say of functions and constructs below it.
  double share(const NamedConstruct& construct, const std::string& name);

 private:
  struct Spot {
    analysis::Tree::Key key;
    uint32_t node = analysis::Tree::kRoot;
    uint32_t region = analysis::Tree::kRoot;
  };
  struct Share {
    uint64_t all_ns = 0;
    uint64_t of_it_ns = 0;
  };

  Spot spot_of(uint32_t place) const;
  uint32_t construct_around(uint32_t node) const;
  void sum_up(const std::string& name);

  const analysis::Analysis& analysis_;
  const analysis::PlacesOfProcess& places_;
  std::unordered_map<std::string, uint32_t> first_;  // by what a place is
  std::unordered_map<uint32_t, uint32_t> same_;
  std::string summed_;                             // the name that `shares_` are of
  std::unordered_map<std::string, Share> shares_;  // by construct
};

}  // namespace limpid::cli::tracing
