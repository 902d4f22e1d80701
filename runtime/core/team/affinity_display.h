// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calling thread's affinity, for OMP_DISPLAY_AFFINITY, omp_display_affinity and omp_capture_affinity
// (OpenMP 5.1, sections 6.13, 3.3.10).
#pragma once

#include <cstddef>

namespace limpid::core {

struct Thread;

// `format`: null or empty for affinity-format-var.

// Prints a line where the program's own runtime does: on stdout for programs of LLVM's compilers, else
// stderr.
void display_affinity(Thread& self, const char* format);

// Returns and terminates like format_affinity(): the whole length, a zero at the end.
std::size_t capture_affinity(Thread& self, const char* format, char* buffer, std::size_t size);

// The same for a Fortran character variable: no zero, blanks up to its end.
std::size_t capture_affinity_padded(Thread& self, const char* format, char* buffer, std::size_t size);

// Called by each member at the start of an implicit task if display-affinity-var is set. Prints a line if a
// field of the thread has changed since its last line, or the place of another member has.
void display_changed_affinity(Thread& self);

}  // namespace limpid::core
