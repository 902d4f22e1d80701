// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/device_activity.h"
#include "analysis/times.h"
#include "analysis/tree.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// One thread did one thing at one place. Samples bound it: its ends are true to one sampling period.
struct Stretch {
  size_t thread = 0;      // index in Analysis::threads
  uint64_t begin_ns = 0;  // since the first process began
  uint64_t end_ns = 0;
  uint32_t node = 0;        // of Analysis::tree; its kind tells which class of time this is
  uint32_t region = 0;      // the tree's node of the innermost region around it; Tree::kRoot if there is none
  uint16_t state = 0;       // ompt_state_t
  uint32_t line = kNoLine;  // of Analysis::lines

  static constexpr uint32_t kNoLine = ~0u;
};

// The program was in a phase that it named.
struct PhaseSpan {
  size_t phase = 0;       // row of Analysis::phases
  uint64_t begin_ns = 0;  // since the first process began
  uint64_t end_ns = 0;
};

struct Timeline {
  std::vector<Stretch> stretches;  // in order of thread, then time; those of one thread do not overlap
  std::vector<DeviceRow> devices;  // in order of process, then number
  std::vector<PhaseSpan> phases;   // of the first process that has each of them, in order of phase, then time
  Times untimed;                   // in no stretch: the recording had used up its budget for timed samples
  // Of one that was made smaller to fit a screen: shorter stretches of a thread were pooled until they were this
  // long; 0: none were.
  uint64_t grain_ns = 0;
  bool coarse = false;  // pools keep only the heaviest place of each class of time
};

// What a thread did in a stretch, in the few kinds that a picture has room for.
enum class Doing { kInRegion, kSerial, kWaits, kIdles, kWaitsForLock, kInRuntime, kBlocked, kWantsProcessor };
inline constexpr size_t kDoings = 8;
Doing doing_of(const Stretch& stretch, const Tree& tree);
std::string_view doing_name(Doing doing);  // `work in regions`, `waiting for others`, ...

// Whether the sample tells when its time was, not only how much it is.
bool is_timed(const profile::Sample& sample);

// Sorts the stretches from `first` on, those of one process, and joins neighbours that are alike. A thread does one thing
// at a time: where a damaged file says otherwise, the later stretch loses what it has in common with the one before.
void finish_process(Timeline& timeline, size_t first, const Tree& tree);

}  // namespace limpid::cli::analysis
