// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analysis/blocked.h"
#include "analysis/cause_list.h"
#include "analysis/construct_list.h"
#include "analysis/device_list.h"
#include "analysis/efficiency.h"
#include "analysis/gain.h"
#include "analysis/input.h"
#include "analysis/line_list.h"
#include "analysis/losses.h"
#include "analysis/phase_list.h"
#include "analysis/place_table.h"
#include "analysis/process.h"
#include "analysis/rank.h"
#include "analysis/selection.h"
#include "analysis/state.h"
#include "analysis/timeline.h"
#include "analysis/times.h"
#include "analysis/totals.h"
#include "analysis/tree.h"
#include "analysis/worksharing.h"
#include "symbols/symbolizer.h"

namespace limpid::cli::analysis {

// Facts about the run or runs: of the processes that are counted. Seconds are sums over processes except
// `elapsed_ns`, the longest one.
struct Run {
  std::vector<std::string> commands;  // each different one once
  std::vector<std::string> hosts;
  std::vector<std::string> runtimes;  // version strings that the runtimes gave
  std::string clock;
  double frequency_hz = 0;
  double reached_hz = 0;  // samples taken per thread and second
  bool limited = false;   // the recorder kept the rate down, because of its own cost
  uint64_t processes = 0;
  uint64_t processors = 0;  // available to the process that had most
  uint64_t threads = 0;     // OpenMP threads alive at one time, of all processes together
  uint64_t outsiders = 0;   // threads that never used OpenMP
  uint64_t outsiders_run_ns = 0;
  uint64_t elapsed_ns = 0;  // that was recorded and selected
  uint64_t paused_ns = 0;   // of the process that was paused longest; in no other number
  uint64_t pauses = 0;      // of all processes
  uint64_t samples = 0;
  uint64_t lost = 0;
  uint64_t lost_ns = 0;
  uint64_t truncated = 0;
  uint64_t own_cpu_ns = 0;  // of the recorder: sampler thread, handlers and their signals, callbacks
  uint64_t unfinished = 0;  // recordings without an orderly end
  uint64_t begin_ns = 0;    // of the selected stretch, since the first process began
  std::map<std::string, std::string> settings;  // OMP_*, GOMP_*, KMP_* of the first process, by name
};

// A parallel or teams construct in the source, all contexts and processes together.
struct Region {
  Tree::Key place;
  // Whether the totals of its instances are known: count, elapsed, capacity, gain. They are not for one of
  // several constructs that share a call: those totals stand in a row of the call.
  bool counted = false;
  uint64_t count = 0;
  uint64_t elapsed_ns = 0;
  uint64_t capacity_ns = 0;
  Times times;  // of code in the region and in no region inside it
  // Why its threads' time was not the program's: `wait` and `no processor`, and what other threads were idle
  // meanwhile. From samples, as `times` is; `late_ns` comes from the events.
  Losses losses;
  uint64_t late_ns = 0;  // thread time of its team that was spent elsewhere: by threads that had not come yet
  uint32_t smallest_team = 0;
  uint32_t largest_team = 0;
  double mean_team = 0;       // threads, in the mean over the time that it ran
  size_t threads = 0;         // different threads seen
  double balance = 1;         // mean / largest work (or being blocked) over its threads, 0 < balance <= 1
  uint64_t mean_busy_ns = 0;  // the two that `balance` is made of
  uint64_t largest_busy_ns = 0;
  Shares ranks;                 // of MPI, that ran it; one that is several processes counts as so many
  Worksharing sharing;          // how its own code divides the work
  uint64_t gain_ns = 0;         // elapsed time saved if nobody waits or comes late: (wait + late) / team size
  std::vector<uint32_t> nodes;  // of the tree: this construct in each of its contexts
};

struct Thread {
  size_t process = 0;  // index in Analysis::processes
  int32_t rank = -1;
  uint32_t id = 0;
  profile::ThreadType type = profile::ThreadType::kUnknown;
  std::string name;  // of one that does not use OpenMP, as the kernel has it
  uint64_t life_ns = 0;
  Times times;
};

// A function, all contexts together.
struct FlatRow {
  Tree::Key place;
  uint64_t self_ns = 0;
  uint64_t total_ns = 0;
  uint64_t blame_ns = 0;
};

// Code that others waited for while it held something.
struct Holder {
  Tree::Key place;
  std::string what;  // `lock`, `critical`, ...
  uint64_t wait_ns = 0;
  uint64_t count = 0;
};

// A process with a trace.
struct Traced {
  size_t process = 0;  // index in Analysis::processes
  std::string path;
  PlacesOfProcess places;  // what its events name
};

struct Analysis {
  Run run;
  Totals totals;
  Efficiency efficiency;
  std::vector<Gain> gains;      // greatest first
  std::vector<Region> regions;  // most to gain first
  Tree tree;
  std::vector<FlatRow> flat;             // functions, most self time first
  std::vector<ConstructRow> constructs;  // most time first
  std::vector<LineRow> lines;            // most time first
  std::vector<Thread> threads;
  std::vector<PhaseRow> phases;    // of the whole run, whatever is selected
  Timeline timeline;               // empty unless it was asked for
  std::vector<Process> processes;  // one for each file
  std::vector<Rank> ranks;         // of MPI
  std::vector<Holder> holders;     // most waited for first
  std::vector<WaitCause> causes;   // of other waiting; most first
  std::vector<Traced> traced;      // if it was asked for
  std::vector<Place> places;       // that the traced processes have
  std::vector<Device> devices;     // of offload engines
  std::vector<std::string> notes;  // sentences for the user: from the recorder, then hints on symbols
};

struct Options {
  bool fold = true;
  bool frames = true;     // false: regions, totals and threads only, which needs no look at most symbols
  bool timeline = false;  // who did what when
  // Called when all stretches of a process are there, which are the last ones of the timeline. May shorten it,
  // for that it does not grow with the number of processes. `so_far`: the process is its last one.
  std::function<void(Timeline& timeline, const Analysis& so_far)> condense;
  bool traces = false;  // which processes have one, and where everything in their profiles is
  Selection selection;
};

// Merges files into one picture (a directory stands for every *.limpid file in it). They are read one after the
// other, each let go before the next. Everything that limpid says of a recording comes from here, so that it says
// the same everywhere. Throws Failure(kExitBadInput) that names what is there instead if a file is no profile, or
// if the selection selects nothing.
Analysis analyze(const std::vector<std::string>& files, symbols::Symbolizer& symbolizer,
                 const Options& options);

}  // namespace limpid::cli::analysis
