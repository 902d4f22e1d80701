// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <string>

namespace limpid::cli::attach {

// Throws Failure if there is no such process, or if this one may not trace it: with the reason.
void check_permission(pid_t pid);

// What stands in the way of tracing a process, as far as it can be told from outside: its user, the kernel's restrictions,
// another tracer. Empty: nothing is known.
std::string why_not_permitted(pid_t pid);

// The process that traces this one; 0: none.
pid_t tracer_of(pid_t pid);

std::string another_build(pid_t pid, const std::string& runtime);

}  // namespace limpid::cli::attach
