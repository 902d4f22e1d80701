// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/blame.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "analysis/state.h"

namespace limpid::cli::analysis {
namespace {

struct Edge {
  uint64_t time_ns;
  uint32_t sample;
  bool begins;
};

// The moments at which some OpenMP thread begins or ends a stretch of being busy, or of waiting for busy
// ones.
std::vector<Edge> edges_of(const profile::Profile& profile) {
  std::unordered_set<uint32_t> openmp_threads;
  for (const profile::Thread& thread : profile.threads) {
    bool known = thread.type == profile::ThreadType::kInitial || thread.type == profile::ThreadType::kWorker;
    if (known) openmp_threads.insert(thread.id);
  }
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < profile.samples.size(); ++i) {
    const profile::Sample& sample = profile.samples[i];
    bool timed = (sample.flags & static_cast<uint16_t>(profile::SampleFlag::kAggregated)) == 0;
    bool counts = keeps_others_waiting(sample.state) || waits_for_others_work(sample.state);
    if (!timed || !counts || sample.weight_ns == 0 || sample.weight_ns > sample.time_ns) continue;
    if (!openmp_threads.contains(sample.thread)) continue;
    edges.push_back({sample.time_ns - sample.weight_ns, i, true});
    edges.push_back({sample.time_ns, i, false});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.time_ns < b.time_ns; });
  return edges;
}

}  // namespace

void charge_waiting(const profile::Profile& profile,
                    const std::function<void(const profile::Sample&, uint64_t)>& charge) {
  // `rate_sum` is what one working thread has been charged since the start: a stretch of work is charged the
  // difference between its end and its beginning, so each edge costs constant time whatever the team size.
  double rate_sum = 0;
  std::vector<double> at_begin(profile.samples.size(), 0);
  int64_t working = 0;
  int64_t waiting = 0;
  uint64_t now = 0;
  for (const Edge& edge : edges_of(profile)) {
    if (working > 0) {
      rate_sum += static_cast<double>(edge.time_ns - now) * static_cast<double>(waiting) /
                  static_cast<double>(working);
    }
    now = edge.time_ns;
    const profile::Sample& sample = profile.samples[edge.sample];
    bool is_busy = keeps_others_waiting(sample.state);
    (is_busy ? working : waiting) += edge.begins ? 1 : -1;
    if (!is_busy) continue;
    if (edge.begins) at_begin[edge.sample] = rate_sum;
    if (!edge.begins) charge(sample, static_cast<uint64_t>(rate_sum - at_begin[edge.sample]));
  }
}

}  // namespace limpid::cli::analysis
