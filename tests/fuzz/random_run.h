// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recordings of runs that never were, whole ones, and ways to break them.
#pragma once

#include <string>

#include "fuzz.h"

namespace fuzz {

// What a recorder leaves of one process.
struct Recording {
  std::string profile;
  std::string trace;  // of the same run; empty: it was not traced
};

// With every kind of record and of event. `module`: a program with symbols, in which the places are.
Recording whole_recording(const std::string& module, Random& random);

// Breaks a file in one place.
void mutate(std::string& bytes, Random& random);
// The same where a trace has something: in its header and in those of its blocks, in events, or in whole blocks.
void mutate_trace(std::string& bytes, Random& random);

}  // namespace fuzz
