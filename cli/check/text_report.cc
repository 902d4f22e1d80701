// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "check/report.h"
#include "symbols/symbolizer.h"

namespace limpid::cli::check {
namespace {

std::string joined(const std::set<std::string>& words, const char* between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

std::string heading(const Subject& subject, const Verdict& verdict) {
  std::string text =
      fmt::format("{}, OpenMP {}\n  {}\n", printable(verdict.runtime), verdict.omp_version, subject.library);
  if (!subject.program.empty())
    return text + fmt::format("  {}: {}, {} events\n", subject.program, subject.ending, verdict.events);
  return text + fmt::format("  {} programs built by {}; threads {}; {} runs, {} events\n", subject.programs,
                            subject.compilers, fmt::join(subject.threads, " "), verdict.runs, verdict.events);
}

std::string callback_table(const Verdict& verdict, const Style& style) {
  std::string text = style.heading(fmt::format("\n{:<20}{:<18}{:>9}{:>8}  {}\n", "callback", "registered",
                                               "seen", "lost", "rules broken (section of OpenMP 5.1)"));
  for (const auto& [name, callback] : verdict.callbacks) {
    std::vector<std::string> rules;
    for (const auto& [rule, section] : callback.rules) rules.push_back(fmt::format("{} ({})", rule, section));
    std::string broken = rules.empty() ? "-" : style.alarm(fmt::format("{}", fmt::join(rules, ", ")));
    text += fmt::format("{:<20}{:<18}{:>9}{:>8}  {}\n", name, joined(callback.registered), callback.seen,
                        callback.lost == 0 ? "-" : std::to_string(callback.lost), broken);
  }
  return text;
}

std::string where(const Run& run) {
  if (run.compiler.empty()) return run.program;
  return fmt::format("{} ({}, {} thread{}{})", run.program, run.compiler, run.threads,
                     run.threads == 1 ? "" : "s", run.storm ? ", under signals" : "");
}

std::string one_rule(const Broken& broken, const Style& style) {
  std::string full = broken.words.empty() ? broken.rule : broken.rule + " " + broken.words;
  std::string name = broken.deviation ? style.alarm(full) : style.faint(full);
  std::string times = fmt::format("{} time{}", broken.times, broken.times == 1 ? "" : "s");
  if (broken.programs.size() > 1) times += fmt::format(" in {} programs", broken.programs.size());
  if (!broken.compilers.empty()) times += " of " + joined(broken.compilers, ", ");
  if (!broken.callbacks.empty()) times += ": " + joined(broken.callbacks, ", ");
  std::string text = fmt::format("  {} (section {}), {}\n    rule:  {}\n    first: {}", name, broken.section,
                                 times, broken.says, where(broken.first_run));
  if (!broken.first.event.empty())
    text += fmt::format(", {} on thread {}", broken.first.event, broken.first.thread);
  text += fmt::format("\n           {}\n", printable(broken.first.text));
  std::string place = code_place(broken.first);
  return place.empty() ? text : text + fmt::format("           code: {}\n", printable(place));
}

std::string rules_of(const Verdict& verdict, bool deviations, const char* title, const Style& style) {
  std::string text;
  for (const auto& [name, broken] : verdict.broken) {
    if (broken.deviation == deviations) text += one_rule(broken, style);
  }
  return text.empty() ? "" : "\n" + style.heading(title) + "\n" + text;
}

std::string entries_and_states(const Verdict& verdict, const Style& style) {
  std::vector<std::string> missing;
  for (const auto& [name, present] : verdict.entries) {
    if (!present) missing.push_back(name);
  }
  std::string text =
      "\n" + style.heading("entry points") +
      fmt::format("  {} of {} present", verdict.entries.size() - missing.size(), verdict.entries.size());
  if (!missing.empty()) text += ", without " + style.alarm(fmt::format("{}", fmt::join(missing, ", ")));
  std::vector<std::string> seen;
  std::vector<std::string> unseen;
  for (const auto& [name, state] : verdict.states) {
    constexpr std::string_view kPrefix = "ompt_state_";
    std::string word = name.rfind(kPrefix, 0) == 0 ? name.substr(kPrefix.size()) : name;
    (state.seen > 0 ? seen : unseen).push_back(printable(word));
  }
  text += "\n" + style.heading("states") + fmt::format("        seen: {}\n", fmt::join(seen, " "));
  if (!unseen.empty())
    text += fmt::format("              enumerated, not seen: {}\n", fmt::join(unseen, " "));
  return text;
}

std::string summary(const Verdict& verdict) {
  size_t deviations = verdict.deviations();
  size_t notes = verdict.broken.size() - deviations;
  std::string text = deviations == 0 ? "no deviation"
                                     : fmt::format("{} deviation{}", deviations, deviations == 1 ? "" : "s");
  if (notes > 0) text += fmt::format(", {} note{}", notes, notes == 1 ? "" : "s");
  if (!verdict.left_out.empty())
    text += fmt::format(", {} program{} left out", verdict.left_out.size(),
                        verdict.left_out.size() == 1 ? "" : "s");
  return text;
}

}  // namespace

std::string code_place(const Finding& finding) {
  if (finding.address.empty()) return "";
  std::string module = std::filesystem::path(finding.module).filename();
  if (module.empty()) return finding.address;
  symbols::Symbolizer symbolizer;
  uint32_t number = symbolizer.add_module({finding.module, ""});
  // A return address: what it belongs to is the call before it.
  const symbols::Location& location = symbolizer.locate(number, finding.offset - 1);
  if (location.detail == symbols::Detail::kSource) {
    const symbols::Frame& frame = location.frames.front();
    std::string file = std::filesystem::path(frame.file).filename();
    return fmt::format("{} at {}:{} ({})", frame.name.text, file, frame.line, module);
  }
  if (location.detail == symbols::Detail::kSymbol)
    return fmt::format("{} ({})", location.frames.front().name.text, module);
  return fmt::format("{}+{:#x}", module, finding.offset);
}

std::string text_report(const Subject& subject, const Verdict& verdict, const Style& style) {
  if (!verdict.connected) {
    std::string what =
        subject.program.empty() ? subject.library : fmt::format("{} on {}", subject.program, subject.library);
    return fmt::format("{}: no OMPT interface: the tool was never started\n", what);
  }
  std::string text = heading(subject, verdict) + callback_table(verdict, style);
  text += rules_of(verdict, true, "deviations", style);
  text += rules_of(verdict, false, "notes (the specification leaves them open)", style);
  text += entries_and_states(verdict, style);
  for (const std::string& left_out : verdict.left_out)
    text += fmt::format("left out: {}\n", printable(left_out));
  return text + "\n" + style.heading(summary(verdict)) + "\n";
}

}  // namespace limpid::cli::check
