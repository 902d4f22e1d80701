// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/analysis.h"
#include "analysis/disturbance.h"
#include "base/seconds.h"

namespace limpid::cli::analysis {
namespace {

constexpr size_t kFilesNamed = 3;

}  // namespace

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

Notes::Note& Notes::find(const std::string& what, bool of_files) {
  const auto known = std::find_if(notes_.begin(), notes_.end(), [&](const Note& note) {
    return note.what == what && (note.files > 0) == of_files;
  });
  return known != notes_.end() ? *known : notes_.emplace_back(Note{what, {}, 0});
}

void Notes::add(const std::string& sentence) {
  if (!sentence.empty()) find(sentence, false);
}

void Notes::add_of_file(const std::string& path, const std::string& what) {
  Note& note = find(what, true);
  if (++note.files <= kFilesNamed) note.paths.push_back(path);
}

std::vector<std::string> Notes::finish() const {
  std::vector<std::string> sentences;
  for (const Note& note : notes_) {
    if (note.files == 0) {
      sentences.push_back(note.what);
    } else if (note.files <= kFilesNamed) {
      for (const std::string& path : note.paths) sentences.push_back(fmt::format("{}: {}", path, note.what));
    } else {
      sentences.push_back(
          fmt::format("{} and {} more files: {}", note.paths.front(), note.files - 1, note.what));
    }
  }
  return sentences;
}

// How recordings ended, where that matters; and which processes are left out.
void add_ending_notes(const Analysis& analysis, Notes& notes) {
  std::vector<std::string> left_out;
  size_t count = 0;
  for (const Process& process : analysis.processes) {
    if (!process.counted) {
      ++count;
      add_once(left_out, process.command.substr(0, process.command.find(' ')));
    } else if (process.ending == Ending::kBroken) {
      notes.add_of_file(process.path,
                        "the recording broke off (killed, or still running); what was recorded is shown");
    } else if (process.ending == Ending::kStopped) {
      notes.add_of_file(process.path,
                        "the file could not grow any more (disk full, or a limit): the program went on "
                        "after what is shown");
    }
  }
  if (count == 0) return;
  notes.add(fmt::format("left out: {} process{} without OpenMP ({})", count, count == 1 ? "" : "es",
                        fmt::join(left_out, ", ")));
}

// Time without a processor makes everything else look longer.
void add_processor_note(const Analysis& analysis, Notes& notes) {
  const Times& times = analysis.totals.times;
  bool matters = times.no_processor_ns * 10 > times.work_ns && times.no_processor_ns * 20 > times.all_ns();
  if (!matters) return;
  const Run& run = analysis.run;
  notes.add(
      fmt::format("threads were ready to work without a processor for {:.3f} s ({} threads, {} processors): "
                  "more threads than processors, or other programs beside this one",
                  s(times.no_processor_ns), run.threads, run.processors));
}

void add_disturbance_note(const Analysis& analysis, Notes& notes) {
  constexpr double kMuch = 0.1;
  uint64_t doubtful_ns = 0;
  for (const Region& region : analysis.regions) {
    if (disturbed_share(analysis.run, region) >= kMuch) doubtful_ns += region.losses[Cause::kImbalance];
  }
  if (doubtful_ns * 20 < analysis.totals.times.all_ns()) return;
  notes.add(
      fmt::format("{:.3f} s of waiting was seen in regions of less than 0.5 ms each, with a thread on every "
                  "processor: the recording itself makes threads wait there, so it may be much less",
                  s(doubtful_ns)));
}

}  // namespace limpid::cli::analysis
