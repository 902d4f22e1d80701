// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

bool steers_a_runtime(std::string_view variable) {
  for (std::string_view prefix : {"OMP_", "GOMP_", "KMP_", "LIMPID_", "LD_LIBRARY_PATH=", "LD_PRELOAD="}) {
    if (variable.starts_with(prefix)) return true;
  }
  return false;
}

std::vector<std::string> merged_environment(const std::vector<std::string>& additions) {
  std::vector<std::string> merged;
  for (char** variable = environ; *variable; ++variable) {
    if (!steers_a_runtime(*variable)) merged.emplace_back(*variable);
  }
  merged.insert(merged.end(), additions.begin(), additions.end());
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& s : strings) result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

// Starts the child with these descriptors as its standard input, output and (if not negative) error.
pid_t start(const Launch& launch, int in, int out, int error) {
  std::vector<std::string> command = launch.command, environment = merged_environment(launch.environment);
  const std::vector<char*> argv = pointers(command), envp = pointers(environment);
  const std::vector<int> cpus = first_cpus(launch.cpus);
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error(fmt::format("cannot start a process: {}", strerror(errno)));
  if (pid > 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a stopped child must not outlive the driver
  signal(SIGPIPE, SIG_DFL);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  if (error >= 0) dup2(error, STDERR_FILENO);
  if (!cpus.empty()) keep_cpus(cpus);
  if (launch.priority != 0) setpriority(PRIO_PROCESS, 0, launch.priority);
  execvpe(argv[0], argv.data(), envp.data());
  _exit(127);
}

// A descriptor for what a child writes; `otherwise` if no file is named. Copies of a program write one after the
// other.
int open_for_writing(const std::filesystem::path& file, int otherwise) {
  if (file.empty()) return otherwise;
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) throw std::runtime_error("cannot write " + file.string());
  return descriptor;
}

// Waits until the child has ended, though it stays to be waited for, or the deadline has come; then kills it and
// returns true.
bool kill_if_late(pid_t pid, Clock::time_point deadline) {
  const auto handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (handle < 0) return false;  // before Linux 5.3: without a limit
  bool late = false;
  for (pollfd ended = {handle, POLLIN, 0};;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    late = left <= 0;
    if (late || poll(&ended, 1, static_cast<int>(left)) > 0) break;
  }
  close(handle);
  if (late) kill(pid, SIGKILL);
  return late;
}

// Waits for the child's end and adds what it used to the outcome.
void add_child(Outcome& outcome, pid_t pid) {
  int status = 0;
  rusage usage = {};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  if (outcome.status == 0) outcome.status = status;
  outcome.cpu_s += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  outcome.context_switches += usage.ru_nvcsw + usage.ru_nivcsw;
  outcome.minor_faults += usage.ru_minflt;
  outcome.peak_mb = std::max(outcome.peak_mb, static_cast<double>(usage.ru_maxrss) / 1024);
}

}  // namespace

std::vector<int> first_cpus(int cpus) {
  std::vector<int> first;
  cpu_set_t available;
  if (cpus <= 0 || sched_getaffinity(0, sizeof available, &available) != 0) return first;
  for (int cpu = 0; cpu < CPU_SETSIZE && std::ssize(first) < cpus; ++cpu) {
    if (CPU_ISSET(cpu, &available)) first.push_back(cpu);
  }
  return first;
}

bool keep_cpus(const std::vector<int>& cpus) {
  cpu_set_t kept;
  CPU_ZERO(&kept);
  for (int cpu : cpus) CPU_SET(cpu, &kept);
  return sched_setaffinity(0, sizeof kept, &kept) == 0;
}

std::string describe_end(int status) {
  if (WIFSIGNALED(status)) return fmt::format("killed by signal {}", WTERMSIG(status));
  return fmt::format("ended with status {}", WEXITSTATUS(status));
}

std::vector<std::string> runtime_environment(const std::filesystem::path& folder, int threads, bool bind) {
  std::vector<std::string> variables = {"LD_LIBRARY_PATH=" + folder.string(),
                                        fmt::format("OMP_NUM_THREADS={}", threads)};
  if (bind) variables.push_back("OMP_PROC_BIND=true");
  return variables;
}

Outcome run_to_end(const Launch& launch) {
  return run_copies_to_end(launch, 1);
}

Outcome run_copies_to_end(const Launch& launch, int copies) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int out = open_for_writing(launch.output, null), error = open_for_writing(launch.messages, null);
  const auto begin = Clock::now();
  std::vector<pid_t> children;
  for (int copy = 0; copy < copies; ++copy) children.push_back(start(launch, null, out, error));
  for (const int descriptor : {out, error}) {
    if (descriptor != null) close(descriptor);
  }
  close(null);
  Outcome outcome;
  for (const pid_t child : children) {
    if (launch.patience.count() > 0 && kill_if_late(child, begin + launch.patience)) outcome.was_late = true;
    add_child(outcome, child);
  }
  outcome.elapsed_s = std::chrono::duration<double>(Clock::now() - begin).count();
  return outcome;
}

Conversation::Conversation(const Launch& launch) {
  int down[2], up[2];
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0)
    throw std::runtime_error("cannot make a pipe");
  pid_ = start(launch, down[0], up[1], -1);
  close(down[0]);
  close(up[1]);
  to_ = down[1];
  from_ = up[0];
}

Conversation::Conversation(Conversation&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      to_(std::exchange(other.to_, -1)),
      from_(std::exchange(other.from_, -1)),
      unread_(std::move(other.unread_)) {}

Conversation::~Conversation() {
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

std::string Conversation::ask(const std::string& line, std::chrono::seconds patience) {
  const auto deadline = Clock::now() + patience;
  if (pid_ < 0) throw std::runtime_error("ended before its turn");
  if (!line.empty()) {
    const std::string message = line + "\n";
    if (write(to_, message.data(), message.size()) < 0) throw std::runtime_error("ended before its turn");
    kill(pid_, SIGCONT);
  }
  std::string answer = read_line(deadline);
  stop();
  return answer;
}

void Conversation::stop() {
  int status = 0;
  kill(pid_, SIGSTOP);
  waitpid(pid_, &status, WUNTRACED);   // returns when all of its threads have stopped
  if (!WIFSTOPPED(status)) pid_ = -1;  // it ended: the next question fails
}

std::string Conversation::read_line(Clock::time_point deadline) {
  for (;;) {
    if (const auto end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd readable = {from_, POLLIN, 0};
    if (left <= 0 || poll(&readable, 1, static_cast<int>(left)) == 0)
      throw std::runtime_error("no answer in time");
    char buffer[256];
    const ssize_t got = read(from_, buffer, sizeof buffer);
    if (got <= 0) {
      int status = 0;
      waitpid(pid_, &status, 0);
      pid_ = -1;
      throw std::runtime_error(describe_end(status));
    }
    unread_.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace bench
