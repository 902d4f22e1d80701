// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include "context/module_table.h"
#include "context/node_table.h"
#include "file/profile_file.h"

namespace limpid::recorder {

// Programs that make code while they run (Python's trampolines, just-in-time compilers) leave its names in
// /tmp/perf-PID.map, a line for each function: start and size in hexadecimal, then the name. That is the
// convention of Linux' perf, and goes away with /tmp: so the names of all code that nodes name and that lies in no
// module are put into the profile. Later lines hold where they overlap with earlier ones.
//
// `forked_from`: a process whose code this one has inherited; 0: none. Async-signal-safe. For who holds the file's
// lock.
void write_code_names(ProfileFile& file, const NodeTable& nodes, ModuleTable& modules, pid_t forked_from);

}  // namespace limpid::recorder
