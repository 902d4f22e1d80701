// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole programs to run: where they lie, and on which runtimes they can be compared.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rounds.h"

namespace bench {

struct Program {
  std::string name;
  std::string compiler;  // whose code it is; empty: the user's program, so not known
  std::filesystem::path file;
};

// The executable files of a folder, by name. Throws if it is no folder or has none.
std::vector<Program> programs_in_folder(const std::filesystem::path& folder, const std::string& compiler);

// What the program would load instead of the runtime, in words; empty if it loads the runtime. Of a program that names
// no OpenMP runtime (a script that runs the real one, for example) nothing is known, and it is empty too.
std::string loaded_instead(const Program& program, const Runtime& runtime, const Plan& plan,
                           const ScratchFolder& scratch);

}  // namespace bench
