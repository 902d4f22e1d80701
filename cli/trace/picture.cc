// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/picture.h"

#include <algorithm>
#include <utility>

#include "base/pool.h"

namespace limpid::cli::tracing {
namespace {

constexpr uint64_t kFirstGrainNs = 1'000;
constexpr size_t kKindsOfPool = 4;

// Of one thread.
struct Rules {
  static bool same_row(const Shown&, const Shown&) { return true; }
  static auto kind(const Shown& shown) { return std::pair(shown.construct, shown.kind); }
  static void merge(Shown&, const Shown&) {}
  void arrange(std::vector<Shown>& kinds) const { keep_heaviest(kinds, kKindsOfPool, *this); }
};

}  // namespace

void Picture::add(const Section& section) {
  rows_.resize(std::max(rows_.size(), section.history.size()));
  for (size_t thread = 0; thread < section.history.size(); ++thread) {
    const std::deque<Piece>& pieces = section.history[thread];
    for (size_t i = 0; i < pieces.size(); ++i) {
      const uint64_t end_ns = i + 1 < pieces.size() ? pieces[i + 1].begin_ns : section.history_end_ns[thread];
      append(rows_[thread], {pieces[i].begin_ns, end_ns, pieces[i].construct, pieces[i].kind});
    }
  }
  while (shown_ > most_ && grain_ns_ < section.end_ns) coarsen();
}

void Picture::append(std::vector<Shown>& row, const Shown& next) {
  if (next.begin_ns >= next.end_ns) return;
  if (!row.empty() && Rules::kind(row.back()) == Rules::kind(next) && row.back().end_ns == next.begin_ns) {
    row.back().end_ns = next.end_ns;
    return;
  }
  row.push_back(next);
  if (++shown_ > 4 * most_) coarsen();
}

void Picture::coarsen() {
  grain_ns_ = std::max(kFirstGrainNs, 2 * grain_ns_);
  shown_ = 0;
  for (std::vector<Shown>& row : rows_) {
    row = pooled(row, grain_ns_, Rules());
    shown_ += row.size();
  }
}

}  // namespace limpid::cli::tracing
