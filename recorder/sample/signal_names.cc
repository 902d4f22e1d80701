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
  char* end;
  const long n = std::strtol(text, &end, 10);
  if (end != text && *end == '\0') return n >= 1 && n <= SIGRTMAX ? static_cast<int>(n) : 0;
  if (strncasecmp(text, "SIG", 3) == 0) text += 3;
  for (const Known& known : kSignals) {
    if (strcasecmp(text, known.name) == 0) return known.number;
  }
  if (strncasecmp(text, "RTMIN+", 6) == 0) return SIGRTMIN + std::atoi(text + 6);
  if (strncasecmp(text, "RTMAX-", 6) == 0) return SIGRTMAX - std::atoi(text + 6);
  return 0;
}

}  // namespace limpid::recorder
