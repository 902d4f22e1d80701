// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/resolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "elf/handle.h"

namespace limpid::cli::analysis {
namespace {

// A return address belongs to the call before it.
uint64_t code_address(const profile::Node& node) {
  bool exact = node.kind == profile::NodeKind::kLeaf || node.value == 0;
  return exact ? node.value : node.value - 1;
}

}  // namespace

Resolver::Resolver(const profile::Profile& profile, symbols::Symbolizer& symbolizer)
    : symbolizer_(symbolizer), code_names_(profile.code_names) {
  for (const profile::Module& module : profile.modules) {
    std::string build_id = elf::hex(module.build_id.data(), module.build_id.size());
    uint32_t number =
        symbolizer.add_module({module.path, build_id, module.file_bytes, module.file_modified_ns});
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

const Resolver::Mapping* Resolver::mapping_of(const profile::Node& node) const {
  return mapping_of(code_address(node));
}

code::ConstructCall Resolver::construct(const profile::Node& node) {
  const Mapping* mapping = mapping_of(node);
  if (mapping == nullptr) return {};
  bool task = node.kind == profile::NodeKind::kTask;
  return symbolizer_.code(mapping->module)
      .construct(node.value - mapping->bias, task ? code::makes_task : code::starts_region);
}

std::vector<code::TailCall> Resolver::tail_calls(const profile::Node& caller, const profile::Node& callee) {
  const Mapping* mapping = mapping_of(caller);
  if (mapping == nullptr || mapping != mapping_of(callee)) return {};
  uint64_t function = locate(callee).function;
  if (function == 0) return {};
  return symbolizer_.code(mapping->module).tail_calls(caller.value - mapping->bias, function);
}

std::vector<code::TailCall> Resolver::tail_calls(const profile::Node& caller,
                                                 const code::ModuleCode::Door& door) {
  const Mapping* mapping = mapping_of(caller);
  if (mapping == nullptr) return {};
  return symbolizer_.code(mapping->module).tail_calls(caller.value - mapping->bias, door);
}

bool Resolver::runtime_calls(const profile::Node& near, uint64_t function, std::set<std::string>* names) {
  const Mapping* mapping = mapping_of(near);
  return mapping != nullptr && symbolizer_.code(mapping->module).runtime_calls(function, names);
}

bool Resolver::in_one_module(const profile::Node& a, const profile::Node& b) const {
  const Mapping* mapping = mapping_of(a);
  return mapping != nullptr && mapping == mapping_of(b);
}

const symbols::Location& Resolver::locate_near(const profile::Node& near, uint64_t address) {
  return symbolizer_.locate(mapping_of(near)->module, address);
}

int Resolver::line_behind(const profile::Node& near, uint64_t function, int line) {
  return symbolizer_.line_behind(mapping_of(near)->module, function, line);
}

std::string Resolver::identity_of(const profile::Node& near, uint64_t function) const {
  return fmt::format("{}+{:#x}", mapping_of(near)->module, function);
}

const symbols::Location& Resolver::locate(const profile::Node& node) {
  uint64_t address = code_address(node);
  if (const Mapping* mapping = mapping_of(address)) {
    return symbolizer_.locate(mapping->module, address - mapping->bias);
  }
  if (const symbols::Location* named = code_names_.find(address)) return *named;
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
  module.identity = location->identity;
  module.ns += ns;
}

std::string SymbolQuality::modules_with(const std::function<bool(const Module&)>& has) const {
  std::string list;
  for (const auto& [name, module] : modules_) {
    if (!has(module) || module.ns * 100 < all_ns_) continue;
    list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

std::vector<std::string> SymbolQuality::hints() const {
  using symbols::Detail;
  using symbols::Identity;
  std::vector<std::string> hints;
  auto nameless = [&](bool changed, bool missing) {
    return modules_with([=](const Module& module) {
      return module.best == Detail::kModule && (module.identity == Identity::kChanged) == changed &&
             (module.identity == Identity::kMissing) == missing;
    });
  };
  auto add = [&](const std::string& modules, const char* why, const char* remedy) {
    if (!modules.empty()) hints.push_back(fmt::format("no {} for {}: {}", why, modules, remedy));
  };
  add(modules_with([](const Module& module) { return module.best == Detail::kSymbol; }), "lines",
      "compile with -g, or install its debug symbols");
  add(nameless(false, false), "names", "stripped; install its debug symbols, or record an unstripped one");
  add(nameless(true, false), "names", "the file was changed since the recording; record again");
  add(nameless(false, true), "names", "the file is not there any more");
  return hints;
}

}  // namespace limpid::cli::analysis
