// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/failure.h"
#include "record/chain.h"
#include "record/environment.h"

namespace limpid::cli::record {

struct Ending {
  int pid = 0;
  bool by_signal = false;
  int code = 0;                // exit status, or the signal's number
  std::optional<Stray> stray;  // a process that was seen on another runtime
};

// Runs `path` with the arguments of `command` as a child in this process group, with this terminal, this
// standard input and output, and `variables` added to the environment. Signals that others send to this
// process are passed on; the ones that the terminal sends reach the program by themselves, and this process
// outlives them. Throws Failure if the program cannot be started. A file without a format that the kernel
// knows is run by the shell, as execvp does, unless `is_elf`: then it is a program of another machine, and
// reading it as a script would only make noise. `watched`: whose runtime its processes should be on; nullptr:
// nobody looks.
Ending launch(const std::string& path, bool is_elf, const std::vector<std::string>& command,
              const Variables& variables, const Layout* watched = nullptr);

// Turns this process into the program, as launch() starts it in a child. Comes back only if that failed, with
// the errno.
int become(const std::string& path, bool is_elf, const std::vector<std::string>& command,
           const Variables& variables);

// The failure for such an errno.
Failure cannot_start(const std::string& path, int error);

// Ends this process as the program ended: with its exit status, or by the same signal (without a second core
// file).
int end_like(const Ending& ending);

}  // namespace limpid::cli::record
