// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace limpid::test {

// Function symbols of one ELF file.
class Symbols {
 public:
  explicit Symbols(const std::string& path);

  // Name of the function at this address (of the file, not of the process); "?" if there is none.
  std::string name(uint64_t address) const;

 private:
  struct Function {
    uint64_t size;
    std::string name;
  };
  std::map<uint64_t, Function> functions_;
};

}  // namespace limpid::test
