// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff/constructs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

namespace limpid::cli::diff {
namespace {

using analysis::Tree;
using Key = Tree::Key;

std::string base_name(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

// Builds lie in different folders, so a file is known by its own name.
std::string group_of(const Key& key) {
  return fmt::format("{}\n{}\n{}", static_cast<int>(key.kind), key.name, base_name(key.file));
}

std::string whole_key(const Key& key) {
  return fmt::format("{}\n{}\n{}\n{}\n{}", group_of(key), key.line, key.suffix, key.place, key.identity);
}

using Pairs = std::vector<std::pair<size_t, size_t>>;  // positions among the old ones and among the new ones

// The pairs whose lines differ by `shift`.
Pairs pairs_at(const std::vector<Key>& old, const std::vector<Key>& found, int shift) {
  Pairs pairs;
  std::set<size_t> used;
  for (size_t a = 0; a < old.size(); ++a) {
    for (size_t b = 0; b < found.size(); ++b) {
      if (found[b].line - old[a].line != shift || used.count(b) != 0) continue;
      if (old[a].line == 0 && old[a].suffix != found[b].suffix) continue;  // without lines
      used.insert(b);
      pairs.emplace_back(a, b);
      break;
    }
  }
  return pairs;
}

// The distance by which most constructs moved; the shortest one if several do.
int best_shift(const std::vector<Key>& old, const std::vector<Key>& found) {
  std::map<int, size_t> votes;
  for (const Key& a : old) {
    for (const Key& b : found) ++votes[b.line - a.line];
  }
  int best = 0;
  for (const auto& [shift, count] : votes) {
    const bool nearer = count == votes[best] && std::abs(shift) < std::abs(best);
    if (count > votes[best] || nearer) best = shift;
  }
  return best;
}

// Constructs between two that were paired are the same if there are as many of them in both.
void pair_gap(size_t a_begin, size_t a_end, size_t b_begin, size_t b_end, Pairs& pairs) {
  if (a_end - a_begin != b_end - b_begin) return;
  for (size_t i = 0; a_begin + i < a_end; ++i) pairs.emplace_back(a_begin + i, b_begin + i);
}

// Both in order of line.
Pairs pair_up(const std::vector<Key>& old, const std::vector<Key>& found) {
  const Pairs anchors = pairs_at(old, found, best_shift(old, found));
  Pairs pairs = anchors;
  size_t a = 0, b = 0;
  for (const auto& [anchor_a, anchor_b] : anchors) {
    if (anchor_a < a || anchor_b < b) continue;  // constructs on one line need not be in order
    pair_gap(a, anchor_a, b, anchor_b, pairs);
    a = anchor_a + 1;
    b = anchor_b + 1;
  }
  pair_gap(a, old.size(), b, found.size(), pairs);
  return pairs;
}

bool by_place(const Key& a, const Key& b) {
  return std::tie(a.line, a.suffix, a.place, a.identity) < std::tie(b.line, b.suffix, b.place, b.identity);
}

}  // namespace

bool is_construct(Tree::Kind kind) {
  return kind == Tree::Kind::kRegion || kind == Tree::Kind::kTask;
}

void ConstructNumbers::add_run(const std::vector<Key>& constructs) {
  std::map<std::string, std::vector<Key>> found;
  std::set<std::string> seen;
  for (const Key& key : constructs) {
    if (seen.insert(whole_key(key)).second) found[group_of(key)].push_back(key);
  }
  current_.clear();
  for (auto& [name, keys] : found) {
    std::sort(keys.begin(), keys.end(), by_place);
    add_to_group(groups_[name], keys);
  }
}

void ConstructNumbers::add_to_group(Group& group, const std::vector<Key>& found) {
  std::vector<Key> old;
  for (const size_t number : group) old.push_back(keys_[number]);
  std::vector<bool> paired(found.size());
  for (const auto& [a, b] : pair_up(old, found)) {
    note(group[a], found[b]);
    paired[b] = true;
  }
  for (size_t b = 0; b < found.size(); ++b) {
    if (paired[b]) continue;
    group.push_back(keys_.size());
    keys_.emplace_back();
    note(group.back(), found[b]);
  }
  std::sort(group.begin(), group.end(), [&](size_t a, size_t b) { return by_place(keys_[a], keys_[b]); });
}

void ConstructNumbers::note(size_t number, const Key& key) {
  keys_[number] = key;
  current_[whole_key(key)] = number;
}

size_t ConstructNumbers::number(const Key& key) const {
  return current_.at(whole_key(key));
}

}  // namespace limpid::cli::diff
