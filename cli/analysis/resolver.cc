// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/resolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "elf/handle.h"

namespace limpid::cli::analysis {

Resolver::Resolver(const profile::Profile& profile, symbols::Symbolizer& symbolizer)
    : symbolizer_(symbolizer) {
  for (const profile::Module& module : profile.modules) {
    std::string build_id = elf::hex(module.build_id.data(), module.build_id.size());
    uint32_t number = symbolizer.add_module({module.path, build_id});
    mappings_.push_back({module.begin, module.end, module.bias, number, module.path});
  }
}

const Resolver::Mapping* Resolver::mapping_of(uint64_t address) const {
  for (size_t i = mappings_.size(); i-- > 0;) {
    if (mappings_[i].begin <= address && address < mappings_[i].end) return &mappings_[i];
  }
  return nullptr;
}

std::string Resolver::module_offset(uint64_t address) const {
  const Mapping* mapping = mapping_of(address);
  if (mapping == nullptr) return fmt::format("{:#x}", address);
  return fmt::format("{}+{:#x}", std::filesystem::path(mapping->path).filename().string(),
                     address - mapping->bias);
}

const symbols::Location& Resolver::locate(const profile::Node& node) {
  uint64_t address = node.value;
  if (node.kind != profile::NodeKind::kLeaf && address != 0) --address;
  if (const Mapping* mapping = mapping_of(address)) {
    return symbolizer_.locate(mapping->module, address - mapping->bias);
  }
  symbols::Location& location = nameless_[address];
  if (location.frames.empty()) {
    symbols::Frame frame;
    frame.name.text = address == 0 ? "<unknown>" : fmt::format("<no module>+{:#x}", address);
    frame.name.full = frame.name.text;
    location.frames.push_back(frame);
    location.address = address;
  }
  return location;
}

void SymbolQuality::add(const symbols::Location* location, uint64_t ns) {
  all_ns_ += ns;
  if (location == nullptr || location->module.empty() || location->module.front() == '[') return;
  Module& module = modules_[location->module];
  module.best = std::max(module.best, location->detail);
  module.ns += ns;
}

std::string SymbolQuality::modules_with(symbols::Detail detail) const {
  std::string list;
  for (const auto& [name, module] : modules_) {
    if (module.best != detail || module.ns * 100 < all_ns_) continue;
    list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

std::vector<std::string> SymbolQuality::hints() const {
  std::vector<std::string> hints;
  std::string without_lines = modules_with(symbols::Detail::kSymbol);
  std::string without_names = modules_with(symbols::Detail::kModule);
  if (!without_lines.empty()) {
    hints.push_back(
        fmt::format("no lines for {}: compile with -g, or install its debug symbols", without_lines));
  }
  if (!without_names.empty()) {
    hints.push_back(
        fmt::format("no names for {}: stripped, removed, or changed since the recording", without_names));
  }
  return hints;
}

}  // namespace limpid::cli::analysis
