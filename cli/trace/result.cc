// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "analysis/label.h"
#include "base/failure.h"
#include "trace/file_source.h"
#include "trace/places.h"

namespace limpid::cli::tracing {
namespace {

using analysis::Analysis;

std::vector<NamedConstruct> named(const ConstructTable& constructs, const Places& places) {
  std::vector<NamedConstruct> out;
  for (size_t i = 0; i < constructs.size(); ++i)
    out.push_back(places.named(constructs.at(static_cast<uint16_t>(i))));
  return out;
}

double left(double share, double factor) {
  return 1 - share + share / factor;
}

// What is asked for, or else the heaviest constructs of the path.
std::vector<ChangeResult> changes_of(const Model& model, const Wish& wish) {
  std::vector<ChangeResult> out;
  for (const Change& change : wish.changes) out.push_back({change, kNoConstruct, true, 0, {}, 0});
  if (!out.empty()) return out;
  for (const auto& [construct, ns] : heaviest_of(model)) {
    if (out.size() < wish.heaviest) out.push_back({{"", 2}, construct, false, 0, {}, 0});
  }
  return out;
}

class Reading {
 public:
  Reading(FileSource& source, const Analysis& analysis, const analysis::Traced& traced)
      : source_(source),
        places_(analysis, traced),
        constructs_([this](uint32_t place) { return places_.same(place); }) {}

  Result run(const Wish& wish, size_t traces) {
    Result result;
    result.picture = Picture(stretches_for(traces));
    SectionSink draw;
    if (wish.picture) draw = [&](const Section& section) { result.picture.add(section); };
    result.model = read_model(source_, constructs_, draw, path_spans_for(traces));
    result.constructs = named(constructs_, places_);
    for (size_t i = 0; i < source_.streams(); ++i) result.threads.push_back(source_.thread_id(i));
    result.recycled = source_.file().header().recycled != 0;
    result.changes = changes_of(result.model, wish);
    std::vector<SpeedOf> speeds;
    for (const ChangeResult& change : result.changes)
      speeds.emplace_back([&](const Construct& construct) {
        return left(share_of(change, construct), change.change.factor);
      });
    const std::vector<WhatIf> what_ifs = read_what_ifs(source_, constructs_, speeds);
    for (size_t i = 0; i < what_ifs.size(); ++i) {
      ChangeResult& change = result.changes[i];
      change.what_if = what_ifs[i];
      change.predicted_ns = predicted_ns(result.model, what_ifs[i]);
      change.affected_ns = affected_ns(result.model, change);
    }
    return result;
  }

 private:
  uint64_t affected_ns(const Model& model, const ChangeResult& change) {
    double sum_ns = 0;
    for (size_t i = 0; i < model.work_of.size(); ++i)
      sum_ns +=
          static_cast<double>(model.work_of[i]) * share_of(change, constructs_.at(static_cast<uint16_t>(i)));
    return static_cast<uint64_t>(sum_ns);
  }

  double share_of(const ChangeResult& change, const Construct& construct) {
    if (change.asked) return places_.share(places_.named(construct), change.change.name);
    return construct == constructs_.at(change.construct) ? 1 : 0;
  }

  FileSource& source_;
  Places places_;
  ConstructTable constructs_;
};

constexpr size_t kMostStretches = 150'000;  // a screen has fewer points, and a page stays below 5 MB
constexpr size_t kLeastOfTrace = 100;

size_t share_of(size_t most, size_t traces) {
  return std::max(kLeastOfTrace, most / std::max<size_t>(1, traces));
}

}  // namespace

size_t stretches_for(size_t traces) {
  return share_of(kMostStretches, traces);
}

size_t path_spans_for(size_t traces) {
  return share_of(kMostPathSpans, traces);
}

std::vector<Result> read_traces(Analysis& analysis, const Wish& wish) {
  std::vector<Result> out;
  for (const analysis::Traced& traced : analysis.traced) {
    std::string why;
    limpid::trace::TraceFile file;
    if (!file.open(traced.path, &why)) {
      analysis.notes.push_back(fmt::format("{}: {}", traced.path, why));
      continue;
    }
    FileSource source(std::move(file));
    out.push_back(Reading(source, analysis, traced).run(wish, analysis.traced.size()));
    out.back().process = traced.process;
  }
  for (size_t i = 0; i < wish.changes.size(); ++i) {
    const bool found =
        std::any_of(out.begin(), out.end(), [&](const Result& r) { return r.changes[i].affected_ns != 0; });
    if (found) continue;
    if (out.empty()) throw Failure(kExitBadInput, "--what-if needs a trace: limpid record --trace");
    throw Failure(
        kExitBadInput,
        fmt::format("--what-if {}: nothing of that name took time; expected a function, or a construct's "
                    "file:line, as limpid report shows them",
                    wish.changes[i].name));
  }
  return out;
}

std::string label(const NamedConstruct& construct) {
  if (construct.sort == Sort::kSerial) return std::string(sort_name(construct.sort));
  const std::string name = analysis::short_name(construct.place);
  return fmt::format("{} in {}", sort_name(construct.sort), name.empty() ? "?" : name);
}

std::vector<std::pair<uint16_t, uint64_t>> heaviest_of(const Model& model) {
  std::vector<std::pair<uint16_t, uint64_t>> out;
  for (const auto& [where, total] : model.path) {
    if (where.second == PathKind::kWork) out.emplace_back(where.first, total.ns);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

Change parse_change(const std::string& text) {
  const size_t equals = text.rfind('=');
  Change change;
  change.name = text.substr(0, equals);
  const char* const begin =
      equals == std::string::npos ? text.data() + text.size() : text.data() + equals + 1;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(begin, end, change.factor);
  const bool good = error == std::errc() && behind == end && !change.name.empty() && change.factor > 0 &&
                    change.factor <= 1e9;
  if (!good)
    throw Failure(
        kExitBadUsage,
        fmt::format(
            "--what-if {}: expected NAME=FACTOR, a function or file:line and how many times as fast it "
            "is to be (more than 0), such as solve=2",
            text));
  return change;
}

}  // namespace limpid::cli::tracing
