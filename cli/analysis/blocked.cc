// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/blocked.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/state.h"

namespace limpid::cli::analysis {
namespace {

struct KindName {
  BlockedKind kind;
  std::string_view name;
  std::string_view frame;
};

constexpr std::array<KindName, 16> kKinds = {{
    {BlockedKind::kOther, "other", "<blocked>"},
    {BlockedKind::kSleep, "sleep", "<sleep>"},
    {BlockedKind::kRead, "read", "<read>"},
    {BlockedKind::kWrite, "write", "<write>"},
    {BlockedKind::kPoll, "poll", "<poll>"},
    {BlockedKind::kProcess, "process", "<wait for process>"},
    {BlockedKind::kFutex, "futex", "<futex>"},
    {BlockedKind::kSignal, "signal", "<wait for signal>"},
    {BlockedKind::kLock, "file_lock", "<file lock>"},
    {BlockedKind::kPageFault, "page_fault", "<page fault>"},
    {kMutex, "mutex", "<mutex>"},
    {kCondition, "condition", "<condition>"},
    {kSemaphore, "semaphore", "<semaphore>"},
    {kJoin, "join", "<join>"},
    {kThreadBarrier, "thread_barrier", "<thread barrier>"},
    {kMpi, "mpi", "<MPI>"},
}};

const KindName* find(BlockedKind kind) {
  auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const KindName& k) { return k.kind == kind; });
  return found == kKinds.end() ? nullptr : &*found;
}

bool is_frame(const profile::Node& node) {
  return node.kind == profile::NodeKind::kFrame || node.kind == profile::NodeKind::kLeaf;
}

// Base name of the file that a frame's code is in.
std::string_view module_of(const profile::Profile& profile, const profile::Node& node) {
  bool exact = node.kind == profile::NodeKind::kLeaf;
  const profile::Module* module = profile.find_module(node, exact ? node.value : node.value - 1);
  if (module == nullptr) return {};
  std::string_view path = module->path;
  return path.substr(path.rfind('/') + 1);
}

bool is_mpi_library(std::string_view module) {
  return module.starts_with("libmpi");
}

bool has_mpi(const profile::Profile& profile) {
  return std::any_of(profile.modules.begin(), profile.modules.end(), [](const profile::Module& module) {
    return is_mpi_library(std::string_view(module.path).substr(module.path.rfind('/') + 1));
  });
}

// For each node whether the MPI library is at work there: it, or something that it called.
std::vector<bool> nodes_in_mpi(const profile::Profile& profile) {
  std::vector<bool> inside(profile.nodes.size(), false);
  if (!has_mpi(profile)) return inside;
  for (size_t i = 0; i < profile.nodes.size(); ++i) {
    const profile::Node& node = profile.nodes[i];
    if (!is_frame(node)) continue;
    auto above = profile.node_index.find(node.parent);
    bool called = above != profile.node_index.end() && inside[above->second];
    inside[i] = called || is_mpi_library(module_of(profile, node));
  }
  return inside;
}

}  // namespace

bool is_c_library(std::string_view module) {
  return module.starts_with("libc.so") || module.starts_with("libc-") || module.starts_with("ld-linux") ||
         module.starts_with("libpthread") || module == "[vdso]";
}

std::string blocked_name(BlockedKind kind) {
  const KindName* known = find(kind);
  return known == nullptr ? fmt::format("kind_{}", static_cast<unsigned>(kind)) : std::string(known->name);
}

std::string blocked_frame(BlockedKind kind) {
  const KindName* known = find(kind);
  return known == nullptr ? fmt::format("<blocked {}>", static_cast<unsigned>(kind))
                          : std::string(known->frame);
}

void name_blocked(profile::Profile& profile) {
  std::vector<bool> in_mpi = nodes_in_mpi(profile);
  for (profile::Sample& sample : profile.samples) {
    bool asleep = (sample.flags & static_cast<uint16_t>(profile::SampleFlag::kBlocked)) != 0;
    if (time_kind(sample.state) != TimeKind::kWork) {
      sample.blocked = BlockedKind::kNone;
    } else if (in_mpi[profile.node_index.at(sample.node)]) {
      sample.blocked = kMpi;
    } else if (asleep && sample.blocked == BlockedKind::kNone) {
      sample.blocked = BlockedKind::kOther;
    }
  }
}

uint32_t blocked_place(const profile::Profile& profile, const profile::Sample& sample,
                       std::vector<uint32_t>* inner) {
  std::vector<uint32_t> path;  // the frames, innermost first
  const profile::Node* node = profile.find_node(sample.node);
  for (; node != nullptr && is_frame(*node); node = profile.find_node(node->parent)) path.push_back(node->id);
  uint32_t outside = node == nullptr ? sample.node : node->id;
  auto module = [&](uint32_t id) { return module_of(profile, *profile.find_node(id)); };
  auto end = path.begin();  // of what is left out
  if (sample.blocked == kMpi) {
    // The routine that the program called stays.
    for (auto at = path.begin(); at != path.end(); ++at) end = is_mpi_library(module(*at)) ? at : end;
  } else {
    end = std::find_if_not(path.begin(), path.end(), [&](uint32_t id) { return is_c_library(module(id)); });
  }
  if (inner != nullptr) inner->assign(path.begin(), end);
  return end == path.end() ? outside : *end;
}

BlockedKind futex_kind(const std::vector<std::string_view>& functions) {
  static constexpr std::array<std::pair<std::string_view, BlockedKind>, 7> kParts = {
      {{"join", kJoin},
       {"cond", kCondition},
       {"sem_", kSemaphore},
       {"barrier", kThreadBarrier},
       {"mutex", kMutex},
       {"rwlock", kMutex},
       {"lll_lock", kMutex}}};
  // What the program called says most: a condition's wait takes a mutex, too.
  for (size_t i = functions.size(); i-- > 0;) {
    for (const auto& [part, kind] : kParts) {
      if (functions[i].find(part) != std::string_view::npos) return kind;
    }
  }
  return BlockedKind::kFutex;
}

}  // namespace limpid::cli::analysis
