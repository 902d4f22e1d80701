// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attach/until.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace limpid::cli::attach {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile sig_atomic_t user_has_enough = 0;

void on_signal(int) {
  user_has_enough = 1;
}

}  // namespace

// Without SA_RESTART: poll() ends. What was ignored stays ignored, as nohup wants it.
Until::Until(pid_t pid) : descriptor_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {
  for (const int signal : kSignals) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = on_signal;
    sigaction(signal, &action, nullptr);
  }
}

Until::~Until() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Until::sleep(std::chrono::milliseconds time) {
  pollfd process = {descriptor_, POLLIN, 0};
  const int ready = poll(&process, descriptor_ < 0 ? 0 : 1, static_cast<int>(time.count()));
  if (ready > 0 && process.revents != 0) ended_ = true;
}

bool Until::user_ended() {
  return user_has_enough != 0;
}

}  // namespace limpid::cli::attach
