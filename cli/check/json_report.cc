// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>

#include "check/report.h"

namespace limpid::cli::check {
namespace {

using Json = nlohmann::ordered_json;

Json callbacks_of(const Verdict& verdict) {
  Json list = Json::array();
  for (const auto& [name, callback] : verdict.callbacks) {
    Json rules = Json::array();
    for (const auto& [rule, section] : callback.rules)
      rules.push_back({{"rule", rule}, {"section", section}});
    list.push_back({{"name", name},
                    {"section", callback.section},
                    {"registered", callback.registered},
                    {"must_be_always", callback.must_be_always},
                    {"seen", callback.seen},
                    {"lost", callback.lost},
                    {"rules_broken", rules}});
  }
  return list;
}

Json run_of(const Run& run) {
  Json object = {{"program", run.program}};
  if (!run.compiler.empty()) object["compiler"] = run.compiler;
  if (run.threads > 0) object["threads"] = run.threads;
  object["under_signals"] = run.storm;
  return object;
}

Json finding_of(const Broken& broken) {
  const Finding& first = broken.first;
  Json example = run_of(broken.first_run);
  example["event"] = first.event;
  example["thread"] = first.thread;
  example["text"] = first.text;
  if (!first.address.empty()) {
    example["code"] = {{"address", first.address},
                       {"module", first.module},
                       {"offset", first.offset},
                       {"place", code_place(first)}};
  }
  return {{"rule", broken.rule},           {"words", broken.words},       {"section", broken.section},
          {"says", broken.says},           {"times", broken.times},       {"callbacks", broken.callbacks},
          {"compilers", broken.compilers}, {"programs", broken.programs}, {"first", example}};
}

Json rules_of(const Verdict& verdict, bool deviations) {
  Json list = Json::array();
  for (const auto& [name, broken] : verdict.broken) {
    if (broken.deviation == deviations) list.push_back(finding_of(broken));
  }
  return list;
}

}  // namespace

std::string json_report(const Subject& subject, const Verdict& verdict) {
  Json object = {{"format", "limpid-check"},   {"version", 1},
                 {"runtime", verdict.runtime}, {"omp_version", verdict.omp_version},
                 {"library", subject.library}, {"ompt", verdict.connected}};
  if (subject.program.empty()) {
    object["compilers"] = subject.compilers;
    object["programs"] = subject.programs;
  } else {
    object["program"] = subject.program;
    object["ending"] = subject.ending;
  }
  object["threads"] = subject.threads;
  object["runs"] = verdict.runs;
  object["events"] = verdict.events;
  object["callbacks"] = callbacks_of(verdict);
  object["deviations"] = rules_of(verdict, true);
  object["notes"] = rules_of(verdict, false);
  object["entry_points"] = Json::array();
  for (const auto& [name, present] : verdict.entries)
    object["entry_points"].push_back({{"name", name}, {"present", present}});
  object["states"] = Json::array();
  for (const auto& [name, state] : verdict.states)
    object["states"].push_back({{"name", name}, {"value", state.value}, {"seen", state.seen}});
  object["left_out"] = verdict.left_out;
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace limpid::cli::check
