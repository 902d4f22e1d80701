// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "report/sections.h"
#include "report/text.h"
#include "report/visible_nodes.h"

namespace limpid::cli::report {
namespace {

using analysis::Tree;

constexpr size_t kMostRows = 20;

// Shows the first rows of a list, heaviest first, and adds up the others.
class List {
 public:
  explicit List(const Page& page) : page_(page), all_ns_(page.analysis.totals.times.all_ns()) {}

  // False: the row counts among the others. `weight_ns` decides; `ns` is what the others add up.
  bool takes(uint64_t weight_ns, uint64_t ns) {
    bool large = shown_ < kAlwaysShown || percent(weight_ns, all_ns_) >= page_.options.min_percent;
    if (shown_ < kMostRows && large) {
      ++shown_;
      return true;
    }
    hidden_ns_ += ns;
    ++hidden_;
    return false;
  }

  double share(uint64_t ns) const { return percent(ns, all_ns_); }

  void finish() {
    if (hidden_ns_ > 0) {
      page_.text += fmt::format("  {:>8} {:>6.1f} {:>9}  {}\n", seconds_of(hidden_ns_), share(hidden_ns_), "",
                                page_.style.faint(fmt::format("({} more)", hidden_)));
    }
    page_.text += "\n";
  }

 private:
  const Page& page_;
  uint64_t all_ns_;
  size_t shown_ = 0;
  size_t hidden_ = 0;
  uint64_t hidden_ns_ = 0;
};

}  // namespace

void write_functions(const Page& page) {
  std::vector<analysis::FlatRow> rows = page.analysis.flat;
  bool by_total = page.options.sort == "total";
  if (by_total) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.total_ns > b.total_ns; });
  }
  page.text +=
      fmt::format("{}\n  {:>8} {:>6} {:>9}\n", page.style.heading("Functions"), "self s", "%", "total s");
  List list(page);
  for (const analysis::FlatRow& row : rows) {
    if (!list.takes(by_total ? row.total_ns : row.self_ns, row.self_ns)) continue;
    std::string name = short_name(row.place);
    if (Tree::is_pseudo(row.place.kind)) name = page.style.wait(name);
    page.text +=
        fmt::format("  {:>8} {:>6.1f} {:>9}  {}  {}\n", seconds_of(row.self_ns), list.share(row.self_ns),
                    seconds_of(row.total_ns), name, page.style.faint(short_place(row.place)));
  }
  list.finish();
}

void write_constructs(const Page& page) {
  page.text += fmt::format("{}\n  {:>8} {:>6} {:>9} {:>8} {:>9} {:>14}\n", page.style.heading("Constructs"),
                           "all s", "%", "work s", "wait s", "blocked s", "no processor s");
  List list(page);
  for (const analysis::ConstructRow& row : page.analysis.constructs) {
    const analysis::Times& times = row.times;
    if (!list.takes(times.all_ns(), times.all_ns())) continue;
    bool none = row.place.kind == Tree::Kind::kProgram;
    std::string where = none ? "outside of constructs" : label(row.place);
    std::string remarks = none ? "" : short_place(row.place);
    if (row.count > 0) remarks += " x" + count_text(row.count, row.estimated);
    page.text +=
        fmt::format("  {:>8} {:>6.1f} {:>9} {:>8} {:>9} {:>14}  {}  {}\n", seconds_of(times.all_ns()),
                    list.share(times.all_ns()), seconds_of(times.work_ns), seconds_of(times.wait_ns),
                    seconds_of(times.blocked_ns), seconds_of(times.no_processor_ns),
                    page.style.construct(where), page.style.faint(remarks));
  }
  list.finish();
}

void write_lines(const Page& page) {
  page.text += fmt::format("{}\n  {:>8} {:>6} {:>9}\n", page.style.heading("Lines"), "all s", "%", "work s");
  List list(page);
  for (const analysis::LineRow& row : page.analysis.lines) {
    if (!list.takes(row.times.all_ns(), row.times.all_ns())) continue;
    std::string file = std::filesystem::path(row.file).filename().string();
    std::string place = row.line > 0 ? fmt::format("{}:{}", printable(file), row.line) : "no line known";
    page.text += fmt::format("  {:>8} {:>6.1f} {:>9}  {}  {}\n", seconds_of(row.times.all_ns()),
                             list.share(row.times.all_ns()), seconds_of(row.times.work_ns), place,
                             page.style.faint(shortened(printable(row.function), kLongestName)));
  }
  list.finish();
}

}  // namespace limpid::cli::report
