// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <unordered_map>

#include "symbols/name.h"

namespace limpid::cli::symbols {

// The attribute's text, of the entry itself or of what it is an instance of; nullptr if there is none.
const char* string_attribute(Dwarf_Die& die, unsigned attribute);

// Names of functions by their entries (DIEs) in the DWARF. A function with a linkage name is called by that.
// Where the compiler gives none (GCC: lambdas, and templates instantiated with them), the name is put
// together from the scopes around the entry, and lambdas are numbered as in linkage names.
class DieNames {
 public:
  // `die`, a scope or a function, stands in `parent`. To be told of a unit's entries in their order.
  void add(Dwarf_Die& die, Dwarf_Die& parent);

  // Offset of the entry that `die` is an instance of in the end, or its own.
  static Dwarf_Off root_offset(Dwarf_Die& die);

  // `fortran`, `cxx`: the unit's language.
  Name name_of(Dwarf_Die& die, bool fortran, bool cxx);

 private:
  std::string qualified(Dwarf_Die die, int depth);
  std::string scope_of(Dwarf_Die& die, int depth);
  std::string own_text(Dwarf_Die& die);
  std::string with_numbered_lambdas(Dwarf_Die& die, std::string name);

  struct Entry {
    Dwarf_Off parent;
    unsigned lambda = 0;  // number among the lambdas of `parent`; 0: it is none
  };
  std::unordered_map<Dwarf_Off, Entry> entries_;
  std::unordered_map<Dwarf_Off, unsigned> lambdas_in_;
};

}  // namespace limpid::cli::symbols
