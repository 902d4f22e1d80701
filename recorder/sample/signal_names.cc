// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/signal_names.h"

#include <strings.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace limpid::recorder {

namespace {

struct Known {
  const char* name;
  int number;
};
constexpr Known kSignals[] = {{"URG", SIGURG},     {"PROF", SIGPROF},     {"USR1", SIGUSR1},
                              {"USR2", SIGUSR2},   {"VTALRM", SIGVTALRM}, {"IO", SIGIO},
                              {"WINCH", SIGWINCH}, {"PWR", SIGPWR}};

// The number that is all of the text; without one, -1.
long whole_number(const char* text) {
  char* end;
  const long n = std::strtol(text, &end, 10);
  return end != text && *end == '\0' ? n : -1;
}

// The real-time signal that stands so far from the first or the last one; 0 if there is none.
int real_time_signal(int from, int direction, long distance) {
  return distance >= 0 && distance <= SIGRTMAX - SIGRTMIN ? from + direction * static_cast<int>(distance) : 0;
}

}  // namespace

SignalName name_of_signal(int number) {
  SignalName name;
  std::snprintf(name.text, sizeof name.text, number >= SIGRTMIN ? "SIGRTMIN+%d" : "signal %d",
                number >= SIGRTMIN ? number - SIGRTMIN : number);
  for (const Known& known : kSignals) {
    if (known.number == number) std::snprintf(name.text, sizeof name.text, "SIG%s", known.name);
  }
  return name;
}

int signal_number(const char* text) {
  const long n = whole_number(text);
  if (n >= 0) return n >= 1 && n <= SIGRTMAX ? static_cast<int>(n) : 0;
  if (strncasecmp(text, "SIG", 3) == 0) text += 3;
  for (const Known& known : kSignals) {
    if (strcasecmp(text, known.name) == 0) return known.number;
  }
  if (strncasecmp(text, "RTMIN+", 6) == 0) return real_time_signal(SIGRTMIN, 1, whole_number(text + 6));
  if (strncasecmp(text, "RTMAX-", 6) == 0) return real_time_signal(SIGRTMAX, -1, whole_number(text + 6));
  return 0;
}

}  // namespace limpid::recorder
