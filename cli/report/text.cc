// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/text.h"

#include <fmt/format.h>

#include <filesystem>

#include "report/sections.h"
#include "report/tree_text.h"

namespace limpid::cli::report {

using analysis::Analysis;
using analysis::Tree;

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

std::string text_report(const Analysis& analysis, const Options& options, const Style& style) {
  std::string text;
  Page page{text, analysis, options, style};
  write_verdict(page);
  write_selection(page);
  write_times(page);
  write_regions(page);
  write_tree(text, analysis, options, style);
  if (options.by == "construct") write_constructs(page);
  if (options.by == "function") write_functions(page);
  if (options.by == "line") write_lines(page);
  write_causes(page);
  write_processes(page);
  if (options.threads || options.by == "thread") write_threads(page);
  write_recording(page);
  return text;
}

}  // namespace limpid::cli::report
