// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/intervals.h"
#include "analysis/selection.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// The stretches in which nothing was recorded, and those in which the program was in a phase of that name.
Intervals pauses_of(const profile::Profile& profile);
Intervals phase_of(const profile::Profile& profile, std::string_view name);

// How long was recorded: from the beginning to the end, without pauses.
uint64_t recorded_ns(const profile::Profile& profile);

// What the phases are that samples belong to: they are in it at their beginning. Samples without a time of
// their own are in none.
bool is_in_phase(const profile::Sample& sample, const Intervals& phase);

// The part of a profile that is looked at. Time that was not recorded, or is not in the phase that is selected,
// is taken out of it, so that the rest of it is one run; real_ns() answers when a moment of that was.
class Part {
 public:
  // `began_ns`: when the profile's process began. The profile must outlive the part.
  Part(const profile::Profile& profile, const Selection& selection, uint64_t began_ns);

  const profile::Profile& profile() const { return cut_ ? *cut_ : whole_; }
  uint64_t real_ns(uint64_t ns) const;

 private:
  const profile::Profile& whole_;
  std::optional<profile::Profile> cut_;
  Intervals left_out_;
};

// When threads of the process worked, `began_ns` being when it began; nothing if some of it has no moment.
std::optional<Intervals> work_of_threads(const Part& part, uint64_t began_ns);

}  // namespace limpid::cli::analysis
