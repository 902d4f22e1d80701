// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "elf/image.h"

namespace limpid::cli::elf {

// What made the loader find a library.
enum class FoundBy { kNothing, kPath, kRpath, kLibraryPath, kRunpath, kSystem };

// As a user would say it: `LD_LIBRARY_PATH`, `RPATH`, `a path in the file`, `the system's directories`.
std::string describe(FoundBy found_by);

// A shared library as the loader would find it.
struct Dependency {
  std::string name;       // as it is needed: `libgomp.so.1`
  std::string path;       // where it would come from; empty if nowhere
  std::string needed_by;  // path of the file that asks for it first
  FoundBy found_by = FoundBy::kNothing;
};

// What the loader would load for a program, in its order (breadth first, each name once).
struct Closure {
  Image program;
  std::vector<Image> libraries;  // those that were found and could be read
  std::vector<Dependency> dependencies;

  const Dependency* find(const std::string& name) const;
};

// Follows DT_NEEDED from `program` as ld.so does: DT_RPATH of the asking file and its ancestors, then
// `library_path` (LD_LIBRARY_PATH), DT_RUNPATH of the asking file, and the system's directories.
Closure load_closure(const Image& program, const std::vector<std::string>& library_path);

// The directories of /etc/ld.so.conf and the loader's own. `conf` is a parameter for tests.
std::vector<std::string> system_directories(const std::string& conf = "/etc/ld.so.conf");

// Whether a library name is that of an OpenMP runtime that Limpid stands in for: `libgomp.so.1`,
// `libomp.so.5`, `libomp.so`, `libiomp5.so`, and their like.
bool is_openmp_library(const std::string& name);

}  // namespace limpid::cli::elf
