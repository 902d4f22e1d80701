// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/runtime.h"

namespace limpid::cli::check {

// What the checking tool wrote about one process, in the words of docs/check-json.md.
struct Finding {
  bool violation = false;
  std::string rule, section, says, event, text;
  uint64_t thread = 0;
  std::string address, module;  // of the code in question; empty if there is none
  uint64_t offset = 0;          // in the module, as the file counts
};

struct Callback {
  std::string registered;  // "always", "sometimes_paired", …
  bool must_be_always = false;
  std::string section;
  std::vector<std::string> words;  // what its events are called, up to the ':'
  uint64_t seen = 0;
};

struct State {
  uint64_t value = 0;
  uint64_t seen = 0;
};

struct ProcessResult {
  bool started = false;  // the runtime called the tool's initializer
  bool ended = false;    // and its finalizer
  std::string runtime, library;
  uint64_t omp_version = 0;
  uint64_t events = 0;
  std::map<std::string, Callback> callbacks;
  std::map<std::string, bool> entries;  // whether lookup knows them
  std::map<std::string, State> states;
  std::map<std::string, uint64_t> words;  // how often each event came
  std::map<std::string, uint64_t> rules;  // how often each was broken
  std::vector<Finding> findings;          // the first of each rule
};

// Reads one file of the tool's. What is no line of its kind is left out: a process may have died while it
// wrote.
ProcessResult read_result(const std::string& file);

// All files of a directory. The names that the runtime was given for the run become the name of its file.
std::vector<ProcessResult> read_results(const std::string& directory, const Runtime& runtime);

}  // namespace limpid::cli::check
