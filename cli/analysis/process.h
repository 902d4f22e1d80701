// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/input.h"
#include "analysis/times.h"

namespace limpid::cli::analysis {

// Whether OpenMP made the thread or has met it as an initial one: only these are threads of a team.
bool is_openmp(profile::ThreadType type);

// How a recording came to its end.
enum class Ending {
  kExit,     // the process ended, and said so
  kExec,     // it became another program
  kStopped,  // the file could not grow: the program went on without being recorded
  kGone,     // it ended without a word, and not by a signal as far as is known
  kBroken,   // nothing is known: killed, or still running
};
std::string_view ending_name(Ending ending);  // `exit`, `exec`, ...

// One file: a process, or the part of it in which it was one program.
struct Process {
  std::string path;
  std::string command;
  uint32_t pid = 0;
  int32_t rank = -1;
  bool openmp = false;   // it used OpenMP
  bool counted = false;  // its time is in the report's numbers
  Ending ending = Ending::kBroken;
  uint64_t begin_ns = 0;  // since the first one began
  uint64_t elapsed_ns = 0;
  uint64_t threads = 0;  // the most that were alive at one time
  Times times;           // whether counted or not
};

// The processes behind the files, in their order. Shells and helpers around a program would only blur its
// numbers: where any process used OpenMP, those that did not are not counted.
std::vector<Process> processes_of(const std::vector<Input>& inputs);

// How many processes there are among them: a process that becomes another program stays one.
size_t count_processes(const std::vector<Process>& processes, const std::vector<Input>& inputs);

// The most OpenMP threads that were alive at one time, of all counted processes together. At least 1.
uint64_t most_threads(const std::vector<Process>& processes, const std::vector<Input>& inputs);

}  // namespace limpid::cli::analysis
