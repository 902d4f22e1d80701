// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "symbols/name.h"

namespace limpid::cli::symbols {

// One function that is active at an address. An address has several when the compiler inlined calls.
struct Frame {
  Name name;
  std::string file;  // where control is, absolute where the compiler noted its directory; empty if unknown
  int line = 0;      // 0 if unknown
  std::string decl_file;  // where the function itself begins
  int decl_line = 0;
  bool declared = false;  // the DWARF says where it begins; else its first instruction does
  std::string identity;   // tells functions apart that name and place do not
  bool inlined = false;   // inlined into the next frame
};

// Whether the file found today is the one that ran.
enum class Identity { kSame, kUnknown, kChanged, kMissing };

// How much is known about an address; decides what the report has to explain.
enum class Detail { kNothing, kModule, kSymbol, kSource };

// What is known about one address. `frames` is never empty: innermost function first.
struct Location {
  std::vector<Frame> frames;
  Detail detail = Detail::kNothing;
  Identity identity = Identity::kUnknown;  // of the module's file
  std::string module;                      // base name of the file, `[vdso]`, or empty
  uint64_t address = 0;                    // as the file has it
  uint64_t offset = 0;                     // from the start of the symbol; 0 without one
  bool python = false;                     // a function of Python, as its interpreter names it
  uint64_t function = 0;  // where the outermost frame's function begins, as the file has it; 0 if unknown
};

}  // namespace limpid::cli::symbols
