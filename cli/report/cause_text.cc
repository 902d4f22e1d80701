// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/sections.h"
#include "report/text.h"

namespace limpid::cli::report {
namespace {

using analysis::Tree;

constexpr size_t kMostCauses = 10;

struct ShownCause {
  uint64_t ns;
  std::string what;
};

std::string caused(const analysis::WaitCause& cause, const Style& style) {
  bool blocked = cause.wait.blocked_ns * 2 > cause.wait.ns;
  std::string text = "caused by " + label_and_place(cause.code) + (blocked ? " (blocked)" : "");
  bool itself = Tree::is_construct(cause.code.kind);
  if (itself || cause.construct.kind == Tree::Kind::kProgram) return text;
  return text + "  in " + style.construct(label_and_place(cause.construct));
}

std::vector<ShownCause> causes_of(const analysis::Analysis& analysis, const Style& style) {
  std::vector<ShownCause> causes;
  for (const analysis::Holder& holder : analysis.holders) {
    causes.push_back(
        {holder.wait_ns, fmt::format("{} held by {}  {}  ({} times)", holder.what, short_name(holder.place),
                                     style.faint(short_place(holder.place)), holder.count)});
  }
  for (const analysis::WaitCause& cause : analysis.causes)
    causes.push_back({cause.wait.ns, caused(cause, style)});
  std::stable_sort(causes.begin(), causes.end(),
                   [](const ShownCause& a, const ShownCause& b) { return a.ns > b.ns; });
  return causes;
}

}  // namespace

void write_causes(const Page& page) {
  uint64_t all = page.analysis.totals.times.all_ns();
  std::vector<ShownCause> causes = causes_of(page.analysis, page.style);
  if (causes.empty() || percent(causes.front().ns, all) < page.options.min_percent) return;
  auto out = std::back_inserter(page.text);
  fmt::format_to(out, "{}\n  {:>8} {:>6}\n", page.style.heading("Waiting, by its cause"), "wait s", "%");
  size_t shown = 0;
  for (const ShownCause& cause : causes) {
    if (shown++ == kMostCauses || percent(cause.ns, all) < page.options.min_percent) break;
    fmt::format_to(out, "  {:>8} {:>6.1f}  {}\n", seconds_of(cause.ns), percent(cause.ns, all), cause.what);
  }
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
