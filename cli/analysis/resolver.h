// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "code/module_code.h"
#include "profile_reader.h"
#include "symbols/code_names.h"
#include "symbols/symbolizer.h"

namespace limpid::cli::analysis {

// What the nodes of one profile's stack tree are in the source. Several profiles share one symbolizer, so
// that ranks of one MPI program open each module once.
class Resolver {
 public:
  Resolver(const profile::Profile& profile, symbols::Symbolizer& symbolizer);

  // The place of a node; `kFrame` and construct nodes carry return addresses, so the call itself is looked
  // up.
  const symbols::Location& locate(const profile::Node& node);

  // The construct that a node stands for, as the machine code of its call tells.
  code::ConstructCall construct(const profile::Node& node);

  // Functions between the frame `caller` and the code of `callee` that left by jumps, outermost first; as the
  // machine code tells.
  std::vector<code::TailCall> tail_calls(const profile::Node& caller, const profile::Node& callee);
  // The same where the frame `caller` ended in one of the runtime's functions.
  std::vector<code::TailCall> tail_calls(const profile::Node& caller, const code::ModuleCode::Door& door);

  // The functions of the runtime that the function at `function`, in the module that `near` lies in, calls
  // itself. False: there may be more.
  bool runtime_calls(const profile::Node& near, uint64_t function, std::set<std::string>* names);

  bool in_one_module(const profile::Node& a, const profile::Node& b) const;

  // The place of an address of the module that `near` lies in, as the module's file has it.
  const symbols::Location& locate_near(const profile::Node& near, uint64_t address);

  // The smallest line above `line` of the own code of a function in the module that `near` lies in; 0: none.
  int line_behind(const profile::Node& near, uint64_t function, int line);

  // A word for a function, the same in all profiles of a program.
  std::string identity_of(const profile::Node& near, uint64_t function) const;

  // Where an address belongs, without symbols: `libfoo.so+0x1234`, or the bare address.
  std::string module_offset(uint64_t address) const;

 private:
  struct Mapping {
    uint64_t begin;
    uint64_t end;
    uint64_t bias;
    uint32_t module;  // number at the symbolizer
    std::string path;
  };

  const Mapping* mapping_of(uint64_t address) const;
  const Mapping* mapping_of(const profile::Node& node) const;

  symbols::Symbolizer& symbolizer_;
  std::vector<Mapping> mappings_;  // in order of appearance; later ones win where ranges were used twice
  symbols::CodeNames code_names_;
  std::map<uint64_t, symbols::Location> nameless_;  // addresses in no module
};

// How much of the time went into modules without names or lines.
class SymbolQuality {
 public:
  void add(const symbols::Location* location, uint64_t ns);

  // One sentence for each thing that would make names better and matters: at least 1 % of the time added.
  std::vector<std::string> hints() const;

 private:
  struct Module {
    symbols::Detail best = symbols::Detail::kNothing;
    symbols::Identity identity = symbols::Identity::kUnknown;
    uint64_t ns = 0;
  };
  // Those that matter, of which `has` is true.
  std::string modules_with(const std::function<bool(const Module&)>& has) const;

  std::map<std::string, Module> modules_;
  uint64_t all_ns_ = 0;
};

}  // namespace limpid::cli::analysis
