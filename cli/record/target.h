// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "elf/closure.h"

namespace limpid::cli::record {

// What stands in the way of putting a runtime and a recorder into a program.
enum class Obstacle {
  kNone,
  kStatic,        // no loader runs, so nothing can be put in
  kStaticOpenMp,  // has an OpenMP runtime inside
  kPrivileged,    // setuid, setgid or file capabilities: the loader ignores its variables
  kOtherMachine,  // built for another processor or word size
};

// The program that would run, found and read before it starts.
struct Target {
  std::string given;        // as the user typed it
  std::string path;         // as execvp would find it
  std::string interpreter;  // of a script; the facts below are then the interpreter's
  bool is_elf = false;
  elf::Closure closure;
  Obstacle obstacle = Obstacle::kNone;

  const elf::Image& image() const { return closure.program; }
  // The first OpenMP runtime that the program or one of its libraries asks for; nullptr if none does.
  const elf::Dependency* openmp() const;
  // Whether OpenMP can come in later, through dlopen.
  bool may_load_openmp_late() const;
};

// Finds `program` as execvp does and reads it. `library_path`: LD_LIBRARY_PATH that the program will see.
// Throws Failure(kExitNotFound or kExitCannotExecute) naming the program.
Target inspect_target(const std::string& program, const std::vector<std::string>& library_path);

// Splits a variable such as LD_LIBRARY_PATH.
std::vector<std::string> split_path(const std::string& list);

}  // namespace limpid::cli::record
