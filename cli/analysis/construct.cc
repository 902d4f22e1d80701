// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/construct.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace limpid::cli::analysis {
namespace {

bool is_construct(profile::NodeKind kind) {
  return kind == profile::NodeKind::kParallel || kind == profile::NodeKind::kTeams ||
         kind == profile::NodeKind::kTask;
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

// The place of constructs that share a call: all of theirs.
void name_alternatives(ConstructTable::Construct& construct) {
  Tree::Key& key = construct.key;
  key.shared_by = static_cast<uint32_t>(construct.bodies.size());
  key.line = 0;
  key.line_of_call = false;
  key.place.clear();
  for (const auto& [body, body_key] : construct.bodies) {
    std::string file = std::filesystem::path(body_key.file).filename();
    key.place += key.place.empty() ? "" : " or ";
    key.place += body_key.line > 0 ? fmt::format("{}:{}", file, body_key.line) : body_key.place;
  }
}

}  // namespace

ConstructTable::ConstructTable(const profile::Profile& profile, Resolver& resolver) : resolver_(resolver) {
  learn_bodies(profile);
}

ConstructTable::Call& ConstructTable::call_at(const profile::Node& node) {
  auto [entry, fresh] = calls_.try_emplace({node.kind, node.value});
  if (fresh && node.value != 0) entry->second.code = resolver_.construct(node);
  return entry->second;
}

// Where the machine code does not tell the outlined function, the stacks below the construct do: their
// outermost frame is of it, unless it was left by a jump. So only a function that is named as an outlined one
// counts.
void ConstructTable::learn_bodies(const profile::Profile& profile) {
  for (const profile::Node& node : profile.nodes) {
    const profile::Node* above = node.parent == 0 ? nullptr : profile.find_node(node.parent);
    bool frame = node.kind == profile::NodeKind::kFrame || node.kind == profile::NodeKind::kLeaf;
    if (above == nullptr || !frame || !is_construct(above->kind) || !resolver_.in_one_module(node, *above))
      continue;
    Call& call = call_at(*above);
    if (!call.code.bodies.empty() && !call.from_samples) continue;
    const symbols::Location& location = resolver_.locate(node);
    std::vector<uint64_t>& bodies = call.code.bodies;
    bool outlined = location.function != 0 && location.frames.back().name.outlined;
    if (!outlined || std::find(bodies.begin(), bodies.end(), location.function) != bodies.end()) continue;
    bodies.push_back(location.function);
    call.from_samples = true;
  }
}

Tree::Key ConstructTable::call_key(const profile::Node& node, const Call& call) {
  Tree::Key key;
  const auto& tail = call.code.tail_calls;
  const symbols::Location& location =
      tail.empty() ? resolver_.locate(node) : resolver_.locate_near(node, tail.back().jump);
  // Directives in the source belong to the innermost function, inlined or not.
  const symbols::Frame& frame = location.frames.front();
  key.name = frame.name.text;
  key.file = frame.file;
  key.line = call.code.line > 0 ? call.code.line : frame.line;
  key.place = place_of(location);
  key.line_of_call = call.code.by_gcc && key.line > 0;
  return key;
}

Tree::Key ConstructTable::body_key(const profile::Node& node, const Call& call, uint64_t body,
                                   const Tree::Key& around) {
  Tree::Key key;
  const symbols::Location& location = resolver_.locate_near(node, body);
  const symbols::Frame& frame = location.frames.back();
  bool named = frame.name.outlined && !frame.name.text.empty();
  key.name = named ? frame.name.text : around.name;
  key.file = frame.decl_file;
  key.line = frame.decl_line;
  // Of a function that GCC has made one with another there is only a jump, and no line: then the call's.
  if (call.code.by_gcc && key.file.empty() && key.line == 0) {
    key.file = around.file;
    key.line = around.line;
    key.line_of_call = around.line_of_call;
  }
  key.identity = resolver_.identity_of(node, body);
  if (key.file.empty()) key.place = named ? frame.name.text + frame.name.suffix : around.place;
  if (call.code.line > 0 && call.code.bodies.size() == 1) {
    key.line = call.code.line;
  } else if (!call.code.by_gcc && around.line > 0) {
    // LLVM's compilers give the call the directive's line. flang-22 may lose it: then it is the procedure's.
    const symbols::Frame& caller = resolver_.locate(node).frames.front();
    bool lost = around.line == caller.decl_line && key.line <= caller.decl_line;
    bool own = frame.declared && key.line > 0;
    if (!own) key.line = lost ? resolver_.line_behind(node, body, caller.decl_line) : around.line;
    if (!own) key.file = around.file;
    if (key.line == 0) key.line = around.line;
  }
  return key;
}

ConstructTable::Construct ConstructTable::describe(const profile::Node& node) {
  Construct construct;
  if (node.value == 0) {
    construct.key.name = "<place unknown>";
    return construct;
  }
  const Call& call = call_at(node);
  construct.tail_calls = call.code.tail_calls;
  construct.key = call_key(node, call);
  std::set<std::string> runtime_calls;
  for (uint64_t body : call.code.bodies) {
    construct.bodies[body] = body_key(node, call, body, construct.key);
    resolver_.runtime_calls(node, body, &runtime_calls);
  }
  construct.sharing = worksharing_of(runtime_calls);
  if (construct.bodies.size() == 1) {
    construct.key = construct.bodies.begin()->second;
    construct.bodies.clear();
  } else if (construct.bodies.size() > 1) {
    name_alternatives(construct);
  }
  return construct;
}

const ConstructTable::Construct& ConstructTable::at(const profile::Node& node) {
  auto [entry, fresh] = constructs_.try_emplace({node.kind, node.value});
  if (fresh) {
    entry->second = describe(node);
    auto finish = [&](Tree::Key& key) {
      key.kind = node.kind == profile::NodeKind::kTask ? Tree::Kind::kTask : Tree::Kind::kRegion;
      if (node.kind == profile::NodeKind::kTeams) key.suffix = "teams";
    };
    finish(entry->second.key);
    for (auto& [body, key] : entry->second.bodies) finish(key);
  }
  return entry->second;
}

}  // namespace limpid::cli::analysis
