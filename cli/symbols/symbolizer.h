// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "code/module_code.h"
#include "symbols/debug_file.h"
#include "symbols/frame.h"

namespace limpid::cli::symbols {

// A file that was mapped into the program.
struct ModuleId {
  std::string path;      // as the program saw it
  std::string build_id;  // lower-case hexadecimal, empty if unknown
  // Without a build id: of the file that ran; 0 if unknown.
  uint64_t file_bytes = 0;
  uint64_t file_modified_ns = 0;

  bool operator==(const ModuleId&) const = default;
};

// Turns addresses in modules into functions, inlined calls and lines. Opens each module once, reads each
// compile unit once, answers each address once.
class Symbolizer {
 public:
  explicit Symbolizer(DebugRoots roots = {});
  ~Symbolizer();

  // Registers a module and gives its number. The same path and build id give the same number.
  uint32_t add_module(const ModuleId& id);

  // What is at `address` in the module, a virtual address as the file has it (memory address minus load
  // bias). For a return address pass the address before it: the call, not what follows. The reference stays
  // valid.
  const Location& locate(uint32_t module, uint64_t address);

  // The smallest line above `line` that the function at `address` has code of its own for; 0 if there is
  // none.
  int line_behind(uint32_t module, uint64_t address, int line);

  // The module's machine code; it says nothing where the file is not the one that ran.
  code::ModuleCode& code(uint32_t module);

  Identity identity(uint32_t module);
  bool has_debug_info(uint32_t module);

 private:
  struct Module;
  Module& open(uint32_t number);

  DebugRoots roots_;
  std::vector<std::unique_ptr<Module>> modules_;
};

}  // namespace limpid::cli::symbols
