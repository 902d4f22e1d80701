// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/symbolizer.h"

#include <fmt/format.h>
#include <sys/stat.h>

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
  std::unique_ptr<code::ModuleCode> code;
  std::unordered_map<uint64_t, Location> known;

  void open(const DebugRoots& roots);
  Location locate(uint64_t address);
  std::string unnamed(uint64_t address) const;
};

namespace {

Identity compare_identity(const elf::Handle& file, const ModuleId& expected) {
  if (!file) return Identity::kMissing;
  std::string found = file.build_id();
  struct stat today;
  if (expected.build_id.empty() && expected.file_modified_ns != 0 && fstat(file.descriptor(), &today) == 0) {
    uint64_t modified = static_cast<uint64_t>(today.st_mtim.tv_sec) * 1'000'000'000 +
                        static_cast<uint64_t>(today.st_mtim.tv_nsec);
    bool same =
        static_cast<uint64_t>(today.st_size) == expected.file_bytes && modified == expected.file_modified_ns;
    return same ? Identity::kSame : Identity::kChanged;
  }
  if (expected.build_id.empty() || found.empty()) return Identity::kUnknown;
  return found == expected.build_id ? Identity::kSame : Identity::kChanged;
}

}  // namespace

void Symbolizer::Module::open(const DebugRoots& roots) {
  opened = true;
  file = elf::Handle(id.path);
  identity = compare_identity(file, id);
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
  code = std::make_unique<code::ModuleCode>(file, symbols);
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
  location.identity = identity;
  const SymbolTable::Symbol* symbol = symbols.find(address);
  location.address = address;
  location.offset = symbol == nullptr ? 0 : address - symbol->address;
  location.function = symbols.extent(address).begin;
  if (debug_info->find(address, location.frames)) {
    location.detail = Detail::kSource;
    for (Frame& frame : location.frames) frame.identity = short_name + "\n" + frame.identity;
    return location;
  }
  Frame frame;
  if (symbol != nullptr) {
    location.detail = Detail::kSymbol;
    frame.name = read_name(symbol->name, fortran);
    frame.identity = short_name + "\n" + frame.name.full;
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
    if (modules_[i]->id == id) return i;
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

int Symbolizer::line_behind(uint32_t module, uint64_t address, int line) {
  return open(module).debug_info->line_behind(address, line);
}

code::ModuleCode& Symbolizer::code(uint32_t module) {
  return *open(module).code;
}

Identity Symbolizer::identity(uint32_t module) {
  return open(module).identity;
}

bool Symbolizer::has_debug_info(uint32_t module) {
  return !open(module).debug_info->empty();
}

}  // namespace limpid::cli::symbols
