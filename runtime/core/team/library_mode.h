// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library mode and the block time: extensions of Intel's and LLVM's runtimes (kmp_set_library,
// kmp_set_blocktime).
#pragma once

#include <stdint.h>

namespace limpid::core {

struct Thread;

// Values are those of kmp_set_library.
enum class LibraryMode : int32_t {
  kSerial = 1,      // regions of the calling task have one thread
  kTurnaround = 2,  // the program has the processors to itself: threads poll without end
  kThroughput = 3,  // threads poll for the usual time, then sleep
};

LibraryMode library_mode();
void set_library_mode(Thread& self, LibraryMode mode);

// Milliseconds, 0 .. INT32_MAX (without end): for the calling thread's teams now, for others when they form.
void set_block_time(Thread& self, int32_t milliseconds);

}  // namespace limpid::core
