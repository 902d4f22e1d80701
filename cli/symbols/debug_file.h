// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "elf/handle.h"

namespace limpid::cli::symbols {

// Where separate debug files live; `/usr/lib/debug` unless told otherwise.
struct DebugRoots {
  std::vector<std::string> directories = {"/usr/lib/debug"};
};

// Finds the file that holds the debug information stripped from `module`: by build id
// (ROOT/.build-id/ab/cdef.debug), then by its .gnu_debuglink beside the module, in .debug/ and under ROOT,
// where the checksum in the link has to agree. Empty if there is none.
std::string find_debug_file(const elf::Handle& module, const std::string& module_path,
                            const DebugRoots& roots);

// ROOT/.build-id/ab/cdef + `extension`, the first that exists; empty if there is none.
std::string find_by_build_id(const std::string& build_id, const char* extension, const DebugRoots& roots);

}  // namespace limpid::cli::symbols
