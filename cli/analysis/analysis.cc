// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <set>
#include <unordered_map>

#include "analysis/blame.h"
#include "analysis/flat_list.h"
#include "analysis/placement.h"
#include "analysis/region_table.h"
#include "analysis/state.h"

namespace limpid::cli::analysis {
namespace {

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

bool is_openmp(profile::ThreadType type) {
  return type == profile::ThreadType::kInitial || type == profile::ThreadType::kWorker;
}

// The most OpenMP threads that were alive at one time.
uint64_t peak_threads(const profile::Profile& profile, uint64_t end) {
  std::vector<std::pair<uint64_t, int>> edges;
  for (const profile::Thread& thread : profile.threads) {
    if (!is_openmp(thread.type)) continue;
    edges.emplace_back(thread.begin_ns, +1);
    edges.emplace_back(std::min(thread.end_ns, end), -1);
  }
  std::sort(edges.begin(), edges.end());
  int64_t alive = 0;
  int64_t most = 0;
  for (const auto& [time, change] : edges) most = std::max(most, alive += change);
  return std::max<uint64_t>(1, static_cast<uint64_t>(most));
}

// Real-time signals by their distance to the first one that programs may use, as LIMPID_SIGNAL has them.
std::string signal_name(uint32_t number) {
  const int first = SIGRTMIN;
  const char* name = number < static_cast<uint32_t>(first) ? sigabbrev_np(static_cast<int>(number)) : nullptr;
  if (name != nullptr) return fmt::format("SIG{}", name);
  return number < static_cast<uint32_t>(first)
             ? fmt::format("signal {}", number)
             : fmt::format("SIGRTMIN+{}", number - static_cast<uint32_t>(first));
}

std::string clock_name(uint32_t engine) {
  if (engine == static_cast<uint32_t>(profile::SamplingEngine::kElapsed))
    return "elapsed time (CLOCK_MONOTONIC)";
  return engine == 0 ? "none" : fmt::format("engine {}", engine);
}

std::string what_was_held(uint32_t kind) {  // ompt_mutex_t
  static constexpr const char* kNames[] = {"mutex",          "lock",     "test lock", "nest lock",
                                           "test nest lock", "critical", "atomic",    "ordered"};
  return kind < std::size(kNames) ? kNames[kind] : fmt::format("mutex kind {}", kind);
}

// Reads inputs one by one into one Analysis.
class Merger {
 public:
  Merger(symbols::Symbolizer& symbolizer, const Options& options)
      : symbolizer_(symbolizer), options_(options), regions_(result_.tree) {}

  void add(const Input& input);
  Analysis finish();

 private:
  void add_run(const profile::Profile& profile);
  void add_threads(const profile::Profile& profile);
  void add_samples(const profile::Profile& profile, const Placement& placement);
  void add_constructs(const profile::Profile& profile, const Placement& placement);
  void add_blame(const profile::Profile& profile, Placement& placement);
  void add_holder(uint32_t node, const profile::BlameRecord& blame);
  void add_notes(const Input& input);
  uint32_t enclosing_region(uint32_t node) const;
  uint32_t sample_node(uint32_t node, uint16_t state);

  symbols::Symbolizer& symbolizer_;
  Options options_;
  Analysis result_;
  RegionTable regions_;
  std::vector<std::unique_ptr<Resolver>> resolvers_;
  SymbolQuality quality_;
  std::map<std::pair<uint32_t, uint32_t>, Holder> holders_;  // (tree node, kind)
};

void Merger::add_run(const profile::Profile& profile) {
  Run& run = result_.run;
  uint64_t end = end_of(profile);
  uint64_t threads = peak_threads(profile, end);
  add_once(run.commands, command_of(profile, false));
  add_once(run.hosts, profile.text("host"));
  add_once(run.runtimes, profile.text("runtime"));
  run.clock = clock_name(profile.run.engine);
  if (profile.run.sample_signal != 0) run.clock += " by " + signal_name(profile.run.sample_signal);
  run.frequency_hz = std::max(run.frequency_hz, profile.run.requested_mhz / 1000.0);
  run.processes += 1;
  run.threads += threads;
  run.elapsed_ns = std::max(run.elapsed_ns, end);
  run.capacity_ns += threads * end;
  run.samples += profile.counters.samples;
  run.lost += profile.counters.lost;
  run.lost_ns += profile.counters.lost_ns;
  run.truncated += profile.counters.truncated;
  run.own_cpu_ns +=
      profile.counters.sampler_cpu_ns + profile.counters.handler_ns + profile.counters.callback_ns;
  run.unfinished += profile.finished ? 0 : 1;
}

void Merger::add_threads(const profile::Profile& profile) {
  size_t process = result_.run.processes - 1;
  uint64_t end = end_of(profile);
  std::unordered_map<uint32_t, size_t> by_id;
  size_t first = result_.threads.size();
  for (const profile::Thread& thread : profile.threads) {
    Thread row;
    row.process = process;
    row.rank = profile.run.mpi_rank;
    row.id = thread.id;
    row.type = thread.type;
    uint64_t last = std::min(thread.end_ns, end);
    row.life_ns = last > thread.begin_ns ? last - thread.begin_ns : 0;
    by_id.try_emplace(thread.id, result_.threads.size() - first);
    result_.threads.push_back(row);
  }
  for (const profile::Sample& sample : profile.samples) {
    auto known = by_id.find(sample.thread);
    if (known == by_id.end()) continue;
    Thread& row = result_.threads[first + known->second];
    (time_kind(sample.state) == TimeKind::kWork ? row.work_ns : row.wait_ns) += sample.weight_ns;
  }
}

// The node that a sample's time belongs to: waiting is a child of the place that waits.
uint32_t Merger::sample_node(uint32_t node, uint16_t state) {
  Tree::Key key;
  if (time_kind(state) == TimeKind::kWait) {
    key.kind = Tree::Kind::kWait;
    key.name = pseudo_frame(state);
    return result_.tree.child(node, key, false);
  }
  if (node != Tree::kRoot || !options_.frames) return node;
  key.name = "<no stack>";
  return result_.tree.child(node, key, false);
}

void Merger::add_samples(const profile::Profile& profile, const Placement& placement) {
  size_t process = result_.run.processes - 1;
  for (const profile::Sample& sample : profile.samples) {
    bool work = time_kind(sample.state) == TimeKind::kWork;
    (work ? result_.totals.work_ns : result_.totals.wait_ns) += sample.weight_ns;
    result_.totals.by_state[sample.state] += sample.weight_ns;
    uint32_t region = placement.region(sample.node);
    if (region != Placement::kNoRegion) regions_.add_sample(region, process, sample);
    if (work) quality_.add(placement.location(sample.node), sample.weight_ns);
    result_.tree.at(sample_node(placement.tree_node(sample.node), sample.state)).self_ns += sample.weight_ns;
  }
}

// The region around a region, kNoRegion if there is none.
uint32_t Merger::enclosing_region(uint32_t node) const {
  for (uint32_t at = result_.tree.at(node).parent; at != Tree::kRoot; at = result_.tree.at(at).parent) {
    if (result_.tree.at(at).key.kind == Tree::Kind::kRegion) return at;
  }
  return Placement::kNoRegion;
}

void Merger::add_constructs(const profile::Profile& profile, const Placement& placement) {
  for (const profile::RegionRecord& record : profile.regions) {
    uint32_t node = placement.tree_node(record.node);
    if (result_.tree.at(node).key.kind != Tree::Kind::kRegion) continue;
    regions_.add_totals(node, enclosing_region(node), record);
    result_.tree.at(node).count += record.count;
  }
  for (const profile::TaskRecord& record : profile.tasks) {
    Tree::Node& node = result_.tree.at(placement.tree_node(record.node));
    if (node.key.kind == Tree::Kind::kTask) node.count += record.count;
  }
}

void Merger::add_holder(uint32_t node, const profile::BlameRecord& blame) {
  Holder& holder = holders_[{node, blame.kind}];
  holder.place = result_.tree.at(node).key;
  holder.what = what_was_held(blame.kind);
  holder.wait_ns += blame.wait_ns;
  holder.count += blame.count;
}

void Merger::add_blame(const profile::Profile& profile, Placement& placement) {
  for (const profile::BlameRecord& blame : profile.blames) {
    uint32_t node = placement.releasing_node(blame.node);
    result_.tree.at(node).blame_ns += blame.wait_ns;
    add_holder(node, blame);
  }
  charge_waiting(profile, [&](const profile::Sample& sample, uint64_t ns) {
    result_.tree.at(sample_node(placement.tree_node(sample.node), sample.state)).blame_ns += ns;
  });
}

void Merger::add_notes(const Input& input) {
  const profile::Profile& profile = input.profile;
  for (const std::string& note : profile.notes) add_once(result_.notes, note);
  if (profile.damaged) {
    result_.notes.push_back(fmt::format("{}: damaged; what came before the damage is shown", input.path));
  } else if (!profile.finished) {
    result_.notes.push_back(fmt::format(
        "{}: the recording broke off (killed, or still running); what was recorded is shown", input.path));
  }
  if (profile.run.runtime_connected_ns == 0) {
    result_.notes.push_back(fmt::format(
        "{}: no OpenMP runtime reported to the recorder: all time counts as the program's own", input.path));
  }
}

void Merger::add(const Input& input) {
  const profile::Profile& profile = input.profile;
  resolvers_.push_back(std::make_unique<Resolver>(profile, symbolizer_));
  Placement placement(profile, *resolvers_.back(), result_.tree, {options_.fold, options_.frames});
  add_run(profile);
  add_threads(profile);
  add_samples(profile, placement);
  add_constructs(profile, placement);
  add_blame(profile, placement);
  add_notes(input);
}

Analysis Merger::finish() {
  result_.tree.finish();
  result_.regions = regions_.finish();
  if (options_.frames) result_.flat = flat_list(result_.tree);
  for (auto& [key, holder] : holders_) result_.holders.push_back(std::move(holder));
  std::stable_sort(result_.holders.begin(), result_.holders.end(),
                   [](const Holder& a, const Holder& b) { return a.wait_ns > b.wait_ns; });
  for (std::string& hint : quality_.hints()) result_.notes.push_back(std::move(hint));
  return std::move(result_);
}

}  // namespace

Analysis analyze(const std::vector<Input>& inputs, symbols::Symbolizer& symbolizer, const Options& options) {
  Merger merger(symbolizer, options);
  for (const Input& input : inputs) merger.add(input);
  return merger.finish();
}

}  // namespace limpid::cli::analysis
