// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export/frame_name.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/style.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;

std::string place_of(const Tree::Key& key) {
  if (key.file.empty() || key.shared_by > 0) return key.place;
  const std::string file = std::filesystem::path(key.file).filename().string();
  return key.line > 0 ? fmt::format("{}:{}", file, key.line) : file;
}

std::string construct_of(const Tree::Key& key) {
  if (key.kind == Tree::Kind::kTask) return "task in ";
  return key.suffix == "teams" ? "teams in " : "parallel in ";
}

}  // namespace

std::string frame_name(const Tree::Key& key) {
  if (key.kind != Tree::Kind::kRegion && key.kind != Tree::Kind::kTask) return printable(key.name);
  const std::string place = place_of(key);
  return printable(construct_of(key) + key.name + (place.empty() ? "" : " (" + place + ")"));
}

}  // namespace limpid::cli::exporting
