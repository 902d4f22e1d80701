// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/waiting.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "analysis/input.h"
#include "analysis/process.h"
#include "analysis/state.h"
#include "analysis/timeline.h"
#include "analysis/times.h"

namespace limpid::cli::analysis {
namespace {

enum class Role { kBusy, kWaiting, kIdle, kLock, kDevice, kOther };

Role role_of(uint16_t state) {
  if (keeps_others_waiting(state)) return Role::kBusy;
  if (state == kIdleState) return Role::kIdle;
  if (waits_for_others_work(state)) return Role::kWaiting;
  if (waits_for_a_device(state)) return Role::kDevice;
  return waits_for_a_lock(state) ? Role::kLock : Role::kOther;
}

// How many threads do what: a sample with a part of its time without a processor counts in parts, as where in
// its stretch that was is not known.
struct Moment {
  double in_region = 0;
  double serial = 0;
  double overhead = 0;
  double no_processor = 0;
  double device = 0;  // waits for one, as others may for this thread
  double waiting = 0;
  double idle = 0;

  double busy() const { return in_region + serial + overhead + no_processor + device; }
};

// Since the start: what one waiting thread has lost to each, and what one busy thread has been charged. A
// stretch takes the difference between its end and its beginning, so each edge costs constant time whatever
// the team size.
struct Totals {
  double in_region = 0;
  double serial = 0;
  double overhead = 0;
  double no_processor = 0;
  double device = 0;
  double nobody = 0;
  double charged_waiting = 0;
  double charged_idle = 0;

  void advance(const Moment& moment, double ns) {
    double busy = moment.busy();
    if (busy < 1e-9) {
      nobody += ns;
      return;
    }
    in_region += ns * moment.in_region / busy;
    serial += ns * moment.serial / busy;
    overhead += ns * moment.overhead / busy;
    no_processor += ns * moment.no_processor / busy;
    device += ns * moment.device / busy;
    charged_waiting += ns * moment.waiting / busy;
    charged_idle += ns * moment.idle / busy;
  }
};

uint64_t rounded(double ns) {
  return ns > 0 ? static_cast<uint64_t>(ns + 0.5) : 0;
}

// What an idle thread lost between two moments, or one that waits for its team.
Losses losses_between(const Totals& from, const Totals& to, bool idle) {
  Losses losses;
  losses[Cause::kSerial] = rounded(to.serial - from.serial);
  losses[Cause::kOverhead] = rounded(to.overhead - from.overhead);
  losses[Cause::kNoProcessor] = rounded(to.no_processor - from.no_processor);
  losses[Cause::kDevice] = rounded(to.device - from.device);
  losses[idle ? Cause::kLate : Cause::kImbalance] = rounded(to.in_region - from.in_region);
  losses[Cause::kLate] += rounded(to.nobody - from.nobody);
  return losses;
}

// Losses that are the sample's time to the nanosecond: rounding goes to the greatest.
Losses fitted(Losses losses, uint64_t time_ns) {
  auto greatest = Cause::kImbalance;
  for (size_t i = 0; i < kCauses; ++i) {
    auto cause = static_cast<Cause>(i);
    if (losses[cause] > losses[greatest]) greatest = cause;
  }
  uint64_t others = losses.all_ns() - losses[greatest];
  losses[greatest] = time_ns > others ? time_ns - others : 0;
  return losses;
}

// Losses of a sample for which nothing but its own state tells.
Losses own_losses(const profile::Sample& sample) {
  Losses losses;
  Times times = times_of(sample);
  losses[Cause::kNoProcessor] = times.no_processor_ns;
  switch (role_of(sample.state)) {
    case Role::kBusy:
      losses[Cause::kOverhead] = times.wait_ns;
      break;
    case Role::kWaiting:
      losses[Cause::kImbalance] = times.wait_ns;
      break;
    case Role::kIdle:
      losses[Cause::kSerial] = times.wait_ns;
      break;
    case Role::kLock:
      losses[Cause::kLock] = times.wait_ns;
      break;
    case Role::kDevice:
      losses[Cause::kDevice] = times.wait_ns;
      break;
    case Role::kOther:
      losses[Cause::kOverhead] = times.wait_ns;
      break;
  }
  return losses;
}

class Sweep {
 public:
  Sweep(const profile::Profile& profile, uint64_t threads, const WaitingSinks& sinks)
      : profile_(profile), threads_(static_cast<double>(threads)), sinks_(sinks) {}

  Losses run() {
    add_thread_edges();
    add_sample_edges();
    std::sort(edges_.begin(), edges_.end(),
              [](const Edge& a, const Edge& b) { return a.time_ns < b.time_ns; });
    at_begin_.resize(profile_.samples.size());
    moment_.idle = threads_;
    for (const Edge& edge : edges_) {
      advance(edge.time_ns);
      if (edge.sample == kThread) {
        moment_.idle += edge.begins ? -1 : 1;
        absent_ += edge.begins ? -1 : 1;
      } else {
        pass(edge);
      }
    }
    return losses_between(Totals(), absent_totals_, true);
  }

 private:
  static constexpr uint32_t kThread = ~0u;  // the edge of a thread's life, not of a sample

  struct Edge {
    uint64_t time_ns;
    uint32_t sample;
    bool begins;
  };

  void add_thread_edges() {
    absent_ = threads_;
    uint64_t end = end_of(profile_);
    for (const profile::Thread& thread : profile_.threads) {
      if (!is_openmp(thread.type)) continue;
      openmp_threads_.insert(thread.id);
      uint64_t last = std::max(thread.begin_ns, std::min(thread.end_ns, end));
      edges_.push_back({thread.begin_ns, kThread, true});
      edges_.push_back({last, kThread, false});
    }
    edges_.push_back({end, kThread, true});  // so that the sweep goes on to the end
  }

  void add_sample_edges() {
    for (uint32_t i = 0; i < profile_.samples.size(); ++i) {
      const profile::Sample& sample = profile_.samples[i];
      if (!openmp_threads_.contains(sample.thread) || sample.weight_ns == 0) continue;
      Role role = role_of(sample.state);
      bool by_moment = role != Role::kLock && role != Role::kOther;
      if (!by_moment || !is_timed(sample)) {
        sinks_.lose(sample, own_losses(sample));
        continue;
      }
      edges_.push_back({sample.time_ns - sample.weight_ns, i, true});
      edges_.push_back({sample.time_ns, i, false});
    }
  }

  void advance(uint64_t time_ns) {
    auto ns = static_cast<double>(time_ns - now_);
    now_ = time_ns;
    totals_.advance(moment_, ns);
    if (absent_ > 0.5) absent_totals_.advance(moment_, ns * absent_);
  }

  void pass(const Edge& edge) {
    const profile::Sample& sample = profile_.samples[edge.sample];
    Role role = role_of(sample.state);
    double sign = edge.begins ? 1 : -1;
    if (edge.begins) at_begin_[edge.sample] = totals_;
    if (role == Role::kBusy) count_busy(sample, sign);
    if (role == Role::kDevice) moment_.device += sign;
    if (role == Role::kWaiting) moment_.waiting += sign;
    if (role == Role::kIdle) moment_.idle += sign;
    if (!edge.begins) settle(sample, role, at_begin_[edge.sample]);
  }

  void count_busy(const profile::Sample& sample, double sign) {
    double without =
        static_cast<double>(times_of(sample).no_processor_ns) / static_cast<double>(sample.weight_ns);
    bool overhead = sample.state == kOverhead;
    double& doing =
        overhead ? moment_.overhead : (sinks_.in_region(sample) ? moment_.in_region : moment_.serial);
    doing += sign * (1 - without);
    moment_.no_processor += sign * without;
  }

  void settle(const profile::Sample& sample, Role role, const Totals& begin) {
    if (role == Role::kBusy) {
      sinks_.lose(sample, own_losses(sample));
      sinks_.charge(sample, {rounded(totals_.charged_waiting - begin.charged_waiting),
                             rounded(totals_.charged_idle - begin.charged_idle)});
      return;
    }
    if (role == Role::kDevice) return sinks_.lose(sample, own_losses(sample));
    bool idle = role == Role::kIdle;
    sinks_.lose(sample, fitted(losses_between(begin, totals_, idle), times_of(sample).wait_ns));
  }

  const profile::Profile& profile_;
  double threads_;
  const WaitingSinks& sinks_;
  std::unordered_set<uint32_t> openmp_threads_;
  std::vector<Edge> edges_;
  std::vector<Totals> at_begin_;  // by sample
  Moment moment_;
  Totals totals_;
  Totals absent_totals_;  // of threads that are not there, all together
  double absent_ = 0;
  uint64_t now_ = 0;
};

}  // namespace

Losses explain_waiting(const profile::Profile& profile, uint64_t threads, const WaitingSinks& sinks) {
  return Sweep(profile, threads, sinks).run();
}

}  // namespace limpid::cli::analysis
