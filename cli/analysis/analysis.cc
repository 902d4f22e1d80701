// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "analysis/blocked.h"
#include "analysis/flat_list.h"
#include "analysis/interpreter.h"
#include "analysis/left_out.h"
#include "analysis/notes.h"
#include "analysis/part.h"
#include "analysis/placement.h"
#include "analysis/region_table.h"
#include "analysis/state.h"
#include "analysis/trace_of.h"
#include "analysis/waiting.h"
#include "base/failure.h"

namespace limpid::cli::analysis {
namespace {

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

std::map<std::string, std::string> settings_of(const profile::Profile& profile) {
  constexpr std::string_view kPrefix = "env:";
  std::map<std::string, std::string> settings;
  for (const auto& [name, value] : profile.info) {
    bool read = name.starts_with(kPrefix) && !name.starts_with("env:LIMPID_");
    if (read) settings[name.substr(kPrefix.size())] = value;
  }
  return settings;
}

// Takes files one by one into one Analysis.
class Merger {
 public:
  Merger(symbols::Symbolizer& symbolizer, const Options& options)
      : symbolizer_(symbolizer), options_(options), regions_(result_.tree) {}

  void add(const Input& input, const Process& process);
  Analysis finish(uint64_t processes);

 private:
  void add_run(const profile::Profile& profile);
  void add_part(const Part& part, const Process& process);
  void add_pauses(const profile::Profile& profile);
  void add_threads(const profile::Profile& profile);
  void add_samples(const profile::Profile& profile, const Placement& placement);
  void add_stretches(const Part& part, const Placement& placement);
  void add_stretch(const Part& part, const profile::Sample& sample, Stretch stretch);
  void find_trace_of(const Input& input);
  void add_places(const profile::Profile& profile, const Placement& placement);
  void add_constructs(const profile::Profile& profile, Placement& placement);
  void add_holders(const profile::Profile& profile, Placement& placement);
  void add_waiting(const profile::Profile& profile, const Placement& placement, uint64_t threads);
  void add_charge(const profile::Profile& profile, const Placement& placement, const profile::Sample& sample,
                  const Charge& charge);
  void move_idle(uint32_t below, uint64_t ns);
  bool shows_thread(uint32_t thread) const;
  bool selects(const Placement& placement, uint32_t node) const;
  bool selects(const Placement& placement, const profile::Sample& sample) const;
  void check_selection() const;
  void add_holder(uint32_t node, const profile::BlameRecord& blame);
  void add_devices(const Part& part, const Placement& placement);
  Tree::Key construct_place(const Placement& placement, uint32_t node) const;
  void add_notes(const Input& input);
  uint32_t enclosing_region(uint32_t node) const;
  uint32_t pseudo_node(uint32_t node, Tree::Kind kind, const std::string& name);
  uint32_t sample_node(const profile::Profile& profile, const Placement& placement,
                       const profile::Sample& sample);
  uint32_t blamed_node(const profile::Profile& profile, const Placement& placement,
                       const profile::Sample& sample);
  BlockedKind refined_kind(const profile::Profile& profile, const Placement& placement,
                           const profile::Sample& sample) const;

  symbols::Symbolizer& symbolizer_;
  Options options_;
  Analysis result_;
  RegionTable regions_;
  RankTable ranks_;
  Crowd crowd_;
  Notes notes_;
  uint64_t began_ns_ = 0;                              // of the process that is being added, on the timeline
  std::unordered_map<uint32_t, size_t> thread_index_;  // of its threads
  std::unordered_set<uint32_t> quiet_;                 // those of them that are left out
  std::vector<uint64_t> idle_by_node_;     // of the tree: time of threads that were idle while its code ran
  std::map<uint32_t, CausedWait> caused_;  // by node of the tree
  LineList lines_;
  uint64_t recorded_ns_ = 0;  // thread time, selected or not
  uint64_t capacity_ns_ = 0;  // of the most threads that each process had, over its selected time
  LeftOut unsampled_;
  LeftOut only_waited_;
  SymbolQuality quality_;
  std::map<std::pair<uint32_t, uint32_t>, Holder> holders_;  // (tree node, kind)
  DeviceList devices_;
  PlaceTable places_;
};

void Merger::add_run(const profile::Profile& profile) {
  Run& run = result_.run;
  const profile::CountersRecord& counters = profile.counters;
  add_once(run.commands, command_of(profile, false));
  add_once(run.hosts, profile.text("host"));
  add_once(run.runtimes, profile.text("runtime"));
  if (run.settings.empty()) run.settings = settings_of(profile);
  run.clock = clock_name(profile.run.engine);
  if (profile.run.sample_signal != 0) run.clock += " by " + signal_name(profile.run.sample_signal);
  run.frequency_hz = std::max(run.frequency_hz, profile.run.requested_mhz / 1000.0);
  run.limited = run.limited || counters.limited_ns != 0;
  run.processors = std::max<uint64_t>(run.processors, profile.run.processors);
  for (const profile::Sample& sample : profile.samples) recorded_ns_ += sample.weight_ns;
  run.samples += counters.samples;
  run.lost += counters.lost;
  run.lost_ns += counters.lost_ns;
  run.truncated += counters.truncated;
  run.own_cpu_ns +=
      counters.sampler_cpu_ns + counters.handler_ns + counters.callback_ns + counters.delivery_ns;
  for (const profile::OutsiderRecord& outsider : profile.outsiders) {
    if (outsider.os_tid == 0) continue;
    ++run.outsiders;
    run.outsiders_run_ns += outsider.run_ns;
    if (outsider.sampled == 0) leave_out(outsider, unsampled_);
  }
}

void Merger::add_threads(const profile::Profile& profile) {
  uint64_t end = end_of(profile);
  thread_index_.clear();
  for (const profile::Thread& thread : profile.threads) {
    if (!shows_thread(thread.id)) continue;
    Thread row;
    row.process = result_.processes.size() - 1;
    row.rank = profile.run.mpi_rank;
    row.id = thread.id;
    row.type = thread.type;
    uint64_t last = std::min(thread.end_ns, end);
    row.life_ns = last > thread.begin_ns ? last - thread.begin_ns : 0;
    thread_index_.try_emplace(thread.id, result_.threads.size());
    result_.threads.push_back(row);
  }
  for (const profile::OutsiderRecord& outsider : profile.outsiders) {
    auto thread = thread_index_.find(outsider.thread);
    if (outsider.sampled != 0 && thread != thread_index_.end())
      result_.threads[thread->second].name = outsider.name;
  }
}

uint32_t Merger::pseudo_node(uint32_t node, Tree::Kind kind, const std::string& name) {
  Tree::Key key;
  key.kind = kind;
  key.name = name;
  return result_.tree.child(node, key, false);
}

// The node that a sample's time belongs to: waiting is a child of the place that waits, and so is being
// blocked.
uint32_t Merger::sample_node(const profile::Profile& profile, const Placement& placement,
                             const profile::Sample& sample) {
  if (sample.blocked != BlockedKind::kNone) {
    uint32_t place = placement.tree_node(blocked_place(profile, sample, nullptr));
    return pseudo_node(place, Tree::Kind::kBlocked, blocked_frame(refined_kind(profile, placement, sample)));
  }
  uint32_t node = placement.tree_node(sample.node);
  if (const std::optional<uint32_t> device = awaited_device(sample))
    return pseudo_node(node, Tree::Kind::kWait, fmt::format("<{}>", device_wait_name(*device)));
  if (time_kind(sample.state) == TimeKind::kWait)
    return pseudo_node(node, Tree::Kind::kWait, pseudo_frame(sample.state));
  if (node != Tree::kRoot || !options_.frames) return node;
  return pseudo_node(node, Tree::Kind::kFunction, "<no stack>");
}

// What is charged when others wait for a sample's time: code that is blocked, not the call that it is in.
uint32_t Merger::blamed_node(const profile::Profile& profile, const Placement& placement,
                             const profile::Sample& sample) {
  uint32_t node = sample_node(profile, placement, sample);
  if (sample.blocked == BlockedKind::kNone) return node;
  uint32_t caller = result_.tree.at(node).parent;
  return caller == Tree::kRoot ? node : caller;
}

// Names tell what a futex is.
BlockedKind Merger::refined_kind(const profile::Profile& profile, const Placement& placement,
                                 const profile::Sample& sample) const {
  if (sample.blocked != BlockedKind::kFutex || !options_.frames) return sample.blocked;
  std::vector<uint32_t> inner;
  blocked_place(profile, sample, &inner);
  std::vector<std::string_view> functions;
  for (uint32_t id : inner) {
    const symbols::Location* location = placement.location(id);
    if (location == nullptr) continue;
    for (const symbols::Frame& frame : location->frames) functions.push_back(frame.name.text);
  }
  return futex_kind(functions);
}

void Merger::add_samples(const profile::Profile& profile, const Placement& placement) {
  Totals& totals = result_.totals;
  for (const profile::Sample& sample : profile.samples) {
    if (!selects(placement, sample)) continue;
    Times times = times_of(sample);
    totals.times += times;
    auto thread = thread_index_.find(sample.thread);
    auto type = profile::ThreadType::kUnknown;
    if (thread != thread_index_.end()) {
      Thread& row = result_.threads[thread->second];
      row.times += times;
      type = row.type;
      if (is_openmp(type)) result_.efficiency.busy_ns += times.work_ns + times.blocked_ns;
    }
    ranks_.add_sample(sample, type);
    if (options_.frames) lines_.add(placement.location(sample.node), times);
    totals.add_state(sample, times);
    if (const std::optional<uint32_t> device = awaited_device(sample))
      devices_.add_wait(*device, times.wait_ns);
    if (times.blocked_ns != 0)
      totals.by_blocked[refined_kind(profile, placement, sample)] += times.blocked_ns;
    uint32_t region = placement.region(sample.node);
    if (region != Placement::kNoRegion) regions_.add_sample(region, sample);
    if (times.work_ns != 0) quality_.add(placement.location(sample.node), times.work_ns);
    uint32_t node = sample_node(profile, placement, sample);
    result_.tree.at(node).self_ns += times.all_ns() - times.no_processor_ns;
    if (times.no_processor_ns == 0) continue;
    uint32_t waiting = pseudo_node(node, Tree::Kind::kNoProcessor, "<no processor>");
    result_.tree.at(waiting).self_ns += times.no_processor_ns;
  }
}

// A sample's time, the part without a processor first: where in the stretch it was is not known.
void Merger::add_stretch(const Part& part, const profile::Sample& sample, Stretch stretch) {
  stretch.begin_ns = began_ns_ + part.real_ns(sample.time_ns - sample.weight_ns);
  stretch.end_ns = stretch.begin_ns + sample.weight_ns;
  uint64_t no_processor_ns = times_of(sample).no_processor_ns;
  if (no_processor_ns != 0) {
    Stretch ready = stretch;
    ready.end_ns = stretch.begin_ns = ready.begin_ns + no_processor_ns;
    ready.node = pseudo_node(stretch.node, Tree::Kind::kNoProcessor, "<no processor>");
    result_.timeline.stretches.push_back(ready);
  }
  if (stretch.begin_ns != stretch.end_ns) result_.timeline.stretches.push_back(stretch);
}

void Merger::add_stretches(const Part& part, const Placement& placement) {
  const profile::Profile& profile = part.profile();
  const size_t first = result_.timeline.stretches.size();
  for (const profile::Sample& sample : profile.samples) {
    if (!selects(placement, sample)) continue;
    auto thread = thread_index_.find(sample.thread);
    if (thread == thread_index_.end() || !is_timed(sample)) {
      result_.timeline.untimed += times_of(sample);
      continue;
    }
    Stretch stretch;
    stretch.thread = thread->second;
    stretch.node = sample_node(profile, placement, sample);
    const uint32_t region = placement.region(sample.node);
    stretch.region = region == Placement::kNoRegion ? Tree::kRoot : region;
    stretch.state = sample.state;
    if (options_.frames) stretch.line = lines_.add(placement.location(sample.node), {});
    add_stretch(part, sample, stretch);
  }
  finish_process(result_.timeline, first, result_.tree);
  if (options_.condense) options_.condense(result_.timeline, result_);
}

void Merger::find_trace_of(const Input& input) {
  const std::optional<TraceOf> trace = find_trace(input);
  if (trace) result_.traced.push_back({result_.processes.size() - 1, trace->path, {}});
  const std::string noted = input.profile.text("trace");
  if (!trace && !noted.empty())
    notes_.add(fmt::format("{} was traced, but {} is not beside it", input.path, noted));
}

void Merger::add_places(const profile::Profile& profile, const Placement& placement) {
  Traced& traced = result_.traced.back();
  for (const profile::Node& node : profile.nodes) {
    const uint32_t region = placement.region(node.id);
    Place place{placement.tree_node(node.id), region == Placement::kNoRegion ? Tree::kRoot : region, {}, 0};
    const symbols::Location* const location = placement.location(node.id);
    const bool call = node.kind == profile::NodeKind::kFrame || node.kind == profile::NodeKind::kLeaf;
    if (call && location != nullptr && !location->frames.empty()) {
      place.file = location->frames.front().file;
      place.line = location->frames.front().line;
    }
    traced.places.add(node.id, places_.add(std::move(place)));
  }
  traced.places.finish();
}

// The region around a region, kNoRegion if there is none.
uint32_t Merger::enclosing_region(uint32_t node) const {
  for (uint32_t at = result_.tree.at(node).parent; at != Tree::kRoot; at = result_.tree.at(at).parent) {
    if (result_.tree.at(at).key.kind == Tree::Kind::kRegion) return at;
  }
  return Placement::kNoRegion;
}

void Merger::add_constructs(const profile::Profile& profile, Placement& placement) {
  for (const profile::RegionRecord& record : profile.regions) {
    uint32_t node = placement.tree_node(record.node);
    bool counts = result_.tree.at(node).key.kind == Tree::Kind::kRegion && selects(placement, record.node) &&
                  !options_.selection.by_thread();
    if (!counts) continue;
    regions_.add_totals(node, enclosing_region(node), record);
    regions_.add_sharing(node, placement.sharing(record.node));
    result_.tree.at(node).count += record.count;
  }
  for (const profile::TaskRecord& record : profile.tasks) {
    Tree::Node& node = result_.tree.at(placement.tree_node(record.node));
    bool counts = node.key.kind == Tree::Kind::kTask && selects(placement, record.node) &&
                  !options_.selection.by_thread();
    if (!counts) continue;
    node.count += record.count + record.missed;
    node.estimated = node.estimated || record.missed != 0;
  }
}

void Merger::add_holder(uint32_t node, const profile::BlameRecord& blame) {
  Holder& holder = holders_[{node, blame.kind}];
  holder.place = result_.tree.at(node).key;
  holder.what = what_was_held(blame.kind);
  holder.wait_ns += blame.wait_ns;
  holder.count += blame.count;
}

void Merger::add_holders(const profile::Profile& profile, Placement& placement) {
  if (options_.selection.by_thread()) return;
  for (const profile::BlameRecord& blame : profile.blames) {
    if (!selects(placement, blame.node)) continue;
    uint32_t node = placement.releasing_node(blame.node);
    result_.tree.at(node).blame_ns += blame.wait_ns;
    add_holder(node, blame);
  }
}

// The function that has the construct, with the construct's line.
Tree::Key Merger::construct_place(const Placement& placement, uint32_t node) const {
  Tree::Key key = result_.tree.at(placement.tree_node(node)).key;
  const symbols::Location* location = placement.location(node);
  if (location == nullptr || location->frames.empty() || location->frames.front().line == 0) return key;
  key.file = location->frames.front().file;
  key.line = location->frames.front().line;
  return key;
}

// What a device did is of no thread: a part of the run that is selected by these has none.
void Merger::add_devices(const Part& part, const Placement& placement) {
  const profile::Profile& profile = part.profile();
  if (options_.selection.by_thread() || profile.devices.empty()) return;
  devices_.add_devices(profile);
  const PlaceOf place_of = [&](uint32_t node) -> std::optional<Tree::Key> {
    if (!selects(placement, node)) return std::nullopt;
    return construct_place(placement, node);
  };
  for (const profile::DeviceWorkRecord& record : profile.device_work) {
    if (const std::optional<Tree::Key> place = place_of(record.node)) devices_.add(record, *place);
  }
  const std::optional<Intervals> host = work_of_threads(part, began_ns_);
  for (DeviceRow& row : device_rows(profile, result_.processes.size() - 1, began_ns_, place_of)) {
    devices_.add_activity(row, host ? &*host : nullptr);
    if (options_.timeline) result_.timeline.devices.push_back(std::move(row));
  }
}

// Being idle stands at the top of the tree until it is known what ran meanwhile.
void Merger::move_idle(uint32_t below, uint64_t ns) {
  constexpr uint16_t kIdleState = 0x100;
  uint32_t from = pseudo_node(Tree::kRoot, Tree::Kind::kWait, pseudo_frame(kIdleState));
  uint32_t to = pseudo_node(below, Tree::Kind::kWait, pseudo_frame(kIdleState));
  uint64_t moved = std::min(ns, result_.tree.at(from).self_ns);
  result_.tree.at(from).self_ns -= moved;
  result_.tree.at(to).self_ns += moved;
}

void Merger::add_charge(const profile::Profile& profile, const Placement& placement,
                        const profile::Sample& sample, const Charge& charge) {
  uint32_t node = blamed_node(profile, placement, sample);
  Tree::Node& blamed = result_.tree.at(node);
  uint64_t all = charge.waiting_ns + charge.idle_ns;
  CausedWait& caused = caused_[node];
  blamed.blame_ns += all;
  caused.ns += all;
  if (sample.blocked != BlockedKind::kNone) caused.blocked_ns += all;
  if (charge.idle_ns == 0) return;
  uint32_t region = placement.region(sample.node);
  if (region != Placement::kNoRegion) {
    move_idle(region, charge.idle_ns);
    Losses late;
    late[Cause::kLate] = charge.idle_ns;
    regions_.add_losses(region, late);
    return;
  }
  move_idle(node, charge.idle_ns);
  idle_by_node_.resize(std::max(idle_by_node_.size(), size_t{node} + 1));
  idle_by_node_[node] += charge.idle_ns;
}

// Threads wait for each other, whichever of them are selected: all take part, and the selected ones count.
void Merger::add_waiting(const profile::Profile& profile, const Placement& placement, uint64_t threads) {
  WaitingSinks sinks;
  sinks.in_region = [&](const profile::Sample& sample) {
    return placement.region(sample.node) != Placement::kNoRegion;
  };
  sinks.charge = [&](const profile::Sample& sample, const Charge& charge) {
    if (selects(placement, sample)) add_charge(profile, placement, sample, charge);
  };
  sinks.lose = [&](const profile::Sample& sample, const Losses& losses) {
    if (!selects(placement, sample)) return;
    result_.efficiency.losses += losses;
    uint32_t region = placement.region(sample.node);
    if (region != Placement::kNoRegion) regions_.add_losses(region, losses);
  };
  Losses absent = explain_waiting(profile, threads, sinks);
  bool whole_team = !options_.selection.by_thread() && !options_.selection.by_code();
  if (whole_team) result_.efficiency.losses += absent;
}

bool Merger::shows_thread(uint32_t thread) const {
  return selects_thread(options_.selection, thread) && !quiet_.contains(thread);
}

bool Merger::selects(const Placement& placement, uint32_t node) const {
  if (!options_.selection.by_code()) return true;
  uint32_t region = placement.region(node);
  return selects_node(options_.selection, result_.tree, placement.tree_node(node),
                      region == Placement::kNoRegion ? Tree::kRoot : region);
}

bool Merger::selects(const Placement& placement, const profile::Sample& sample) const {
  return shows_thread(sample.thread) && selects(placement, sample.node);
}

void Merger::add_notes(const Input& input) {
  const profile::Profile& profile = input.profile;
  for (const std::string& note : profile.notes) notes_.add(note);
  if (const std::string hint = python_hint(profile); !hint.empty()) notes_.add(hint);
  if (profile.damaged) notes_.add_of_file(input.path, "damaged; what came before the damage is shown");
  if (profile.run.runtime_connected_ns == 0) {
    notes_.add_of_file(input.path,
                       "no OpenMP runtime reported to the recorder: all time counts as the program's own");
  }
}

void Merger::add(const Input& input, const Process& process) {
  result_.processes.push_back(process);
  if (!process.counted) return;
  const Ending ending = process.ending;
  if (ending == Ending::kBroken || ending == Ending::kStopped) ++result_.run.unfinished;
  crowd_.add(input.profile);
  add_run(input.profile);
  add_notes(input);
  if (options_.traces) find_trace_of(input);
  add_pauses(input.profile);
  const size_t first_phase = result_.phases.size();
  add_phases(input.profile, result_.phases);
  if (options_.timeline)
    add_phase_spans(input.profile, process.begin_ns, result_.phases, first_phase, result_.timeline.phases);
  add_part(Part(input.profile, options_.selection, process.begin_ns), process);
}

void Merger::add_pauses(const profile::Profile& profile) {
  const Intervals pauses = pauses_of(profile);
  result_.run.paused_ns = std::max(result_.run.paused_ns, length_of(pauses));
  result_.run.pauses += profile.pauses.size();
}

void Merger::add_part(const Part& part, const Process& process) {
  const profile::Profile& profile = part.profile();
  began_ns_ = std::max(process.begin_ns, options_.selection.from_ns);
  result_.run.elapsed_ns = std::max(result_.run.elapsed_ns, end_of(profile));
  capacity_ns_ += process.threads * end_of(profile);
  Resolver resolver(profile, symbolizer_);
  Placement placement(profile, resolver, result_.tree, {options_.fold, options_.frames});
  const size_t first_thread = result_.threads.size();
  quiet_.clear();
  if (!options_.selection.by_thread()) quiet_ = leave_out_waiting(profile, only_waited_);
  add_threads(profile);
  ranks_.begin(process);
  add_devices(part, placement);
  add_samples(profile, placement);
  for (size_t i = first_thread; i < result_.threads.size(); ++i) {
    const Thread& thread = result_.threads[i];
    ranks_.add_thread(thread.id, thread.type, thread.times);
  }
  if (options_.timeline) add_stretches(part, placement);
  if (!result_.traced.empty() && result_.traced.back().process == result_.processes.size() - 1)
    add_places(profile, placement);
  add_constructs(profile, placement);
  add_holders(profile, placement);
  add_waiting(profile, placement, process.threads);
  regions_.end_process(process.rank);
}

// Nothing selected is a wrong word on the command line, not an empty program.
void Merger::check_selection() const {
  const Selection& selection = options_.selection;
  if (!selection.any() || result_.totals.times.all_ns() != 0) return;
  check_phase(result_.phases, selection.phase);
  std::string asked;
  if (!selection.region.empty()) asked += fmt::format(" --region {}", selection.region);
  if (!selection.focus.empty()) asked += fmt::format(" --focus {}", selection.focus);
  if (selection.by_thread()) asked += fmt::format(" --thread {}", fmt::join(selection.threads, ","));
  if (selection.by_phase()) asked += fmt::format(" --phase {}", selection.phase);
  if (selection.by_time()) asked += " --from/--to";
  throw Failure(
      kExitBadInput,
      fmt::format(
          "nothing is selected by{}: expected names or file:line of regions, names of functions, thread "
          "numbers and seconds as limpid report shows them",
          asked));
}

Analysis Merger::finish(uint64_t processes) {
  Run& run = result_.run;
  run.processes = processes;
  run.threads = crowd_.most();
  check_selection();
  Efficiency& efficiency = result_.efficiency;
  if (!options_.selection.by_thread() && !options_.selection.by_code() &&
      capacity_ns_ > efficiency.known_ns())
    efficiency.unknown_ns = capacity_ns_ - efficiency.known_ns();
  run.begin_ns = options_.selection.from_ns;
  if (recorded_ns_ != 0)
    run.reached_hz = static_cast<double>(run.samples) * 1e9 / static_cast<double>(recorded_ns_);
  add_ending_notes(result_, notes_);
  add_processor_note(result_, notes_);
  add_left_out_note(unsampled_, "", notes_);
  add_left_out_note(only_waited_, ", only waited,", notes_);
  if (run.pauses != 0 && run.elapsed_ns == 0) notes_.add(kNeverStarted);
  result_.tree.finish();
  result_.regions = regions_.finish();
  result_.ranks = ranks_.finish();
  add_disturbance_note(result_, notes_);
  if (options_.frames) {
    result_.flat = flat_list(result_.tree);
    std::vector<uint32_t> row_of;
    result_.lines = lines_.finish(&row_of);
    for (Stretch& stretch : result_.timeline.stretches) {
      if (stretch.line != Stretch::kNoLine) stretch.line = row_of[stretch.line];
    }
  }
  result_.causes = cause_list(result_.tree, caused_);
  result_.devices = devices_.finish();
  result_.places = places_.finish();
  result_.constructs = construct_list(result_.tree);
  result_.gains = gains_of(result_, idle_by_node_);
  for (auto& [key, holder] : holders_) result_.holders.push_back(std::move(holder));
  std::stable_sort(result_.holders.begin(), result_.holders.end(),
                   [](const Holder& a, const Holder& b) { return a.wait_ns > b.wait_ns; });
  for (const std::string& hint : quality_.hints()) notes_.add(hint);
  result_.notes = notes_.finish();
  return std::move(result_);
}

}  // namespace

Analysis analyze(const std::vector<std::string>& files, symbols::Symbolizer& symbolizer,
                 const Options& options) {
  Merger merger(symbolizer, options);
  const Recordings recordings = Recordings::of(expand_paths(files));
  for (const Origin& origin : recordings.origins()) {
    const Input input = read_input(origin.path);
    merger.add(input, recordings.describe(input, origin));
  }
  return merger.finish(recordings.processes());
}

}  // namespace limpid::cli::analysis
