// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures one construct on several runtimes, interleaved block by block.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runtimes.h"

namespace bench {

struct Plan {
  std::filesystem::path kernels;  // the worker program
  int threads = 2;
  int cpus = 2;
  int priority = 0;     // as nice
  bool bind = false;    // OMP_PROC_BIND=true
  int blocks = 60;      // per runtime
  int launches = 12;    // the blocks are spread over so many processes per runtime
  double block_ms = 5;  // what one block should last
  int keep_one_of = 3;  // of so many rounds of a launch the calmest is kept; 1: all
};

struct Construct {
  std::string name;
  std::string operation;
  int transfers = 0;     // as Kernel has it
  bool inquiry = false;  // of a tool; makes no events
};

// What the worker program can run; `list` is its option.
std::vector<Construct> list_constructs(const std::filesystem::path& kernels, const char* list = "--list");

struct Round {
  double ns = 0;      // per operation
  int launch = 0;     // the process that it was measured in, from 0
  double waited = 0;  // share of the block that its threads, added up, were ready but had no processor
  std::optional<double> transfer = {};  // as transfer_ns() says just before; of constructs that need some
};

struct Series {
  std::vector<Round> rounds;
  std::string error;  // if not empty, this runtime failed and the rounds are incomplete

  std::vector<double> ns() const {  // of each round
    std::vector<double> all;
    for (const Round& round : rounds) all.push_back(round.ns);
    return all;
  }
};

// One series per runtime, in the same order; round r of each was measured at the same time. Of the rounds of a launch
// one in plan.keep_one_of is kept: those in which the runtimes together waited least for a processor, so other
// programs were least in the way.
std::vector<Series> measure(const Construct& construct, const std::vector<Runtime>& runtimes,
                            const Plan& plan);

// Repetitions of the construct that take the runtime about plan.block_ms; in the fastest of three processes, as
// one of them may be a slow launch. Throws if the runtime fails.
long repetitions_of_a_block(const Construct& construct, const Runtime& runtime, const Plan& plan);

// Throws unless `loaded`, the library that the program says it has, is the runtime's.
void require_loaded(const Runtime& runtime, const std::string& loaded);

// What runtime's program gets in its environment.
std::vector<std::string> worker_environment(const Runtime& runtime, const Plan& plan);

// Callbacks per operation that a tool gets from the construct. `runtime.tool` must be the one that counts.
// Throws if the runtime fails.
double count_events(const Construct& construct, const Runtime& runtime, const Plan& plan);

}  // namespace bench
