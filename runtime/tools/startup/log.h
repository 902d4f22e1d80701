// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The log of the search for a tool (OMP_TOOL_VERBOSE_INIT).
#pragma once

namespace limpid::tools::startup {

// Reports each step of a tool's registration, for users whose tool does not start.
class Log {
 public:
  // destination: "stdout", "stderr", the name of a file, or null for silence.
  explicit Log(const char* destination);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void say(const char* format, ...) __attribute__((format(printf, 2, 3)));

 private:
  int fd_ = -1;
  bool owned_ = false;
};

}  // namespace limpid::tools::startup
