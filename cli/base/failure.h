// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>

namespace limpid::cli {

// Exit codes of the command's own. `record` otherwise hands on the exit status of the program.
enum ExitCode : int {
  kExitOk = 0,
  kExitBadInput = 1,         // a file that cannot be read, is truncated, damaged or of another version
  kExitChanged = 1,          // `diff --fail-over`: something became slower
  kExitBadUsage = 2,         // command line
  kExitDeadlock = 3,         // `ps --deadlock`: there is one
  kExitNotStarted = 125,     // `record` could not even try to start the program
  kExitCannotExecute = 126,  // the program exists and cannot be started (as `env` and shells do)
  kExitNotFound = 127,       // no such program
};

// Something the user has to know about and can act on. The message names the value and what was expected;
// main() prints it as `limpid: MESSAGE` on stderr and exits with `code`.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace limpid::cli
