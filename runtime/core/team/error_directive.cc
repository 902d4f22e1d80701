// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the message of an error directive, and ends the process if it is fatal.
#include "core/team/error_directive.h"

#include <stdlib.h>

#include "base/check.h"
#include "core/data/thread.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

constexpr size_t kLongest = 900;

void print(const char* severity, const char* text, size_t length) {
  const int shown = static_cast<int>(length < kLongest ? length : kLongest);
  if (text != nullptr && shown > 0)
    base::warn("%serror directive encountered: %.*s", severity, shown, text);
  else
    base::warn("%serror directive encountered", severity);
}

}  // namespace

void report_error(Thread& self, bool fatal, const char* text, size_t length) {
  events::emit<events::ErrorDirective>(self, fatal, text, length, self.return_address);
  print(fatal ? "fatal error: " : "", text, length);
  if (fatal) exit(EXIT_FAILURE);
}

}  // namespace limpid::core
