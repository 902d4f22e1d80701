// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plays a runtime to the checking tool: one right stream of events, and the same stream with one fault each.
// The tool has to accept the first, and to name the broken rule in every other, and no rule besides. Every
// rule of the catalogue has a fault.
//
// usage: grammar-selftest CHECKER_LIBRARY [FAULT]     with a fault's name: shows the report
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "check/tool/rule_catalogue.h"
#include "faults.h"

namespace {

using selftest::Fault;
using selftest::Stream;
using StartTool = ompt_start_tool_result_t* (*)(unsigned, const char*);

void play_in_child(const char* checker, const Fault& fault, const std::string& result) {
  setenv("LIMPID_CHECK_RESULT", result.c_str(), 1);
  setenv("LIMPID_CHECK_STRICT", "1", 1);
  if (fault.environment != nullptr) putenv(const_cast<char*>(fault.environment));
  void* library = dlopen(checker, RTLD_NOW);
  if (library == nullptr) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(2);
  }
  auto start = reinterpret_cast<StartTool>(dlsym(library, "ompt_start_tool"));
  ompt_start_tool_result_t* tool = start(202011, "selftest");
  Stream stream = fault.insertion != nullptr ? Stream(fault.point, fault.insertion) : Stream(fault.name);
  stream.at(selftest::Point::start);
  tool->initialize(fake::lookup, 0, &tool->tool_data);
  stream.play(tool);
  _exit(0);
}

// The tool's whole report on one stream.
std::string report_on(const char* checker, const Fault& fault, const std::string& result) {
  unlink(result.c_str());
  pid_t child = fork();
  if (child == 0) play_in_child(checker, fault, result);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) return "the checker crashed";
  std::ifstream file(result);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The rules that a report says were broken.
std::set<std::string> broken_rules(const std::string& report) {
  static const std::string kMark = "{\"type\":\"rule\",\"rule\":\"";
  std::set<std::string> rules;
  for (size_t at = report.find(kMark); at != std::string::npos; at = report.find(kMark, at + 1)) {
    size_t begin = at + kMark.size();
    rules.insert(report.substr(begin, report.find('"', begin) - begin));
  }
  return rules;
}

// What is wrong with the report on a fault; empty if nothing is.
std::string complaint(const Fault& fault, const std::string& report) {
  std::set<std::string> rules = broken_rules(report);
  if (rules.erase(fault.rule) == 0) return "rule " + fault.rule + " did not notice";
  if (report.find("\"says\":\"\"") != std::string::npos) return "a rule is not in the catalogue";
  if (fault.also == std::vector<std::string>{"*"}) return "";
  for (const std::string& also : fault.also) rules.erase(also);
  return rules.empty() ? "" : "rule " + *rules.begin() + " is reported, too";
}

int count_rules_without_fault(const std::vector<Fault>& faults) {
  int missing = 0;
  for (size_t i = 0; i < limpid::check::kRuleCount; ++i) {
    const char* rule = limpid::check::kRules[i].name;
    bool tried =
        std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) { return fault.rule == rule; });
    if (tried) continue;
    printf("no fault tries rule %s\n", rule);
    ++missing;
  }
  return missing;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: grammar-selftest CHECKER_LIBRARY [FAULT]\n");
    return 2;
  }
  std::string result = "grammar-selftest." + std::to_string(getpid());
  std::vector<Fault> faults = selftest::all_faults();
  int failed = count_rules_without_fault(faults);
  std::string report = report_on(argv[1], {}, result);
  if (report.find("\"violations\":0,\"notes\":0") == std::string::npos) {
    printf("the right stream is not accepted:\n%s", report.c_str());
    ++failed;
  }
  for (const Fault& fault : faults) {
    if (argc == 3 && fault.name != argv[2]) continue;
    report = report_on(argv[1], fault, result);
    std::string problem = complaint(fault, report);
    if (argc == 3) printf("%s", report.c_str());
    if (problem.empty()) continue;
    printf("fault '%s': %s\n", fault.name.c_str(), problem.c_str());
    ++failed;
  }
  unlink(result.c_str());
  printf("%zu faults, %zu rules, %d complaints\n", faults.size(), limpid::check::kRuleCount, failed);
  return failed == 0 ? 0 : 1;
}
