// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/part.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/device_activity.h"
#include "analysis/input.h"
#include "analysis/timeline.h"
#include "analysis/times.h"

namespace limpid::cli::analysis {
namespace {

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
  keep_device_work(cut, phase);
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

bool is_in_phase(const profile::Sample& sample, const Intervals& phase) {
  return is_timed(sample) && contains(phase, sample.time_ns - sample.weight_ns);
}

std::optional<Intervals> work_of_threads(const Part& part, uint64_t began_ns) {
  Intervals work;
  for (const profile::Sample& sample : part.profile().samples) {
    const uint64_t work_ns = times_of(sample).work_ns;
    if (work_ns == 0) continue;
    if (!is_timed(sample)) return std::nullopt;
    // The part without a processor comes first.
    const uint64_t begin = began_ns + part.real_ns(sample.time_ns - sample.weight_ns);
    work.push_back({begin + sample.weight_ns - work_ns, begin + sample.weight_ns});
  }
  return united(std::move(work), ~uint64_t{0});
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
  leave_out_pauses(*cut_, left_out_);
  take_out(*cut_, left_out_);
}

}  // namespace limpid::cli::analysis
