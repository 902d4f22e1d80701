// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that could go on lets another one of the process have its processor first.
#pragma once

namespace limpid::sync {

// Yields once. Does not where another program is believed to take such a turn, which costs milliseconds; and notes it, for
// the waits on this processor as well, if another program has taken this one.
//
// For threads that are in no wait, or between its polls: Backoff yields by itself.
void give_way();

}  // namespace limpid::sync
