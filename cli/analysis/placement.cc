// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "elf/closure.h"

namespace limpid::cli::analysis {
namespace {

// What the C library and the kernel put above main or a thread's function.
bool is_start_up(const symbols::Frame& frame) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "_start", "__libc_start_main", "__libc_start_call_main", "start_thread", "clone", "clone3", "__clone3"};
  std::string_view name = frame.name.text;
  name = name.substr(0, name.find('@'));
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
         name.starts_with("__libc_start_main");
}

// The `main` that a Fortran compiler writes around the main program.
bool is_fortran_main(const symbols::Frame& frame) {
  if (frame.name.text != "main") return false;
  size_t dot = frame.decl_file.rfind('.');
  if (dot == std::string::npos || dot + 1 >= frame.decl_file.size()) return false;
  char first = frame.decl_file[dot + 1];
  return first == 'f' || first == 'F';
}

std::string place_of(const symbols::Location& location) {
  const std::string& name = location.frames.back().name.text;
  switch (location.detail) {
    case symbols::Detail::kSource:
      return {};
    case symbols::Detail::kSymbol:
      return fmt::format("{}+{:#x}", name, location.offset);
    case symbols::Detail::kModule:
      return fmt::format("{}+{:#x}", location.module, location.address);
    default:
      return name;
  }
}

Tree::Key function_key(const symbols::Frame& frame, const symbols::Location& location) {
  Tree::Key key;
  key.kind = Tree::Kind::kFunction;
  key.name = frame.name.text;
  key.suffix = frame.name.suffix;
  key.inlined = frame.inlined;
  key.file = frame.decl_file.empty() ? frame.file : frame.decl_file;
  key.line = frame.decl_line;
  if (key.name.empty()) key.name = frame.name.outlined ? "<outlined>" : "<unnamed>";
  if (location.detail == symbols::Detail::kSymbol) key.place = location.module;
  return key;
}

bool is_runtime(std::string_view module) {
  return module.starts_with("liblimpid") || elf::is_openmp_library(std::string(module));
}

bool is_c_library(std::string_view module) {
  return module.starts_with("libc.so") || module.starts_with("libc-") || module.starts_with("ld-linux") ||
         module.starts_with("libpthread") || module == "[vdso]";
}

std::string_view truncation_text(uint64_t reason) {
  switch (static_cast<profile::TruncationReason>(reason)) {
    case profile::TruncationReason::kNoUnwindInfo:
      return "<callers unknown: no unwind table>";
    case profile::TruncationReason::kBadStack:
      return "<callers unknown: stack unreadable>";
    case profile::TruncationReason::kTooDeep:
      return "<callers cut off: stack too deep>";
    case profile::TruncationReason::kNoContext:
      return "<callers unknown: no OpenMP context>";
    case profile::TruncationReason::kNotSampled:
      return "<place unknown: thread did not answer>";
    default:
      return "<callers unknown>";
  }
}

}  // namespace

Placement::Placement(const profile::Profile& profile, Resolver& resolver, Tree& tree,
                     PlacementOptions options)
    : profile_(profile), resolver_(resolver), tree_(tree), options_(options) {
  spots_.reserve(profile.nodes.size());
  for (const profile::Node& node : profile.nodes) {
    auto above = profile.node_index.find(node.parent);
    spots_.push_back(place(node, node.parent == 0 ? Spot{} : spots_[above->second]));
  }
}

Placement::Spot Placement::place(const profile::Node& node, const Spot& above) {
  switch (node.kind) {
    case profile::NodeKind::kProgram:
      return above;
    case profile::NodeKind::kFrame:
    case profile::NodeKind::kLeaf:
      return options_.frames ? place_frames(node, above) : above;
    case profile::NodeKind::kParallel:
    case profile::NodeKind::kTeams:
    case profile::NodeKind::kTask:
      return place_construct(node, above);
    case profile::NodeKind::kTruncated:
      return options_.frames ? place_truncation(node, above) : above;
  }
  return above;  // a kind that this version does not know: its children hang one level higher
}

// Frames of the OpenMP runtime and of the recorder that the recorder did not cut off itself (start-up, for
// one) become one pseudo-frame, together with what they call in the C library.
bool Placement::hidden(const symbols::Location& location, Spot& spot) {
  bool runtime = is_runtime(location.module);
  spot.in_runtime = runtime || (spot.in_runtime && is_c_library(location.module));
  if (!runtime) return spot.in_runtime;
  Tree::Key key;
  key.name = "<OpenMP runtime>";
  if (tree_.at(spot.node).key != key) spot.node = tree_.child(spot.node, key, options_.fold);
  spot.at_construct = false;
  return true;
}

Placement::Spot Placement::place_frames(const profile::Node& node, Spot spot) {
  const symbols::Location& location = resolver_.locate(node);
  spot.location = &location;
  if (hidden(location, spot)) return spot;
  for (size_t i = location.frames.size(); i-- > 0;) {
    const symbols::Frame& frame = location.frames[i];
    if (!spot.under_construct && is_start_up(frame)) {
      spot.node = Tree::kRoot;  // what called it is start-up code too, with or without a name
      continue;
    }
    if (spot.node == Tree::kRoot && is_fortran_main(frame)) continue;
    if (spot.at_construct && frame.name.outlined) continue;
    spot.node = tree_.child(spot.node, function_key(frame, location), options_.fold);
    spot.at_construct = false;
  }
  return spot;
}

// Where the enclosing construct says it is, for compilers whose outlined functions name no function.
std::string Placement::enclosing_function(uint32_t node) const {
  for (; node != Tree::kRoot; node = tree_.at(node).parent) {
    const Tree::Key& key = tree_.at(node).key;
    if (key.kind == Tree::Kind::kRegion || key.kind == Tree::Kind::kTask) return key.name;
  }
  return "<outlined>";
}

Placement::Spot Placement::place_construct(const profile::Node& node, Spot spot) {
  Tree::Key key;
  bool is_task = node.kind == profile::NodeKind::kTask;
  key.kind = is_task ? Tree::Kind::kTask : Tree::Kind::kRegion;
  if (node.value == 0) {
    key.name = "<place unknown>";
  } else {
    const symbols::Location& location = resolver_.locate(node);
    // Directives in the source belong to the innermost function, inlined or not.
    const symbols::Frame& frame = location.frames.front();
    key.name = frame.name.text.empty() ? enclosing_function(spot.node) : frame.name.text;
    key.file = frame.file;
    key.line = frame.line;
    key.place = place_of(location);
  }
  if (node.kind == profile::NodeKind::kTeams) key.suffix = "teams";
  spot.node = tree_.child(spot.node, key, options_.fold);
  spot.at_construct = true;
  spot.under_construct = true;
  spot.in_runtime = false;
  if (!is_task && tree_.at(spot.node).key.kind == Tree::Kind::kRegion) spot.region = spot.node;
  return spot;
}

Placement::Spot Placement::place_truncation(const profile::Node& node, Spot spot) {
  Tree::Key key;
  key.name = truncation_text(node.value);
  spot.node = tree_.child(spot.node, key, options_.fold);
  return spot;
}

}  // namespace limpid::cli::analysis
