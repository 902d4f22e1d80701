// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which libraries the program and its libraries were linked with.
#pragma once

namespace limpid::platform {

// The index of the file name that comes first among the needed entries of the program and its libraries, in
// the order in which those were loaded; -1 if there is none. Compares the names in the entries, not the files
// that the loader found for them. Takes the loader's lock; not async-signal-safe.
int first_needed(const char* const* names, int count);

}  // namespace limpid::platform
