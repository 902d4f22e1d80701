// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::recorder {

class Session;

// What a program asks by omp_control_tool(): the commands of OpenMP, and those of include/limpid.h. Answers what
// that function shall return: omp_control_tool_success, or omp_control_tool_ignored for commands that are not
// known or come after the recording has ended.
int control(Session* session, uint64_t command, const void* argument);

}  // namespace limpid::recorder
