// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attach/permission.h"

#include <fmt/format.h>
#include <pwd.h>
#include <signal.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/failure.h"

namespace limpid::cli::attach {
namespace {

constexpr int kCapSysPtrace = 19;

// A line of /proc/PID/status, without its name; empty if there is none.
std::string status_line(pid_t pid, const std::string& name) {
  std::ifstream file(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(name + ":\t", 0) == 0) return line.substr(name.size() + 2);
  }
  return {};
}

// 0: none.
pid_t tracer_of(pid_t pid) {
  return static_cast<pid_t>(std::strtol(status_line(pid, "TracerPid").c_str(), nullptr, 10));
}

bool may_trace_everything() {
  const std::string capabilities = status_line(getpid(), "CapEff");
  return (std::strtoull(capabilities.c_str(), nullptr, 16) >> kCapSysPtrace & 1) != 0;
}

std::string user_name(uid_t user) {
  const passwd* entry = getpwuid(user);
  return entry == nullptr ? fmt::format("user {}", user) : fmt::format("user {}", entry->pw_name);
}

// 0 also where the kernel has no such restriction.
int yama_scope() {
  std::ifstream file("/proc/sys/kernel/yama/ptrace_scope");
  int scope = 0;
  return file >> scope ? scope : 0;
}

std::string yama_reason(int scope) {
  if (scope == 1)
    return "kernel.yama.ptrace_scope is 1, which allows to attach to one's own children only: expected 0 "
           "(sysctl "
           "kernel.yama.ptrace_scope=0), or root or CAP_SYS_PTRACE";
  if (scope == 2) return "kernel.yama.ptrace_scope is 2: expected root, or CAP_SYS_PTRACE, or 0";
  return fmt::format("kernel.yama.ptrace_scope is {}, which allows nobody to attach until the next boot",
                     scope);
}

bool can_read_memory(pid_t pid) {
  std::ifstream maps(fmt::format("/proc/{}/maps", pid));
  std::string line;
  if (!std::getline(maps, line)) return false;
  char byte = 0;
  iovec local{&byte, 1};
  iovec remote{reinterpret_cast<void*>(std::strtoull(line.c_str(), nullptr, 16)), 1};
  return process_vm_readv(pid, &local, 1, &remote, 1, 0) == 1 || (errno != EPERM && errno != ESRCH);
}

bool is_zombie(pid_t pid) {
  const std::string state = status_line(pid, "State");
  return !state.empty() && (state[0] == 'Z' || state[0] == 'X');
}

}  // namespace

std::string why_not_permitted(pid_t pid) {
  if (may_trace_everything() && yama_scope() < 3) {
    return "expected a process of this container, or that its security module allows it";
  }
  const auto owner = static_cast<uid_t>(std::strtoul(status_line(pid, "Uid").c_str(), nullptr, 10));
  if (owner != geteuid())
    return fmt::format("it is {}'s, and this is {}: expected the same user, root, or CAP_SYS_PTRACE",
                       user_name(owner), user_name(geteuid()));
  if (const int scope = yama_scope(); scope > 0) return yama_reason(scope);
  return "expected one that does not keep others out (set-user-id, capabilities, PR_SET_DUMPABLE)";
}

bool is_stopped(pid_t pid) {
  return status_line(pid, "State").rfind('T', 0) == 0;
}

void check_permission(pid_t pid) {
  if (kill(pid, 0) != 0 && errno == ESRCH) throw Failure(kExitBadInput, fmt::format("no process {}", pid));
  if (is_zombie(pid)) throw Failure(kExitBadInput, fmt::format("process {} has ended", pid));
  if (pid == getpid()) throw Failure(kExitBadInput, fmt::format("process {} is this limpid", pid));
  if (!can_read_memory(pid))
    throw Failure(kExitBadInput,
                  fmt::format("not permitted to attach to process {}: {}", pid, why_not_permitted(pid)));
  if (const pid_t tracer = tracer_of(pid); tracer != 0)
    throw Failure(kExitBadInput,
                  fmt::format("process {} is traced by process {} (a debugger?): expected that nobody "
                              "does",
                              pid, tracer));
}

std::string another_build(pid_t pid, const std::string& runtime) {
  return fmt::format(
      "process {} runs another build of Limpid than this limpid, and cannot be attached to by it: expected "
      "the limpid "
      "that was installed with {}",
      pid, runtime);
}

}  // namespace limpid::cli::attach
