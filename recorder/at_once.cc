// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// _exit() and _Exit(), which end a process without a word to its libraries: shells, and children made by
// fork, end so. Where the recorder is preloaded, the program's calls come here first.
#include <sys/syscall.h>
#include <unistd.h>
#include <cstdlib>

#include "session.h"

extern "C" [[gnu::visibility("default")]] void _exit(int status) {
  limpid::recorder::Session::get().end_at_once();
  for (;;) syscall(SYS_exit_group, status);
}

extern "C" [[gnu::visibility("default")]] void _Exit(int status) noexcept {
  _exit(status);
}
