// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "advice/measure.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/disturbance.h"
#include "analysis/label.h"

namespace limpid::cli::advice {

using analysis::Cause;
using analysis::Region;

namespace {

constexpr double kLeastShare = 0.05;
constexpr double kLeastSamples = 20;
constexpr uint64_t kLeastExactNs = 1'000'000;
// Starting a team and ending it costs microseconds: of a longer region it is less than 1 %.
constexpr uint64_t kShortNs = 1'000'000;

std::string grouped(uint64_t number) {
  std::string digits = fmt::format("{}", number);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace

bool matters(const analysis::Run& run, uint64_t gain_ns, double threads) {
  double rate = run.reached_hz > 0 ? run.reached_hz : run.frequency_hz;
  double samples = static_cast<double>(gain_ns) * threads / 1e9 * rate;
  return static_cast<double>(gain_ns) >= kLeastShare * static_cast<double>(run.elapsed_ns) &&
         samples >= kLeastSamples;
}

bool matters_exactly(const analysis::Run& run, uint64_t gain_ns) {
  return static_cast<double>(gain_ns) >= kLeastShare * static_cast<double>(run.elapsed_ns) &&
         gain_ns >= kLeastExactNs;
}

uint64_t gain_in(const Region& region, uint64_t lost_ns) {
  if (region.mean_team <= 0) return 0;
  auto gain = static_cast<uint64_t>(static_cast<double>(lost_ns) / region.mean_team);
  return region.counted ? std::min(gain, region.elapsed_ns) : gain;
}

bool is_short(const Region& region) {
  return region.counted && region.count > 0 && region.elapsed_ns / region.count < kShortNs;
}

uint64_t sure_ns(const analysis::Run& run, const Region& region, uint64_t lost_ns) {
  double doubtful = disturbed_share(run, region) * static_cast<double>(region.times.all_ns());
  return lost_ns - std::min(lost_ns, static_cast<uint64_t>(doubtful));
}

std::string duration_of(double ns) {
  if (ns >= 1e8) return fmt::format("{:.2f} s", ns / 1e9);
  if (ns >= 1e6) return fmt::format("{:.3g} ms", ns / 1e6);
  if (ns >= 1e3) return fmt::format("{:.3g} us", ns / 1e3);
  return fmt::format("{:.0f} ns", ns);
}

std::string share_of(uint64_t part_ns, uint64_t whole_ns) {
  double share = whole_ns == 0 ? 0 : static_cast<double>(part_ns) / static_cast<double>(whole_ns);
  return fmt::format("{:.0f} %", share * 100);
}

std::string count_of(uint64_t count, const char* what) {
  return fmt::format("{} {}{}", grouped(count), what, count == 1 ? "" : "s");
}

std::string name_of(const analysis::Tree::Key& place) {
  std::string where = analysis::short_place(place);
  return where.empty() ? analysis::label(place) : fmt::format("{} ({})", analysis::label(place), where);
}

}  // namespace limpid::cli::advice
