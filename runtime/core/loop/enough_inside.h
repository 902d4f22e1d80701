// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before a member takes its first chunk of a loop with ordered regions or doacross dependences, where others are already.
#pragma once

#include <stdint.h>

#include "core/data/workshare.h"

namespace limpid::core {

// In such a loop the iterations go on one after the other, so each member that has a chunk is one more to switch to. While as
// many have one as there are processors, another one adds nothing else: it gives way some times, and often finds the loop
// done. Chunks that only wait for something outside the loop end that at once: then the calling thread is alone on its
// processor, and its yields return.
//
// enough: the process's processors. For teams with more threads than these; loops whose chunks are not counted are left alone.
void let_members_go_on(const Workshare& loop, uint64_t enough);

}  // namespace limpid::core
