// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hides environment variables from code that reads them at its start.
#pragma once

#include <stddef.h>

namespace limpid::platform {

// While it exists, the variables that hides(entry) accepts are not in the environment; entry is NAME=VALUE.
// The texts stay where they are, so other threads may read the environment meanwhile; they do not find these
// variables. Of several at once the first one to end shows what it has hidden.
class HiddenEnvironment {
 public:
  explicit HiddenEnvironment(bool (*hides)(const char* entry));
  ~HiddenEnvironment();
  HiddenEnvironment(const HiddenEnvironment&) = delete;
  HiddenEnvironment& operator=(const HiddenEnvironment&) = delete;

 private:
  static constexpr size_t kMostHidden = 64;
  struct Hidden {
    size_t index;
    char* entry;
  };
  Hidden hidden_[kMostHidden];
  size_t count_ = 0;
};

}  // namespace limpid::platform
