// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "export/formats.h"
#include "export/frame_name.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;
using Json = nlohmann::ordered_json;

class SpeedscopeWriter {
 public:
  explicit SpeedscopeWriter(const Tree& tree) : tree_(tree) {}

  // The stack of a node is outermost first.
  void add(uint32_t index) {
    const Tree::Node& node = tree_.at(index);
    if (index != Tree::kRoot) stack_.push_back(frame_of(node.key));
    if (node.self_ns > 0) {
      samples_.push_back(stack_);
      weights_.push_back(node.self_ns);
      all_ns_ += node.self_ns;
    }
    for (const uint32_t child : node.children) add(child);
    if (index != Tree::kRoot) stack_.pop_back();
  }

  Json finish(const std::string& name) const {
    Json profile = {{"type", "sampled"},   {"name", name},        {"unit", "nanoseconds"}, {"startValue", 0},
                    {"endValue", all_ns_}, {"samples", samples_}, {"weights", weights_}};
    return {{"$schema", "https://www.speedscope.app/file-format-schema.json"},
            {"exporter", "limpid " LIMPID_VERSION},
            {"name", name},
            {"activeProfileIndex", 0},
            {"shared", {{"frames", frames_}}},
            {"profiles", Json::array({profile})}};
  }

 private:
  size_t frame_of(const Tree::Key& key) {
    const std::string name = frame_name(key);
    const auto [at, fresh] = numbers_.try_emplace({name, key.file, key.line}, frames_.size());
    if (!fresh) return at->second;
    Json frame = {{"name", name}};
    if (!key.file.empty()) frame["file"] = key.file;
    if (key.line > 0) frame["line"] = key.line;
    frames_.push_back(std::move(frame));
    return at->second;
  }

  const Tree& tree_;
  std::map<std::tuple<std::string, std::string, int>, size_t> numbers_;
  Json frames_ = Json::array();
  std::vector<size_t> stack_;
  Json samples_ = Json::array();
  Json weights_ = Json::array();
  uint64_t all_ns_ = 0;
};

}  // namespace

std::string speedscope(const analysis::Analysis& analysis) {
  SpeedscopeWriter writer(analysis.tree);
  writer.add(Tree::kRoot);
  const auto& commands = analysis.run.commands;
  return writer.finish(commands.empty() ? "limpid" : commands.front())
             .dump(-1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace limpid::cli::exporting
