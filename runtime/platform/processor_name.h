// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::platform {

// "vendor;model" of the processor as the system names it, "unknown" for what it does not tell. Reads a file
// at the first call; not async-signal-safe. The text stays.
const char* processor_name();

}  // namespace limpid::platform
