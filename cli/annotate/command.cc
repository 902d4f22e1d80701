// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotate/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>

#include "analysis/analysis.h"
#include "annotate/listing.h"
#include "base/failure.h"
#include "base/style.h"

namespace limpid::cli::annotate {
namespace {

constexpr int kAround = 3;  // lines shown before and behind those with time
constexpr int kLongestFile = 1'000'000;
constexpr size_t kNamed = 10;  // functions that an error names
constexpr double kHot = 0.25;  // of the listing's time: the line stands out

// Line by line, those near one with time.
std::map<int, std::string> source_of(const Listing& listing) {
  std::map<int, std::string> lines;
  std::ifstream file(listing.file);
  std::string text;
  for (int number = 1; number <= kLongestFile && std::getline(file, text); ++number) {
    const auto near = listing.lines.lower_bound(number - kAround);
    if (near != listing.lines.end() && near->first <= number + kAround) lines[number] = text;
  }
  return lines;
}

void write_row(std::string& out, const Style& style, const Listing& listing, int number,
               const std::string& text) {
  const auto at = listing.lines.find(number);
  const analysis::Times times = at == listing.lines.end() ? analysis::Times{} : at->second;
  const uint64_t others_ns = times.blocked_ns + times.no_processor_ns;
  const auto cell = [](uint64_t ns) { return ns == 0 ? std::string() : seconds_of(ns); };
  const double share = percent(times.all_ns(), listing.all.all_ns());
  const std::string line =
      printable(fmt::format("{:>9} {:>9} {:>9} {:>6} {:>6}  {}", cell(times.work_ns), cell(times.wait_ns),
                            cell(others_ns), times.all_ns() == 0 ? "" : fmt::format("{:.1f}", share),
                            number == 0 ? "?" : std::to_string(number), text));
  out += (share >= 100 * kHot ? style.alarm(line) : line) + "\n";
}

std::string text_of(const Listing& listing, const Style& style) {
  std::string out = style.heading(printable(fmt::format(
                        "{}  {}", listing.function, listing.file.empty() ? "no file known" : listing.file))) +
                    "\n";
  out +=
      style.faint(fmt::format("{:>9} {:>9} {:>9} {:>6} {:>6}", "work s", "wait s", "other s", "%", "line")) +
      "\n";
  std::map<int, std::string> source = source_of(listing);
  if (source.empty())
    out += style.faint(listing.file.empty() ? "  no lines are known: the program was built without -g\n"
                                            : "  the source is not here, only its lines\n");
  for (const auto& [number, times] : listing.lines) source.try_emplace(number, "");
  int last = source.begin()->first;
  for (const auto& [number, text] : source) {
    if (number > last + 1) out += style.faint(fmt::format("{:>43}", "...")) + "\n";
    write_row(out, style, listing, number, text);
    last = number;
  }
  out += fmt::format("{:>9} {:>9} {:>9} {:>6}  all\n", seconds_of(listing.all.work_ns),
                     seconds_of(listing.all.wait_ns),
                     seconds_of(listing.all.blocked_ns + listing.all.no_processor_ns), "100.0");
  return out;
}

[[noreturn]] void fail(const Options& options, const analysis::Analysis& analysis) {
  std::string names;
  size_t named = 0;
  for (const analysis::FlatRow& row : analysis.flat) {
    if (row.self_ns == 0 || named++ == kNamed) break;
    names += (names.empty() ? "" : ", ") + printable(row.place.name);
  }
  throw Failure(kExitBadInput, fmt::format("no line of a function `{}` has time; those with most are: {}",
                                           options.function, names.empty() ? "none" : names));
}

}  // namespace

int run_annotate(const Options& options) {
  symbols::Symbolizer symbolizer;
  analysis::Options wanted;
  wanted.selection = options.selection;
  const analysis::Analysis analysis = analysis::analyze(options.files, symbolizer, wanted);
  const std::vector<Listing> listings = listings_of(analysis.lines, options.function);
  if (listings.empty()) fail(options, analysis);
  const Style style = Style::for_descriptor(STDOUT_FILENO, !options.no_color);
  std::string text;
  for (const Listing& listing : listings) text += (text.empty() ? "" : "\n") + text_of(listing, style);
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0)
    throw Failure(kExitBadInput, "cannot write to stdout");
  return kExitOk;
}

}  // namespace limpid::cli::annotate
