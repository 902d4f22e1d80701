// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats a thread's affinity as OMP_AFFINITY_FORMAT describes (OpenMP 5.1, section 6.14).
#pragma once

#include <cstddef>

#include "platform/affinity.h"

namespace limpid::core {

inline constexpr char kDefaultAffinityFormat[] = "level %L thread %i affinity %A";
// The default for programs that were linked with LLVM's runtime.
inline constexpr char kLlvmAffinityFormat[] = "OMP: pid %P tid %i thread %n bound to OS proc set {%A}";

// The values of a format's fields.
struct AffinityFields {
  long team_num;
  long num_teams;
  long nesting_level;
  long thread_num;
  long num_threads;
  long ancestor_tnum;  // omp_get_ancestor_thread_num(nesting_level - 1)
  long process_id;
  long native_thread_id;
  const char* host;
  platform::CpuSet thread_affinity;
};

// Writes the text into `buffer` (zero-terminated if size > 0, cut to its size) and returns the length of
// the whole without the zero. A field of unknown type becomes "undefined". Never allocates.
std::size_t format_affinity(char* buffer, std::size_t size, const char* format, const AffinityFields& facts);

}  // namespace limpid::core
