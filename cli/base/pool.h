// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many stretches of time as few, for a picture that has no room for all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace limpid::cli {

// What the stretches of one row are like. `Piece` has begin_ns and end_ns.
//   bool same_row(const Piece& a, const Piece& b)    a pool is of one row
//   auto kind(const Piece& piece)                    what pieces that become one have in common; compared by < and ==
//   void merge(Piece& one, const Piece& more)        what two of a kind add up to beside their lengths
//   void arrange(std::vector<Piece>& kinds)          their order in a pool; may leave some out if it gives their lengths to others.
//                                                    Each begins at 0 and ends at its length

inline constexpr auto length_of_piece = [](const auto& piece) { return piece.end_ns - piece.begin_ns; };

// Neighbours, each shorter than the grain.
template <typename Piece, typename Rules>
class Pool {
 public:
  Pool(uint64_t grain_ns, const Rules& rules) : grain_ns_(grain_ns), rules_(rules) {}

  // Not over a gap that is as long as a pool: what is not known is to be seen.
  bool takes(const Piece& next) const {
    if (parts_.empty()) return true;
    return rules_.same_row(parts_.back(), next) && next.begin_ns < end_ns_ + grain_ns_ &&
           end_ns_ - parts_.front().begin_ns < grain_ns_;
  }
  void add(const Piece& next) {
    parts_.push_back(next);
    end_ns_ = std::max(end_ns_, next.end_ns);
  }

  // One stretch for each kind, end to end; gaps come last.
  void flush(std::vector<Piece>& out) {
    if (parts_.empty()) return;
    uint64_t at = parts_.front().begin_ns;
    std::stable_sort(parts_.begin(), parts_.end(),
                     [this](const Piece& a, const Piece& b) { return rules_.kind(a) < rules_.kind(b); });
    std::vector<Piece> kinds;
    for (const Piece& part : parts_) {
      if (!kinds.empty() && rules_.kind(kinds.back()) == rules_.kind(part)) {
        kinds.back().end_ns += length_of_piece(part);
        rules_.merge(kinds.back(), part);
        continue;
      }
      kinds.push_back(part);
      kinds.back().begin_ns = 0;
      kinds.back().end_ns = length_of_piece(part);
    }
    rules_.arrange(kinds);
    for (Piece& kind : kinds) {
      kind.begin_ns = at;
      at = kind.end_ns += at;
      out.push_back(kind);
    }
    parts_.clear();
    end_ns_ = 0;
  }

 private:
  uint64_t grain_ns_;
  const Rules& rules_;
  uint64_t end_ns_ = 0;
  std::vector<Piece> parts_;
};

// The same in stretches that are as long as the grain, or were before: in order of rows, then time, as `all` is. Sums stay what
// they were.
template <typename Piece, typename Rules>
std::vector<Piece> pooled(const std::vector<Piece>& all, uint64_t grain_ns, const Rules& rules) {
  std::vector<Piece> out;
  Pool<Piece, Rules> pool(grain_ns, rules);
  for (const Piece& next : all) {
    const bool goes_in = length_of_piece(next) < grain_ns;
    if (!goes_in || !pool.takes(next)) pool.flush(out);
    if (goes_in) {
      pool.add(next);
    } else {
      out.push_back(next);
    }
  }
  pool.flush(out);
  return out;
}

// For arrange(): the heaviest first, and no more than `most`; the first one gets what the others had.
template <typename Piece, typename Rules>
void keep_heaviest(std::vector<Piece>& kinds, size_t most, const Rules& rules) {
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const Piece& a, const Piece& b) { return length_of_piece(a) > length_of_piece(b); });
  for (; kinds.size() > most; kinds.pop_back()) {
    kinds.front().end_ns += length_of_piece(kinds.back());
    rules.merge(kinds.front(), kinds.back());
  }
}

}  // namespace limpid::cli
