// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "profile_reader.h"
#include "symbols/frame.h"

namespace limpid::cli::symbols {

// Names of code that the program made while it ran, as it left them (profile::CodeNameRecord).
class CodeNames {
 public:
  explicit CodeNames(const std::vector<profile::CodeName>& names);

  // What the address is in; nullptr: nobody says it. The pointer stays valid.
  const Location* find(uint64_t address) const;

  bool empty() const { return pieces_.empty(); }

 private:
  struct Piece {
    uint64_t end;
    size_t name;  // in locations_
  };
  void put(uint64_t begin, uint64_t end, size_t name);

  std::map<uint64_t, Piece> pieces_;  // by where they begin; they do not overlap
  std::vector<Location> locations_;
};

// `py::solve:/home/u/solve.py`, as Python says it: the function and its file. Any other text is a name as it stands.
Location read_code_name(std::string_view name);

}  // namespace limpid::cli::symbols
