// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "profile_reader.h"
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

  symbols::Symbolizer& symbolizer_;
  std::vector<Mapping> mappings_;  // in order of appearance; later ones win where ranges were used twice
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
    uint64_t ns = 0;
  };
  std::string modules_with(symbols::Detail detail) const;

  std::map<std::string, Module> modules_;
  uint64_t all_ns_ = 0;
};

}  // namespace limpid::cli::analysis
