// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::cli {

// Closes `descriptor` without waiting for what closing it takes: that of an inotify instance waits in the kernel for
// readers of its lists everywhere, 7 to 13 ms. A process that shares this one's memory has the last copy, and ends. It
// has no part in standard input and output, sends no signal at its end, and is not seen by wait(). If it cannot be
// started, the descriptor is closed in the plain way.
void close_behind(int descriptor);

}  // namespace limpid::cli
