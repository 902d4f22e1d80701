// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analysis/notes.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// Threads without OpenMP that are not shown.
struct LeftOut {
  size_t threads = 0;
  uint64_t run_ns = 0;
  std::vector<std::string> names;  // each different one once
};

void leave_out(const profile::OutsiderRecord& outsider, LeftOut& left_out);

// Adds those to `left_out` that do nothing but wait, and answers their ids. Libraries have threads of their own that wait
// for something to do: what they wait for is nothing that the program could use.
std::unordered_set<uint32_t> leave_out_waiting(const profile::Profile& profile, LeftOut& left_out);

// "3 threads never used OpenMP{why} and are not shown".
void add_left_out_note(const LeftOut& left_out, std::string_view why, Notes& notes);

}  // namespace limpid::cli::analysis
