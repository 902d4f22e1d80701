// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/result.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace limpid::cli::check {
namespace {

using Json = nlohmann::json;

std::string text(const Json& line, const char* key) {
  auto found = line.find(key);
  return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

uint64_t number(const Json& line, const char* key) {
  auto found = line.find(key);
  return found != line.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

bool flag(const Json& line, const char* key) {
  auto found = line.find(key);
  return found != line.end() && found->is_boolean() && found->get<bool>();
}

Finding finding_of(const Json& line) {
  Finding finding;
  finding.violation = text(line, "severity") == "violation";
  finding.rule = text(line, "rule");
  finding.section = text(line, "section");
  finding.says = text(line, "says");
  finding.event = text(line, "event");
  finding.text = text(line, "text");
  finding.thread = number(line, "thread");
  finding.address = text(line, "address");
  finding.module = text(line, "module");
  finding.offset = number(line, "offset");
  return finding;
}

Callback callback_of(const Json& line) {
  Callback callback;
  callback.registered = text(line, "registered");
  callback.must_be_always = flag(line, "must_be_always");
  callback.section = text(line, "section");
  callback.seen = number(line, "seen");
  std::istringstream words(text(line, "words"));
  for (std::string word; words >> word;) callback.words.push_back(word);
  return callback;
}

void take(const Json& line, ProcessResult& result) {
  std::string type = text(line, "type");
  if (type == "start") {
    result.started = true;
    result.runtime = text(line, "runtime");
    result.library = text(line, "library");
    result.omp_version = number(line, "omp_version");
  } else if (type == "entry") {
    result.entries[text(line, "name")] = flag(line, "present");
  } else if (type == "finding") {
    result.findings.push_back(finding_of(line));
  } else if (type == "callback") {
    result.callbacks[text(line, "name")] = callback_of(line);
  } else if (type == "word") {
    result.words[text(line, "word")] = number(line, "times");
  } else if (type == "state") {
    result.states[text(line, "name")] = {number(line, "value"), number(line, "seen")};
  } else if (type == "rule") {
    result.rules[text(line, "rule")] = number(line, "times");
  } else if (type == "end") {
    result.ended = true;
    result.events = number(line, "events");
  }
}

}  // namespace

ProcessResult read_result(const std::string& file) {
  ProcessResult result;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    Json parsed = Json::parse(line, nullptr, false);
    if (parsed.is_object()) take(parsed, result);
  }
  // A process that had no summary: what was found is what counts.
  if (result.ended) return result;
  for (const Finding& finding : result.findings) ++result.rules[finding.rule];
  return result;
}

std::vector<ProcessResult> read_results(const std::string& directory, const Runtime& runtime) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<ProcessResult> results;
  results.reserve(files.size());
  for (const std::string& file : files) {
    results.push_back(read_result(file));
    for (Finding& finding : results.back().findings) {
      if (finding.module.rfind(runtime.names + "/", 0) == 0) finding.module = runtime.library;
      size_t at = finding.text.find(runtime.names + "/");
      if (at != std::string::npos) finding.text.erase(at, runtime.names.size() + 1);
    }
  }
  return results;
}

}  // namespace limpid::cli::check
