// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <sys/types.h>

namespace limpid::recorder {

// Reads /proc/self/task/TID/NAME, from its beginning: the number of bytes, or -1 with the reason in errno.
// *descriptor is kept open between calls, 0 while there is none; a few hundred may be open at a time, and
// beyond that the file is opened for each call. For the sampler alone; not for handlers.
ssize_t read_task_file(pid_t tid, const char* name, int* descriptor, char* text, size_t bytes);

void close_task_file(int* descriptor);

// The program has closed the descriptor, or put a file of its own there: never close that, only forget the
// number.
void forget_task_file(int* descriptor);

}  // namespace limpid::recorder
