// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error directive with at(execution) (OpenMP 5.1, section 2.5.4).
#include <stddef.h>
#include <string.h>

#include "core/data/entry.h"
#include "core/data/thread.h"
#include "core/team/error_directive.h"

using namespace limpid;

namespace {

constexpr size_t kTerminated = static_cast<size_t>(-1);  // the message is a C string, which ends with a zero

size_t length_of(const char* text, size_t length) {
  if (text == nullptr) return 0;
  return length == kTerminated ? strlen(text) : length;
}

}  // namespace

extern "C" {

void GOMP_warning(const char* text, size_t length) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::report_error(self, false, text, length_of(text, length));
}

void GOMP_error(const char* text, size_t length) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::report_error(self, true, text, length_of(text, length));
}
}
