// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::recorder {

struct SignalName {
  char text[16];  // "SIGURG", "SIGRTMIN+5"
};

// A signal's name for messages; its number if it has none that users know.
SignalName name_of_signal(int number);

// The number of a signal given by number or name, with or without SIG; 0 if there is none such.
int signal_number(const char* text);

}  // namespace limpid::recorder
