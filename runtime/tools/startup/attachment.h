// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tool that was attached to a running process may ask about that.
#pragma once

#include <atomic>

#include "attach_request.h"

namespace limpid::tools::startup {

// Null while the tool was not attached. Set before its initializer runs; see tools/attach.
inline constinit std::atomic<const formats::Attachment*> g_attachment{nullptr};

// The entry point "limpid_get_attachment".
inline const formats::Attachment* get_attachment() {
  return g_attachment.load(std::memory_order_acquire);  // pairs with the store in tools/attach
}

}  // namespace limpid::tools::startup
