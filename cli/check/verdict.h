// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "check/expectation.h"
#include "check/result.h"

namespace limpid::cli::check {

// Which run something was seen in.
struct Run {
  std::string program;
  std::string compiler;  // family; empty for a program of the user's own
  int threads = 0;       // 0: as the environment says
  bool storm = false;    // under signals that ask the runtime
};

// A rule that was broken, or a note: how often, where first, by which compilers' programs.
struct Broken {
  std::string rule, section, says;
  std::string words;  // the events that were expected, where that is what was broken
  bool deviation = true;
  uint64_t times = 0;
  std::set<std::string> compilers, programs, callbacks;
  Finding first;
  Run first_run;
};

struct CallbackSummary {
  std::set<std::string> registered;  // one, unless the runtime cannot decide
  bool must_be_always = false;
  std::string section;
  uint64_t seen = 0;
  uint64_t lost = 0;                         // expected events that did not come, and need not
  std::map<std::string, std::string> rules;  // broken: name and section
};

// Everything that the runs told, added up.
class Verdict {
 public:
  void add(const Run& run, const std::vector<ProcessResult>& results);
  void add_answer(const Run& run, const Expectation& expectation, const Answer& answer,
                  const ProcessResult& result);

  // A run that did not do what it should for a reason that no event tells.
  void add_failure(const Run& run, const std::string& rule, const std::string& section,
                   const std::string& says, const std::string& text);
  void add_left_out(const std::string& what) { left_out.insert(what); }

  size_t deviations() const;

  bool connected = false;  // at least one run started the tool
  std::string runtime;     // as it calls itself
  uint64_t omp_version = 0;
  uint64_t runs = 0;
  uint64_t events = 0;
  std::map<std::string, CallbackSummary> callbacks;
  std::map<std::string, bool> entries;
  std::map<std::string, State> states;
  std::map<std::string, Broken> broken;  // by rule, and the words of what was expected
  std::set<std::string> left_out;        // programs that could not be built or started, and why

 private:
  void note(const Run& run, const Finding& finding, uint64_t times, const std::string& words = "");
};

}  // namespace limpid::cli::check
