// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tool that was attached to a running process may ask about that.
#pragma once

#include "attach_request.h"
#include "sync/atomic.h"

namespace limpid::tools::startup {

// Null while the tool was not attached. Set before its initializer runs; see tools/attach. Relaxed: what it points to
// never changes.
inline constinit sync::Atomic<const formats::Attachment*> g_attachment{nullptr};

// The entry point "limpid_get_attachment".
inline const formats::Attachment* get_attachment() {
  return g_attachment.load(std::memory_order_relaxed);
}

}  // namespace limpid::tools::startup
