// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/watcher.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "record/chain.h"

namespace limpid::cli::run {
namespace {

// Whoever waits for the end of a pipe must not wait for us.
void let_go(const record::Chain& chain) {
  int null = open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  int low = std::min(chain.process(), chain.opened());
  int high = std::max(chain.process(), chain.opened());
  close_range(STDERR_FILENO + 1, static_cast<unsigned>(low) - 1, 0);
  if (high > low + 1) close_range(static_cast<unsigned>(low) + 1, static_cast<unsigned>(high) - 1, 0);
  close_range(static_cast<unsigned>(high) + 1, ~0U, 0);
  if (chdir("/") != 0) return;
}

[[noreturn]] void watch(record::Chain& chain) {
  setsid();
  signal(SIGHUP, SIG_IGN);
  prctl(PR_SET_NAME, "limpid-watch");
  let_go(chain);
  if (std::optional<record::Stray> stray = chain.watch()) {
    std::string line = fmt::format("limpid: warning: {}\n", record::describe(*stray, "run"));
    ssize_t ignored = write(STDERR_FILENO, line.data(), line.size());
    static_cast<void>(ignored);
  }
  _exit(0);
}

}  // namespace

void leave_watcher(const Layout& layout) {
  // Orphans become children of process 1: that one shall not be surprised by a child that it never had.
  if (getpid() == 1) return;
  record::Chain chain(getpid(), layout);
  if (chain.process() <= STDERR_FILENO || chain.opened() <= STDERR_FILENO) return;
  pid_t child = fork();
  if (child == 0) {
    if (fork() == 0) watch(chain);
    _exit(0);
  }
  if (child < 0) return;
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace limpid::cli::run
