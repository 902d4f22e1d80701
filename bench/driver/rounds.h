// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures one construct on several runtimes, interleaved block by block.
#pragma once

#include <filesystem>
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
  int launches = 2;     // the blocks are spread over so many processes per runtime
  double block_ms = 5;  // what one block should last
  int keep_one_of = 3;  // of so many rounds the calmest is kept; 1: all
};

struct Construct {
  std::string name;
  std::string operation;
  bool inquiry = false;  // of a tool; makes no events
};

// What the worker program can run; `list` is its option.
std::vector<Construct> list_constructs(const std::filesystem::path& kernels, const char* list = "--list");

struct Series {
  std::vector<double> ns;  // per operation, one entry per round
  std::vector<double>
      waited;         // share of the block that its threads, added up, were ready but had no processor
  std::string error;  // if not empty, this runtime failed and ns is incomplete
};

// One series per runtime, in the same order; entry r of each was measured in round r. Of the rounds, the
// calmer half is kept: those in which the runtimes together waited least for a processor, so other programs
// were least in the way.
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
