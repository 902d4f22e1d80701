// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `limpid record --pid` on fixtures/attached.c: that the program does not notice, that the file tells what it did, and what
// is said where it cannot be. The process is real, and so is the time; no test says how much of it there is.
#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "support/files.h"

namespace limpid::cli::attach {
namespace {

namespace fs = std::filesystem;

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void sleep_ms(unsigned ms) {
  usleep(ms * 1000);
}

// A process of this test's, with what it writes in files; killed at the end if it is still there.
class Process {
 public:
  Process(const test::ScratchDirectory& directory, const std::string& name,
          const std::vector<std::string>& words, const std::vector<std::string>& variables = {})
      : out_(directory.join(name + ".out")), err_(directory.join(name + ".err")) {
    pid_ = fork();
    if (pid_ != 0) return;
    for (const std::string& variable : variables) putenv(const_cast<char*>(variable.c_str()));
    if (chdir(directory.path().c_str()) != 0) _exit(126);
    dup2(open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDOUT_FILENO);
    dup2(open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  ~Process() {
    if (pid_ == 0) return;
    kill(pid_, SIGKILL);
    kill(pid_, SIGCONT);
    waitpid(pid_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  std::string text() const { return std::to_string(pid_); }
  std::string out() const { return read_text(out_); }
  std::string err() const { return read_text(err_); }

  // Its exit status; minus the signal that ended it.
  int wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  }
  int finish(int signal) {
    kill(pid_, signal);
    return wait();
  }

 private:
  std::string out_, err_;
  pid_t pid_ = 0;
};

size_t threads_of(pid_t pid) {
  return static_cast<size_t>(std::distance(fs::directory_iterator("/proc/" + std::to_string(pid) + "/task"),
                                           fs::directory_iterator()));
}

// The signals that the process handles or ignores, but for two that the C library handles from the first thread on.
std::vector<uint64_t> signals_of(pid_t pid) {
  constexpr uint64_t kOfLibrary = uint64_t{3} << 31;
  std::vector<uint64_t> found;
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("SigCgt", 0) == 0 || line.rfind("SigIgn", 0) == 0)
      found.push_back(std::stoull(line.substr(line.find('\t') + 1), nullptr, 16) & ~kOfLibrary);
  return found;
}

// The fixture, at work, in a directory in which profiles may appear.
class AtWork {
 public:
  AtWork(const std::string& build, const std::string& situation, const std::vector<std::string>& more = {})
      : program_(directory_, "program", {test::fixture(build), situation, directory_.join("ready")},
                 variables(more)),
        situation_(situation) {
    while (!fs::exists(directory_.join("ready"))) sleep_ms(1);
  }

  Process& program() { return program_; }
  const test::ScratchDirectory& directory() const { return directory_; }

  test::Outcome limpid(const std::string& words) const {
    return test::shell(std::string(LIMPID_COMMAND) + " " + words, directory_.path());
  }
  test::Outcome record(const std::string& words = "--for 0.3") const {
    return limpid("record --pid " + program_.text() + " " + words);
  }
  std::string file(const std::string& insert = "") const {
    return directory_.join(fs::path(test::fixture("attached")).filename().string() + "." + program_.text() +
                           insert + ".limpid");
  }
  std::vector<std::string> files() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(directory_.path()))
      if (entry.path().extension() == ".limpid") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }
  std::string report(const std::string& path) const { return limpid("report --no-color " + path).out; }
  // A recording that waits to be ended, once it is on its way.
  std::unique_ptr<Process> recorder(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words = {LIMPID_COMMAND, "record", "--pid", program_.text()};
    words.insert(words.end(), options.begin(), options.end());
    auto started = std::make_unique<Process>(directory_, "limpid" + std::to_string(recorders_++), words);
    while (started->err().find("recording process") == std::string::npos) sleep_ms(1);
    return started;
  }
  // A recording that is ended by ctrl-C, as soon as its report says what it should. Answers its file.
  std::string record_until(const std::regex& shown, const std::vector<std::string>& options = {}) const {
    const std::vector<std::string> before = files();
    const auto started = recorder(options);
    std::string fresh;
    for (const std::string& each : files())
      if (std::find(before.begin(), before.end(), each) == before.end()) fresh = each;
    while (!std::regex_search(report(fresh), shown)) sleep_ms(10);
    EXPECT_EQ(started->finish(SIGINT), 0) << started->err();
    EXPECT_NE(started->err().find("written"), std::string::npos) << started->err();
    EXPECT_EQ(started->out(), "");
    return fresh;
  }

  // The program notices nothing.
  void expect_untouched() {
    EXPECT_EQ(program_.finish(SIGUSR1), 7);
    EXPECT_EQ(program_.out(), situation_ + ": right\n");
    EXPECT_EQ(program_.err(), "");
  }

 private:
  static std::vector<std::string> variables(std::vector<std::string> more) {
    more.insert(more.begin(),
                {"LD_LIBRARY_PATH=" LIMPID_TEST_RUNTIME, "OMP_NUM_THREADS=3", "OMP_DYNAMIC=false"});
    return more;
  }

  test::ScratchDirectory directory_;
  Process program_;
  std::string situation_;
  mutable int recorders_ = 0;
};

class Attached : public testing::TestWithParam<std::string> {};

struct Situation {
  const char* name;
  const char* shown;  // in the report, as a regular expression
};

TEST_P(Attached, TellsWhatTheProgramDoes) {
  for (const Situation& situation :
       {Situation{"regions", "parallel in many_regions.* x\\d+"},
        Situation{"tasks", "task in many_tasks.* x~?\\d+"}, Situation{"region", "parallel in one_region"},
        Situation{"serial", "work_alone"}, Situation{"alone", "work_alone"},
        Situation{"asleep", "sleep_in_the_kernel|pause"}, Situation{"locks", "parallel in locks"}}) {
    SCOPED_TRACE(situation.name);
    AtWork at(GetParam(), situation.name);
    const size_t threads = threads_of(at.program().pid());
    const std::vector<uint64_t> signals = signals_of(at.program().pid());
    const std::string file = at.record_until(std::regex(situation.shown));
    EXPECT_EQ(signals_of(at.program().pid()), signals);
    while (threads_of(at.program().pid()) != threads) sleep_ms(1);
    const std::string report = at.report(file);
    EXPECT_TRUE(std::regex_search(report, std::regex(situation.shown))) << report;
    EXPECT_NE(at.limpid("info " + file).out.find("before the program did"), std::string::npos);
    at.expect_untouched();
    EXPECT_EQ(at.files().size(), 1u);
  }
}

TEST_P(Attached, AgainAndAgain) {
  for (const char* situation : {"regions", "tasks", "locks"}) {
    SCOPED_TRACE(situation);
    AtWork at(GetParam(), situation);
    const std::regex shown("(parallel|task) in (many_|locks)");
    const std::vector<std::string> traced = {"--trace"};
    for (const auto& options : {std::vector<std::string>{}, traced, traced, std::vector<std::string>{}})
      at.record_until(shown, options);
    EXPECT_EQ(at.files().size(), 4u);
    at.expect_untouched();
  }
}

TEST_P(Attached, TheThreadThatHasNotUsedOpenMpYetIsTheInitialOne) {
  AtWork at(GetParam(), "alone");
  const std::string report = at.report(at.record_until(std::regex("work_alone")));
  EXPECT_EQ(report.find("(thread)"), std::string::npos) << report;
  at.expect_untouched();
}

TEST_P(Attached, EndsWithTheProgram) {
  AtWork at(GetParam(), "regions");
  const auto recorder = at.recorder();
  at.expect_untouched();
  EXPECT_EQ(recorder->wait(), 0) << recorder->err();
  ASSERT_EQ(at.files().size(), 1u);
  EXPECT_NE(at.limpid("info " + at.files()[0]).out.find("in order"), std::string::npos);
}

TEST_P(Attached, OutlivesTheProgramsSuddenEnd) {
  AtWork at(GetParam(), "regions");
  const auto recorder = at.recorder();
  while (at.report(at.files().at(0)).find("many_regions") == std::string::npos) sleep_ms(10);
  EXPECT_EQ(at.program().finish(SIGKILL), -SIGKILL);
  EXPECT_EQ(recorder->wait(), 0) << recorder->err();
  ASSERT_EQ(at.files().size(), 1u);
  EXPECT_NE(at.report(at.files()[0]).find("many_regions"), std::string::npos);
}

TEST_P(Attached, CtrlCEndsTheRecordingAlone) {
  AtWork at(GetParam(), "tasks");
  const auto recorder = at.recorder();
  EXPECT_EQ(recorder->finish(SIGINT), 0) << recorder->err();
  EXPECT_NE(recorder->err().find("written"), std::string::npos);
  at.expect_untouched();
}

TEST_P(Attached, ACommandThatIsKilledLeavesARecordingThatOthersEnd) {
  AtWork at(GetParam(), "regions");
  const auto recorder = at.recorder();
  EXPECT_EQ(recorder->finish(SIGKILL), -SIGKILL);
  ASSERT_EQ(at.files().size(), 1u);
  const std::string first = at.files()[0];
  while (at.report(first).find("parallel in many_regions") == std::string::npos) sleep_ms(10);
  const test::Outcome refused = at.record();
  EXPECT_EQ(refused.exit, 1);
  EXPECT_NE(refused.err.find("--detach"), std::string::npos) << refused.err;
  const test::Outcome detached = at.record("--detach");
  EXPECT_EQ(detached.exit, 0) << detached.err;
  EXPECT_NE(at.limpid("info " + first).out.find("before the program did"), std::string::npos);
  EXPECT_EQ(at.record().exit, 0);
  EXPECT_EQ(at.files().size(), 2u);
  at.expect_untouched();
}

TEST_P(Attached, ALimitHoldsWithoutTheCommand) {
  AtWork at(GetParam(), "serial");
  {
    Process recorder(at.directory(), "limpid",
                     {LIMPID_COMMAND, "record", "--pid", at.program().text(), "--for", "0.2"});
    while (recorder.err().find("recording process") == std::string::npos) sleep_ms(1);
    recorder.finish(SIGKILL);
  }
  const std::string file = at.files().at(0);
  while (at.limpid("info " + file).out.find("before the program did") == std::string::npos) sleep_ms(20);
  at.expect_untouched();
}

TEST_P(Attached, ChildrenAreNotRecorded) {
  AtWork at(GetParam(), "forks");
  EXPECT_EQ(at.record("--for 0.3").exit, 0);
  EXPECT_EQ(at.files().size(), 1u);
  at.expect_untouched();
}

INSTANTIATE_TEST_SUITE_P(Builds, Attached, testing::Values(LIMPID_TEST_ATTACHED_BUILDS),
                         [](const auto& build) {
                           return std::regex_replace(build.param, std::regex("-"), "_");
                         });

// ---- refusals ----

void expect_refused(const test::Outcome& outcome, const std::string& words) {
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
}

TEST(AttachRefused, WhatIsNoProcessOrNotOnLimpid) {
  const auto record = [](const std::string& pid) {
    return test::shell(std::string(LIMPID_COMMAND) + " record --pid " + pid, "/tmp");
  };
  expect_refused(record("4194303"), "no process 4194303");
  expect_refused(record(std::to_string(getpid())), "does not run on Limpid's OpenMP runtime");
  EXPECT_EQ(record("0").exit, 2);
  EXPECT_EQ(record("x").exit, 2);
}

TEST(AttachRefused, WrongCommandLines) {
  const auto record = [](const std::string& words) {
    return test::shell(std::string(LIMPID_COMMAND) + " record " + words, "/tmp");
  };
  EXPECT_EQ(record("--for 1 true").exit, 2);
  EXPECT_EQ(record("--detach true").exit, 2);
  EXPECT_EQ(record("--pid 1 --for 1 --detach").exit, 2);
  EXPECT_EQ(record("--pid 1 --for -1").exit, 2);
  const test::Outcome both = record("--pid 1 -- true");
  EXPECT_EQ(both.exit, 2);
  EXPECT_NE(both.err.find("expected a process or a program"), std::string::npos) << both.err;
  EXPECT_EQ(record("--pid 1 --keep-runtime").exit, 2);
}

TEST(AttachRefused, WhatIsRecordedAlready) {
  AtWork at("attached", "regions");
  const auto recorder = at.recorder();
  expect_refused(at.record(), "another `limpid record --pid " + at.program().text() + "` is at work");
  EXPECT_EQ(recorder->finish(SIGTERM), 0);
  expect_refused(at.record("--detach"), "is not being recorded");
  at.expect_untouched();
}

TEST(AttachRefused, WhatIsRecordedFromItsStart) {
  test::ScratchDirectory directory;
  Process recorder(
      directory, "limpid",
      {LIMPID_COMMAND, "record", "-q", test::fixture("attached"), "regions", directory.join("ready")});
  while (!fs::exists(directory.join("ready"))) sleep_ms(1);
  const std::string pid =
      std::regex_replace(read_text("/proc/" + recorder.text() + "/task/" + recorder.text() + "/children"),
                         std::regex(" .*"), "");
  expect_refused(test::shell(std::string(LIMPID_COMMAND) + " record --pid " + pid, directory.path()),
                 "is being recorded already, from its start");
  kill(std::stoi(pid), SIGUSR1);
  EXPECT_EQ(recorder.wait(), 7);
}

TEST(AttachRefused, AProcessWithAnotherTool) {
  AtWork at("attached", "regions", {"OMP_TOOL_LIBRARIES=" LIMPID_TEST_RUNTIME "/liblimpid-check.so"});
  expect_refused(at.record(), "has an OMPT tool already");
  EXPECT_EQ(at.program().finish(SIGUSR1), 7);
}

TEST(AttachRefused, AProcessThatIsStoppedOrTraced) {
  AtWork at("attached", "serial");
  kill(at.program().pid(), SIGSTOP);
  int stopped = 0;
  ASSERT_EQ(waitpid(at.program().pid(), &stopped, WUNTRACED), at.program().pid());
  expect_refused(at.record(), "is stopped");
  kill(at.program().pid(), SIGCONT);
  const pid_t pid = at.program().pid();
  ASSERT_EQ(ptrace(PTRACE_SEIZE, pid, nullptr, nullptr), 0);
  expect_refused(at.record("--for 0.1"), "is traced by process " + std::to_string(getpid()));
  ASSERT_EQ(ptrace(PTRACE_INTERRUPT, pid, nullptr, nullptr), 0);
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, __WALL), pid);
  ASSERT_EQ(ptrace(PTRACE_DETACH, pid, nullptr, nullptr), 0);
  at.expect_untouched();
}

TEST(AttachRefused, APlaceThatCannotBeWritten) {
  AtWork at("attached", "serial");
  const test::Outcome nowhere = at.record("-o /no/such/directory/x.limpid");
  EXPECT_EQ(nowhere.exit, 125);
  EXPECT_NE(nowhere.err.find("/no/such/directory"), std::string::npos) << nowhere.err;
  at.expect_untouched();
}

// As another user: its own message, and the program of this one untouched.
TEST(AttachRefused, AnotherUsersProcess) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root, to become another user";
  AtWork at("attached", "serial");
  fs::permissions(at.directory().path(), fs::perms::all);
  const test::Outcome outcome =
      test::shell("setpriv --reuid 65534 --regid 65534 --clear-groups " LIMPID_COMMAND " record --pid " +
                      at.program().text(),
                  at.directory().path());
  expect_refused(outcome, "not permitted to attach to process");
  EXPECT_NE(outcome.err.find("root"), std::string::npos) << outcome.err;
  at.expect_untouched();
}

}  // namespace
}  // namespace limpid::cli::attach
