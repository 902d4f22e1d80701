// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "elf/handle.h"
#include "symbols/die_name.h"
#include "symbols/frame.h"

namespace limpid::cli::symbols {

// The functions, inlined calls and lines that one file's DWARF describes.
//
// Only the list of compile units is read at the start. A unit's functions are read when the first address in
// it is asked for, in one walk, so that a thousand addresses in one unit cost one walk and not a thousand.
class DebugInfo {
 public:
  // `file` has to outlive this object.
  explicit DebugInfo(const elf::Handle& file);
  ~DebugInfo();
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;

  bool empty() const { return units_.empty(); }

  // Appends the functions active at `address`, innermost first. False if the DWARF does not cover the
  // address.
  bool find(uint64_t address, std::vector<Frame>& frames);

  // The smallest line above `line` that the function at `address` has code of its own for; 0 if there is
  // none.
  int line_behind(uint64_t address, int line);

 private:
  struct Range {
    uint64_t low;
    uint64_t high;
    uint32_t index;  // of a unit, or of a scope within its unit
  };
  // A function or an inlined call that has code.
  struct Scope {
    Dwarf_Die die;
    bool inlined;
    std::vector<Range> ranges;
    std::vector<uint32_t> inlined_calls;
  };
  struct Unit {
    Dwarf_Die skeleton;  // has the ranges and the lines
    Dwarf_Die die;       // has the functions; differs from `skeleton` with split DWARF
    bool walked = false;
    bool fortran = false;
    bool cxx = false;
    std::string directory;
    std::vector<Scope> scopes;
    std::vector<Range> functions;  // sorted by `low`
  };

  void list_units();
  Unit* unit_at(uint64_t address);
  void walk(Unit& unit);
  void walk_children(Unit& unit, Dwarf_Die& parent, Dwarf_Die& around, int64_t scope, int depth);
  static uint32_t add_scope(Unit& unit, Dwarf_Die& die, bool inlined, std::vector<Range> ranges);
  static std::vector<Range> ranges_of(Dwarf_Die& die);
  Frame frame_of(Unit& unit, Scope& scope);
  void set_first_line(Unit& unit, Scope& scope, Frame& frame);
  static void set_call_site(Unit& unit, Scope& scope, Frame& caller);

  Dwarf* dwarf_ = nullptr;
  DieNames names_;
  std::vector<std::unique_ptr<Unit>> units_;
  std::vector<Range> unit_ranges_;  // sorted by `low`
};

}  // namespace limpid::cli::symbols
