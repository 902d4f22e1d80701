// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/symbolizer.h"

#include <fmt/format.h>

#include <filesystem>

#include "elf/handle.h"
#include "symbols/debug_info.h"
#include "symbols/symbol_table.h"

namespace limpid::cli::symbols {

struct Symbolizer::Module {
  ModuleId id;
  std::string short_name;
  bool opened = false;
  bool fortran = false;
  Identity identity = Identity::kMissing;
  elf::Handle file;
  elf::Handle debug_file;
  SymbolTable symbols;
  std::unique_ptr<DebugInfo> debug_info;
  std::unordered_map<uint64_t, Location> known;

  void open(const DebugRoots& roots);
  Location locate(uint64_t address);
  std::string unnamed(uint64_t address) const;
};

namespace {

Identity compare_identity(const elf::Handle& file, const std::string& expected) {
  if (!file) return Identity::kMissing;
  std::string found = file.build_id();
  if (expected.empty() || found.empty()) return Identity::kUnknown;
  return found == expected ? Identity::kSame : Identity::kChanged;
}

}  // namespace

void Symbolizer::Module::open(const DebugRoots& roots) {
  opened = true;
  file = elf::Handle(id.path);
  identity = compare_identity(file, id.build_id);
  if (identity == Identity::kChanged || identity == Identity::kMissing) {
    // The file is another one today, or gone: names from it would be wrong. A copy under the build id is
    // right.
    file = elf::Handle();
    std::string debug = find_by_build_id(id.build_id, ".debug", roots);
    if (!debug.empty()) debug_file = elf::Handle(debug);
  } else {
    std::string debug = find_debug_file(file, id.path, roots);
    if (!debug.empty()) debug_file = elf::Handle(debug);
  }
  debug_info = std::make_unique<DebugInfo>(file);
  if (debug_info->empty()) debug_info = std::make_unique<DebugInfo>(debug_file);
  symbols.add(file);
  symbols.add(debug_file);
  symbols.finish();
  fortran = symbols.has("MAIN__") || symbols.has("_QQmain");
}

// A name for code that has none: the function's start, so that all its addresses are one function. The vdso
// and the like, of which no file exists, are one function each.
std::string Symbolizer::Module::unnamed(uint64_t address) const {
  if (short_name.empty()) return "<unknown>";
  if (short_name.front() == '[') return short_name;
  return fmt::format("{}+{:#x}", short_name, symbols.function_start(address));
}

Location Symbolizer::Module::locate(uint64_t address) {
  Location location;
  location.module = short_name;
  const SymbolTable::Symbol* symbol = symbols.find(address);
  location.address = address;
  location.offset = symbol == nullptr ? 0 : address - symbol->address;
  if (debug_info->find(address, location.frames)) {
    location.detail = Detail::kSource;
    return location;
  }
  Frame frame;
  if (symbol != nullptr) {
    location.detail = Detail::kSymbol;
    frame.name = read_name(symbol->name, fortran);
  } else {
    location.detail = short_name.empty() ? Detail::kNothing : Detail::kModule;
    frame.name.text = unnamed(address);
    frame.name.full = frame.name.text;
  }
  location.frames.push_back(std::move(frame));
  return location;
}

Symbolizer::Symbolizer(DebugRoots roots) : roots_(std::move(roots)) {}
Symbolizer::~Symbolizer() = default;

uint32_t Symbolizer::add_module(const ModuleId& id) {
  for (uint32_t i = 0; i < modules_.size(); ++i) {
    if (modules_[i]->id.path == id.path && modules_[i]->id.build_id == id.build_id) return i;
  }
  auto module = std::make_unique<Module>();
  module->id = id;
  module->short_name = std::filesystem::path(id.path).filename();
  modules_.push_back(std::move(module));
  return static_cast<uint32_t>(modules_.size() - 1);
}

Symbolizer::Module& Symbolizer::open(uint32_t number) {
  Module& module = *modules_.at(number);
  if (!module.opened) module.open(roots_);
  return module;
}

const Location& Symbolizer::locate(uint32_t number, uint64_t address) {
  Module& module = open(number);
  auto known = module.known.find(address);
  if (known == module.known.end()) known = module.known.emplace(address, module.locate(address)).first;
  return known->second;
}

Identity Symbolizer::identity(uint32_t module) {
  return open(module).identity;
}

bool Symbolizer::has_debug_info(uint32_t module) {
  return !open(module).debug_info->empty();
}

}  // namespace limpid::cli::symbols
