// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error directive with at(execution) (OpenMP 5.1, section 2.5.4).
#pragma once

#include <stddef.h>

namespace limpid::core {

struct Thread;

// Emits the error, prints it, and ends the program if it is fatal. text: not terminated; null: no message.
void report_error(Thread& self, bool fatal, const char* text, size_t length);

}  // namespace limpid::core
