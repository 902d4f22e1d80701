// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <string>

namespace limpid::cli::attach {

// Throws Failure if there is no such process, if this one may not trace it (with the reason), or if somebody does.
void check_permission(pid_t pid);

// What stands in the way of tracing a process, as far as it can be told from outside: its user, the kernel's restrictions.
std::string why_not_permitted(pid_t pid);

// All of it, by a signal.
bool is_stopped(pid_t pid);

std::string another_build(pid_t pid, const std::string& runtime);

}  // namespace limpid::cli::attach
