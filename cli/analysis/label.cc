// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/label.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "analysis/blocked.h"
#include "base/style.h"

namespace limpid::cli::analysis {

std::string short_place(const Tree::Key& key) {
  if (Tree::is_pseudo(key.kind)) return {};
  if (key.file.empty() || key.shared_by > 0) return shortened(printable(key.place), kLongestName);
  std::string file = shortened(printable(std::filesystem::path(key.file).filename().string()), kLongestName);
  if (key.line <= 0) return file;
  return fmt::format("{}:{}{}", file, key.line, key.line_of_call ? " (call)" : "");
}

std::string short_name(const Tree::Key& key) {
  return shortened(printable(key.name), kLongestName);
}

std::string label(const Tree::Key& key) {
  std::string name = short_name(key);
  if (key.kind == Tree::Kind::kRegion) return (key.suffix == "teams" ? "teams in " : "parallel in ") + name;
  if (key.kind == Tree::Kind::kTask) return "task in " + name;
  return name;
}

std::string label_and_place(const Tree::Key& key) {
  std::string place = short_place(key);
  return place.empty() ? label(key) : label(key) + "  " + place;
}

// The module stands in front of what identifies a function.
bool is_authors(const Tree::Key& key) {
  std::string_view module = std::string_view(key.identity).substr(0, key.identity.find('\n'));
  return key.kind == Tree::Kind::kFunction && !key.file.empty() && !is_c_library(module);
}

}  // namespace limpid::cli::analysis
