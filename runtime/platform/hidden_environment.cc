// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts an empty entry in place of each hidden one.
#include "platform/hidden_environment.h"

#include <unistd.h>

#include <atomic>

namespace limpid::platform {
namespace {

constinit char g_placeholder[] = "_=";

void replace(size_t index, char* entry) {
  std::atomic_ref(environ[index]).store(entry, std::memory_order_relaxed);
}

}  // namespace

HiddenEnvironment::HiddenEnvironment(bool (*hides)(const char* entry)) {
  if (environ == nullptr) return;
  for (size_t index = 0; environ[index] != nullptr && count_ < kMostHidden; ++index) {
    if (!hides(environ[index])) continue;
    hidden_[count_++] = {index, environ[index]};
    replace(index, g_placeholder);
  }
}

// The program may have changed its environment meanwhile: then the entry is elsewhere.
HiddenEnvironment::~HiddenEnvironment() {
  for (size_t i = 0; i < count_; ++i) {
    size_t index = 0;
    while (environ[index] != nullptr && (index < hidden_[i].index || environ[index] != g_placeholder))
      ++index;
    if (environ[index] != nullptr) replace(index, hidden_[i].entry);
  }
}

}  // namespace limpid::platform
