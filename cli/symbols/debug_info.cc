// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/debug_info.h"

#include <dwarf.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace limpid::cli::symbols {
namespace {

// Deeper nesting than any compiler emits; keeps a damaged file from exhausting the stack.
constexpr int kMaxDepth = 200;

std::string absolute(const char* file, const std::string& directory) {
  if (file == nullptr) return {};
  std::filesystem::path path(file);
  if (path.is_relative() && !directory.empty()) path = std::filesystem::path(directory) / path;
  return path.lexically_normal();
}

int64_t number_attribute(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (dwarf_attr(&die, attribute, &found) == nullptr || dwarf_formudata(&found, &value) != 0) return 0;
  return static_cast<int64_t>(value);
}

bool is_fortran(Dwarf_Die& unit) {
  switch (dwarf_srclang(&unit)) {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
      return true;
    default:
      return false;
  }
}

bool is_cxx(Dwarf_Die& unit) {
  constexpr int kCxx17 = 0x2a;  // newer than the header
  constexpr int kCxx20 = 0x2b;
  int language = dwarf_srclang(&unit);
  return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_11 ||
         language == DW_LANG_C_plus_plus_14 || language == DW_LANG_C_plus_plus_03 || language == kCxx17 ||
         language == kCxx20;
}

bool is_named_scope(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_namespace || tag == DW_TAG_class_type ||
         tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

// The file that an attribute's number stands for. From DWARF 5 on, 0 is a number like others: the unit's own
// file.
std::string file_of(Dwarf_Attribute& attribute, const std::string& directory) {
  Dwarf_Word number = 0;
  Dwarf_Die unit;
  Dwarf_Half version = 0;
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  bool found =
      dwarf_formudata(&attribute, &number) == 0 &&
      dwarf_cu_die(attribute.cu, &unit, &version, nullptr, nullptr, nullptr, nullptr, nullptr) != nullptr &&
      dwarf_getsrcfiles(&unit, &files, &count) == 0;
  if (!found || number >= count || (number == 0 && version < 5)) return {};
  return absolute(dwarf_filesrc(files, number, nullptr, nullptr), directory);
}

struct Row {
  Dwarf_Addr address = 0;
  int line = 0;
};

Row row_at(Dwarf_Lines* lines, size_t index) {
  Row row;
  Dwarf_Line* entry = dwarf_onesrcline(lines, index);
  bool is_end = false;  // of a function that may lie right before another one
  dwarf_lineaddr(entry, &row.address);
  dwarf_lineendsequence(entry, &is_end);
  if (!is_end) dwarf_lineno(entry, &row.line);
  return row;
}

// The first of the rows, which are in order of address, that is not below `address`.
size_t first_row(Dwarf_Lines* lines, size_t count, Dwarf_Addr address) {
  size_t low = 0;
  while (low < count) {
    size_t middle = low + (count - low) / 2;
    if (row_at(lines, middle).address < address) {
      low = middle + 1;
    } else {
      count = middle;
    }
  }
  return low;
}

// Tags that can hold functions or inlined calls somewhere below.
bool may_hold_code(int tag) {
  switch (tag) {
    case DW_TAG_lexical_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_with_stmt:
    case DW_TAG_common_block:
      return true;
    default:
      return false;
  }
}

template <typename Ranges>
auto* range_at(Ranges& ranges, uint64_t address) {
  auto next = std::upper_bound(ranges.begin(), ranges.end(), address,
                               [](uint64_t a, const auto& range) { return a < range.low; });
  // Ranges seldom overlap; a few steps back find the enclosing one where they do.
  for (int steps = 0; steps < 8 && next != ranges.begin(); ++steps) {
    --next;
    if (address < next->high) return &*next;
  }
  return static_cast<decltype(&*next)>(nullptr);
}

}  // namespace

DebugInfo::DebugInfo(const elf::Handle& file) {
  if (!file) return;
  dwarf_ = dwarf_begin_elf(file.get(), DWARF_C_READ, nullptr);
  if (dwarf_ != nullptr) list_units();
}

DebugInfo::~DebugInfo() {
  if (dwarf_ != nullptr) dwarf_end(dwarf_);
}

void DebugInfo::list_units() {
  Dwarf_CU* cu = nullptr;
  Dwarf_Die skeleton;
  Dwarf_Die split;
  uint8_t type = 0;
  while (dwarf_get_units(dwarf_, cu, &cu, nullptr, &type, &skeleton, &split) == 0) {
    if (type == DW_UT_type || type == DW_UT_partial) continue;
    std::vector<Range> ranges = ranges_of(skeleton);
    if (ranges.empty()) continue;
    auto unit = std::make_unique<Unit>();
    bool is_split = type == DW_UT_skeleton && dwarf_tag(&split) == DW_TAG_compile_unit;
    unit->skeleton = skeleton;
    unit->die = is_split ? split : skeleton;
    for (Range range : ranges) {
      range.index = static_cast<uint32_t>(units_.size());
      unit_ranges_.push_back(range);
    }
    units_.push_back(std::move(unit));
  }
  std::sort(unit_ranges_.begin(), unit_ranges_.end(),
            [](const Range& a, const Range& b) { return a.low < b.low; });
}

std::vector<DebugInfo::Range> DebugInfo::ranges_of(Dwarf_Die& die) {
  std::vector<Range> ranges;
  Dwarf_Addr base = 0;
  Dwarf_Addr low = 0;
  Dwarf_Addr high = 0;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges(&die, at, &base, &low, &high)) > 0) {
    // Address 0 marks functions that the linker dropped.
    if (low != 0 && low < high) ranges.push_back({low, high, 0});
  }
  return ranges;
}

DebugInfo::Unit* DebugInfo::unit_at(uint64_t address) {
  const Range* range = range_at(unit_ranges_, address);
  if (range == nullptr) return nullptr;
  Unit* unit = units_[range->index].get();
  if (!unit->walked) walk(*unit);
  return unit;
}

void DebugInfo::walk(Unit& unit) {
  unit.walked = true;
  unit.fortran = is_fortran(unit.die);
  unit.cxx = is_cxx(unit.die);
  const char* directory = string_attribute(unit.skeleton, DW_AT_comp_dir);
  if (directory != nullptr) unit.directory = directory;
  walk_children(unit, unit.die, unit.die, -1, 0);
  std::sort(unit.functions.begin(), unit.functions.end(),
            [](const Range& a, const Range& b) { return a.low < b.low; });
}

uint32_t DebugInfo::add_scope(Unit& unit, Dwarf_Die& die, bool inlined, std::vector<Range> ranges) {
  auto index = static_cast<uint32_t>(unit.scopes.size());
  for (Range& range : ranges) range.index = index;
  if (!inlined) unit.functions.insert(unit.functions.end(), ranges.begin(), ranges.end());
  unit.scopes.push_back({die, inlined, std::move(ranges), {}});
  return index;
}

// GCC nests the outlined body of a construct in the function that it comes from, so functions are looked for
// inside functions too. `scope` is the function or inlined call that holds the children's code, -1 if none.
// `around` is the innermost scope that names have: blocks have none.
void DebugInfo::walk_children(Unit& unit, Dwarf_Die& parent, Dwarf_Die& around, int64_t scope, int depth) {
  Dwarf_Die child;
  if (depth > kMaxDepth || dwarf_child(&parent, &child) != 0) return;
  do {
    int tag = dwarf_tag(&child);
    bool named = is_named_scope(tag);
    if (named && unit.cxx) names_.add(child, around);
    if (tag == DW_TAG_subprogram) {
      std::vector<Range> ranges = ranges_of(child);
      int64_t own = ranges.empty() ? -1 : add_scope(unit, child, false, std::move(ranges));
      walk_children(unit, child, child, own, depth + 1);
    } else if (tag == DW_TAG_inlined_subroutine && scope >= 0) {
      std::vector<Range> ranges = ranges_of(child);
      if (ranges.empty()) continue;
      uint32_t own = add_scope(unit, child, true, std::move(ranges));
      unit.scopes[static_cast<size_t>(scope)].inlined_calls.push_back(own);
      walk_children(unit, child, around, own, depth + 1);
    } else if (may_hold_code(tag)) {
      walk_children(unit, child, named ? child : around, scope, depth + 1);
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

Frame DebugInfo::frame_of(Unit& unit, Scope& scope) {
  Frame frame;
  Dwarf_Attribute attribute;
  frame.name = names_.name_of(scope.die, unit.fortran, unit.cxx);
  frame.identity = frame.name.full;
  // Lambdas and what is made of them have no name that tells them apart everywhere.
  bool unnamed =
      unit.cxx && !frame.name.outlined && string_attribute(scope.die, DW_AT_linkage_name) == nullptr;
  if (unnamed) frame.identity += "@" + std::to_string(DieNames::root_offset(scope.die));
  frame.inlined = scope.inlined;
  if (dwarf_attr_integrate(&scope.die, DW_AT_decl_file, &attribute) != nullptr)
    frame.decl_file = file_of(attribute, unit.directory);
  dwarf_decl_line(&scope.die, &frame.decl_line);
  frame.declared = frame.decl_line > 0 && !frame.decl_file.empty();
  if (!frame.declared && !scope.inlined) set_first_line(unit, scope, frame);
  return frame;
}

// GCC's outlined functions have no declaration: the first row of their beginning stands in, which is the
// directive's. (The rows after it at the same address are already of the code inside.)
void DebugInfo::set_first_line(Unit& unit, Scope& scope, Frame& frame) {
  Dwarf_Addr entry = 0;
  Dwarf_Lines* lines = nullptr;
  size_t count = 0;
  if (dwarf_entrypc(&scope.die, &entry) != 0) entry = scope.ranges.front().low;
  if (dwarf_getsrclines(&unit.skeleton, &lines, &count) != 0) return;
  Dwarf_Line* line = dwarf_getsrc_die(&unit.skeleton, entry);
  for (size_t i = first_row(lines, count, entry); i < count; ++i) {
    Row row = row_at(lines, i);
    if (row.address != entry) break;
    if (row.line == 0) continue;
    line = dwarf_onesrcline(lines, i);
    break;
  }
  frame.decl_file = absolute(dwarf_linesrc(line, nullptr, nullptr), unit.directory);
  dwarf_lineno(line, &frame.decl_line);
}

int DebugInfo::line_behind(uint64_t address, int line) {
  Unit* unit = unit_at(address);
  const Range* function = unit == nullptr ? nullptr : range_at(unit->functions, address);
  Dwarf_Lines* lines = nullptr;
  size_t count = 0;
  if (function == nullptr || dwarf_getsrclines(&unit->skeleton, &lines, &count) != 0) return 0;
  const Scope& scope = unit->scopes[function->index];
  auto inlined = [&](Dwarf_Addr at) {
    return std::any_of(scope.inlined_calls.begin(), scope.inlined_calls.end(), [&](uint32_t call) {
      const std::vector<Range>& ranges = unit->scopes[call].ranges;
      return std::any_of(ranges.begin(), ranges.end(),
                         [&](const Range& r) { return r.low <= at && at < r.high; });
    });
  };
  int best = 0;
  for (size_t i = first_row(lines, count, function->low); i < count; ++i) {
    Row row = row_at(lines, i);
    if (row.address >= function->high) break;
    if (row.line > line && !inlined(row.address) && (best == 0 || row.line < best)) best = row.line;
  }
  return best;
}

void DebugInfo::set_call_site(Unit& unit, Scope& scope, Frame& caller) {
  Dwarf_Attribute attribute;
  caller.line = static_cast<int>(number_attribute(scope.die, DW_AT_call_line));
  if (dwarf_attr(&scope.die, DW_AT_call_file, &attribute) != nullptr)
    caller.file = file_of(attribute, unit.directory);
}

bool DebugInfo::find(uint64_t address, std::vector<Frame>& frames) {
  Unit* unit = unit_at(address);
  if (unit == nullptr) return false;
  const Range* function = range_at(unit->functions, address);
  if (function == nullptr) return false;
  std::vector<uint32_t> chain = {function->index};
  auto covers = [&](uint32_t index) {
    const std::vector<Range>& ranges = unit->scopes[index].ranges;
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const Range& range) { return range.low <= address && address < range.high; });
  };
  for (bool deeper = true; deeper;) {
    const std::vector<uint32_t>& calls = unit->scopes[chain.back()].inlined_calls;
    auto call = std::find_if(calls.begin(), calls.end(), covers);
    deeper = call != calls.end();
    if (deeper) chain.push_back(*call);
  }
  size_t first = frames.size();
  for (size_t i = chain.size(); i-- > 0;) {
    frames.push_back(frame_of(*unit, unit->scopes[chain[i]]));
    if (i + 1 < chain.size()) set_call_site(*unit, unit->scopes[chain[i + 1]], frames.back());
  }
  Dwarf_Line* line = dwarf_getsrc_die(&unit->skeleton, address);
  frames[first].file = absolute(dwarf_linesrc(line, nullptr, nullptr), unit->directory);
  dwarf_lineno(line, &frames[first].line);
  return true;
}

}  // namespace limpid::cli::symbols
