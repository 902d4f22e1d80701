// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fstream>

#include "base/exec_lists.h"

namespace limpid::cli::check {
namespace {

constexpr size_t kMostOutput = 65536;

std::string head_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMostOutput, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(stream.gcount()));
  return text;
}

void wait_for(pid_t pid, const Job& job, JobEnd* end) {
  int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (handle >= 0) {
    pollfd wait = {handle, POLLIN, 0};
    end->timed_out = poll(&wait, 1, job.seconds * 1000) == 0;
    close(handle);
  }
  if (end->timed_out) kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

}  // namespace

JobEnd run_job(const Job& job) {
  static std::atomic<int> number{0};
  std::string base = job.directory + "/job" + std::to_string(++number);
  std::string out = base + ".out";
  std::string err = base + ".err";
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<std::string> words = job.command;
  std::vector<std::string> variables = environment_with(job.environment, job.without);
  JobEnd end;
  pid_t pid = 0;
  int error = posix_spawnp(&pid, words.front().c_str(), &files, nullptr, pointers_to(words).data(),
                           pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&files);
  if (error == 0) {
    wait_for(pid, job, &end);
    end.out = head_of(out);
    end.err = head_of(err);
  } else {
    end.status = 127;
  }
  unlink(out.c_str());
  unlink(err.c_str());
  return end;
}

}  // namespace limpid::cli::check
