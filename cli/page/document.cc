// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/document.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/base64.h"
#include "base/failure.h"
#include "base/gzip.h"
#include "base/seconds.h"
#include "page/devices.h"
#include "page/events.h"
#include "page/microseconds.h"
#include "page/phases.h"
#include "page/picture.h"
#include "page/sources.h"
#include "report/json.h"

namespace limpid::cli::page {
namespace {

using analysis::Analysis;
using analysis::Stretch;
using analysis::Tree;
using Json = nlohmann::ordered_json;

constexpr size_t kMostStretches = 250'000;  // a screen has fewer points, and a page stays below 5 MB
constexpr std::string_view kTitlePlace = "<!--limpid-title-->";
constexpr std::string_view kDataPlace = "<!--limpid-data-->";

// The tree's nodes by their place in the JSON: parents first, children in their order. The root is 0.
class NodeNumbers {
 public:
  explicit NodeNumbers(const Tree& tree) : tree_(tree), numbers_(tree.size(), kNone) {
    std::vector<uint32_t> open = {Tree::kRoot};
    while (!open.empty()) {
      const uint32_t index = open.back();
      open.pop_back();
      numbers_[index] = next_++;
      const std::vector<uint32_t>& children = tree.at(index).children;
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }

  // A node that the finished tree left out gets a number behind all others: the time of idle threads was moved to
  // the code that kept them so, but the timeline has it where it was.
  uint32_t of(uint32_t index) {
    if (numbers_[index] != kNone) return numbers_[index];
    const Tree::Node& node = tree_.at(index);
    const uint32_t parent = of(node.parent);
    left_out_.push_back(
        {{"name", node.key.name}, {"kind", analysis::kind_name(node.key.kind)}, {"parent", parent}});
    return numbers_[index] = next_++;
  }
  const Json& left_out() const { return left_out_; }

 private:
  static constexpr uint32_t kNone = ~0u;
  const Tree& tree_;
  std::vector<uint32_t> numbers_;
  uint32_t next_ = 0;
  Json left_out_ = Json::array();
};

// For each node the row of its construct among the regions, from 1; 0 for all that is no region.
std::vector<uint32_t> rows_of(const Analysis& analysis) {
  std::vector<uint32_t> rows(analysis.tree.size(), 0);
  for (size_t row = 0; row < analysis.regions.size(); ++row) {
    for (const uint32_t node : analysis.regions[row].nodes) rows[node] = static_cast<uint32_t>(row + 1);
  }
  return rows;
}

// For each node of the JSON's tree, in its order, the region whose code it is. Idle threads stand below code of
// others, and are in no region.
Json regions_of_nodes(const Analysis& analysis, const std::vector<uint32_t>& rows) {
  const std::string idle = analysis::pseudo_frame(analysis::kIdleState);
  Json out = Json::array();
  std::vector<std::pair<uint32_t, uint32_t>> open = {{Tree::kRoot, 0}};
  while (!open.empty()) {
    const auto [index, around] = open.back();
    open.pop_back();
    const Tree::Node& node = analysis.tree.at(index);
    const uint32_t region = node.key.kind == Tree::Kind::kRegion ? rows[index] : around;
    out.push_back(node.key.kind == Tree::Kind::kWait && node.key.name == idle ? 0 : region);
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      open.emplace_back(*child, region);
  }
  return out;
}

// Columns, as these pack best. Moments are rounded, not lengths, so that no sum drifts.
Json timeline_json(const Analysis& analysis, const std::vector<uint32_t>& rows) {
  NodeNumbers numbers(analysis.tree);
  analysis::Timeline picture = analysis.timeline;
  fit(picture, analysis.tree, kMostStretches);
  std::vector<uint32_t> counts(analysis.threads.size(), 0);
  Json gaps = Json::array(), lengths = Json::array(), nodes = Json::array(), regions = Json::array(),
       lines = Json::array();
  uint64_t end_us = 0;
  for (const Stretch& stretch : picture.stretches) {
    if (counts[stretch.thread]++ == 0) end_us = 0;
    const uint64_t begin_us = std::max(end_us, us(stretch.begin_ns));
    gaps.push_back(begin_us - end_us);
    end_us = std::max(begin_us, us(stretch.end_ns));
    lengths.push_back(end_us - begin_us);
    nodes.push_back(numbers.of(stretch.node));
    regions.push_back(rows[stretch.region]);
    lines.push_back(stretch.line == Stretch::kNoLine ? 0 : stretch.line + 1);
  }
  Json out;
  out["grain_s"] = s(picture.grain_ns);
  out["coarse"] = picture.coarse;
  out["untimed_s"] = s(analysis.timeline.untimed.all_ns());
  out["left_out_nodes"] = numbers.left_out();
  out["counts"] = counts;
  out["gaps_us"] = std::move(gaps);
  out["lengths_us"] = std::move(lengths);
  out["nodes"] = std::move(nodes);
  out["regions"] = std::move(regions);
  out["lines"] = std::move(lines);
  return out;
}

Json sources_json(const Analysis& analysis) {
  Json out = Json::object();
  for (const auto& [path, excerpts] : sources_of(analysis.lines)) {
    for (const Excerpt& excerpt : excerpts)
      out[path].push_back({{"first", excerpt.first}, {"lines", excerpt.lines}});
  }
  return out;
}

// Text between tags.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

void put(std::string& page, std::string_view place, const std::string& text) {
  const size_t at = page.find(place);
  if (at == std::string::npos)
    throw Failure(kExitBadInput, "this installation's page has no place for " + std::string(place));
  page.replace(at, place.size(), text);
}

}  // namespace

void keep_small(analysis::Timeline& timeline, const Analysis& so_far) {
  if (timeline.stretches.size() > 2 * kMostStretches) fit(timeline, so_far.tree, kMostStretches);
}

std::string page_data(const Analysis& analysis, const analysis::Selection& selection,
                      const std::vector<tracing::Result>& traces) {
  const std::vector<uint32_t> rows = rows_of(analysis);
  Json out;
  out["report"] = report::report_object(analysis, selection, traces);
  out["version"] = LIMPID_VERSION;
  out["node_regions"] = regions_of_nodes(analysis, rows);
  out["timeline"] = timeline_json(analysis, rows);
  out["events"] = events_json(analysis, traces);
  out["phases"] = phases_json(analysis);
  out["devices"] = devices_json(analysis.timeline.devices);
  out["sources"] = sources_json(analysis);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string filled(std::string empty_page, const std::string& title, const std::string& data) {
  put(empty_page, kDataPlace, base64(gzip(data)));
  put(empty_page, kTitlePlace, escaped(title));
  return empty_page;
}

std::string document(const Analysis& analysis, const analysis::Selection& selection, std::string empty_page,
                     const std::vector<tracing::Result>& traces) {
  const std::string name = analysis.run.commands.empty() ? "limpid" : analysis.run.commands.front();
  return filled(std::move(empty_page), name, page_data(analysis, selection, traces));
}

}  // namespace limpid::cli::page
