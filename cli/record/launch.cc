// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/failure.h"

namespace limpid::cli::record {
namespace {

// Signals whose default would end or disturb this process while the program still runs.
constexpr std::array<int, 7> kSignals = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM};

volatile sig_atomic_t program_pid = 0;

// si_code is positive for what the kernel sends: ctrl-C goes to the whole foreground group, the program has
// it already. What a process sends with kill() came to this process alone.
void pass_on(int signal, siginfo_t* info, void*) {
  int saved = errno;
  if (info->si_code <= 0 && program_pid > 0 && info->si_pid != program_pid) kill(program_pid, signal);
  errno = saved;
}

// Handlers while the program runs. What was ignored stays ignored, as nohup wants it.
class SignalGuard {
 public:
  SignalGuard() {
    struct sigaction action = {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < kSignals.size(); ++i) {
      sigaction(kSignals[i], nullptr, &old_[i]);
      if (old_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
    }
  }
  ~SignalGuard() { restore(); }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

  void restore() const {
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &old_[i], nullptr);
  }

 private:
  std::array<struct sigaction, kSignals.size()> old_{};
};

struct Start {
  const std::string& path;
  bool is_elf;
  const std::vector<std::string>& command;
  const Variables& variables;
};

[[noreturn]] void become_in_child(const Start& start, int report_fd) {
  setenv("LIMPID_MAIN_PID", fmt::format("{}", getpid()).c_str(), 1);
  int error = become(start.path, start.is_elf, start.command, start.variables);
  ssize_t ignored = write(report_fd, &error, sizeof error);
  static_cast<void>(ignored);
  _exit(kExitCannotExecute);
}

// The errno with which exec failed, 0 if it did not: the pipe closes by itself when exec succeeds.
int exec_error(int fd) {
  int error = 0;
  ssize_t count = 0;
  do count = read(fd, &error, sizeof error);
  while (count < 0 && errno == EINTR);
  return count == sizeof error ? error : 0;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) throw Failure(kExitNotStarted, fmt::format("waitpid: {}", std::strerror(errno)));
  }
  return status;
}

}  // namespace

int become(const std::string& path, bool is_elf, const std::vector<std::string>& command,
           const Variables& variables) {
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(path.c_str(), arguments.data());
  if (errno == ENOEXEC && !is_elf) execvp(path.c_str(), arguments.data());
  return errno;
}

Failure cannot_start(const std::string& path, int error) {
  return Failure(error == ENOENT ? kExitNotFound : kExitCannotExecute,
                 fmt::format("{}: {}", path, std::strerror(error)));
}

Ending launch(const std::string& path, bool is_elf, const std::vector<std::string>& command,
              const Variables& variables, const Layout* watched) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0)
    throw Failure(kExitNotStarted, fmt::format("pipe: {}", std::strerror(errno)));
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  SignalGuard guard;
  pid_t pid = fork();
  if (pid == 0) {
    guard.restore();
    sigprocmask(SIG_SETMASK, &before, nullptr);
    close(report[0]);
    become_in_child({path, is_elf, command, variables}, report[1]);
  }
  int fork_error = errno;
  program_pid = pid;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  close(report[1]);
  if (pid < 0) throw Failure(kExitNotStarted, fmt::format("fork: {}", std::strerror(fork_error)));
  int error = exec_error(report[0]);
  close(report[0]);
  std::optional<Stray> stray;
  if (error == 0 && watched != nullptr) {
    Chain chain(pid, *watched);
    stray = chain.watch();
    chain.leave();
  }
  int status = wait_for(pid);
  program_pid = 0;
  if (error != 0) throw cannot_start(path, error);
  bool by_signal = WIFSIGNALED(status);
  return {pid, by_signal, by_signal ? WTERMSIG(status) : WEXITSTATUS(status), stray};
}

int end_like(const Ending& ending) {
  if (!ending.by_signal) return ending.code;
  rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  signal(ending.code, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, ending.code);
  sigprocmask(SIG_UNBLOCK, &one, nullptr);
  raise(ending.code);
  return 128 + ending.code;
}

}  // namespace limpid::cli::record
