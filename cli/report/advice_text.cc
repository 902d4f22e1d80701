// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <iterator>

#include "advice/advice.h"
#include "report/sections.h"

namespace limpid::cli::report {
namespace {

constexpr size_t kMostAdvice = 5;  // the rest stands in the JSON
constexpr size_t kWidth = 110;

// Breaks a text into lines of at most kWidth characters, each behind `indent` spaces.
std::string wrapped(const std::string& text, size_t indent) {
  std::string out;
  size_t column = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    size_t length = end - at;
    if (column > 0 && column + 1 + length > kWidth) {
      out += "\n" + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) out += ' ';
    out += text.substr(at, length);
    column += length + 1;
    at = end + 1;
  }
  return out;
}

}  // namespace

void write_advice(const Page& page) {
  const analysis::Selection& selection = page.options.selection;
  if (selection.by_thread() || selection.by_code()) return;
  std::vector<advice::Advice> all = advice::advise(page.analysis);
  if (all.empty()) return;
  auto out = std::back_inserter(page.text);
  fmt::format_to(out, "{}\n", page.style.heading("Advice"));
  for (size_t i = 0; i < all.size() && i < kMostAdvice; ++i) {
    const advice::Advice& advice = all[i];
    std::string gain = advice.gain_ns == 0 ? "" : fmt::format("up to {} s", seconds_of(advice.gain_ns));
    fmt::format_to(out, "  {:<14}  {}\n", advice.kind, page.style.alarm(gain));
    fmt::format_to(out, "    {}\n", wrapped(printable(advice.finding), 4));
    fmt::format_to(out, "    {}\n", wrapped(printable(advice.remedy), 4));
  }
  if (all.size() > kMostAdvice) fmt::format_to(out, "  {} more in --json\n", all.size() - kMostAdvice);
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
