// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/json.h"

#include <nlohmann/json.hpp>

#include "analysis/state.h"

namespace limpid::cli::report {
namespace {

using analysis::Analysis;
using analysis::Tree;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

double s(uint64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

// Places that are not known are null, so that nobody takes line 0 for a line.
void put_place(Json& out, const Tree::Key& key) {
  out["file"] = key.file.empty() ? Json(nullptr) : Json(key.file);
  out["line"] = key.line > 0 ? Json(key.line) : Json(nullptr);
  if (key.line_of_call) out["line_of"] = "call";
  if (!key.place.empty()) out["place"] = key.place;
  if (key.shared_by > 0) out["one_of"] = key.shared_by;
  if (!key.suffix.empty()) out["suffix"] = key.suffix;
}

Json run_json(const analysis::Run& run) {
  Json out;
  out["command"] = run.commands.empty() ? Json("") : Json(run.commands.front());
  if (run.commands.size() > 1) out["commands"] = run.commands;
  out["hosts"] = run.hosts;
  out["runtimes"] = run.runtimes;
  out["processes"] = run.processes;
  out["threads"] = run.threads;
  out["elapsed_s"] = s(run.elapsed_ns);
  out["clock"] = run.clock;
  out["frequency_hz"] = run.frequency_hz;
  out["samples"] = run.samples;
  out["lost"] = run.lost;
  out["lost_s"] = s(run.lost_ns);
  out["truncated"] = run.truncated;
  out["own_cpu_s"] = s(run.own_cpu_ns);
  out["complete"] = run.unfinished == 0;
  return out;
}

Json totals_json(const analysis::Totals& totals) {
  Json out;
  out["work_s"] = s(totals.work_ns);
  out["wait_s"] = s(totals.wait_ns);
  out["states"] = Json::object();
  for (const auto& [state, ns] : totals.by_state) out["states"][analysis::state_name(state)] = s(ns);
  return out;
}

Json region_json(const analysis::Region& region) {
  Json out;
  out["function"] = region.place.name;
  put_place(out, region.place);
  out["count"] = region.counted ? Json(region.count) : Json(nullptr);
  out["elapsed_s"] = region.counted ? Json(s(region.elapsed_ns)) : Json(nullptr);
  out["work_s"] = s(region.work_ns);
  out["wait_s"] = s(region.wait_ns);
  out["late_s"] = s(region.late_ns);
  out["balance"] = region.balance;
  out["gain_s"] = region.counted ? Json(s(region.gain_ns)) : Json(nullptr);
  out["team"] = {{"smallest", region.smallest_team}, {"largest", region.largest_team}};
  return out;
}

Json node_json(const Tree& tree, const Tree::Node& node) {
  Json out;
  out["name"] = node.key.name;
  put_place(out, node.key);
  out["kind"] = analysis::kind_name(node.key.kind);
  out["self_s"] = s(node.self_ns);
  out["total_s"] = s(node.total_ns);
  out["wait_s"] = s(node.wait_ns);
  if (node.blame_ns > 0) out["caused_wait_s"] = s(node.blame_ns);
  if (node.count > 0) out["count"] = node.count;
  if (node.key.inlined) out["inlined"] = true;
  if (node.key.tail_call) out["tail_call"] = true;
  if (node.recursive) out["recursive"] = true;
  out["children"] = Json::array();
  for (uint32_t child : node.children) out["children"].push_back(node_json(tree, tree.at(child)));
  return out;
}

Json flat_json(const analysis::FlatRow& row) {
  Json out;
  out["name"] = row.place.name;
  put_place(out, row.place);
  out["kind"] = analysis::kind_name(row.place.kind);
  out["self_s"] = s(row.self_ns);
  out["total_s"] = s(row.total_ns);
  out["caused_wait_s"] = s(row.blame_ns);
  return out;
}

Json thread_json(const analysis::Thread& thread) {
  static constexpr const char* kTypes[] = {"unknown", "initial", "worker", "other", "unknown"};
  auto type = static_cast<size_t>(thread.type);
  Json out;
  out["process"] = thread.process;
  out["rank"] = thread.rank >= 0 ? Json(thread.rank) : Json(nullptr);
  out["id"] = thread.id;
  out["kind"] = type < std::size(kTypes) ? kTypes[type] : "unknown";
  out["life_s"] = s(thread.life_ns);
  out["work_s"] = s(thread.work_ns);
  out["wait_s"] = s(thread.wait_ns);
  return out;
}

Json holder_json(const analysis::Holder& holder) {
  Json out;
  out["name"] = holder.place.name;
  put_place(out, holder.place);
  out["held"] = holder.what;
  out["wait_s"] = s(holder.wait_ns);
  out["count"] = holder.count;
  return out;
}

template <typename Rows, typename Convert>
Json array_of(const Rows& rows, Convert convert) {
  Json out = Json::array();
  for (const auto& row : rows) out.push_back(convert(row));
  return out;
}

}  // namespace

std::string json_report(const Analysis& analysis) {
  Json out;
  out["format"] = kFormat;
  out["run"] = run_json(analysis.run);
  out["totals"] = totals_json(analysis.totals);
  out["regions"] = array_of(analysis.regions, region_json);
  out["tree"] = node_json(analysis.tree, analysis.tree.at(Tree::kRoot))["children"];
  out["functions"] = array_of(analysis.flat, flat_json);
  out["holders"] = array_of(analysis.holders, holder_json);
  out["threads"] = array_of(analysis.threads, thread_json);
  out["notes"] = analysis.notes;
  // Names come from files: bytes that are no UTF-8 are replaced instead of ending the program.
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace limpid::cli::report
