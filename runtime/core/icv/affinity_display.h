// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What OMP_DISPLAY_AFFINITY, omp_display_affinity and omp_capture_affinity say about the calling thread
// (OpenMP 5.1, sections 6.13, 3.3.10).
#pragma once

#include <cstddef>

namespace limpid::core {

struct Thread;

// `format`: null or empty for affinity-format-var.

// A line on stderr, or on stdout for programs of LLVM's compilers: where their own runtimes print it.
void display_affinity(Thread& self, const char* format);

// As format_affinity(): the length of the whole, a zero at the end.
std::size_t capture_affinity(Thread& self, const char* format, char* buffer, std::size_t size);

// The same for a Fortran character variable: no zero, blanks up to its end.
std::size_t capture_affinity_padded(Thread& self, const char* format, char* buffer, std::size_t size);

// Called by each member at the start of an implicit task when display-affinity-var is set: prints a line if
// something about the thread is not as when it last spoke, or another member has moved.
void display_changed_affinity(Thread& self);

}  // namespace limpid::core
