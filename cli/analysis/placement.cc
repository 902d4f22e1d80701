// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/blocked.h"
#include "analysis/interpreter.h"
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

Tree::Key function_key(const symbols::Frame& frame, const symbols::Location& location) {
  Tree::Key key;
  key.kind = Tree::Kind::kFunction;
  key.name = frame.name.text;
  key.suffix = frame.name.suffix;
  key.inlined = frame.inlined;
  key.identity = frame.identity;
  key.file = frame.decl_file.empty() ? frame.file : frame.decl_file;
  key.line = frame.decl_line;
  if (key.name.empty()) key.name = frame.name.outlined ? "<outlined>" : "<unnamed>";
  if (location.detail == symbols::Detail::kSymbol) key.place = location.module;
  return key;
}

bool is_runtime(std::string_view module) {
  return module.starts_with("liblimpid") || elf::is_openmp_library(std::string(module));
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
      return "<place unknown: no sample was taken>";
    default:
      return "<callers unknown>";
  }
}

}  // namespace

Placement::Placement(const profile::Profile& profile, Resolver& resolver, Tree& tree,
                     PlacementOptions options)
    : profile_(profile), resolver_(resolver), tree_(tree), options_(options), constructs_(profile, resolver) {
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
    case profile::NodeKind::kThread:
      return place_thread(above);
  }
  return above;  // a kind that this version does not know: its children hang one level higher
}

// Frames of the OpenMP runtime and of the recorder that the recorder did not cut off itself (start-up, for
// one) become one pseudo-frame, together with what they call in the C library.
bool Placement::hidden(const symbols::Location& location, Spot& spot) {
  // Where a compiler made no jump of the recorder's own call.
  if (spot.at_thread && location.module.starts_with("liblimpid-recorder")) return true;
  bool runtime = is_runtime(location.module);
  spot.in_runtime = runtime || (spot.in_runtime && is_c_library(location.module));
  if (!runtime) return spot.in_runtime;
  Tree::Key key;
  key.name = "<OpenMP runtime>";
  if (tree_.at(spot.node).key != key) spot.node = tree_.child(spot.node, key, options_.fold);
  spot.at_construct = false;
  return true;
}

// The interpreter's own frames are shown where it does something itself, but not those by which one function of
// Python calls another, or main the first one.
Placement::Spot Placement::leave_interpreter(const symbols::Location& location, Spot spot) {
  if (is_python(location.module)) {
    if (!spot.in_interpreter) {
      spot.above_interpreter = spot.node;
      spot.thread_above_interpreter = spot.at_thread;
    }
    spot.in_interpreter = true;
    return spot;
  }
  if (location.python && spot.in_interpreter) {
    spot.node = spot.above_interpreter;
    spot.at_thread = spot.thread_above_interpreter;
  }
  spot.in_interpreter = false;
  return spot;
}

// The frame that called what `node` stands for; nullptr if the node hangs at a construct or the root.
const profile::Node* Placement::calling_frame(const profile::Node& node) const {
  const profile::Node* above = node.parent == 0 ? nullptr : profile_.find_node(node.parent);
  return above != nullptr && above->kind == profile::NodeKind::kFrame ? above : nullptr;
}

Placement::Spot Placement::place_tail_calls(const profile::Node& node,
                                            const std::vector<code::TailCall>& calls, Spot spot) {
  for (const code::TailCall& call : calls) {
    const symbols::Location& location = resolver_.locate_near(node, call.jump);
    for (size_t i = location.frames.size(); i-- > 0;) {
      Tree::Key key = function_key(location.frames[i], location);
      key.tail_call = !location.frames[i].inlined;
      spot.node = tree_.child(spot.node, key, options_.fold);
    }
    spot.at_construct = false;
  }
  return spot;
}

// One call starts several constructs: the first frame of the stack tells which one this is.
void Placement::enter_body(const symbols::Location& location, Spot& spot) {
  auto body = spot.shared->bodies.find(location.function);
  if (body == spot.shared->bodies.end()) return;
  Tree::Key key = body->second;
  uint32_t above = tree_.at(spot.node).parent;
  if (key.name.empty()) key.name = enclosing_function(above);
  spot.node = tree_.child(above, key, options_.fold);
  if (key.kind == Tree::Kind::kRegion) spot.region = spot.node;
}

Placement::Spot Placement::place_frames(const profile::Node& node, Spot spot) {
  const symbols::Location& location = resolver_.locate(node);
  spot.location = &location;
  if (hidden(location, spot)) return spot;
  spot = leave_interpreter(location, spot);
  const profile::Node* caller = calling_frame(node);
  if (caller != nullptr) spot = place_tail_calls(node, resolver_.tail_calls(*caller, node), spot);
  if (spot.at_construct && spot.shared != nullptr) enter_body(location, spot);
  for (size_t i = location.frames.size(); i-- > 0;) {
    const symbols::Frame& frame = location.frames[i];
    if (!spot.under_construct && is_start_up(frame)) {
      spot.node = Tree::kRoot;  // what called it is start-up code too, with or without a name
      continue;
    }
    if (spot.node == Tree::kRoot && is_fortran_main(frame)) continue;
    if (spot.at_construct && frame.name.outlined) continue;
    Tree::Key key = function_key(frame, location);
    key.thread = spot.at_thread;
    spot.node = tree_.child(spot.node, key, options_.fold);
    spot.at_construct = spot.at_thread = false;
  }
  return spot;
}

uint32_t Placement::releasing_node(uint32_t id) {
  const profile::Node& node = profile_.nodes[profile_.node_index.at(id)];
  Spot spot = spots_[profile_.node_index.at(id)];
  bool frame = options_.frames && node.kind == profile::NodeKind::kFrame && !spot.in_runtime;
  return frame ? place_tail_calls(node, resolver_.tail_calls(node, code::releases_lock), spot).node
               : spot.node;
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
  const ConstructTable::Construct& construct = constructs_.at(node);
  if (options_.frames) spot = place_tail_calls(node, construct.tail_calls, spot);
  Tree::Key key = construct.key;
  if (key.name.empty()) key.name = enclosing_function(spot.node);
  spot.node = tree_.child(spot.node, key, options_.fold);
  spot.at_construct = true;
  spot.under_construct = true;
  spot.in_runtime = spot.in_interpreter = false;
  spot.shared = construct.bodies.empty() ? nullptr : &construct;
  if (tree_.at(spot.node).key.kind == Tree::Kind::kRegion && key.kind == Tree::Kind::kRegion)
    spot.region = spot.node;
  return spot;
}

Placement::Spot Placement::place_thread(Spot spot) {
  spot.at_thread = true;
  return spot;
}

Placement::Spot Placement::place_truncation(const profile::Node& node, Spot spot) {
  Tree::Key key;
  key.name = truncation_text(node.value);
  key.thread = spot.at_thread;
  spot.node = tree_.child(spot.node, key, options_.fold);
  spot.at_thread = false;
  return spot;
}

}  // namespace limpid::cli::analysis
