// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error directive with at(execution) (OpenMP 5.1, section 2.5.4).
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "core/team/door.h"
#include "core/team/thread.h"
#include "events/spine.h"

using namespace limpid;

namespace {

constexpr size_t kTerminated = static_cast<size_t>(-1);  // the message is C's and ends with a zero

struct Message {
  const char* text;  // null: the directive has none
  size_t length;
};

Message decode(const char* text, size_t length) {
  if (text == nullptr) return {nullptr, 0};
  return {text, length == kTerminated ? strlen(text) : length};
}

void print(const char* severity, Message message) {
  const int length = message.length < 900 ? static_cast<int>(message.length) : 900;
  if (message.text != nullptr && length > 0)
    base::warn("%serror directive encountered: %.*s", severity, length, message.text);
  else
    base::warn("%serror directive encountered", severity);
}

void state_error(core::Thread& self, bool fatal, Message message) {
  events::emit<events::ErrorDirective>(self, fatal, message.text, message.length, self.return_address);
}

}  // namespace

extern "C" {

void GOMP_warning(const char* text, size_t length) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  state_error(self, false, decode(text, length));
  print("", decode(text, length));
}

void GOMP_error(const char* text, size_t length) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  state_error(self, true, decode(text, length));
  print("fatal error: ", decode(text, length));
  exit(EXIT_FAILURE);
}
}
