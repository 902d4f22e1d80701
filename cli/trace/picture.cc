// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/picture.h"

#include <algorithm>
#include <utility>

namespace limpid::cli::tracing {
namespace {

constexpr uint64_t kFirstGrainNs = 1'000;
constexpr size_t kKindsOfPool = 4;

uint64_t length(const Shown& shown) {
  return shown.end_ns - shown.begin_ns;
}

bool alike(const Shown& a, const Shown& b) {
  return a.construct == b.construct && a.kind == b.kind;
}

// Neighbours of one thread, each shorter than the grain.
class Pool {
 public:
  explicit Pool(uint64_t grain_ns) : grain_ns_(grain_ns) {}

  // Not over a gap that is as long as a pool: what is not known is to be seen.
  bool takes(const Shown& next) const {
    return kinds_.empty() || (next.begin_ns - end_ns_ < grain_ns_ && end_ns_ - begin_ns_ < grain_ns_);
  }
  void add(const Shown& next) {
    if (kinds_.empty()) begin_ns_ = next.begin_ns;
    end_ns_ = next.end_ns;
    const auto same =
        std::find_if(kinds_.begin(), kinds_.end(), [&](const auto& k) { return alike(k.first, next); });
    if (same == kinds_.end()) {
      kinds_.emplace_back(next, length(next));
    } else {
      same->second += length(next);
    }
  }
  void flush(std::vector<Shown>& out) {
    std::stable_sort(kinds_.begin(), kinds_.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    while (kinds_.size() > kKindsOfPool) {
      kinds_.front().second += kinds_.back().second;
      kinds_.pop_back();
    }
    uint64_t at = begin_ns_;
    for (auto& [shown, ns] : kinds_) {
      shown.begin_ns = at;
      at = shown.end_ns = at + ns;
      out.push_back(shown);
    }
    kinds_.clear();
  }

 private:
  uint64_t grain_ns_;
  uint64_t begin_ns_ = 0;
  uint64_t end_ns_ = 0;
  std::vector<std::pair<Shown, uint64_t>> kinds_;
};

std::vector<Shown> pooled(const std::vector<Shown>& row, uint64_t grain_ns) {
  std::vector<Shown> out;
  Pool pool(grain_ns);
  for (const Shown& next : row) {
    const bool goes_in = length(next) < grain_ns;
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
  if (!row.empty() && alike(row.back(), next) && row.back().end_ns == next.begin_ns) {
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
    row = pooled(row, grain_ns_);
    shown_ += row.size();
  }
}

}  // namespace limpid::cli::tracing
