// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/tree_text.h"

#include <fmt/format.h>

#include "report/text.h"

namespace limpid::cli::report {
namespace {

using analysis::Tree;

// Deeper trees than this are a matter for the JSON report: a terminal cannot show them.
constexpr int kMaxDepth = 120;
// Indentation stops growing here, so that deep rows stay on the screen.
constexpr int kMaxIndent = 40;

class Writer {
 public:
  Writer(std::string& text, const analysis::Analysis& analysis, const Options& options, const Style& style)
      : text_(text), tree_(analysis.tree), options_(options), style_(style) {
    all_ = tree_.at(Tree::kRoot).total_ns;
    depth_ = options.depth > 0 ? options.depth : kMaxDepth;
  }

  void children(uint32_t index, int level) {
    uint64_t hidden = 0;
    for (uint32_t child : tree_.at(index).children) {
      const Tree::Node& node = tree_.at(child);
      bool shown = level < depth_ && percent(node.total_ns, all_) >= options_.min_percent;
      if (!shown) {
        hidden += node.total_ns;
        continue;
      }
      row(node, level);
      children(child, level + 1);
    }
    // What depth cut off is said; what is too light to show is not.
    if (level >= depth_ && hidden > 0) {
      text_ += fmt::format("  {:>8} {:>6.1f} {:>8}  {}{}\n", seconds_of(hidden), percent(hidden, all_), "",
                           indent(level), style_.faint("..."));
    }
  }

 private:
  static std::string indent(int level) {
    return std::string(static_cast<size_t>(std::min(level * 2, kMaxIndent)), ' ');
  }

  std::string name_of(const Tree::Node& node) const {
    std::string name = label(node.key);
    switch (node.key.kind) {
      case Tree::Kind::kWait:
        return style_.wait(name);
      case Tree::Kind::kRegion:
      case Tree::Kind::kTask:
        return style_.construct(name);
      default:
        return name;
    }
  }

  void row(const Tree::Node& node, int level) {
    std::string remarks = short_place(node.key);
    if (node.count > 0) remarks += fmt::format(" x{}", node.count);
    if (node.key.inlined) remarks += " (inlined)";
    if (node.recursive) remarks += " (recursive)";
    std::string self = node.self_ns > 0 ? seconds_of(node.self_ns) : std::string("-");
    text_ += fmt::format("  {:>8} {:>6.1f} {:>8}  {}{}", seconds_of(node.total_ns),
                         percent(node.total_ns, all_), self, indent(level), name_of(node));
    if (!remarks.empty()) text_ += "  " + style_.faint(remarks);
    text_ += "\n";
  }

  std::string& text_;
  const Tree& tree_;
  const Options& options_;
  const Style& style_;
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
