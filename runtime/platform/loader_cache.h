// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loader's cache of libraries (/etc/ld.so.cache, ldconfig(8)).
#pragma once

namespace limpid::platform {

// Calls accept(path, argument) for each library of this name and of this processor's 64-bit kind, in the
// cache's order, until it returns true. False: none was accepted, or the cache cannot be read.
bool search_loader_cache(const char* name, bool (*accept)(const char* path, void* argument), void* argument);

}  // namespace limpid::platform
