// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "analysis/device_activity.h"
#include "analysis/input.h"
#include "analysis/timeline.h"

namespace limpid::cli::analysis {
namespace {

struct Window {
  uint64_t from_ns;
  uint64_t to_ns;

  uint64_t clamp(uint64_t ns) const { return std::min(std::max(ns, from_ns), to_ns) - from_ns; }
};

// On the clock of one process.
Window window_of(const Selection& selection, uint64_t began_ns, uint64_t end_ns) {
  uint64_t from = selection.from_ns > began_ns ? selection.from_ns - began_ns : 0;
  uint64_t to = selection.to_ns > began_ns ? selection.to_ns - began_ns : 0;
  to = std::min(to, end_ns);
  return {std::min(from, to), to};
}

// False if nothing of the sample lies in the window. As in the timeline the part without a processor comes first.
bool cut_sample(profile::Sample& sample, const Window& window) {
  if (!is_timed(sample)) return false;
  uint64_t began = sample.time_ns - sample.weight_ns;
  uint64_t begin = window.clamp(began);
  uint64_t end = window.clamp(sample.time_ns);
  if (begin == end) return false;
  sample.no_processor_ns = window.clamp(began + std::min(sample.no_processor_ns, sample.weight_ns)) - begin;
  sample.time_ns = end;
  sample.weight_ns = end - begin;
  return true;
}

// `name`, or `outer::name` by its last part.
bool has_name(std::string_view name, std::string_view text) {
  if (name == text) return true;
  return name.size() > text.size() + 2 && name.ends_with(text) &&
         name.substr(name.size() - text.size() - 2, 2) == "::";
}

}  // namespace

profile::Profile cut_by_time(const profile::Profile& profile, const Selection& selection, uint64_t began_ns) {
  Window window = window_of(selection, began_ns, end_of(profile));
  profile::Profile cut = profile;
  cut.samples.clear();
  for (profile::Sample sample : profile.samples) {
    if (cut_sample(sample, window)) cut.samples.push_back(sample);
  }
  for (profile::Thread& thread : cut.threads) {
    thread.begin_ns = window.clamp(thread.begin_ns);
    thread.end_ns = window.clamp(thread.end_ns);
  }
  std::erase_if(cut.threads, [](const profile::Thread& thread) { return thread.begin_ns >= thread.end_ns; });
  for (profile::Interval& pause : cut.pauses)
    pause = {window.clamp(pause.begin_ns), window.clamp(pause.end_ns)};
  cut.regions.clear();
  cut.tasks.clear();
  cut.blames.clear();
  keep_device_work(cut, {{window.from_ns, window.to_ns}});
  for (profile::DeviceSpanRecord& span : cut.device_spans) {
    span.begin_ns = window.clamp(span.begin_ns);
    span.end_ns = window.clamp(span.end_ns);
  }
  cut.finished = true;
  cut.finish.time_ns = window.to_ns - window.from_ns;
  cut.counters.updated_ns = cut.finish.time_ns;
  return cut;
}

bool selects_thread(const Selection& selection, uint32_t thread) {
  return selection.threads.empty() ||
         std::find(selection.threads.begin(), selection.threads.end(), thread) != selection.threads.end();
}

bool is_called(const Tree::Key& key, const std::string& text) {
  if (has_name(key.name, text)) return true;
  if (key.file.empty() || key.line <= 0) return false;
  std::string base = std::filesystem::path(key.file).filename().string();
  return text == fmt::format("{}:{}", base, key.line) || text == fmt::format("{}:{}", key.file, key.line);
}

bool selects_node(const Selection& selection, const Tree& tree, uint32_t node, uint32_t region) {
  if (!selection.region.empty()) {
    if (region == Tree::kRoot || !is_called(tree.at(region).key, selection.region)) return false;
  }
  if (selection.focus.empty()) return true;
  for (uint32_t at = node; at != Tree::kRoot; at = tree.at(at).parent) {
    bool function = tree.at(at).key.kind == Tree::Kind::kFunction;
    if (function && is_called(tree.at(at).key, selection.focus)) return true;
  }
  return false;
}

}  // namespace limpid::cli::analysis
