// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace limpid::test {

// A directory of its own for one test, removed at the end.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::string& path() const { return path_; }
  // Writes a file in it and answers its path.
  std::string write(const std::string& name, const std::string& bytes) const;
  std::string join(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// What a command did.
struct Outcome {
  int exit = 0;  // exit status; -1 if a signal ended it
  int signal = 0;
  std::string out;
  std::string err;
};

// Runs `command` through /bin/sh in `directory`.
Outcome shell(const std::string& command, const std::string& directory = ".");

// A program of tests/cli/fixtures, as built for the tests.
std::string fixture(const std::string& name);

// Address (as the file has it) and size of a function that the symbol table of `file` names.
struct Extent {
  uint64_t address = 0;
  uint64_t size = 0;
};
Extent extent_of(const std::string& file, const std::string& symbol);

}  // namespace limpid::test
