// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "elf/handle.h"

namespace limpid::cli::symbols {

// The functions that a module's .symtab and .dynsym name, in order of address.
class SymbolTable {
 public:
  struct Symbol {
    uint64_t address;
    uint64_t size;
    std::string name;
  };

  // Adds the functions of one file; a module and its separate debug file may both be added. Call finish()
  // after.
  void add(const elf::Handle& file);
  void finish();

  // The function that holds `address` (a virtual address as the file has it), or nullptr. A function of size
  // zero (written in assembly) reaches to the next one.
  const Symbol* find(uint64_t address) const;

  // Where the function that holds `address` begins, by the unwind tables: they are there when all names are
  // gone. Answers `address` itself if no table covers it.
  uint64_t function_start(uint64_t address) const;

  // The addresses of the function that holds `address`: its symbol's, or without one up to where the next
  // unwind table begins. Empty (begin == end) if neither is known.
  struct Extent {
    uint64_t begin = 0;
    uint64_t end = 0;
  };
  Extent extent(uint64_t address) const;

  bool has(const std::string& name) const { return address_of(name) != 0; }
  // 0 if no function has this name.
  uint64_t address_of(std::string_view name) const;

 private:
  void add_function_starts(const elf::Handle& file);

  std::vector<Symbol> symbols_;
  std::vector<uint64_t> starts_;  // sorted
};

}  // namespace limpid::cli::symbols
