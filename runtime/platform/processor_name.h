// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name of the processor.
#pragma once

namespace limpid::platform {

// "vendor;model" of the processor as the system names it, "unknown" for a missing part. Reads a file at the
// first call; not async-signal-safe. The text lives for ever.
const char* processor_name();

}  // namespace limpid::platform
