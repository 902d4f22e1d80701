// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules have in common: how much is much, and how it is said.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/analysis.h"

namespace limpid::cli::advice {

// Whether it is worth a sentence that a run of this length could save so much: 5 % of it, and as much thread
// time as 20 samples stand for.
bool matters(const analysis::Run& run, uint64_t gain_ns, double threads);

// The same for what was measured and not sampled: 5 % of the run, and a millisecond.
bool matters_exactly(const analysis::Run& run, uint64_t gain_ns);

// Elapsed time that a team loses with so much thread time of its region; never more than the region takes.
uint64_t gain_in(const analysis::Region& region, uint64_t lost_ns);

// Whether an instance of the region is so short that its beginning and end decide what it costs.
bool is_short(const analysis::Region& region);

// What is left of waiting in a region (thread time) when what the recording itself may have caused is taken off.
uint64_t sure_ns(const analysis::Run& run, const analysis::Region& region, uint64_t lost_ns);

std::string duration_of(double ns);                         // `1.5 s`, `280 us`, `12 ns`
std::string share_of(uint64_t part_ns, uint64_t whole_ns);  // `12 %`
std::string count_of(uint64_t count, const char* what);     // `1,000 tasks`, `1 task`
std::string name_of(const analysis::Tree::Key& place);      // `parallel in solve (cg.c:42)`

}  // namespace limpid::cli::advice
