// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/resolver.h"
#include "analysis/tree.h"
#include "analysis/worksharing.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// The parallel, teams and task constructs of one profile. A construct is its outlined function: that function
// is its identity, its first line is the directive's, its name tells the function around. A profile names the
// place of a construct's call only, so the outlined function is found by what the machine code passes to the
// runtime there; else by the samples' stacks. Where neither tells, a construct is its call: then the line is
// the call's, which GCC takes from the statement before.
class ConstructTable {
 public:
  ConstructTable(const profile::Profile& profile, Resolver& resolver);

  struct Construct {
    std::vector<code::TailCall> tail_calls;  // between the frame that calls and the construct
    Tree::Key key;                         // of its outlined function if there is only one, else of its call
    std::map<uint64_t, Tree::Key> bodies;  // several: those that one call starts, by their beginning
    Worksharing sharing;                   // what its outlined functions ask of the runtime themselves
  };

  // `node` is a kParallel, kTeams or kTask node of the profile.
  const Construct& at(const profile::Node& node);

 private:
  struct Call {
    code::ConstructCall code;
    bool from_samples = false;  // bodies are what stacks show
  };
  using Place = std::pair<profile::NodeKind, uint64_t>;

  void learn_bodies(const profile::Profile& profile);
  Call& call_at(const profile::Node& node);
  Construct describe(const profile::Node& node);
  Tree::Key call_key(const profile::Node& node, const Call& call);
  Tree::Key body_key(const profile::Node& node, const Call& call, uint64_t body, const Tree::Key& around);

  Resolver& resolver_;
  std::map<Place, Call> calls_;
  std::map<Place, Construct> constructs_;
};

}  // namespace limpid::cli::analysis
