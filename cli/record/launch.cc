// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/launch.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "base/exec_lists.h"
#include "base/failure.h"

namespace limpid::cli::record {
namespace {

// Signals whose default would end or disturb this process while the program still runs.
constexpr std::array<int, 7> kSignals = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM};

constexpr const char* kMainPid = "LIMPID_MAIN_PID";

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

// What the child needs until exec. It uses this memory while the parent waits, so that nothing of the parent's has to be
// copied: fork() would copy the tables of its pages.
struct Start {
  const std::string& path;
  bool is_elf;
  std::vector<char*> arguments;
  std::vector<char*> environment;  // the last one is LIMPID_MAIN_PID
  const SignalGuard& guard;
  const sigset_t& mask;
  int error = 0;  // the errno with which exec failed
};

// A stack for the child. execvpe() copies the pointers to the arguments there.
class Stack {
 public:
  explicit Stack(size_t arguments) : bytes_((64 * 1024 + arguments * sizeof(char*)) / 16 * 16) {}
  void* top() { return bytes_.data() + bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;  // aligned to 16, as all memory that new returns
};

// In the child. No allocation, no lock.
int become_in_child(void* argument) {
  Start& start = *static_cast<Start*>(argument);
  char* number = start.environment[start.environment.size() - 2] + std::strlen(kMainPid) + 1;
  *fmt::format_to(number, "{}", getpid()) = '\0';
  start.guard.restore();
  sigprocmask(SIG_SETMASK, &start.mask, nullptr);
  execve(start.path.c_str(), start.arguments.data(), start.environment.data());
  if (errno == ENOEXEC && !start.is_elf)
    execvpe(start.path.c_str(), start.arguments.data(), start.environment.data());
  start.error = errno;
  _exit(kExitCannotExecute);
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
  std::vector<std::string> words = command;
  const std::vector<char*> arguments = pointers_to(words);
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
  std::vector<std::string> words = command;
  std::vector<std::string> lines = environment_with(variables, {kMainPid});
  lines.push_back(fmt::format("{}={:20}", kMainPid, 0));  // room for the child's number
  Stack stack(words.size());
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  SignalGuard guard;
  Start start{path, is_elf, pointers_to(words), pointers_to(lines), guard, before};
  const pid_t pid = clone(become_in_child, stack.top(), CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
  const int clone_error = errno;
  program_pid = pid;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) throw Failure(kExitNotStarted, fmt::format("clone: {}", std::strerror(clone_error)));
  std::optional<Stray> stray;
  if (start.error == 0 && watched != nullptr) {
    Chain chain(pid, *watched);
    stray = chain.watch();
    chain.leave();
  }
  int status = wait_for(pid);
  program_pid = 0;
  if (start.error != 0) throw cannot_start(path, start.error);
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
