// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command itself: what passes through `limpid record`, what it writes, what it says.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "analysis/input.h"
#include "support/command.h"
#include "support/files.h"
#include "support/known_run.h"

namespace limpid::cli {
namespace {

namespace fs = std::filesystem;
using test::fixture;
using test::Outcome;
using test::ScratchDirectory;

using test::kLimpid;

class Record : public testing::Test {
 protected:
  Outcome record(const std::string& arguments) {
    return test::shell("exec " + kLimpid + " record " + arguments, scratch_.path());
  }
  std::vector<std::string> profiles(const std::string& directory = "") const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory.empty() ? scratch_.path() : directory)) {
      if (entry.path().extension() == ".limpid") names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  profile::Profile only_profile() {
    EXPECT_EQ(profiles().size(), 1u);
    return analysis::read_input(scratch_.join(profiles().front())).profile;
  }

  ScratchDirectory scratch_;
};

TEST_F(Record, ExitStatusPassesThrough) {
  EXPECT_EQ(record(fixture("status-omp") + " exit 0").exit, 0);
  EXPECT_EQ(record("-q -- " + fixture("status-omp") + " exit 42").exit, 42);
  EXPECT_EQ(record(fixture("status-omp") + " fork").exit, 4);
}

TEST_F(Record, DeathBySignalIsReproduced) {
  Outcome segv = record(fixture("status-omp") + " signal 11");
  EXPECT_EQ(segv.signal, SIGSEGV);
  EXPECT_NE(segv.err.find("limpid report"), std::string::npos) << "the summary comes all the same:\n"
                                                               << segv.err;
  EXPECT_EQ(record(fixture("status-omp") + " signal 9").signal, SIGKILL);
}

TEST_F(Record, StandardStreamsPassThrough) {
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += static_cast<char>(i * 7 % 251);
  std::string input = scratch_.write("input", bytes);
  Outcome outcome = record(fixture("status-omp") + " cat < " + input);
  EXPECT_EQ(outcome.out, bytes) << "nothing of limpid's may be on stdout";
  EXPECT_NE(outcome.err.find("to stderr\n"), std::string::npos);
}

TEST_F(Record, ArgumentsPassThroughWhateverTheyLookLike) {
  Outcome outcome = record("-q /bin/echo -o --help -- -F 3");
  EXPECT_EQ(outcome.out, "-o --help -- -F 3\n");
}

// A file without a format that the kernel knows, with more arguments than a small stack holds.
TEST_F(Record, AScriptWithoutAFirstLineIsTheShells) {
  const std::string script = scratch_.write("script", "echo $# $(($$ == LIMPID_MAIN_PID))\n");
  fs::permissions(script, fs::perms::owner_all);
  EXPECT_EQ(record("-q " + script + " $(seq 100000)").out, "100000 1\n");
}

// Runs the fixture that waits for a signal; sends `signal_number` when it is ready.
struct Waiter {
  pid_t recorder = 0;
  int group = 0;
  std::string out;

  Waiter(const ScratchDirectory& scratch) : out(scratch.join("waiter.out")) {
    recorder = fork();
    if (recorder == 0) {
      setpgid(0, 0);
      int fd = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(fd, STDOUT_FILENO);
      dup2(open(scratch.join("waiter.err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
      if (chdir(scratch.path().c_str()) != 0) _exit(1);
      execl(kLimpid.c_str(), "limpid", "record", fixture("status-omp").c_str(), "wait", nullptr);
      _exit(1);
    }
    for (int i = 0; i < 9000 && text().find("ready") == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  std::string text() const {
    std::ifstream file(out);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  int status() const {
    int status = 0;
    waitpid(recorder, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
};

TEST_F(Record, SignalsSentToItReachTheProgram) {
  Waiter waiter(scratch_);
  kill(waiter.recorder, SIGTERM);
  EXPECT_EQ(waiter.status(), 7);
  EXPECT_NE(waiter.text().find("got TERM"), std::string::npos);
}

TEST_F(Record, AnInterruptOfTheGroupLeavesTheSummary) {
  Waiter waiter(scratch_);
  kill(-waiter.recorder, SIGINT);
  EXPECT_EQ(waiter.status(), 7);
  EXPECT_NE(waiter.text().find("got INT"), std::string::npos);
  std::ifstream file(scratch_.join("waiter.err"));
  std::string said{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_NE(said.find("next"), std::string::npos) << said;
}

TEST_F(Record, TheProgramStaysInTheProcessGroup) {
  Outcome outcome = record(fixture("status-omp") + " group");
  int group = 0;
  int parent = 0;
  ASSERT_EQ(sscanf(outcome.out.c_str(), "%d %d", &group, &parent), 2);
  EXPECT_EQ(group, getpgrp());
}

TEST_F(Record, FilesAreNamedByProgramProcessAndRank) {
  record(fixture("status-omp"));
  profile::Profile profile = only_profile();
  EXPECT_EQ(profiles().front(), "status-omp." + std::to_string(profile.run.pid) + ".limpid");
  EXPECT_NE(profile.run.runtime_connected_ns, 0u) << "the runtime answered";
  fs::remove(scratch_.join(profiles().front()));
  test::shell("OMPI_COMM_WORLD_RANK=5 exec " + kLimpid + " record " + fixture("status-omp"), scratch_.path());
  profile = only_profile();
  EXPECT_EQ(profiles().front(), "status-omp.r5." + std::to_string(profile.run.pid) + ".limpid");
  EXPECT_EQ(profile.run.mpi_rank, 5);
}

TEST_F(Record, OutputCanBeAFileOrADirectory) {
  Outcome outcome = record("-o mine.limpid " + fixture("status-omp"));
  EXPECT_EQ(profiles(), std::vector<std::string>{"mine.limpid"});
  EXPECT_NE(outcome.err.find("limpid report mine.limpid"), std::string::npos) << outcome.err;
  record("-o sub/ " + fixture("status-omp"));
  EXPECT_EQ(profiles(scratch_.join("sub")).size(), 1u);
  Outcome bad = record("-o /no/such/place/x.limpid " + fixture("status-omp"));
  EXPECT_EQ(bad.exit, 125);
  EXPECT_NE(bad.err.find("/no/such/place"), std::string::npos);
}

TEST_F(Record, WhatSamplingMayTakeReachesTheRecorder) {
  ASSERT_EQ(record("-q --max-cost 2.5 " + fixture("status-omp") + " exit 0").exit, 0);
  EXPECT_EQ(only_profile().text("env:LIMPID_MAX_COST"), "2.5");
  const Outcome wrong = record("--max-cost 90 " + fixture("status-omp") + " exit 0");
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_NE(wrong.err.find("90"), std::string::npos) << wrong.err;
}

TEST_F(Record, SummaryIsTenLinesWithTheNextCommand) {
  Outcome outcome = record(fixture("status-omp"));
  size_t from = outcome.err.find("limpid: ");
  ASSERT_NE(from, std::string::npos) << outcome.err;
  std::string summary = outcome.err.substr(from);
  EXPECT_LE(std::count(summary.begin(), summary.end(), '\n'), 10) << summary;
  for (const char* word :
       {"elapsed", "threads", "efficiency", "samples", "written", "limpid report status-omp."}) {
    EXPECT_NE(summary.find(word), std::string::npos) << word << "\n" << summary;
  }
  EXPECT_EQ(record("-q " + fixture("status-omp")).err, "");
}

TEST_F(Record, RpathDoesNotKeepTheRuntimeAway) {
  Outcome outcome = record(fixture("status-rpath"));
  EXPECT_NE(only_profile().run.runtime_connected_ns, 0u) << outcome.err;
}

TEST_F(Record, OpenMpThatIsLoadedLateIsRecordedToo) {
  Outcome outcome = record(fixture("late") + " " + fixture("plugin.so"));
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_NE(only_profile().run.runtime_connected_ns, 0u) << outcome.err;
}

TEST_F(Record, WrappersAreSeenThrough) {
  Outcome outcome = record("sh -c '" + fixture("status-omp") + " exit 6'");
  EXPECT_EQ(outcome.exit, 6);
  EXPECT_NE(outcome.err.find("limpid report status-omp."), std::string::npos) << outcome.err;
}

TEST_F(Record, ProgramsOfOtherMachinesAreRefused) {
  std::ifstream file(fixture("status-omp"), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  bytes[18] = 8;  // e_machine: MIPS
  std::string foreign = scratch_.write("foreign", bytes);
  fs::permissions(foreign, fs::perms::owner_all);
  Outcome outcome = record(foreign);
  EXPECT_EQ(outcome.exit, 126);
  EXPECT_NE(outcome.err.find("ELF machine 8"), std::string::npos) << outcome.err;
}

TEST_F(Record, SaysWhyNoRuntimeAnswered) {
  Outcome plain = record(fixture("status") + " exit 3");
  EXPECT_EQ(plain.exit, 3);
  EXPECT_NE(plain.err.find("uses no OpenMP"), std::string::npos) << plain.err;
  Outcome fixed = record(fixture("status-static") + " exit 4");
  EXPECT_EQ(fixed.exit, 4);
  EXPECT_NE(fixed.err.find("linked statically"), std::string::npos) << fixed.err;
  Outcome kept = record("--keep-runtime " + fixture("status-omp"));
  EXPECT_NE(kept.err.find("libgomp"), std::string::npos) << kept.err;
}

TEST_F(Record, WhatCannotStartHasTheShellsCodes) {
  EXPECT_EQ(record("no-such-program-anywhere").exit, 127);
  EXPECT_EQ(record(scratch_.path()).exit, 126);
  EXPECT_EQ(record(scratch_.write("text", "no program")).exit, 126);
  EXPECT_EQ(record("").exit, 2);
  EXPECT_EQ(record("-F zero " + fixture("status-omp")).exit, 2);
}

// A wrong value in the environment makes the runtime that reads it say its own name.
const std::string kSayWhoYouAre = "OMP_NUM_THREADS=zero ";
const std::string kItIsLimpid = "limpid: OMP_NUM_THREADS=\"zero\"";

TEST(Run, TheProgramRunsOnLimpidAndIsItself) {
  for (const char* program : {"status-omp", "status-rpath", "status-runpath"}) {
    Outcome outcome = test::shell(kSayWhoYouAre + kLimpid + " run -- " + fixture(program) + " exit 42");
    EXPECT_EQ(outcome.exit, 42) << program;
    EXPECT_NE(outcome.err.find(kItIsLimpid), std::string::npos) << program << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
  Outcome outcome = test::shell("echo text | " + kLimpid + " run " + fixture("status-omp") + " cat");
  EXPECT_EQ(outcome.out, "text\n");
  EXPECT_EQ(outcome.err, "to stderr\n");
  EXPECT_EQ(test::shell("exec " + kLimpid + " run " + fixture("status-omp") + " signal 9").signal, SIGKILL);
}

TEST(Run, ScriptsAndProgramsWithoutOpenMP) {
  ScratchDirectory scratch;
  std::string script = scratch.write("script", kSayWhoYouAre + fixture("status-omp") + " exit 5\n");
  fs::permissions(script, fs::perms::owner_all);
  Outcome outcome = test::shell(kLimpid + " run " + script);
  EXPECT_EQ(outcome.exit, 5);
  EXPECT_NE(outcome.err.find(kItIsLimpid), std::string::npos) << outcome.err;
  EXPECT_EQ(test::shell(kLimpid + " run " + fixture("status") + " exit 6").exit, 6);
  Outcome unchanged = test::shell(kLimpid + " run " + fixture("status-static") + " exit 7");
  EXPECT_EQ(unchanged.exit, 7);
  EXPECT_NE(unchanged.err.find("warning: "), std::string::npos) << unchanged.err;
}

TEST(Run, WhatCannotStartHasTheShellsCodes) {
  ScratchDirectory scratch;
  EXPECT_EQ(test::shell(kLimpid + " run no-such-program-anywhere").exit, 127);
  EXPECT_EQ(test::shell(kLimpid + " run " + scratch.path()).exit, 126);
  EXPECT_EQ(test::shell(kLimpid + " run").exit, 2);
}

TEST(Info, SaysWhichRuntimeAndWhy) {
  Outcome system = test::shell(kLimpid + " info " + fixture("status-rpath"));
  EXPECT_NE(system.out.find("libgomp.so.1: GCC's, found by RPATH"), std::string::npos) << system.out;
  EXPECT_NE(system.out.find("LD_PRELOAD="), std::string::npos) << system.out;
  std::string lib = fs::path(kLimpid).parent_path().parent_path() / "lib";
  Outcome ours = test::shell("LD_LIBRARY_PATH=" + lib + " " + kLimpid + " info " + fixture("status-omp"));
  EXPECT_NE(ours.out.find("libgomp.so.1: Limpid, found by LD_LIBRARY_PATH"), std::string::npos) << ours.out;
  EXPECT_EQ(ours.out.find("KMP"), std::string::npos) << ours.out;
  Outcome both = test::shell(kLimpid + " info " + fixture("doors"));
  EXPECT_NE(both.out.find("(GOMP)"), std::string::npos) << both.out;
  EXPECT_NE(both.out.find("(KMP): 1 of its entry points, in doors"), std::string::npos) << both.out;
}

TEST(Info, AsksTheRuntimeAboutTheEnvironment) {
  Outcome good =
      test::shell("OMP_SCHEDULE=guided,3 OMP_PLACES=threads " + kLimpid + " info " + fixture("status"));
  EXPECT_EQ(good.exit, 0);
  EXPECT_NE(good.out.find("OMP_SCHEDULE='GUIDED,3'"), std::string::npos) << good.out;
  EXPECT_EQ(good.out.find("no places"), std::string::npos) << good.out;
  Outcome wrong = test::shell(kSayWhoYouAre + kLimpid + " info " + fixture("status-omp"));
  EXPECT_NE(wrong.out.find("problem   OMP_NUM_THREADS=\"zero\""), std::string::npos) << wrong.out;
  EXPECT_EQ(wrong.err, "");
}

TEST(Command, HelpAndVersionGoToStdout) {
  Outcome version = test::shell(kLimpid + " --version");
  EXPECT_EQ(version.out, std::string("limpid ") + LIMPID_VERSION + "\n");
  for (const char* words : {" --help", " run --help", " record --help", " report --help", " info --help",
                            " check --help", " debug --help"}) {
    Outcome help = test::shell(kLimpid + words);
    EXPECT_EQ(help.exit, 0);
    EXPECT_NE(help.out.find("Usage: limpid"), std::string::npos);
    EXPECT_EQ(help.err, "");
  }
}

TEST(Command, MistakesAreExplainedOnStderr) {
  for (const char* words : {"", " frobnicate", " report", " report --sort sideways x", " report --depth 0 x",
                            " report --min-percent 101 x", " info a b"}) {
    Outcome outcome = test::shell(kLimpid + words);
    EXPECT_EQ(outcome.exit, 2) << words;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err, "");
  }
  Outcome missing = test::shell(kLimpid + " report /no/such/file.limpid");
  EXPECT_EQ(missing.exit, 1);
  EXPECT_EQ(missing.err, "limpid: /no/such/file.limpid: no such file or directory\n");
}

TEST(Command, InfoDescribesProfilesAndPrograms) {
  ScratchDirectory scratch;
  std::string file = scratch.write("one.limpid", test::KnownRun().bytes());
  Outcome about = test::shell(kLimpid + " info " + file);
  EXPECT_EQ(about.exit, 0);
  EXPECT_NE(about.out.find("2 threads"), std::string::npos) << about.out;
  Outcome program = test::shell(kLimpid + " info " + fixture("status-omp"));
  EXPECT_NE(program.out.find("needs     libgomp.so.1"), std::string::npos) << program.out;
  EXPECT_EQ(test::shell(kLimpid + " info").exit, 0);
  Outcome empty = test::shell(kLimpid + " info " + scratch.write("empty.limpid", ""));
  EXPECT_EQ(empty.exit, 1);
  EXPECT_NE(empty.err.find("too short"), std::string::npos) << empty.err;
}

}  // namespace
}  // namespace limpid::cli
