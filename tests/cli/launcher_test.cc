// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that are started by way of others, which give them an environment of their own.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "analysis/input.h"
#include "base/layout.h"
#include "record/chain.h"
#include "record/diagnosis.h"
#include "record/target.h"
#include "support/command.h"
#include "support/files.h"

namespace limpid::cli {
namespace {

namespace fs = std::filesystem;
using test::fixture;
using test::Outcome;
using test::ScratchDirectory;

using test::kLimpid;
const std::string kSayWhoYouAre = "OMP_NUM_THREADS=zero ";
const std::string kItIsLimpid = "limpid: OMP_NUM_THREADS=\"zero\"";

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A command that runs until it is let go. It has to start the fixture that waits for SIGTERM.
class Waiting {
 public:
  explicit Waiting(const std::string& command) {
    pid_ = fork();
    if (pid_ == 0) {
      const std::string line = "exec " + command + " > out 2> err";
      if (chdir(scratch_.path().c_str()) != 0) _exit(1);
      alarm(100);  // survives exec
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(1);
    }
    wait_for("out", "ready");
  }
  ~Waiting() {
    int pid = 0;
    if (sscanf(contents(scratch_.join("out")).c_str(), "ready %d", &pid) == 1) kill(pid, SIGTERM);
    waitpid(pid_, nullptr, 0);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  pid_t pid() const { return pid_; }
  // Until `file` holds `text`. What the file holds.
  std::string wait_for(const std::string& file, const std::string& text) const {
    for (int i = 0; i < 6000 && contents(scratch_.join(file)).find(text) == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return contents(scratch_.join(file));
  }

 private:
  ScratchDirectory scratch_;
  pid_t pid_ = 0;
};

Layout our_layout() {
  Layout layout;
  layout.lib = fs::path(kLimpid).parent_path().parent_path() / "lib";
  layout.runtime = layout.lib + "/liblimpid.so";
  return layout;
}

std::string launched(const std::string& how) {
  return fixture("launcher") + " " + how + " " + fixture("status-omp");
}

TEST(Launcher, OneThatSetsTheLibraryPathComesUpOnLimpid) {
  Outcome outcome = test::shell(kSayWhoYouAre + kLimpid + " run " + launched("pass") + " exit 5");
  EXPECT_EQ(outcome.exit, 5);
  EXPECT_NE(outcome.err.find(kItIsLimpid), std::string::npos) << outcome.err;
  ScratchDirectory scratch;
  std::string script = scratch.write("script", "#!/bin/sh\nLD_LIBRARY_PATH=/usr/lib:$LD_LIBRARY_PATH\n" +
                                                   kSayWhoYouAre + fixture("status-omp") + " exit 6\n");
  fs::permissions(script, fs::perms::owner_all);
  outcome = test::shell(kLimpid + " run " + fixture("launcher") + " pass " + script);
  EXPECT_EQ(outcome.exit, 6);
  EXPECT_NE(outcome.err.find(kItIsLimpid), std::string::npos) << outcome.err;
}

TEST(Launcher, OneThatSetsTheLibraryPathIsRecorded) {
  ScratchDirectory scratch;
  Outcome outcome =
      test::shell(kLimpid + " record -o x.limpid " + launched("pass") + " exit 5", scratch.path());
  EXPECT_EQ(outcome.exit, 5);
  EXPECT_EQ(outcome.err.find("instead of Limpid"), std::string::npos) << outcome.err;
  EXPECT_NE(
      analysis::read_input(analysis::expand_paths({scratch.path()}).front()).profile.run.runtime_connected_ns,
      0u)
      << outcome.err;
}

TEST(Launcher, RunSaysWhoIsOnAnotherRuntime) {
  Waiting run(kLimpid + " run " + launched("drop") + " wait");
  const std::string said = run.wait_for("err", "\n");
  EXPECT_EQ(
      said.find("limpid: warning: status-omp (process " + std::to_string(run.pid()) + ") came up with /"), 0u)
      << said;
  EXPECT_NE(said.find("libgomp.so"), std::string::npos) << said;
  EXPECT_NE(said.find("did not pass LD_PRELOAD on"), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), said.size() - 1) << "one line: " << said;
}

TEST(Launcher, TheWatcherHoldsUpNobody) {
  // The pipe ends with the program; and the program has no child that it did not make.
  Outcome outcome = test::shell(
      kLimpid +
      " run sh -c 'read children < /proc/$$/task/$$/children; echo \"children: $children\"' 2>&1 | cat");
  EXPECT_EQ(outcome.out, "children: \n");
}

TEST(Launcher, RecordNamesWhoWasOnAnotherRuntime) {
  const Layout layout = our_layout();
  const std::optional<record::Stray> stray =
      record::Stray{17, "/usr/bin/solver", "/usr/lib/libgomp.so.1", false};
  const std::string said =
      record::no_answer(record::inspect_target(fixture("launcher"), {}), {}, layout, {{}, "/", stray});
  EXPECT_NE(said.find("solver (process 17) came up with /usr/lib/libgomp.so.1"), std::string::npos) << said;
  EXPECT_NE(said.find("`limpid record`"), std::string::npos) << said;
  const std::string not_taken =
      record::describe({17, "/usr/bin/solver", "/usr/lib/libgomp.so.1", true}, "run");
  EXPECT_NE(not_taken.find("another architecture"), std::string::npos) << not_taken;
}

TEST(Chain, SeesWhatIsOnAnotherRuntime) {
  const Layout layout = our_layout();
  Waiting other("sh -c '" + fixture("status-omp") + " wait; true'");
  const std::optional<record::Stray> stray = record::Chain(other.pid(), layout).look();
  ASSERT_TRUE(stray.has_value());
  EXPECT_NE(stray->pid, other.pid());
  EXPECT_EQ(fs::path(stray->program).filename(), "status-omp");
  EXPECT_NE(stray->runtime.find("libgomp.so"), std::string::npos);
  EXPECT_FALSE(stray->named);
  EXPECT_EQ(record::Chain(other.pid(), layout).watch()->pid, stray->pid);
}

TEST(Chain, SaysNothingOfWhatIsOnLimpid) {
  const Layout layout = our_layout();
  Waiting ours("env LD_LIBRARY_PATH=" + layout.lib + " sh -c '" + fixture("status-omp") + " wait; true'");
  EXPECT_FALSE(record::Chain(ours.pid(), layout).look().has_value());
  // Another runtime that lies idle beside ours is nobody's concern.
  Waiting both("env LD_PRELOAD=" + layout.runtime + ":" LIMPID_SYSTEM_GOMP " " + fixture("status-omp") +
               " wait");
  EXPECT_FALSE(record::Chain(both.pid(), layout).look().has_value());
}

TEST(Chain, EndsWithTheProgram) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  const Layout layout = our_layout();
  EXPECT_FALSE(record::Chain(child, layout).watch().has_value());
  waitpid(child, nullptr, 0);
}

TEST(Launcher, RanksAreGivenByWhatIsStarted) {
  ScratchDirectory scratch;
  Outcome outcome =
      test::shell(kLimpid + " record env OMPI_COMM_WORLD_RANK=3 " + fixture("status-omp"), scratch.path());
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  std::string names;  // `env` itself may have lived long enough for a file, and has no rank
  for (const auto& entry : fs::directory_iterator(scratch.path()))
    names += entry.path().filename().string() + " ";
  EXPECT_NE(names.find("status-omp.r3."), std::string::npos) << names;
}

// Rscript becomes R, whose start script puts its folders in front of LD_LIBRARY_PATH.
TEST(Launcher, RscriptIsOnLimpid) {
  if (test::shell("command -v Rscript").exit != 0) GTEST_SKIP() << "no Rscript here";
  Outcome outcome = test::shell(
      kLimpid +
      " run Rscript -e 'maps <- readLines(\"/proc/self/maps\"); cat(any(grepl(\"liblimpid\", maps)), "
      "any(grepl(\"libgomp[.]so\", maps)))'");
  EXPECT_EQ(outcome.out, "TRUE FALSE") << outcome.err;
}

// mpirun handles SIGURG, and passes what it gets on to its ranks.
TEST(Launcher, MpirunMeetsNoSignalOfOurs) {
  if (test::shell("command -v mpirun").exit != 0) GTEST_SKIP() << "no mpirun here";
  ScratchDirectory scratch;
  Outcome outcome = test::shell("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 " + kLimpid +
                                    " record -F 2000 mpirun --oversubscribe -np 2 sh -c 'sleep 0.3; exec " +
                                    fixture("status-omp") + "'",
                                scratch.path());
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(outcome.err.find("orwarding signal"), std::string::npos) << outcome.err;
  std::string names;
  for (const auto& entry : fs::directory_iterator(scratch.path()))
    names += entry.path().filename().string() + " ";
  EXPECT_NE(names.find("status-omp.r0."), std::string::npos) << names;
  EXPECT_NE(names.find("status-omp.r1."), std::string::npos) << names;
  Outcome report = test::shell(kLimpid + " report mpirun.*.limpid", scratch.path());
  EXPECT_NE(report.out.find("by SIGWINCH"), std::string::npos) << report.out;
}

TEST(Launcher, InfoSaysTheSame) {
  Outcome outcome = test::shell(kLimpid + " info " + fixture("launcher"));
  EXPECT_NE(outcome.out.find("may start a program that does"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("LD_PRELOAD=" + our_layout().runtime), std::string::npos) << outcome.out;
}

TEST(Launcher, AShallowStackIsTheProgramsAlone) {
  for (const char* kilobytes : {"128", "64"}) {
    ScratchDirectory scratch;
    const std::string limit = std::string("ulimit -s ") + kilobytes + "; exec ";
    Outcome record =
        test::shell(limit + kLimpid + " record -o x.limpid sh -c 'ulimit -s; exec " + fixture("shapes") + "'",
                    scratch.path());
    EXPECT_EQ(record.signal, 0) << kilobytes;
    EXPECT_EQ(record.exit, 0) << kilobytes << ": " << record.err;
    EXPECT_EQ(record.out.rfind(std::string(kilobytes) + "\n", 0), 0u) << record.out;
    EXPECT_NE(record.err.find("limpid report"), std::string::npos) << record.err;
    Outcome report = test::shell(limit + kLimpid + " report --min-percent 0 .", scratch.path());
    EXPECT_EQ(report.signal, 0) << kilobytes;
    EXPECT_EQ(report.exit, 0) << kilobytes << ": " << report.err;
    EXPECT_NE(report.out.find("shapes.cc"), std::string::npos) << "lines come from libdw:\n" << report.out;
  }
}

TEST(Launcher, AFullDiskIsTheOnlyDiagnosis) {
  ScratchDirectory scratch;
  Outcome outcome = test::shell(
      "ulimit -f 10; exec " + kLimpid + " record " + fixture("status-omp") + " exit 4", scratch.path());
  EXPECT_EQ(outcome.exit, 4);
  EXPECT_NE(outcome.err.find("no profile was written: " + scratch.path() + ": File too large"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.err.find("LD_PRELOAD"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace limpid::cli
