// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
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

  // Adds the functions of one file; a module and its separate debug file may both be added. Call finish() after.
  void add(const elf::Handle& file);
  void finish();

  // The function that holds `address` (a virtual address as the file has it), or nullptr. A function of size
  // zero (written in assembly) reaches to the next one.
  const Symbol* find(uint64_t address) const;
  bool empty() const { return symbols_.empty(); }
  bool has(const std::string& name) const;

 private:
  std::vector<Symbol> symbols_;
};

}  // namespace limpid::cli::symbols
