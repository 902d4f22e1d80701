// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

namespace limpid::cli::check {

// A child that runs beside others: own standard output and error, own environment, a limit on its time.
struct Job {
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;  // added to ours
  std::vector<std::string> without;                // prefixes of variables of ours that it does not get
  std::string directory;                           // where the files for its output go
  int seconds = 60;
};

struct JobEnd {
  int status = 0;          // exit status
  int signal = 0;          // or the signal that ended it
  bool timed_out = false;  // it was still running, and was killed
  std::string out, err;    // at most the first 64 KiB
  bool good() const { return status == 0 && signal == 0 && !timed_out; }
};

// Runs it and waits. A program that cannot be started ends with status 127.
JobEnd run_job(const Job& job);

}  // namespace limpid::cli::check
