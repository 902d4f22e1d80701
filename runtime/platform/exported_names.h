// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names that a library exports.
#pragma once

namespace limpid::platform {

// True if `accepts` accepts each name that the library with the address `inside` exports itself (its own libraries'
// names are not asked about). False also if its names cannot be listed: it has no DT_GNU_HASH. Not async-signal-safe.
bool every_exported_name(const void* inside, bool (*accepts)(const char* name, void* argument),
                         void* argument);

}  // namespace limpid::platform
