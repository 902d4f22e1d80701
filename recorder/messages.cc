// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "messages.h"

#include <unistd.h>
#include <atomic>
#include <cstdarg>
#include <cstdio>

namespace limpid::recorder {

namespace {

constinit std::atomic<void (*)(const char*)> g_listener{nullptr};

}  // namespace

void hear_messages(void (*listener)(const char* text)) {
  g_listener.store(listener, std::memory_order_relaxed);
}

void message(const char* format, ...) {
  char line[1024];
  int n = std::snprintf(line, sizeof line, "limpid: ");
  constexpr int kNameBytes = sizeof "limpid: " - 1;
  va_list arguments;
  va_start(arguments, format);
  const int more = std::vsnprintf(line + n, sizeof line - static_cast<unsigned>(n) - 1, format, arguments);
  va_end(arguments);
  if (more > 0) n += more;
  if (n > static_cast<int>(sizeof line) - 2) n = static_cast<int>(sizeof line) - 2;
  if (const auto listener = g_listener.load(std::memory_order_relaxed)) return listener(line + kNameBytes);
  line[n++] = '\n';
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, static_cast<unsigned>(n));
}

}  // namespace limpid::recorder
