// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "profile_reader.h"

namespace limpid::cli::analysis {

// One profile file, read whole.
struct Input {
  std::string path;
  profile::Profile profile;
};

// Reads eight bytes, not gigabytes. False: it is no profile, or cannot be read.
bool is_profile(const std::string& path);

// Reads one file. Throws Failure(kExitBadInput) that names it and what is wrong with it if it cannot be read.
Input read_input(const std::string& path);

// A runtime keeps the state `work` while it makes a task or takes a lock that is free. Samples that were
// taken inside the runtime are the program's overhead, not its work: their state becomes `overhead`.
// read_input() has done so.
void name_overhead(profile::Profile& profile);

// A directory stands for every *.limpid file in it, in order of name. Throws as above for what does not exist.
std::vector<std::string> expand_paths(const std::vector<std::string>& paths);

// End of the recording in ns since its start: the latest moment that any record knows of.
uint64_t end_of(const profile::Profile& profile);

// The command line, quoted for a shell, without argument zero's directory when `short_program`.
std::string command_of(const profile::Profile& profile, bool short_program);

}  // namespace limpid::cli::analysis
