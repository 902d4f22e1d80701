// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "code/file_bytes.h"
#include "code/function_code.h"
#include "code/import_table.h"
#include "elf/handle.h"
#include "symbols/symbol_table.h"

namespace limpid::cli::code {

// A function that was left by a jump, so that no stack shows it.
struct TailCall {
  uint64_t function;  // where it begins
  uint64_t jump;      // the instruction by which it left
  bool operator==(const TailCall&) const = default;
};

// What the call that starts a construct says of it.
struct ConstructCall {
  std::vector<TailCall>
      tail_calls;                // between the call that returns and the one of the runtime; outermost first
  std::vector<uint64_t> bodies;  // outlined functions that the call may pass; empty: not known
  int line = 0;                  // the directive's, where the compiler tells the runtime; else 0
  bool by_gcc = false;           // the call's own line is the one of the statement before the construct
};

// The machine code of one module, as far as it tells who calls whom and with which outlined function. What it
// answers is exact: where the code allows several answers it gives all, or none. Knows x86-64 only; for other
// processors every answer is empty. Both arguments have to outlive this object.
class ModuleCode {
 public:
  ModuleCode(const elf::Handle& file, const symbols::SymbolTable& symbols);

  // Whether a name is one of the runtime's functions that the caller asks for.
  using Door = std::function<bool(std::string_view)>;

  // The construct that the runtime was asked for by a call that returns to `return_address`, through `door`.
  ConstructCall construct(uint64_t return_address, const Door& door);

  // The functions that the call before `return_address` entered and that were left by jumps before the
  // function at `callee` ran, outermost first. Empty: none, or several ways lead there.
  std::vector<TailCall> tail_calls(uint64_t return_address, uint64_t callee);

  // The same for a call that ended in one of the runtime's functions.
  std::vector<TailCall> tail_calls(uint64_t return_address, const Door& door);

  // The functions of the OpenMP runtime that the function at `function` itself calls or jumps to, by name.
  // False: not all of its code can be read, so there may be more.
  bool runtime_calls(uint64_t function, std::set<std::string>* names);

 private:
  // Where a call or jump goes: to a function of this module, or to a named one of another.
  struct Callee {
    uint64_t address = 0;
    std::string_view name;
  };
  using Goal = std::function<bool(const Callee&)>;
  struct Search;

  FunctionCode* function_at(uint64_t address);
  const Instruction* call_before(uint64_t return_address, FunctionCode** function);
  Callee callee_of(const Instruction& transfer);
  std::string_view import_of(const Instruction& transfer) const;
  uint64_t own_function(std::string_view name);
  std::string_view import_behind(uint64_t stub) const;
  bool is_cold_part(uint64_t address) const;
  bool makes_task(const Instruction& call);
  bool search(uint64_t code, uint64_t function, Search& search);
  bool follow_jump(const Instruction& jump, uint64_t function, Search& search);
  uint64_t entered_by(uint64_t return_address);
  std::vector<TailCall> way_from(uint64_t function, const Goal& goal);
  bool read_arguments(FunctionCode& function, const Instruction& call, std::string_view name,
                      ConstructCall* out);
  void read_jumps(uint64_t function, const Door& door, ConstructCall* out);
  bool is_function(uint64_t address) const;
  int line_in(uint64_t source_location) const;

  FileBytes bytes_;
  ImportTable imports_;
  const symbols::SymbolTable& symbols_;
  bool readable_;
  std::unordered_map<uint64_t, std::unique_ptr<FunctionCode>> functions_;  // by their beginning
  // Answers given before: profiles ask the same again and again.
  std::unordered_map<std::string_view, uint64_t> own_functions_;
  std::map<std::pair<uint64_t, uint64_t>, std::vector<TailCall>>
      known_tail_calls_;  // (return address, callee)
};

// The runtime's functions that start regions, make tasks, and give locks back; `any_door` takes all.
bool starts_region(std::string_view name);
bool makes_task(std::string_view name);
bool releases_lock(std::string_view name);
bool any_door(std::string_view name);

}  // namespace limpid::cli::code
