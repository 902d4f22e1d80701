// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "elf/handle.h"

namespace limpid::cli::code {

// What the loader fills into a module: pointers to functions of other modules, and addresses inside the
// module.
class ImportTable {
 public:
  explicit ImportTable(const elf::Handle& file);

  // The function whose address lies at `slot` once the program runs; empty if the file does not say.
  std::string_view function_at(uint64_t slot) const;

  // The address inside the module that lies at `slot` once the program runs, 0 if the loader puts none there.
  uint64_t address_at(uint64_t slot) const;

 private:
  void read_relocations(Elf* elf, Elf_Scn* section, uint64_t link);

  std::map<uint64_t, std::string> functions_;
  std::map<uint64_t, uint64_t> addresses_;
};

}  // namespace limpid::cli::code
