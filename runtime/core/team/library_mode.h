// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How threads wait and how many there are, as the extensions of Intel's and Clang's compilers name it.
#pragma once

#include <stdint.h>

namespace limpid::core {

struct Thread;

// Values are those of kmp_set_library.
enum class LibraryMode : int32_t {
  kSerial = 1,      // regions of the calling task have one thread
  kTurnaround = 2,  // the processors are the program's own: threads poll without end
  kThroughput = 3,  // threads poll for the usual time, then sleep
};

LibraryMode library_mode();
void set_library_mode(Thread& self, LibraryMode mode);

// Milliseconds, 0 .. INT32_MAX (without end): for the calling thread's teams now, for others when they form.
void set_block_time(Thread& self, int32_t milliseconds);

}  // namespace limpid::core
