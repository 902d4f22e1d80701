// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/phases.h"

#include "page/microseconds.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace limpid::cli::page {
namespace {

using analysis::PhaseSpan;
using Json = nlohmann::ordered_json;

constexpr size_t kMostPhaseSpans = 20'000;
constexpr uint64_t kFirstPhaseGrainNs = 1'000'000;

// Spans of a lane with less than `grain_ns` from the begin of the one to the end of the other are one.
std::vector<PhaseSpan> joined(const std::vector<PhaseSpan>& spans, uint64_t grain_ns) {
  std::vector<PhaseSpan> out;
  for (const PhaseSpan& span : spans) {
    const bool close = !out.empty() && out.back().phase == span.phase &&
                       std::max(out.back().end_ns, span.end_ns) - out.back().begin_ns < grain_ns;
    if (close) {
      out.back().end_ns = std::max(out.back().end_ns, span.end_ns);
    } else {
      out.push_back(span);
    }
  }
  return out;
}

}  // namespace

Json phases_json(const analysis::Analysis& analysis) {
  std::vector<PhaseSpan> spans = analysis.timeline.phases;
  for (uint64_t grain_ns = kFirstPhaseGrainNs; spans.size() > kMostPhaseSpans && grain_ns < ~uint64_t{0} / 4;
       grain_ns *= 2)
    spans = joined(spans, grain_ns);
  Json names = Json::array(), lanes = Json::array(), begins = Json::array(), ends = Json::array();
  size_t last = ~size_t{0};
  for (const PhaseSpan& span : spans) {
    if (span.phase != last) names.push_back(analysis.phases[span.phase].name);
    last = span.phase;
    lanes.push_back(names.size() - 1);
    begins.push_back(us(span.begin_ns));
    ends.push_back(us(span.end_ns));
  }
  return {{"names", names}, {"lanes", lanes}, {"begins_us", begins}, {"ends_us", ends}};
}

}  // namespace limpid::cli::page
