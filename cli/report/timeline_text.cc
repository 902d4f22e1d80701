// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "report/sections.h"

namespace limpid::cli::report {
namespace {

using analysis::Doing;
using analysis::kDoings;
using analysis::Stretch;

constexpr size_t kSlots = 100;
constexpr size_t kMostRows = 64;
constexpr std::string_view kLetters = "#s.-Lobp";  // by Doing; a space: nothing is known
static_assert(kLetters.size() == kDoings);

// Nanoseconds that one thread did each thing in one slot.
using Slot = std::array<uint64_t, kDoings>;

struct Span {
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
  uint64_t slot_begin(size_t slot) const { return begin_ns + (end_ns - begin_ns) * slot / kSlots; }
  size_t slot_of(uint64_t ns) const {
    return std::min<size_t>(kSlots - 1, (ns - begin_ns) * kSlots / std::max<uint64_t>(1, end_ns - begin_ns));
  }
};

Span span_of(const std::vector<Stretch>& stretches) {
  Span span{stretches.front().begin_ns, stretches.front().end_ns};
  for (const Stretch& stretch : stretches) {
    span.begin_ns = std::min(span.begin_ns, stretch.begin_ns);
    span.end_ns = std::max(span.end_ns, stretch.end_ns);
  }
  return span;
}

void add(const Stretch& stretch, Doing doing, const Span& span, std::vector<Slot>& row) {
  for (size_t slot = span.slot_of(stretch.begin_ns); slot < kSlots && span.slot_begin(slot) < stretch.end_ns;
       ++slot) {
    const uint64_t begin = std::max(stretch.begin_ns, span.slot_begin(slot));
    const uint64_t end = std::min(stretch.end_ns, span.slot_begin(slot + 1));
    if (begin < end) row[slot][static_cast<size_t>(doing)] += end - begin;
  }
}

// What took most of the slot.
char letter_of(const Slot& slot) {
  const auto most = std::max_element(slot.begin(), slot.end());
  return *most == 0 ? ' ' : kLetters[static_cast<size_t>(most - slot.begin())];
}

std::string legend() {
  std::string text;
  for (size_t i = 0; i < kDoings; ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : "  ", kLetters[i], doing_name(static_cast<Doing>(i)));
  return text;
}

}  // namespace

void keep_shown(analysis::Timeline& timeline, const analysis::Analysis&) {
  std::erase_if(timeline.stretches, [](const Stretch& stretch) { return stretch.thread >= kMostRows; });
}

void write_timeline(const Page& page) {
  const auto& [text, analysis, options, style] = page;
  auto out = std::back_inserter(text);
  const std::vector<Stretch>& stretches = analysis.timeline.stretches;
  fmt::format_to(out, "{}", style.heading("Timeline"));
  if (stretches.empty()) {
    fmt::format_to(out, "  (no sample has a time)\n\n");
    return;
  }
  const Span span = span_of(stretches);
  fmt::format_to(out, "  ({} s to {} s; a letter is {} s)\n", seconds_of(span.begin_ns),
                 seconds_of(span.end_ns), seconds_of((span.end_ns - span.begin_ns) / kSlots));
  const size_t threads = analysis.threads.size();
  std::vector<std::vector<Slot>> rows(std::min(threads, kMostRows), std::vector<Slot>(kSlots, Slot{}));
  for (const Stretch& stretch : stretches)
    add(stretch, doing_of(stretch, analysis.tree), span, rows[stretch.thread]);
  const bool several = analysis.processes.size() > 1;
  for (size_t i = 0; i < rows.size(); ++i) {
    const analysis::Thread& thread = analysis.threads[i];
    const std::string name =
        several ? fmt::format("{}.{}", thread.process, thread.id) : std::to_string(thread.id);
    std::string letters;
    for (const Slot& slot : rows[i]) letters += letter_of(slot);
    fmt::format_to(out, "  {:>7}  {}\n", name, letters);
  }
  if (threads > kMostRows) fmt::format_to(out, "  ({} more threads)\n", threads - kMostRows);
  fmt::format_to(out, "  {}\n", style.faint(legend()));
  const uint64_t untimed_ns = analysis.timeline.untimed.all_ns();
  if (untimed_ns > 0)
    fmt::format_to(out, "  {}\n",
                   style.faint(fmt::format("{} s of thread time has no moment", seconds_of(untimed_ns))));
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
