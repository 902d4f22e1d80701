// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::cli::analysis {

struct Region;
struct Run;

// The share of a region's time, 0 to 1, that samples may show as waiting although it was not. Where the team has
// all processors, the recorder's thread takes one of them to ask where the others are; by the time that they are
// asked, those may have come to wait for the one that stands still. In a region of 10 ms that hardly happens, in
// one of 50 us nearly always.
double disturbed_share(const Run& run, const Region& region);

}  // namespace limpid::cli::analysis
