// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "base/style.h"

namespace limpid::cli::live {
namespace {

constexpr size_t kColumns = 8;
using Cells = std::array<std::string, kColumns>;
constexpr std::array<const char*, kColumns> kHeads = {"THREAD", "LWP",  "CPU%", "TEAM",
                                                      "REGION", "TASK", "FOR",  "DOES"};
constexpr double kTooShort = 0.05;  // seconds; less is not worth a word

// `2 of 4`, `1 of 2 (level 3)`.
std::string team_text(const Row& row) {
  if (row.team == 0) return "";
  const std::string place = row.place ? std::to_string(*row.place) : "?";
  return fmt::format("{} of {}{}", place, row.team,
                     row.level > 1 ? fmt::format(" (level {})", row.level) : "");
}

Cells cells_of(const Row& row) {
  return {std::to_string(row.number),
          std::to_string(row.lwp),
          row.cpu ? fmt::format("{:.0f}", *row.cpu * 100) : "?",
          team_text(row),
          row.region,
          row.task,
          row.for_s < kTooShort ? "" : fmt::format(">= {:.1f} s", row.for_s),
          row.doing};
}

std::string line_of(const Cells& cells, const std::array<size_t, kColumns>& widths) {
  std::string line;
  for (size_t i = 0; i + 1 < kColumns; ++i) {
    if (widths[i] == 0) continue;
    // Numbers to the right.
    line +=
        i < 3 ? fmt::format("{:>{}}  ", cells[i], widths[i]) : fmt::format("{:<{}}  ", cells[i], widths[i]);
  }
  return line + cells.back();
}

std::string table(const std::vector<Row>& rows, size_t width, size_t height) {
  std::vector<Cells> lines(1);
  std::copy(kHeads.begin(), kHeads.end(), lines.front().begin());
  for (const Row& row : rows) lines.push_back(cells_of(row));
  std::array<size_t, kColumns> widths{};
  for (size_t column = 0; column < kColumns; ++column) {
    bool used = false;
    for (size_t i = 1; i < lines.size(); ++i) used |= !lines[i][column].empty();
    if (!used) continue;  // an empty column takes no room
    for (const Cells& cells : lines) widths[column] = std::max(widths[column], cells[column].size());
  }
  std::string text;
  const size_t shown = height == 0 ? lines.size() : std::min(lines.size(), std::max<size_t>(height, 2));
  for (size_t i = 0; i < shown; ++i) {
    const std::string line = printable(line_of(lines[i], widths));
    text += (width == 0 ? line : line.substr(0, width)) + "\n";
  }
  if (shown < lines.size()) text += fmt::format("({} more)\n", lines.size() - shown);
  return text;
}

std::string plural(size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string counts_text(int pid, const Counts& counts) {
  const std::string age = counts.tasks_age_s < 1 ? "" : fmt::format(", {:.0f} s ago", counts.tasks_age_s);
  return fmt::format("process {}: {}, {}, {} ({} in queues, {} waiting for others{})\n", pid,
                     plural(counts.threads, "thread"), plural(counts.regions, "region"),
                     plural(counts.tasks, "task"), counts.queued, counts.blocked, age);
}

}  // namespace

std::string shown_text(int pid, const Shown& shown, size_t width, size_t height) {
  const std::string head = counts_text(pid, shown.counts) + deadlock_text(shown);
  const auto used = static_cast<size_t>(std::count(head.begin(), head.end(), '\n')) + 2;
  return head + "\n" + table(shown.rows, width, height == 0 ? 0 : height - std::min(height - 1, used));
}

}  // namespace limpid::cli::live
