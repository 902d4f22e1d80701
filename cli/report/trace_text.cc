// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

#include "report/sections.h"
#include "report/text.h"

namespace limpid::cli::report {
namespace {

using tracing::Model;
using tracing::Result;

constexpr size_t kMostConstructs = 10;
constexpr size_t kFewRows = 5;

std::string where(const Result& result, uint16_t number, const Style& style) {
  const tracing::NamedConstruct& construct = result.constructs[number];
  const std::string place = short_place(construct.place);
  const std::string name = style.construct(tracing::label(construct));
  return place.empty() ? name : name + "  " + place;
}

// `1.2 us`: short times need another unit.
std::string brief(uint64_t ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 1000) return fmt::format("{} ns", ns);
  if (ns < 1'000'000) return fmt::format("{:.3g} us", value / 1e3);
  if (ns < 1'000'000'000) return fmt::format("{:.3g} ms", value / 1e6);
  return fmt::format("{:.3g} s", value / 1e9);
}

// A row and what it is sorted by.
template <typename Map>
auto by_sum(const Map& map) {
  std::vector<const typename Map::value_type*> rows;
  for (const auto& row : map) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto* a, const auto* b) { return a->second.sum_ns() > b->second.sum_ns(); });
  return rows;
}

void write_gaps(std::string& text, const Result& result, const Style& style) {
  const tracing::Measures& measures = result.model.measures;
  std::string gaps;
  const auto add = [&](bool there, const std::string& what) {
    if (there) gaps += (gaps.empty() ? "" : ", ") + what;
  };
  add(measures.lost != 0, fmt::format("{} events missing", measures.lost));
  add(result.recycled, "the beginning overwritten by later events");
  add(measures.pauses != 0, fmt::format("paused {} times", measures.pauses));
  add(measures.unknown_ns != 0, fmt::format("{} s of thread time unknown", seconds_of(measures.unknown_ns)));
  add(measures.open_tasks != 0, fmt::format("{} tasks without an end", measures.open_tasks));
  if (gaps.empty()) return;
  fmt::format_to(std::back_inserter(text), "  {}\n",
                 style.alarm(gaps + ": what follows is about what is known"));
}

void write_bounds(std::string& text, const Model& model) {
  auto out = std::back_inserter(text);
  const double parallelism =
      model.span_ns == 0 ? 0 : static_cast<double>(model.work_ns) / static_cast<double>(model.span_ns);
  fmt::format_to(out, "  work {} s, span {} s: parallelism {:.2f}\n", seconds_of(model.work_ns),
                 seconds_of(model.span_ns), parallelism);
  if (model.held_ns > model.span_ns)
    fmt::format_to(out, "  one after the other under one lock: {} s\n", seconds_of(model.held_ns));
  fmt::format_to(out, "  best time by threads ");
  for (uint64_t threads = 1; threads <= 64; threads *= 2) {
    const tracing::Bounds bounds = tracing::bounds_for(model, threads);
    fmt::format_to(out, "  {}: {} s", threads, seconds_of(bounds.least_ns));
    if (bounds.least_ns <= std::max(model.span_ns, model.held_ns)) break;
  }
  fmt::format_to(out, "\n");
}

void write_path(std::string& text, const Result& result, const Style& style) {
  auto out = std::back_inserter(text);
  std::vector<std::tuple<uint64_t, uint16_t, tracing::PathKind>> rows;
  for (const auto& [what, total] : result.model.path) rows.emplace_back(total.ns, what.first, what.second);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return std::get<0>(a) > std::get<0>(b); });
  fmt::format_to(out, "  {:>9} {:>6}  {:<12}  critical path: what the run's {} s were spent on\n", "s", "%",
                 "kind", seconds_of(result.model.elapsed_ns()));
  uint64_t rest_ns = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& [ns, construct, kind] = rows[i];
    if (i >= kMostConstructs) {
      rest_ns += ns;
      continue;
    }
    fmt::format_to(out, "  {:>9} {:>6.1f}  {:<12}  {}\n", seconds_of(ns),
                   percent(ns, result.model.elapsed_ns()), tracing::path_kind_name(kind),
                   where(result, construct, style));
  }
  if (rows.size() > kMostConstructs)
    fmt::format_to(out, "  {:>9} {:>6.1f}  ({} more)\n", seconds_of(rest_ns),
                   percent(rest_ns, result.model.elapsed_ns()), rows.size() - kMostConstructs);
}

void write_changes(std::string& text, const Result& result, const Style& style) {
  auto out = std::back_inserter(text);
  if (result.changes.empty()) return;
  const Model& model = result.model;
  fmt::format_to(out, "  {:>9} {:>6}  what if\n", "s", "%");
  for (const tracing::ChangeResult& change : result.changes) {
    const uint64_t saved_ns = model.elapsed_ns() - std::min(model.elapsed_ns(), change.predicted_ns);
    const std::string what =
        change.asked ? printable(change.change.name) : where(result, change.construct, style);
    fmt::format_to(out, "  {:>9} {:>6.1f}  less, were it {:g} times as fast: {}\n", seconds_of(saved_ns),
                   percent(saved_ns, model.elapsed_ns()), change.change.factor, what);
  }
  fmt::format_to(
      out, "  {}\n",
      style.faint(fmt::format("by a schedule of its tasks that makes {} s of the run as it was ({:.0f} %){}",
                              seconds_of(model.replayed_ns), percent(model.replayed_ns, model.elapsed_ns()),
                              model.replayed_whole ? "" : "; tasks were left out that it could not place")));
}

void write_wake_ups(std::string& text, const Result& result, const Style& style) {
  auto out = std::back_inserter(text);
  const auto rows = by_sum(result.model.measures.wake_ups);
  if (rows.empty()) return;
  fmt::format_to(out, "  {:>9} {:>8} {:>8} {:>8}  late wake-ups: from when it could go on to when it did\n",
                 "sum s", "count", "median", "worst");
  for (size_t i = 0; i < std::min(rows.size(), kFewRows); ++i) {
    const auto& [what, values] = *rows[i];
    fmt::format_to(out, "  {:>9} {:>8} {:>8} {:>8}  {} of {}\n", seconds_of(values.sum_ns()), values.count(),
                   brief(values.quantile_ns(0.5)), brief(values.most_ns()), tracing::wait_name(what.second),
                   where(result, what.first, style));
  }
}

void write_grains(std::string& text, const Result& result, const Style& style) {
  auto out = std::back_inserter(text);
  const auto rows = by_sum(result.model.measures.grains);
  if (rows.empty()) return;
  fmt::format_to(out, "  {:>9} {:>8} {:>8} {:>8} {:>8}  grain sizes: what a task or chunk takes\n", "sum s",
                 "count", "quarter", "median", "3/4");
  for (size_t i = 0; i < std::min(rows.size(), kFewRows); ++i) {
    const auto& [what, values] = *rows[i];
    fmt::format_to(out, "  {:>9} {:>8} {:>8} {:>8} {:>8}  {}{}\n", seconds_of(values.sum_ns()),
                   values.count(), brief(values.quantile_ns(0.25)), brief(values.quantile_ns(0.5)),
                   brief(values.quantile_ns(0.75)), what.second == tracing::Grain::kChunk ? "chunk of " : "",
                   where(result, what.first, style));
  }
  if (result.model.measures.tasks != 0)
    fmt::format_to(
        out, "  {}\n",
        style.faint(fmt::format("tasks created and not complete: at most {}, {:.1f} in the mean",
                                result.model.measures.most_in_flight, result.model.mean_in_flight())));
}

void write_locks(std::string& text, const Result& result, const Style& style) {
  auto out = std::back_inserter(text);
  std::vector<std::pair<uint16_t, const tracing::LockMeasure*>> rows;
  for (const auto& [number, lock] : result.model.measures.locks) {
    if (lock.contended != 0) rows.emplace_back(number, &lock);
  }
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second->wait.sum_ns() > b.second->wait.sum_ns();
  });
  fmt::format_to(out, "  {:>9} {:>9} {:>8} {:>9}  locks that were waited for\n", "wait s", "hold s", "count",
                 "contended");
  for (size_t i = 0; i < std::min(rows.size(), kFewRows); ++i) {
    const auto& [number, lock] = rows[i];
    fmt::format_to(out, "  {:>9} {:>9} {:>8} {:>9}  {}\n", seconds_of(lock->wait.sum_ns()),
                   seconds_of(lock->hold.sum_ns()), lock->wait.count(), lock->contended,
                   where(result, number, style));
  }
}

}  // namespace

void write_trace(const Page& page, const std::vector<Result>& traces) {
  const auto& [text, analysis, options, style] = page;
  if (traces.empty()) return;
  auto out = std::back_inserter(text);
  const auto longest = std::max_element(traces.begin(), traces.end(), [](const Result& a, const Result& b) {
    return a.model.elapsed_ns() < b.model.elapsed_ns();
  });
  fmt::format_to(out, "{}  ({} events in {} s", style.heading("Trace"), longest->model.measures.events,
                 seconds_of(longest->model.elapsed_ns()));
  if (traces.size() > 1)
    fmt::format_to(out, "; of {}, the longest of {} traces: --json has all",
                   analysis.processes[longest->process].pid, traces.size());
  fmt::format_to(out, ")\n");
  write_gaps(text, *longest, style);
  write_bounds(text, longest->model);
  write_path(text, *longest, style);
  write_changes(text, *longest, style);
  write_wake_ups(text, *longest, style);
  write_grains(text, *longest, style);
  write_locks(text, *longest, style);
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
