// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's own beginning and end. When it is preloaded, recording begins here, so that the serial time
// before the first OpenMP construct counts too; otherwise it begins when a runtime starts the tool.
#include <cstdlib>
#include <cstring>

#include "session.h"

namespace limpid::recorder {

namespace {

bool preloaded() {
  const char* list = std::getenv("LD_PRELOAD");
  return list != nullptr && std::strstr(list, "liblimpid-recorder") != nullptr;
}

[[gnu::constructor]] void library_loaded() {
  if (preloaded()) Session::get().begin(true);
}

[[gnu::destructor]] void library_ends() {
  Session::get().end(profile::FinishReason::kExit);
}

}  // namespace

}  // namespace limpid::recorder
