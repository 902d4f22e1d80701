// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/part.h"

#include <algorithm>
#include <iterator>

#include "analysis/input.h"
#include "analysis/timeline.h"

namespace limpid::cli::analysis {
namespace {

// What is in none of them, up to `end_ns`.
Intervals between(const Intervals& intervals, uint64_t end_ns) {
  Intervals gaps;
  uint64_t from = 0;
  for (const profile::Interval& each : intervals) {
    if (each.begin_ns > from) gaps.push_back({from, each.begin_ns});
    from = each.end_ns;
  }
  if (end_ns > from) gaps.push_back({from, end_ns});
  return gaps;
}

bool meets(const Intervals& intervals, const profile::Thread& thread) {
  return std::any_of(intervals.begin(), intervals.end(), [&](const profile::Interval& each) {
    return each.begin_ns < thread.end_ns && thread.begin_ns < each.end_ns;
  });
}

// As if nothing but the phase had been recorded. Totals that the recorder adds up cannot be divided.
profile::Profile cut_by_phase(const profile::Profile& profile, const std::string& name) {
  const Intervals phase = phase_of(profile, name);
  profile::Profile cut = profile;
  std::erase_if(cut.samples, [&](const profile::Sample& sample) { return !is_in_phase(sample, phase); });
  std::erase_if(cut.threads, [&](const profile::Thread& thread) { return !meets(phase, thread); });
  const Intervals outside = between(phase, end_of(profile));
  cut.pauses.insert(cut.pauses.end(), outside.begin(), outside.end());
  cut.regions.clear();
  cut.tasks.clear();
  cut.blames.clear();
  cut.finished = true;
  cut.finish.time_ns = end_of(profile);
  return cut;
}

// Moments come mostly in order, so the search begins where the last one ended.
class Squeeze {
 public:
  explicit Squeeze(const Intervals& left_out) : left_out_(left_out) {}

  uint64_t operator()(uint64_t ns) {
    if (next_ > 0 && ns < left_out_[next_ - 1].begin_ns) next_ = before_ = 0;
    for (; next_ < left_out_.size() && left_out_[next_].end_ns <= ns; ++next_)
      before_ += left_out_[next_].end_ns - left_out_[next_].begin_ns;
    const bool inside = next_ < left_out_.size() && left_out_[next_].begin_ns < ns;
    return (inside ? left_out_[next_].begin_ns : ns) - before_;
  }

 private:
  const Intervals& left_out_;
  size_t next_ = 0;
  uint64_t before_ = 0;
};

void take_out(profile::Profile& profile, const Intervals& left_out) {
  Squeeze squeeze(left_out);
  const uint64_t end = squeeze(end_of(profile));
  for (profile::Sample& sample : profile.samples) {
    if (is_timed(sample)) sample.time_ns = squeeze(sample.time_ns - sample.weight_ns) + sample.weight_ns;
  }
  for (profile::Thread& thread : profile.threads) {
    thread.begin_ns = squeeze(thread.begin_ns);
    if (thread.end_ns != profile::kStillThere) thread.end_ns = squeeze(thread.end_ns);
  }
  // A profile without an end of its own gets the one that it would be given.
  profile.finished = true;
  profile.finish.time_ns = profile.counters.updated_ns = end;
  profile.pauses.clear();
}

}  // namespace

Intervals united(Intervals intervals, uint64_t end_ns) {
  std::sort(intervals.begin(), intervals.end(),
            [](const profile::Interval& a, const profile::Interval& b) { return a.begin_ns < b.begin_ns; });
  Intervals all;
  for (profile::Interval each : intervals) {
    each.end_ns = std::min(each.end_ns, end_ns);
    if (each.begin_ns >= each.end_ns) continue;
    if (!all.empty() && each.begin_ns <= all.back().end_ns) {
      all.back().end_ns = std::max(all.back().end_ns, each.end_ns);
    } else {
      all.push_back(each);
    }
  }
  return all;
}

uint64_t length_of(const Intervals& intervals) {
  uint64_t sum = 0;
  for (const profile::Interval& each : intervals) sum += each.end_ns - each.begin_ns;
  return sum;
}

Intervals pauses_of(const profile::Profile& profile) {
  return united(profile.pauses, end_of(profile));
}

Intervals phase_of(const profile::Profile& profile, std::string_view name) {
  Intervals intervals;
  for (const profile::Phase& phase : profile.phases) {
    if (phase.name == name) intervals.push_back(phase.time);
  }
  return united(std::move(intervals), end_of(profile));
}

uint64_t recorded_ns(const profile::Profile& profile) {
  return end_of(profile) - length_of(pauses_of(profile));
}

bool contains(const Intervals& intervals, uint64_t ns) {
  const auto after =
      std::upper_bound(intervals.begin(), intervals.end(), ns,
                       [](uint64_t moment, const profile::Interval& each) { return moment < each.begin_ns; });
  return after != intervals.begin() && ns < std::prev(after)->end_ns;
}

bool is_in_phase(const profile::Sample& sample, const Intervals& phase) {
  return is_timed(sample) && contains(phase, sample.time_ns - sample.weight_ns);
}

uint64_t Part::real_ns(uint64_t ns) const {
  for (const profile::Interval& each : left_out_) {
    if (each.begin_ns > ns) break;
    ns += each.end_ns - each.begin_ns;
  }
  return ns;
}

Part::Part(const profile::Profile& profile, const Selection& selection, uint64_t began_ns) : whole_(profile) {
  if (selection.by_phase()) cut_ = cut_by_phase(whole_, selection.phase);
  if (selection.by_time()) cut_ = cut_by_time(this->profile(), selection, began_ns);
  left_out_ = pauses_of(this->profile());
  if (left_out_.empty()) return;
  if (!cut_) cut_ = whole_;
  take_out(*cut_, left_out_);
}

}  // namespace limpid::cli::analysis
