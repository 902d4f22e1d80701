// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "session.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace limpid::test {
namespace {

void become(const std::string& program, const std::string& situation,
            const std::vector<std::string>& environment, int output) {
  dup2(output, STDOUT_FILENO);
  for (const std::string& setting : environment) {
    const std::size_t equals = setting.find('=');
    setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
  }
  execl(program.c_str(), program.c_str(), situation.c_str(), nullptr);
  _exit(127);
}

// The number of the system call that the thread is in; -1: none, or it runs.
long system_call_of(const std::filesystem::path& thread) {
  std::ifstream file(thread / "syscall");
  long number = -1;
  file >> number;
  return file ? number : -1;
}

bool all_sleep(int pid) {
  for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    const long call = system_call_of(thread.path());
    if (call != SYS_futex && call != SYS_clock_nanosleep && call != SYS_nanosleep) return false;
  }
  return true;
}

std::string temporary_file() {
  std::string path = std::filesystem::temp_directory_path() / "limpid-core-XXXXXX";
  close(mkstemp(path.data()));
  return path;
}

// By gdb's gcore, which adds registers; false without one.
bool write_core_with_gdb(int pid, const std::string& path) {
  const std::string command = "gcore -o " + path + " " + std::to_string(pid) + " > /dev/null 2>&1";
  if (std::system(command.c_str()) != 0) return false;
  std::filesystem::rename(path + "." + std::to_string(pid), path);
  return true;
}

std::unique_ptr<Session> make_session(const std::string& program, const std::string& situation, View view) {
  auto session = std::make_unique<Session>();
  session->subject = std::make_unique<Subject>(program, situation);
  session->subject->await_ready();
  session->subject->stop_at_rest();
  session->facts = session->subject->facts;
  const int pid = session->subject->pid();
  if (view == View::live) {
    session->memory = std::make_unique<LiveMemory>(pid);
    return session;
  }
  const std::string core = temporary_file();
  if (view == View::core || !write_core_with_gdb(pid, core)) write_core(pid, core);
  session->memory = std::make_unique<CoreMemory>(core);
  std::filesystem::remove(core);
  session->subject.reset();
  return session;
}

}  // namespace

Subject::Subject(const std::string& program, const std::string& situation,
                 const std::vector<std::string>& environment) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = fork();
  if (pid_ == 0) become(program, situation, environment, ends[1]);
  close(ends[1]);
  output_ = ends[0];
}

Subject::~Subject() {
  close(output_);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Subject::await_ready() {
  std::string text;
  char byte = 0;
  while (read(output_, &byte, 1) == 1) {
    if (byte != '\n') {
      text += byte;
      continue;
    }
    if (text == "ready") return;
    std::istringstream words(text);
    std::string word;
    std::string key;
    long thread = 0;
    std::uint64_t value = 0;
    if (words >> word >> thread >> key >> value && word == "fact") facts[thread][key].push_back(value);
    text.clear();
  }
  throw std::runtime_error("the program ended before it was ready");
}

void Subject::stop_at_rest() {
  while (!all_sleep(pid_)) usleep(5000);
  kill(pid_, SIGSTOP);
  waitpid(pid_, nullptr, WUNTRACED);
}

void Subject::tell() {
  kill(pid_, SIGUSR1);
  kill(pid_, SIGCONT);
}

std::uint64_t Session::fact(long thread, const std::string& key) const {
  return facts.at(thread).at(key).at(0);
}

bool Session::has(long thread, const std::string& key) const {
  const auto found = facts.find(thread);
  return found != facts.end() && found->second.count(key) != 0;
}

std::vector<long> Session::threads_with(const std::string& key) const {
  std::vector<long> threads;
  for (const auto& [thread, said] : facts) {
    if (thread != 0 && said.count(key) != 0) threads.push_back(thread);
  }
  return threads;
}

Session& session_of(const std::string& program, const std::string& situation, View view) {
  static std::map<std::tuple<std::string, std::string, View>, std::unique_ptr<Session>> sessions;
  std::unique_ptr<Session>& session = sessions[{program, situation, view}];
  if (!session) session = make_session(program, situation, view);
  return *session;
}

}  // namespace limpid::test
