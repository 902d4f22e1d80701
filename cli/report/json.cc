// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/json.h"

#include <nlohmann/json.hpp>

#include "advice/advice.h"
#include "analysis/disturbance.h"
#include "analysis/state.h"
#include "base/seconds.h"

namespace limpid::cli::report {
namespace {

using analysis::Analysis;
using analysis::Tree;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 2;

void put_times(Json& out, const analysis::Times& times) {
  out["work_s"] = s(times.work_ns);
  out["wait_s"] = s(times.wait_ns);
  out["blocked_s"] = s(times.blocked_ns);
  out["no_processor_s"] = s(times.no_processor_ns);
}

Json run_json(const analysis::Run& run) {
  Json out;
  out["command"] = run.commands.empty() ? Json("") : Json(run.commands.front());
  if (run.commands.size() > 1) out["commands"] = run.commands;
  out["hosts"] = run.hosts;
  out["runtimes"] = run.runtimes;
  out["processes"] = run.processes;
  out["threads"] = run.threads;
  out["processors"] = run.processors;
  out["other_threads"] = run.outsiders;
  out["other_threads_cpu_s"] = s(run.outsiders_run_ns);
  out["elapsed_s"] = s(run.elapsed_ns);
  out["paused_s"] = s(run.paused_ns);
  out["pauses"] = run.pauses;
  out["clock"] = run.clock;
  out["frequency_hz"] = run.frequency_hz;
  out["reached_hz"] = run.reached_hz;
  out["limited"] = run.limited;
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
  out["thread_s"] = s(totals.times.all_ns());
  put_times(out, totals.times);
  out["states"] = Json::object();
  for (analysis::TimeKind kind : {analysis::TimeKind::kWork, analysis::TimeKind::kWait}) {
    for (const auto& [name, ns] : states_of(totals, kind)) out["states"][name] = s(ns);
  }
  out["blocked"] = Json::object();
  for (const auto& [kind, ns] : totals.by_blocked) out["blocked"][analysis::blocked_name(kind)] = s(ns);
  return out;
}

Json losses_json(const analysis::Losses& losses) {
  Json out;
  for (size_t i = 0; i < analysis::kCauses; ++i) {
    auto cause = static_cast<analysis::Cause>(i);
    out[std::string(analysis::cause_name(cause))] = s(losses[cause]);
  }
  return out;
}

// Of the whole team: with a part of the threads or of the code selected nobody can say it.
Json efficiency_json(const Analysis& analysis, const analysis::Selection& selection) {
  const analysis::Efficiency& efficiency = analysis.efficiency;
  if (selection.by_thread() || selection.by_code() || efficiency.known_ns() == 0) return nullptr;
  Json out;
  out["parallel"] = efficiency.parallel();
  out["load_balance"] = efficiency.load_balance();
  out["serialisation"] = efficiency.serialisation();
  out["late_start"] = efficiency.late_start();
  out["processors"] = efficiency.processors();
  out["devices"] = efficiency.devices();
  out["busy_s"] = s(efficiency.busy_ns);
  out["lost_s"] = losses_json(efficiency.losses);
  out["unknown_s"] = s(efficiency.unknown_ns);
  return out;
}

Json gain_json(const analysis::Gain& gain) {
  Json out;
  out["cause"] = analysis::cause_name(gain.cause);
  out["gain_s"] = s(gain.gain_ns);
  out["name"] = gain.somewhere ? Json(gain.place.name) : Json(nullptr);
  if (!gain.somewhere) return out;
  out["kind"] = analysis::kind_name(gain.place.kind);
  put_place(out, gain.place);
  out["place_gain_s"] = s(gain.place_ns);
  return out;
}

Json advice_json(const advice::Advice& advice) {
  Json out;
  out["kind"] = advice.kind;
  out["gain_s"] = advice.gain_ns == 0 ? Json(nullptr) : Json(s(advice.gain_ns));
  out["finding"] = advice.finding;
  out["remedy"] = advice.remedy;
  out["name"] = advice.somewhere ? Json(advice.place.name) : Json(nullptr);
  if (advice.somewhere) put_place(out, advice.place);
  return out;
}

Json advices_json(const Analysis& analysis, const analysis::Selection& selection) {
  Json out = Json::array();
  if (selection.by_thread() || selection.by_code()) return out;
  for (const advice::Advice& advice : advice::advise(analysis)) out.push_back(advice_json(advice));
  return out;
}

Json place_json(const Tree::Key& key) {
  if (key.kind == Tree::Kind::kProgram) return nullptr;
  Json out;
  out["name"] = key.name;
  out["kind"] = analysis::kind_name(key.kind);
  put_place(out, key);
  return out;
}

Json cause_json(const analysis::WaitCause& cause) {
  Json out = place_json(cause.code);
  out["construct"] = place_json(cause.construct);
  out["wait_s"] = s(cause.wait.ns);
  out["while_blocked_s"] = s(cause.wait.blocked_ns);
  return out;
}

Json construct_json(const analysis::ConstructRow& row) {
  Json out;
  out["construct"] = place_json(row.place);
  out["count"] = row.count > 0 ? Json(row.count) : Json(nullptr);
  if (row.estimated) out["count_estimated"] = true;
  put_times(out, row.times);
  return out;
}

Json line_json(const analysis::LineRow& row) {
  Json out;
  out["file"] = row.line > 0 ? Json(row.file) : Json(nullptr);
  out["line"] = row.line > 0 ? Json(row.line) : Json(nullptr);
  out["function"] = row.function;
  put_times(out, row.times);
  return out;
}

Json selection_json(const analysis::Selection& selection) {
  if (!selection.any()) return nullptr;
  Json out;
  out["from_s"] = s(selection.from_ns);
  out["to_s"] = selection.to_ns == analysis::Selection::kEnd ? Json(nullptr) : Json(s(selection.to_ns));
  out["threads"] = selection.threads;
  out["region"] = selection.region;
  out["focus"] = selection.focus;
  out["phase"] = selection.phase;
  return out;
}

Json phase_json(const analysis::PhaseRow& row) {
  Json out;
  out["name"] = row.name;
  out["count"] = row.count;
  out["elapsed_s"] = s(row.elapsed_ns);
  put_times(out, row.times);
  return out;
}

Json shares_json(const analysis::Shares& shares) {
  if (shares.members == 0) return nullptr;
  return {{"ranks", shares.members},
          {"balance", shares.balance()},
          {"mean_s", s(shares.mean_ns())},
          {"most_s", s(shares.most_ns)},
          {"busiest", shares.busiest}};
}

Json rank_json(const analysis::Rank& rank) {
  Json out;
  out["rank"] = rank.rank;
  out["threads"] = rank.threads;
  out["begin_s"] = s(rank.begin_ns);
  out["elapsed_s"] = s(rank.end_ns - rank.begin_ns);
  put_times(out, rank.times);
  out["mpi_s"] = s(rank.mpi_ns);
  out["busy_s"] = s(rank.busy_ns());
  out["thread_balance"] = rank.between_threads.balance();
  return out;
}

Json region_json(const analysis::Run& run, const analysis::Region& region) {
  Json out;
  out["function"] = region.place.name;
  put_place(out, region.place);
  out["count"] = region.counted ? Json(region.count) : Json(nullptr);
  out["elapsed_s"] = region.counted ? Json(s(region.elapsed_ns)) : Json(nullptr);
  put_times(out, region.times);
  out["late_s"] = s(region.late_ns);
  out["balance"] = region.balance;
  out["ranks"] = shares_json(region.ranks);
  out["gain_s"] = region.counted ? Json(s(region.gain_ns)) : Json(nullptr);
  out["doubtful_share"] = analysis::disturbed_share(run, region);
  out["lost_s"] = losses_json(region.losses);
  out["mean_team"] = region.mean_team;
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
  out["wait_s"] = s(node.times.wait_ns);
  out["blocked_s"] = s(node.times.blocked_ns);
  out["no_processor_s"] = s(node.times.no_processor_ns);
  if (node.blame_ns > 0) out["caused_wait_s"] = s(node.blame_ns);
  if (node.count > 0) out["count"] = node.count;
  if (node.estimated) out["count_estimated"] = true;
  if (node.key.inlined) out["inlined"] = true;
  if (node.key.tail_call) out["tail_call"] = true;
  if (node.key.thread) out["thread"] = true;
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
  out["name"] = thread.name.empty() ? Json(nullptr) : Json(thread.name);
  out["life_s"] = s(thread.life_ns);
  put_times(out, thread.times);
  return out;
}

Json process_json(const analysis::Process& process) {
  Json out;
  out["file"] = process.path;
  out["command"] = process.command;
  out["pid"] = process.pid;
  out["rank"] = process.rank >= 0 ? Json(process.rank) : Json(nullptr);
  out["openmp"] = process.openmp;
  out["counted"] = process.counted;
  out["end"] = analysis::ending_name(process.ending);
  out["begin_s"] = s(process.begin_ns);
  out["elapsed_s"] = s(process.elapsed_ns);
  out["threads"] = process.threads;
  put_times(out, process.times);
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

void put_device_times(Json& out, const analysis::DeviceTimes& times) {
  const analysis::DeviceTime& kernels = times[profile::DeviceWork::kKernel];
  out["kernels"] = kernels.count;
  out["kernel_s"] = s(kernels.busy_ns);
  const std::pair<const char*, profile::DeviceWork> kCopies[] = {
      {"to_device", profile::DeviceWork::kToDevice}, {"from_device", profile::DeviceWork::kFromDevice}};
  for (const auto& [name, work] : kCopies)
    out[name] = {{"count", times[work].count}, {"s", s(times[work].busy_ns)}, {"bytes", times[work].bytes}};
  out["memory_s"] = s(times[profile::DeviceWork::kMemory].busy_ns);
  out["awaited_constructs"] = {{"count", times.constructs.count}, {"s", s(times.constructs.busy_ns)}};
}

Json device_place_json(const analysis::DevicePlace& place) {
  Json out;
  out["name"] = place.place.kind == Tree::Kind::kProgram ? Json(nullptr) : Json(place.place.name);
  put_place(out, place.place);
  put_device_times(out, place.times);
  return out;
}

template <typename Rows, typename Convert>
Json array_of(const Rows& rows, Convert convert) {
  Json out = Json::array();
  for (const auto& row : rows) out.push_back(convert(row));
  return out;
}

// What went on at once; null where moments are missing.
Json activity_json(const analysis::Device& device) {
  if (!device.timed) return nullptr;
  const analysis::DeviceActivity& activity = device.activity;
  const auto with_host = [&](uint64_t ns) { return device.host_known ? Json(s(ns)) : Json(nullptr); };
  Json out;
  out["busy_s"] = s(activity.busy_ns);
  out["idle_s"] = s(activity.idle_ns);
  out["copies_and_kernels_s"] = s(activity.copies_and_kernels_ns);
  out["copies_and_host_s"] = with_host(activity.copies_and_host_ns);
  out["kernels_and_host_s"] = with_host(activity.kernels_and_host_ns);
  return out;
}

Json repeat_json(const analysis::RepeatedCopy& copy) {
  Json out;
  out["name"] = copy.place.kind == Tree::Kind::kProgram ? Json(nullptr) : Json(copy.place.name);
  put_place(out, copy.place);
  out["direction"] = copy.to_device ? "to_device" : "from_device";
  out["blocks"] = copy.blocks;
  out["repeats"] = copy.repeats;
  out["bytes"] = copy.bytes;
  out["s"] = s(copy.busy_ns);
  out["alone_s"] = s(copy.alone_ns);
  return out;
}

Json device_json(const analysis::Device& device) {
  Json out;
  out["number"] = device.number;
  out["type"] = device.type;
  out["measured"] = device.measured;
  put_device_times(out, device.times);
  out["waited_s"] = s(device.waited_ns);
  out["without_moments"] = device.without_moments;
  out["activity"] = activity_json(device);
  out["repeated_copies"] = array_of(device.repeats, repeat_json);
  out["places"] = array_of(device.places, device_place_json);
  return out;
}

}  // namespace

// Places that are not known are null, so that nobody takes line 0 for a line.
void put_place(Json& out, const Tree::Key& key) {
  out["file"] = key.file.empty() ? Json(nullptr) : Json(key.file);
  out["line"] = key.line > 0 ? Json(key.line) : Json(nullptr);
  if (key.line_of_call) out["line_of"] = "call";
  if (!key.place.empty()) out["place"] = key.place;
  if (key.shared_by > 0) out["one_of"] = key.shared_by;
  if (!key.suffix.empty()) out["suffix"] = key.suffix;
}

Json report_object(const Analysis& analysis, const analysis::Selection& selection,
                   const std::vector<tracing::Result>& traces) {
  Json out;
  out["format"] = kFormat;
  out["run"] = run_json(analysis.run);
  out["selection"] = selection_json(selection);
  out["efficiency"] = efficiency_json(analysis, selection);
  out["gains"] = array_of(analysis.gains, gain_json);
  out["advice"] = advices_json(analysis, selection);
  out["totals"] = totals_json(analysis.totals);
  out["phases"] = array_of(analysis.phases, phase_json);
  out["regions"] = array_of(
      analysis.regions, [&](const analysis::Region& region) { return region_json(analysis.run, region); });
  out["tree"] = node_json(analysis.tree, analysis.tree.at(Tree::kRoot))["children"];
  out["functions"] = array_of(analysis.flat, flat_json);
  out["constructs"] = array_of(analysis.constructs, construct_json);
  out["lines"] = array_of(analysis.lines, line_json);
  out["holders"] = array_of(analysis.holders, holder_json);
  out["devices"] = array_of(analysis.devices, device_json);
  out["causes"] = array_of(analysis.causes, cause_json);
  out["rank_balance"] = shares_json(shares_of(analysis.ranks));
  if (!analysis.ranks.empty()) out["rank_balance"]["gain_s"] = s(gain_of(analysis.ranks));
  out["ranks"] = array_of(analysis.ranks, rank_json);
  out["trace"] = trace_json(traces);
  out["processes"] = array_of(analysis.processes, process_json);
  out["threads"] = array_of(analysis.threads, thread_json);
  out["notes"] = analysis.notes;
  return out;
}

std::string json_report(const Analysis& analysis, const analysis::Selection& selection,
                        const std::vector<tracing::Result>& traces) {
  // Names come from files: bytes that are no UTF-8 are replaced instead of ending the program.
  return report_object(analysis, selection, traces).dump(1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace limpid::cli::report
