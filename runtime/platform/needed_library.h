// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::platform {

// Which of these file names comes first among those that the program and its libraries were linked with (what
// they need, not what the loader found for it), in the order in which they were loaded: its index, or -1 if
// there is none. Takes the loader's lock; not async-signal-safe.
int first_needed(const char* const* names, int count);

}  // namespace limpid::platform
