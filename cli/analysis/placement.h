// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/construct.h"
#include "analysis/resolver.h"
#include "analysis/tree.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

struct PlacementOptions {
  bool fold = true;    // fold recursion
  bool frames = true;  // false: only constructs get nodes, so that no function has to be looked up
};

// Finds for each node of a profile's stack tree its node in the user model's tree: looks names up, splits
// inlined calls, leaves out the start-up code before main, and shows a construct's outlined body as the
// construct.
class Placement {
 public:
  Placement(const profile::Profile& profile, Resolver& resolver, Tree& tree, PlacementOptions options);

  // Tree node for a profile node's id, and the innermost region above or at it (kNoRegion: none).
  uint32_t tree_node(uint32_t id) const { return spots_[profile_.node_index.at(id)].node; }
  uint32_t region(uint32_t id) const { return spots_[profile_.node_index.at(id)].region; }

  // How the construct that a profile node stands for divides its work.
  const Worksharing& sharing(uint32_t id) {
    return constructs_.at(profile_.nodes[profile_.node_index.at(id)]).sharing;
  }

  // Tree node of the code that gave a lock back at a profile node.
  uint32_t releasing_node(uint32_t id);

  static constexpr uint32_t kNoRegion = ~0u;

  // What is known of the address of a profile node; nullptr if it has none, or none was looked up.
  const symbols::Location* location(uint32_t id) const { return spots_[profile_.node_index.at(id)].location; }

 private:
  struct Spot {
    uint32_t node = Tree::kRoot;
    uint32_t region = kNoRegion;
    const symbols::Location* location = nullptr;
    const ConstructTable::Construct* shared =
        nullptr;                   // at a construct: one of several that this call starts
    bool at_construct = false;     // no user function yet between the construct and here
    bool under_construct = false;  // a region or task is above
    bool at_thread = false;        // no function yet of a thread that does not use OpenMP
    // Below frames of Python's interpreter alone: what is above them.
    bool in_interpreter = false, thread_above_interpreter = false;
    uint32_t above_interpreter = Tree::kRoot;
    bool in_runtime = false;  // below the pseudo-frame that stands for the OpenMP runtime
  };

  Spot place(const profile::Node& node, const Spot& above);
  Spot place_frames(const profile::Node& node, Spot spot);
  Spot place_tail_calls(const profile::Node& node, const std::vector<code::TailCall>& calls, Spot spot);
  const profile::Node* calling_frame(const profile::Node& node) const;
  static Spot leave_interpreter(const symbols::Location& location, Spot spot);
  bool hidden(const symbols::Location& location, Spot& spot);
  Spot place_construct(const profile::Node& node, Spot spot);
  static Spot place_thread(Spot spot);
  Spot place_truncation(const profile::Node& node, Spot spot);
  std::string enclosing_function(uint32_t node) const;
  void enter_body(const symbols::Location& location, Spot& spot);

  const profile::Profile& profile_;
  Resolver& resolver_;
  Tree& tree_;
  PlacementOptions options_;
  ConstructTable constructs_;
  std::vector<Spot> spots_;  // by position in profile.nodes
};

}  // namespace limpid::cli::analysis
