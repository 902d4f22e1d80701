// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/places.h"

#include <fmt/format.h>

namespace limpid::cli::tracing {
namespace {

using analysis::Tree;

// The same for the same construct, in all its contexts.
std::string word_of(const Tree::Key& key) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", static_cast<int>(key.kind), key.name, key.file, key.line,
                     key.place, key.suffix, key.identity);
}

}  // namespace

Places::Places(const analysis::Analysis& analysis, const analysis::Traced& traced)
    : analysis_(analysis), places_(traced.places) {}

// A construct is its node; a call is its line in the function or construct around it.
Places::Spot Places::spot_of(uint32_t place) const {
  const uint32_t number = places_.of(place);
  if (number == analysis::PlacesOfProcess::kNone) return {};
  const analysis::Place& at = analysis_.places[number];
  const Tree::Node& node = analysis_.tree.at(at.node);
  Spot spot{node.key, at.node, at.region};
  if (at.line == 0) return spot;
  spot.key = {};
  spot.key.name = node.key.name;
  spot.key.file = at.file;
  spot.key.line = at.line;
  return spot;
}

uint32_t Places::same(uint32_t place) {
  const auto [known, added] = same_.try_emplace(place, place);
  if (added) known->second = first_.try_emplace(word_of(spot_of(place).key), place).first->second;
  return known->second;
}

NamedConstruct Places::named(const Construct& construct) const {
  if (construct.place == 0) return {construct.sort, {}, Tree::kRoot, Tree::kRoot};
  const Spot spot = spot_of(construct.place);
  return {construct.sort, spot.key, spot.node, spot.region};
}

uint32_t Places::construct_around(uint32_t node) const {
  while (node != Tree::kRoot && !Tree::is_construct(analysis_.tree.at(node).key.kind))
    node = analysis_.tree.at(node).parent;
  return node;
}

// Time that threads waited or slept gets no shorter by faster code.
void Places::sum_up(const std::string& name) {
  summed_ = name;
  shares_.clear();
  std::vector<bool> inside(analysis_.tree.size(), false);
  for (uint32_t i = 1; i < analysis_.tree.size(); ++i) {
    const Tree::Node& node = analysis_.tree.at(i);
    inside[i] =
        inside[node.parent] || (!Tree::is_pseudo(node.key.kind) && analysis::is_called(node.key, name));
    if (Tree::is_pseudo(node.key.kind) || node.self_ns == 0) continue;
    Share& share = shares_[word_of(analysis_.tree.at(construct_around(i)).key)];
    share.all_ns += node.self_ns;
    if (inside[i]) share.of_it_ns += node.self_ns;
  }
}

double Places::share(const NamedConstruct& construct, const std::string& name) {
  const bool somewhere = construct.sort != Sort::kSerial && construct.place.kind != Tree::Kind::kProgram;
  if (somewhere && analysis::is_called(construct.place, name)) return 1;
  if (summed_ != name) sum_up(name);
  const auto found = shares_.find(word_of(analysis_.tree.at(construct_around(construct.node)).key));
  if (found == shares_.end() || found->second.all_ns == 0) return 0;
  return static_cast<double>(found->second.of_it_ns) / static_cast<double>(found->second.all_ns);
}

}  // namespace limpid::cli::tracing
