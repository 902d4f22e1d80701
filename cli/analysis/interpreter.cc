// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace limpid::cli::analysis {
namespace {

// From this version on it can give each function an address of its own.
constexpr int kWithTrampolines = 12;

// 12 of `libpython3.12.so.1.0`; -1: not said.
int minor_version(std::string_view module) {
  const size_t at = module.find("python3.");
  int minor = -1;
  if (at != module.npos) {
    const std::string_view digits = module.substr(at + std::string_view("python3.").size());
    std::from_chars(digits.data(), digits.data() + digits.size(), minor);
  }
  return minor;
}

bool runs_code_of(const profile::Profile& profile, const profile::Module& module) {
  return std::any_of(profile.nodes.begin(), profile.nodes.end(), [&](const profile::Node& node) {
    const bool leaf = node.kind == profile::NodeKind::kLeaf;
    if (!leaf && node.kind != profile::NodeKind::kFrame) return false;
    return profile.find_module(node, leaf ? node.value : node.value - 1) == &module;
  });
}

}  // namespace

bool is_python(std::string_view module) {
  if (module.starts_with("lib")) module.remove_prefix(3);
  return module.starts_with("python");
}

std::string python_hint(const profile::Profile& profile) {
  for (const profile::Module& module : profile.modules) {
    const std::string name = std::filesystem::path(module.path).filename();
    if (!is_python(name) || !profile.code_names.empty() || !runs_code_of(profile, module)) continue;
    const int minor = minor_version(name);
    if (minor >= kWithTrampolines) {
      return fmt::format(
          "no names of Python's functions ({}): record with PYTHONPERFSUPPORT=1 in the environment", name);
    }
    return fmt::format("no names of Python's functions ({}): Python 3.{} and later can give them", name,
                       kWithTrampolines);
  }
  return {};
}

}  // namespace limpid::cli::analysis
