// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/model.h"

#include <algorithm>

#include "trace/builder.h"
#include "trace/schedule.h"
#include "trace/span.h"

namespace limpid::cli::tracing {
namespace {

constexpr uint64_t kFirstPathGrainNs = 1'000;

// Sums up the path, and keeps where it was as finely as there is room.
class PathSum {
 public:
  PathSum(Model& model, size_t most) : model_(model), most_(most) {}

  void add(const Section& section) {
    std::vector<PathSpan> backwards;
    walk_path(section, [&](const PathSegment& segment) {
      PathTotal& total = model_.path[{segment.construct, segment.kind}];
      total.ns += segment.end_ns - segment.begin_ns;
      ++total.segments;
      if (!backwards.empty() && backwards.back().thread == segment.thread) {
        backwards.back().begin_ns = segment.begin_ns;
      } else {
        backwards.push_back({segment.thread, segment.begin_ns, segment.end_ns});
      }
    });
    for (size_t i = backwards.size(); i-- > 0;) append(backwards[i]);
    while (model_.path_spans.size() > most_) coarsen();
  }

 private:
  void append(const PathSpan& span) {
    std::vector<PathSpan>& spans = model_.path_spans;
    const bool on = !spans.empty() && (spans.back().thread == span.thread ||
                                       span.end_ns - span.begin_ns < model_.path_grain_ns);
    if (on) {
      spans.back().end_ns = span.end_ns;
    } else {
      spans.push_back(span);
    }
  }

  void coarsen() {
    model_.path_grain_ns = std::max(kFirstPathGrainNs, 2 * model_.path_grain_ns);
    for (const PathSpan& span : std::exchange(model_.path_spans, {})) append(span);
  }

  Model& model_;
  size_t most_;
};

void add_regions(const Section& section, const Span& span, Measures& measures) {
  for (size_t i = 0; i < section.regions.size(); ++i) {
    RegionMeasure& measure = measures.regions[section.regions[i].construct];
    measure.work_ns += span.region_work_ns[i];
    measure.span_ns += span.region_span_ns[i];
  }
}

void add_work(const Section& section, std::vector<uint64_t>& work_of) {
  for (const Step& step : section.steps) {
    if (step.kind != StepKind::kWork) continue;
    if (work_of.size() <= step.construct) work_of.resize(step.construct + size_t{1});
    work_of[step.construct] += step.value;
  }
}

void read(EventSource& source, Builder& builder) {
  source.rewind();
  Merge merge(source);
  size_t stream = 0;
  for (Event event; merge.next(&stream, &event);) builder.add(static_cast<uint32_t>(stream), event);
  builder.finish();
}

}  // namespace

Bounds bounds_for(const Model& model, uint64_t threads) {
  const uint64_t share_ns = (model.work_ns + threads - 1) / threads;
  return {std::max({share_ns, model.span_ns, model.held_ns}), share_ns + model.span_ns + model.held_ns};
}

Model read_model(EventSource& source, ConstructTable& constructs, const SectionSink& each_section,
                 size_t most_path_spans) {
  Model model;
  PathSum path(model, most_path_spans);
  Builder builder(source.streams(), constructs, [&](Section& section) {
    const Span span = span_of(section);
    model.work_ns += span.work_ns;
    add_work(section, model.work_of);
    model.span_ns += span.span_ns;
    model.held_ns += span.held_ns;
    add_regions(section, span, model.measures);
    const Replay again = replay(section);
    model.replayed_ns += again.elapsed_ns;
    model.replayed_whole &= again.whole;
    path.add(section);
    if (each_section) each_section(section);
  });
  read(source, builder);
  const std::map<uint16_t, RegionMeasure> computed = std::move(model.measures.regions);
  model.measures = builder.measures();
  for (const auto& [construct, measure] : computed) {
    model.measures.regions[construct].work_ns = measure.work_ns;
    model.measures.regions[construct].span_ns = measure.span_ns;
  }
  model.threads = source.streams();
  model.end_ns = builder.end_ns();
  model.begin_ns = std::min(builder.begin_ns(), model.end_ns);
  return model;
}

std::vector<WhatIf> read_what_ifs(EventSource& source, ConstructTable& constructs,
                                  const std::vector<SpeedOf>& changes) {
  std::vector<WhatIf> out(changes.size());
  std::vector<Speeds> speeds(changes.size());
  Builder builder(source.streams(), constructs, [&](Section& section) {
    for (size_t i = 0; i < changes.size(); ++i) {
      for (size_t at = speeds[i].size(); at < constructs.size(); ++at)
        speeds[i].push_back(changes[i](constructs.at(static_cast<uint16_t>(at))));
      const Span span = span_of(section, speeds[i]);
      out[i].work_ns += span.work_ns;
      out[i].span_ns += span.span_ns;
      out[i].replayed_ns += replay(section, speeds[i]).elapsed_ns;
    }
  });
  if (!changes.empty()) read(source, builder);
  return out;
}

uint64_t predicted_ns(const Model& model, const WhatIf& change) {
  const auto measured = static_cast<int64_t>(model.elapsed_ns());
  const auto gained = static_cast<int64_t>(model.replayed_ns) - static_cast<int64_t>(change.replayed_ns);
  return static_cast<uint64_t>(std::max<int64_t>(measured - gained, static_cast<int64_t>(change.span_ns)));
}

}  // namespace limpid::cli::tracing
