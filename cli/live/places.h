// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "live/memory.h"
#include "symbols/symbolizer.h"

namespace limpid::cli::live {

// Where constructs are in the source. Each is looked up once.
class Places {
 public:
  explicit Places(Memory& memory) : memory_(memory) {}

  // `created_at`: return address of the construct's call; `function`: its outlined function. 0: not known.
  // `cg.c:42 in solve`, `module+0x12` without symbols, `?` where nothing is known.
  std::string of_construct(uint64_t created_at, uint64_t function);

 private:
  const symbols::Location* locate(uint64_t address);

  Memory& memory_;
  symbols::Symbolizer symbolizer_;
  std::map<std::pair<uint64_t, uint64_t>, std::string> known_;
};

}  // namespace limpid::cli::live
