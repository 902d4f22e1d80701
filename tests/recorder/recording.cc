// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace limpid::test {

namespace {

std::string required(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr)
    throw std::runtime_error(std::string(name) + " is not set: run these tests through ctest");
  return value;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void set(const std::string& entry) {
  const size_t equals = entry.find('=');
  setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
}

[[noreturn]] void become(Clock clock, const std::string& folder, const std::string& program,
                         const std::vector<std::string>& arguments,
                         const std::vector<std::string>& environment) {
  const int out = open((folder + "/stdout").c_str(), O_WRONLY | O_CREAT, 0600);
  const int err = open((folder + "/stderr").c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(out, 1);
  dup2(err, 2);
  close(out);
  close(err);
  set("LD_LIBRARY_PATH=" + required("LIMPID_TEST_RUNTIME"));
  set("LD_PRELOAD=" +
      required(clock == Clock::kReal ? "LIMPID_TEST_RECORDER" : "LIMPID_TEST_SCRIPTED_RECORDER"));
  set("LIMPID_OUTPUT=" + folder + "/p.limpid");
  set("LIMPID_MAIN_PID=" + std::to_string(getpid()));
  set("OMP_WAIT_POLICY=passive");
  for (const std::string& entry : environment) set(entry);
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  alarm(120);  // a program that hangs is killed; the alarm survives exec
  execv(program.c_str(), words.data());
  _exit(126);
}

}  // namespace

std::string program_path(const std::string& name) {
  return required("LIMPID_TEST_PROGRAMS") + "/" + name;
}

std::string recorder_path() {
  return required("LIMPID_TEST_RECORDER");
}

Recording::Recording(Clock clock, const std::string& program, std::vector<std::string> arguments,
                     const std::vector<std::string>& environment, const Meanwhile& meanwhile) {
  char name[] = "/tmp/limpid-recording-XXXXXX";
  folder_ = mkdtemp(name);
  const std::string program_file = program_path(program);
  for (std::string& a : arguments) {
    if (a.starts_with("%folder")) a.replace(0, 7, folder_);
  }
  const pid_t child = fork();
  if (child == 0) become(clock, folder_, program_file, arguments, environment);
  if (meanwhile) meanwhile(folder_, child);
  waitpid(child, &status_, 0);
  output_ = contents(folder_ + "/stdout");
  messages_ = contents(folder_ + "/stderr");
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().extension() == ".limpid") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return std::pair(a.size(), a) < std::pair(b.size(), b); });
  for (const std::string& file : files) {
    profiles_.push_back(std::make_unique<NamedProfile>(file));
    const std::string path = trace::trace_path(file);
    std::string error;
    if (!std::filesystem::exists(path)) continue;
    EXPECT_TRUE(traces_.emplace_back().open(path, &error)) << path << ": " << error;
  }
}

Recording::~Recording() {
  std::filesystem::remove_all(folder_);
}

bool Recording::exited(int code) const {
  return WIFEXITED(status_) && WEXITSTATUS(status_) == code;
}
bool Recording::killed_by(int signal) const {
  return WIFSIGNALED(status_) && WTERMSIG(status_) == signal;
}

double Recording::number(const std::string& name) const {
  std::istringstream lines(output_);
  std::string word;
  for (double value; lines >> word >> value;) {
    if (word == name) return value;
  }
  ADD_FAILURE() << "the program printed no " << name << ": " << output_ << messages_;
  return 0;
}

NamedProfile::NamedProfile(const std::string& path) {
  std::string error;
  EXPECT_TRUE(profile::read_profile(path, &profile_, &error)) << path << ": " << error;
  EXPECT_FALSE(profile_.damaged) << path;
  EXPECT_EQ(profile_.skipped, 0u) << path;
}

std::string NamedProfile::function(const profile::Node& node, uint64_t address) const {
  const profile::Module* m = profile_.find_module(node, address);
  if (m == nullptr) return made_code(address);
  auto& symbols = symbols_[m->path];
  if (symbols == nullptr) symbols = std::make_unique<Symbols>(m->path);
  return symbols->name(address - m->bias);
}

std::string NamedProfile::made_code(uint64_t address) const {
  std::string name = "?";
  for (const profile::CodeName& code : profile_.code_names) {
    if (address >= code.begin && address - code.begin < code.bytes) name = code.name;
  }
  return name;
}

std::vector<std::string> NamedProfile::path(uint32_t node) const {
  auto& names = paths_[node];
  if (!names.empty()) return names;
  for (const profile::Node* n = profile_.find_node(node); n != nullptr; n = profile_.find_node(n->parent)) {
    switch (n->kind) {
      case profile::NodeKind::kProgram:
        names.push_back("<program>");
        break;
      case profile::NodeKind::kFrame:
        names.push_back(function(*n, n->value - 1));
        break;
      case profile::NodeKind::kLeaf:
        names.push_back(function(*n, n->value));
        break;
      case profile::NodeKind::kParallel:
        names.push_back("<parallel>");
        break;
      case profile::NodeKind::kTeams:
        names.push_back("<teams>");
        break;
      case profile::NodeKind::kTask:
        names.push_back("<task>");
        break;
      case profile::NodeKind::kTruncated:
        names.push_back("<truncated>");
        break;
      case profile::NodeKind::kThread:
        names.push_back("<thread>");
        break;
    }
  }
  return names;
}

bool NamedProfile::matches(const profile::Sample& sample, const std::vector<std::string>& names,
                           int state) const {
  if (state >= 0 && sample.state != state) return false;
  const std::vector<std::string> inner_first = path(sample.node);
  auto at = inner_first.rbegin();
  for (const std::string& name : names) {
    at = std::find(at, inner_first.rend(), name);
    if (at == inner_first.rend()) return false;
    ++at;
  }
  return true;
}

uint64_t NamedProfile::time(const std::vector<std::string>& names, int state) const {
  uint64_t sum = 0;
  for (const profile::Sample& s : profile_.samples) {
    if (matches(s, names, state)) sum += s.weight_ns;
  }
  return sum;
}

namespace {

uint64_t paused(const profile::Profile& p, const profile::Thread& thread) {
  uint64_t sum = 0;
  for (const profile::Interval& pause : p.pauses) {
    const uint64_t begin = std::max(pause.begin_ns, thread.begin_ns);
    const uint64_t end = std::min(pause.end_ns, thread.end_ns);
    sum += end > begin ? end - begin : 0;
  }
  return sum;
}

}  // namespace

void expect_whole_lives(const profile::Profile& p) {
  std::map<uint32_t, uint64_t> sums;
  for (const profile::Sample& s : p.samples) sums[s.thread] += s.weight_ns;
  ASSERT_TRUE(p.finished);
  for (const profile::Thread& t : p.threads) {
    ASSERT_NE(t.end_ns, profile::kStillThere) << "thread " << t.id;
    EXPECT_EQ(sums[t.id], t.end_ns - t.begin_ns - paused(p, t)) << "thread " << t.id;
  }
}

}  // namespace limpid::test
