// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/text.h"

namespace limpid::cli::scale {
namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr size_t kMostRegions = 20;
constexpr double kLittle = 0.05;  // a gain from twice as many threads that is not worth them

double speed_up(const Step& first, const Step& step) {
  return step.elapsed_s > 0 ? first.elapsed_s / step.elapsed_s : 0;
}

double efficiency(const Step& first, const Step& step) {
  return speed_up(first, step) * static_cast<double>(first.threads) / static_cast<double>(step.threads);
}

void write_steps(Out out, const Scaling& scaling, const Style& style) {
  fmt::format_to(out, "{}\n  {:>7} {:>5} {:>10} {:>9} {:>11} {:>9}\n",
                 style.heading("Scaling of " + printable(scaling.command)), "threads", "runs", "elapsed s",
                 "speed-up", "efficiency", "serial s");
  const Step& first = scaling.steps.front();
  for (const Step& step : scaling.steps) {
    fmt::format_to(out, "  {:>7} {:>5} {:>10} {:>9.2f} {:>9.0f} % {:>9}{}\n", step.threads, step.runs,
                   seconds(step.elapsed_s), speed_up(first, step), 100 * efficiency(first, step),
                   seconds(step.serial_s), step.crowded ? "  more threads than processors" : "");
  }
}

// The largest number of threads for which the last doubling gains at least kLittle.
double worthwhile(const Fit& fit) {
  double threads = 1;
  while (threads < 1e6 && fit.at(2 * threads) < (1 - kLittle) * fit.at(threads)) threads *= 2;
  return threads;
}

void write_model(Out out, const Scaling& scaling) {
  const Step& first = scaling.steps.front();
  fmt::format_to(out, "\n  serial part   {:.1f} % of the run with {} thread{} is outside parallel regions",
                 100 * scaling.serial_part, first.threads, first.threads == 1 ? "" : "s");
  if (first.threads == 1 && scaling.serial_part > 0)
    fmt::format_to(out, ": at most {:.1f} times faster, with any number", 1 / scaling.serial_part);
  fmt::format_to(out, "\n");
  if (scaling.steps.size() < 2) {
    fmt::format_to(out, "  model         none: it takes runs with two different numbers of threads\n");
    return;
  }
  const Fit& fit = scaling.fit;
  fmt::format_to(out, "  model         {} s + {} s / threads", seconds(fit.serial), seconds(fit.parallel));
  if (fit.each > 0) fmt::format_to(out, " + {} s for each further thread", seconds(fit.each));
  const double most = worthwhile(fit);
  fmt::format_to(out, "\n  more than {:.0f} threads gain less than {:.0f} % for twice as many", most,
                 100 * kLittle);
  if (fit.best() > 0) fmt::format_to(out, "; more than {:.0f} make it slower", fit.best());
  fmt::format_to(out, "\n");
}

void write_region(Out out, const RegionScaling& region, const Scaling& scaling) {
  fmt::format_to(out, "  {:>9}", seconds(region.loss_s));
  for (const double elapsed : region.elapsed_s)
    fmt::format_to(out, " {:>9}", elapsed > 0 ? seconds(elapsed) : "-");
  const double first = region.elapsed_s.front(), last = region.elapsed_s.back();
  std::string share = "-";
  if (first > 0 && last > 0) {
    const double threads = static_cast<double>(scaling.steps.back().threads) /
                           static_cast<double>(scaling.steps.front().threads);
    share = fmt::format("{:.0f} %", 100 * first / (last * threads));
  }
  fmt::format_to(out, " {:>10}  {}  {}\n", share, report::label(region.key), report::short_place(region.key));
}

void write_regions(Out out, const Scaling& scaling, const Style& style) {
  fmt::format_to(out, "\n{}\n", style.heading("Parallel regions, by the thread time that they lose"));
  if (scaling.regions.empty()) {
    fmt::format_to(out, "  none was seen\n");
    return;
  }
  fmt::format_to(out, "  {:>9}", "loss s");
  for (const Step& step : scaling.steps) fmt::format_to(out, " {:>9}", fmt::format("with {}", step.threads));
  fmt::format_to(out, " {:>10}  where\n", "efficiency");
  const size_t shown = std::min(kMostRegions, scaling.regions.size());
  for (size_t i = 0; i < shown; ++i) write_region(out, scaling.regions[i], scaling);
  if (shown < scaling.regions.size()) fmt::format_to(out, "  ({} more)\n", scaling.regions.size() - shown);
  fmt::format_to(out, "  loss: threads x elapsed seconds with {} threads, less the same with {}\n",
                 scaling.steps.back().threads, scaling.steps.front().threads);
}

}  // namespace

std::string text_scaling(const Scaling& scaling, const Style& style) {
  std::string text;
  const Out out(text);
  write_steps(out, scaling, style);
  write_model(out, scaling);
  write_regions(out, scaling, style);
  return text;
}

}  // namespace limpid::cli::scale
