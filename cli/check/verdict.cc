// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace limpid::cli::check {

void Verdict::note(const Run& run, const Finding& finding, uint64_t times, const std::string& words) {
  auto [entry, is_new] = broken.try_emplace(words.empty() ? finding.rule : finding.rule + " " + words);
  Broken& rule = entry->second;
  if (is_new) {
    rule.rule = finding.rule;
    rule.words = words;
    rule.section = finding.section;
    rule.says = finding.says;
    rule.deviation = finding.violation;
    rule.first = finding;
    rule.first_run = run;
  }
  rule.times += times;
  rule.programs.insert(run.program);
  if (!run.compiler.empty()) rule.compilers.insert(run.compiler);
  auto callback = callbacks.find(finding.event);
  if (callback == callbacks.end()) return;
  rule.callbacks.insert(finding.event);
  if (finding.violation) callback->second.rules[finding.rule] = finding.section;
}

void Verdict::add(const Run& run, const std::vector<ProcessResult>& results) {
  for (const ProcessResult& result : results) {
    if (!result.started) continue;
    connected = true;
    runtime = result.runtime;
    omp_version = result.omp_version;
    events += result.events;
    for (const auto& [name, callback] : result.callbacks) {
      CallbackSummary& summary = callbacks[name];
      summary.registered.insert(callback.registered);
      summary.must_be_always = callback.must_be_always;
      summary.section = callback.section;
      summary.seen += callback.seen;
    }
    for (const auto& [name, present] : result.entries) entries[name] = present;
    for (const auto& [name, state] : result.states) {
      states[name].value = state.value;
      states[name].seen += state.seen;
    }
    std::set<std::string> told;
    for (const Finding& finding : result.findings) {
      auto times = result.rules.find(finding.rule);
      bool first = told.insert(finding.rule).second;
      note(run, finding, !first ? 0 : times == result.rules.end() ? 1 : times->second);
    }
  }
}

void Verdict::add_answer(const Run& run, const Expectation& expectation, const Answer& answer,
                         const ProcessResult& result) {
  if (answer.kind == Answer::Kind::met) return;
  if (!answer.deviation) {
    if (!answer.callback.empty())
      callbacks[answer.callback].lost += static_cast<uint64_t>(answer.expected - answer.seen);
    return;
  }
  bool lost = answer.kind == Answer::Kind::lost;
  Finding finding;
  finding.violation = true;
  finding.event = answer.callback;
  auto callback = result.callbacks.find(answer.callback);
  std::string section = callback == result.callbacks.end() ? "4.5.2" : callback->second.section;
  finding.rule = lost ? "registration.lost" : "event.surplus";
  finding.section = section;
  finding.says = lost ? "every event of a callback that is registered as always comes (4.2.4)"
                      : "an event comes as often as the program causes it";
  std::string words = fmt::format("{}", fmt::join(expectation.words, " + "));
  finding.text =
      fmt::format("{}: seen {}, expected {} ({})", words, answer.seen, answer.expected, expectation.source);
  note(run, finding, 1, words);
}

void Verdict::add_failure(const Run& run, const std::string& rule, const std::string& section,
                          const std::string& says, const std::string& text) {
  Finding finding;
  finding.violation = true;
  finding.rule = rule;
  finding.section = section;
  finding.says = says;
  finding.text = text;
  note(run, finding, 1);
}

size_t Verdict::deviations() const {
  return static_cast<size_t>(
      std::count_if(broken.begin(), broken.end(), [](const auto& entry) { return entry.second.deviation; }));
}

}  // namespace limpid::cli::check
