// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/tree_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/text.h"
#include "report/visible_nodes.h"

namespace limpid::cli::report {
namespace {

using analysis::Tree;

// Deeper trees than this are a matter for the JSON report: a terminal cannot show them.
constexpr int kMaxDepth = 120;
// Deeper rows are indented by less, so that they stay on the screen and below their parents.
constexpr int kWideLevels = 16;
// Names of a chain that are shown: the first ones and the last.
constexpr size_t kChainHead = 2;

class Writer {
 public:
  Writer(std::string& text, const analysis::Analysis& analysis, const Options& options, const Style& style)
      : text_(text),
        tree_(analysis.tree),
        options_(options),
        style_(style),
        visible_(analysis.tree, options.min_percent) {
    all_ = tree_.at(Tree::kRoot).total_ns;
    depth_ = options.depth > 0 ? options.depth : kMaxDepth;
  }

  void children(uint32_t index, int level) {
    uint64_t hidden = 0;
    size_t hidden_nodes = 0;
    for (uint32_t child : tree_.at(index).children) {
      if (level >= depth_ || !visible_.shown(child)) {
        hidden += tree_.at(child).total_ns;
        ++hidden_nodes;
        continue;
      }
      std::vector<uint32_t> chain = {child};
      if (!options_.no_fold && options_.depth == 0) chain = chain_from(tree_, child);
      row(chain, level);
      children(chain.back(), level + 1);
    }
    bool cut = level >= depth_;
    // Less than what the column can show is not worth a row.
    if (hidden == 0 || (!cut && percent(hidden, all_) < 0.05)) return;
    text_ += fmt::format("  {:>8} {:>6.1f} {:>8}  {}{}\n", seconds_of(hidden), percent(hidden, all_), "",
                         indent(level), style_.faint(cut ? "..." : fmt::format("({} more)", hidden_nodes)));
  }

 private:
  static std::string indent(int level) {
    return std::string(static_cast<size_t>(level + std::min(level, kWideLevels)), ' ');
  }

  std::string name_of(const Tree::Node& node) const {
    std::string name = label(node.key);
    switch (node.key.kind) {
      case Tree::Kind::kWait:
      case Tree::Kind::kBlocked:
      case Tree::Kind::kNoProcessor:
        return style_.wait(name);
      case Tree::Kind::kRegion:
      case Tree::Kind::kTask:
        return style_.construct(name);
      default:
        return name;
    }
  }

  // The functions of a chain before its last one.
  std::string chain_text(const std::vector<uint32_t>& chain) const {
    std::string text;
    size_t others = chain.size() - 1;
    for (size_t i = 0; i < others; ++i) {
      bool elided = others > kChainHead + 1 && i >= kChainHead;
      text += elided ? fmt::format("({} more)", others - i) : name_of(tree_.at(chain[i]));
      text += " > ";
      if (elided) break;
    }
    return text;
  }

  void row(const std::vector<uint32_t>& chain, int level) {
    const Tree::Node& node = tree_.at(chain.back());
    std::string remarks = short_place(node.key);
    if (node.count > 0) remarks += " x" + count_text(node.count, node.estimated);
    if (node.key.inlined) remarks += " (inlined)";
    if (node.key.tail_call) remarks += " (tail call)";
    if (node.key.thread) remarks += " (thread)";
    if (node.recursive) remarks += " (recursive)";
    std::string self = node.self_ns > 0 ? seconds_of(node.self_ns) : std::string("-");
    text_ += fmt::format("  {:>8} {:>6.1f} {:>8}  {}{}{}", seconds_of(node.total_ns),
                         percent(node.total_ns, all_), self, indent(level), chain_text(chain), name_of(node));
    if (!remarks.empty()) text_ += "  " + style_.faint(remarks);
    text_ += "\n";
  }

  std::string& text_;
  const Tree& tree_;
  const Options& options_;
  const Style& style_;
  VisibleNodes visible_;
  uint64_t all_ = 0;
  int depth_ = 0;
};

}  // namespace

void write_tree(std::string& text, const analysis::Analysis& analysis, const Options& options,
                const Style& style) {
  text += fmt::format("{}\n  {:>8} {:>6} {:>8}\n", style.heading("Call tree"), "total s", "%", "self s");
  Writer(text, analysis, options, style).children(Tree::kRoot, 0);
  text += "\n";
}

}  // namespace limpid::cli::report
