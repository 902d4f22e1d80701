// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_control_tool (OpenMP 5.1, section 3.14), and ompt_control (OMPT report of 2016, section 8).
#include <stdint.h>

#include "core/data/entry.h"
#include "core/data/thread.h"
#include "events/emit.h"

using namespace limpid;

namespace {

constexpr int kNoTool = -2;  // omp_control_tool_notool: the result if no observer sets one

[[gnu::always_inline]] inline int ask_the_tool(core::Thread& self, int64_t command, int64_t modifier,
                                               void* argument) {
  int result = kNoTool;
  events::emit<events::ControlTool>(self, static_cast<uint64_t>(command), static_cast<uint64_t>(modifier),
                                    argument, self.return_address, result);
  return result;
}

}  // namespace

extern "C" {

int omp_control_tool(int command, int modifier, void* argument) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return ask_the_tool(self, command, modifier, argument);
}

// The Fortran routine has no third argument.
int32_t omp_control_tool_(const int32_t* command, const int32_t* modifier) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return ask_the_tool(self, *command, *modifier, nullptr);
}
int32_t omp_control_tool_8_(const int32_t* command, const int64_t* modifier) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return ask_the_tool(self, *command, *modifier, nullptr);
}

// The same without a result.
void ompt_control(uint64_t command, uint64_t modifier) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  ask_the_tool(self, static_cast<int64_t>(command), static_cast<int64_t>(modifier), nullptr);
}
void ompt_control_(const int64_t* command, const int64_t* modifier) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  ask_the_tool(self, *command, *modifier, nullptr);
}
}
