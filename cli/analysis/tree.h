// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/times.h"

namespace limpid::cli::analysis {

// The call tree as the program's author wrote it. Children of a region are what its threads ran, whichever
// thread it was; children of a task are what the task ran, under the code that created it; waiting is a child
// of the function that waits.
class Tree {
 public:
  // The last three are what a node's time was spent on instead of work.
  enum class Kind : uint8_t { kProgram, kFunction, kRegion, kTask, kWait, kBlocked, kNoProcessor };
  static constexpr bool is_pseudo(Kind kind) { return kind >= Kind::kWait; }
  static constexpr bool is_construct(Kind kind) { return kind == Kind::kRegion || kind == Kind::kTask; }

  // What makes two nodes under one parent the same.
  struct Key {
    Kind kind = Kind::kFunction;
    std::string name;  // of a region or task: the function that contains the construct
    std::string file;  // absolute where known; of a function: where it begins; of a construct: the directive
    int line = 0;
    std::string place;   // `symbol+0x12` or `module+0x12` where there is no file; else empty
    std::string suffix;  // what the compiler appended to the name
    bool inlined = false;
    bool tail_call = false;     // left by a jump: no stack shows it, the machine code does
    bool thread = false;        // the outermost function of threads that do not use OpenMP
    std::string identity;       // tells apart what name and place do not
    bool line_of_call = false;  // of a construct: the line is of the call, which may lie above the directive
    uint32_t shared_by = 0;     // of a construct: one of so many that one call starts; which one is not known

    bool operator==(const Key&) const = default;
  };

  struct Node {
    Key key;
    uint32_t parent = 0;
    uint32_t depth = 0;
    uint64_t self_ns = 0;            // without children
    uint64_t total_ns = 0;           // with children; set by finish()
    Times times;                     // what `total_ns` is made of; set by finish()
    uint64_t count = 0;              // instances of a region, tasks created; 0 if unknown
    bool estimated = false;          // the count: the runtime did not tell of all tasks
    uint64_t blame_ns = 0;           // waiting of other threads that this node's own code caused
    bool recursive = false;          // deeper calls of the same function or task were folded into this node
    std::vector<uint32_t> children;  // heaviest first after finish()
  };

  static constexpr uint32_t kRoot = 0;
  // Deeper nodes join the node at this depth, so that reports can walk the tree by recursion whatever a
  // damaged file says.
  static constexpr uint32_t kMaxDepth = 400;

  Tree();

  // The child of `parent` with this key. With folding, an ancestor with the key answers instead: a function's
  // callers are searched up to the construct that runs it, a region's or task's up to the root.
  uint32_t child(uint32_t parent, const Key& key, bool fold);

  Node& at(uint32_t index) { return nodes_[index]; }
  const Node& at(uint32_t index) const { return nodes_[index]; }
  size_t size() const { return nodes_.size(); }

  // Adds up totals, drops nodes that nothing is known of, and sorts children. Call once, when every sample is
  // in.
  void finish();

 private:
  int64_t folded_into(uint32_t from, const Key& key) const;

  std::vector<Node> nodes_;  // parents before children
  std::unordered_map<std::string, uint32_t> index_;
};

// Whether two keys name one function, whatever the way to it.
bool same_function(const Tree::Key& a, const Tree::Key& b);

// A finished node's own time, by class.
Times own_times(const Tree::Node& node);

// Name of a kind as JSON has it: `function`, `region`, `task`, `wait`, `blocked`, `no_processor`, `program`.
std::string_view kind_name(Tree::Kind kind);

}  // namespace limpid::cli::analysis
