// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// control_tool, error, flush.
#include "entry_checks.h"
#include "rules.h"
#include "told.h"
#include "world.h"

namespace limpid::check {

namespace {

void note_control(uint64_t command, uint64_t modifier, const void* code) {
  Event event("control_tool", "command %llu modifier %llu", static_cast<unsigned long long>(command),
              static_cast<unsigned long long>(modifier));
  World& w = world();
  w.count("control:" + std::to_string(command));
  w.expect_code(code, "control_tool", "4.5.2.29");
  check_against_program(w, command, static_cast<int>(modifier));
}

}  // namespace

int on_control_tool(uint64_t command, uint64_t modifier, void*, const void* code) {
  note_control(command, modifier, code);
  // With the lock free: the events that are still to come are told before it comes back.
  ompt_finalize_tool_t finalize = world().ask.finalize_tool;
  if (command == told_finalize && finalize != nullptr) finalize();
  return 0;
}

void on_error(ompt_severity_t severity, const char* message, size_t length, const void* code) {
  Event event("error", "severity %d length %zu", severity, length);
  World& w = world();
  w.count(severity == ompt_warning ? "error:warning" : severity == ompt_fatal ? "error:fatal" : "error:?");
  w.expect(message != nullptr || length == 0, "error.message", "4.5.2.30", "no message of length %zu",
           length);
  w.expect_code(code, "error", "4.5.2.30");
}

void on_flush(ompt_data_t*, const void* code) {
  Event event("flush", "code %p", code);
  world().count("flush");
  world().expect_code(code, "flush", "4.5.2.17");
}

}  // namespace limpid::check
