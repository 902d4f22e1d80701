// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <regex>

#include "live/deadlock.h"
#include "live/task_table.h"
#include "live/waiting.h"
#include "ompd_extension.h"
#include "support/files.h"

namespace limpid::cli::live {
namespace {

using nlohmann::json;

constexpr int64_t kWorks = 0x001, kEnd = 0x011, kBarrier = 0x014, kTaskwait = 0x020, kTaskgroup = 0x021,
                  kLock = 0x041;

// ---- made by hand ----

ThreadSeen thread(uint64_t number, int64_t state, uint64_t holder = 0, uint64_t wait_id = 0) {
  ThreadSeen seen;
  seen.number = number;
  seen.lwp = 1000 + number;
  seen.state = state;
  seen.holder = holder;
  seen.wait_id = wait_id;
  seen.region_id = 7;
  seen.meeting_id = 7;
  return seen;
}

TaskSeen task(uint64_t id, uint64_t parent, uint64_t on = 0, int progress = limpid_ompd_ready) {
  TaskSeen seen;
  seen.id = id;
  seen.parent_id = parent;
  seen.region_id = 7;
  seen.thread = on;
  seen.progress = progress;
  return seen;
}

Picture picture(std::vector<ThreadSeen> threads, int barrier = limpid_ompd_barrier_held,
                std::vector<TaskSeen> tasks = {}) {
  Picture made;
  made.threads = std::move(threads);
  made.regions[7] = {7, 0, 0, static_cast<uint32_t>(made.threads.size()), 1, barrier};
  made.tasks = std::make_shared<TaskTable>(tasks);
  return made;
}

std::vector<uint64_t> numbers(const Cycle& cycle) {
  std::vector<uint64_t> found;
  for (const Stuck& one : cycle) found.push_back(one.number);
  return found;
}

TEST(LiveCycles, LocksTakenInDifferentOrders) {
  const Picture made = picture({thread(1, kEnd), thread(2, kLock, 3, 0x10), thread(3, kLock, 2, 0x20)});
  const std::vector<Cycle> found = cycles(made);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(numbers(found[0]), (std::vector<uint64_t>{2, 3}));
  EXPECT_EQ(waiting_text(made, made.threads[1]), "waits for lock 0x10, held by thread 3");
  EXPECT_EQ(waiting_text(made, made.threads[0]), "waits at the end of the region for threads 2, 3");
}

TEST(LiveCycles, AThreadThatWaitsForItself) {
  const std::vector<Cycle> found = cycles(picture({thread(1, kLock, 1, 0x10)}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(numbers(found[0]), (std::vector<uint64_t>{1}));
}

TEST(LiveCycles, AHolderThatWorksIsNoCycle) {
  EXPECT_TRUE(cycles(picture({thread(1, kLock, 2, 0x10), thread(2, kWorks)})).empty());
}

TEST(LiveCycles, ABarrierAndTheEndOfTheRegionNeverMeet) {
  const std::vector<Cycle> found = cycles(picture({thread(1, kBarrier), thread(2, kEnd)}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(numbers(found[0]), (std::vector<uint64_t>{1, 2}));
}

TEST(LiveCycles, ABarrierThatHasLetThemGoIsNone) {
  const Picture made = picture({thread(1, kBarrier), thread(2, kEnd)}, limpid_ompd_barrier_open);
  EXPECT_TRUE(cycles(made).empty());
  EXPECT_EQ(waiting_text(made, made.threads[0]), "waits at an explicit barrier, about to go on");
}

TEST(LiveCycles, OnlyThoseThatLastAreTold) {
  const Picture stuck = picture({thread(1, kLock, 2, 0x10), thread(2, kLock, 1, 0x20)});
  const Picture other = picture({thread(1, kLock, 2, 0x20), thread(2, kLock, 1, 0x10)});
  const Picture free = picture({thread(1, kWorks), thread(2, kLock, 1, 0x20)});
  int reads = 0;
  const auto always = [&] { return ++reads, stuck; };
  EXPECT_EQ(lasting_cycles(stuck, always).size(), 1u);
  EXPECT_EQ(reads, kReadings);
  for (const Picture& last : {other, free}) {
    reads = 0;
    EXPECT_TRUE(lasting_cycles(stuck, [&] { return ++reads < kReadings ? stuck : last; }).empty());
  }
}

TEST(LiveTasks, TaskwaitIsForChildrenTaskgroupForAllBelow) {
  ThreadSeen waits = thread(1, kTaskwait);
  waits.task = task(5, 0, 1);
  const std::vector<TaskSeen> all = {task(5, 0, 1, limpid_ompd_suspended), task(6, 5, 2, limpid_ompd_runs),
                                     task(7, 5), task(8, 6, 3, limpid_ompd_runs),
                                     task(9, 0, 4, limpid_ompd_runs)};
  Picture made = picture({waits, thread(2, kWorks), thread(3, kWorks)}, limpid_ompd_barrier_unknown, all);
  EXPECT_EQ(causes(made, made.threads[0]), (std::vector<uint64_t>{2}));
  EXPECT_EQ(waiting_text(made, made.threads[0]), "waits in taskwait for 2 tasks");
  made.threads[0].state = kTaskgroup;
  EXPECT_EQ(causes(made, made.threads[0]), (std::vector<uint64_t>{2, 3}));
  EXPECT_EQ(waiting_text(made, made.threads[0]), "waits at the end of a taskgroup for 3 tasks");
  EXPECT_EQ(made.tasks->count(), 5u);
  EXPECT_EQ(made.tasks->queued(), 1u);
}

TEST(LiveTasks, ParentsInACircleEnd) {
  EXPECT_EQ(TaskTable({task(1, 2), task(2, 1)}).descendants_of(1).count, 2u);
}

// ---- processes ----

// A program of tests/cli/fixtures, until this goes.
class Running {
 public:
  Running(const std::string& program, const std::vector<std::string>& words) {
    pid_ = fork();
    if (pid_ != 0) return;
    setenv("LD_LIBRARY_PATH", LIMPID_TEST_RUNTIME, 1);
    setenv("OMP_DYNAMIC", "false", 1);
    std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    _exit(127);
  }
  ~Running() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  int pid() const { return pid_; }
  test::Outcome limpid(const std::string& command) const {
    return test::shell(std::string(LIMPID_COMMAND) + " " + command + " " + std::to_string(pid_), "/");
  }

  // What `limpid ps --json` says as soon as it is as wanted. A process that is still about to begin cannot be read.
  json wait_for(const std::function<bool(const json&)>& wanted) const {
    for (;;) {
      const test::Outcome outcome = limpid("ps --json");
      if (outcome.exit != 0) continue;
      const json seen = json::parse(outcome.out);
      if (wanted(seen)) return seen;
    }
  }

 private:
  pid_t pid_ = 0;
};

// How many threads do what the expression says.
size_t doing(const json& seen, const std::string& expression) {
  size_t count = 0;
  for (const json& row : seen["threads"])
    count += std::regex_search(row["does"].get<std::string>(), std::regex(expression));
  return count;
}

class Live : public testing::TestWithParam<std::string> {
 protected:
  std::string program() const { return test::fixture(GetParam()); }
};

TEST_P(Live, ADeadlockIsSaidAndIsTheExitStatus) {
  const Running running(program(), {"deadlock"});
  const json seen =
      running.wait_for([](const json& now) { return doing(now, "^waits for lock .* held by") == 2; });
  ASSERT_EQ(seen["deadlocks"].size(), 1u) << seen;
  const test::Outcome said = running.limpid("ps --deadlock");
  EXPECT_EQ(said.exit, 3);
  EXPECT_NE(said.out.find("Deadlock: 2 threads wait for each other."), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("in the region at standing.c:17 in deadlock"), std::string::npos) << said.out;
  EXPECT_NE(running.limpid("top -n 2 -d 0.05").out.find("Deadlock: 2 threads"), std::string::npos);
  EXPECT_EQ(kill(running.pid(), 0), 0);
}

TEST_P(Live, ABarrierNamesWhoIsMissing) {
  const Running running(program(), {"barrier"});
  const json seen = running.wait_for(
      [](const json& now) { return doing(now, "^waits at an explicit barrier for thread \\d+$") == 2; });
  EXPECT_EQ(seen["deadlocks"].size(), 0u) << seen;
  EXPECT_EQ(seen["regions"], 1);
  for (const json& row : seen["threads"]) {
    EXPECT_EQ(row["team"], 3);
    EXPECT_EQ(row["region"], "standing.c:36 in barrier");
    EXPECT_EQ(row["place"] == 1, row["does"] == "works") << row;
  }
  EXPECT_EQ(running.limpid("ps --deadlock").exit, 0);
}

TEST_P(Live, DifferentBarriersAreADeadlock) {
  const Running running(program(), {"mismatch"});
  running.wait_for(
      [](const json& now) { return doing(now, "^waits at") == 3 && doing(now, "end of the region") == 1; });
  EXPECT_EQ(running.limpid("ps --deadlock").exit, 3);
}

TEST_P(Live, TasksAreCounted) {
  const Running running(program(), {"tasks", "50"});
  const json seen = running.wait_for([](const json& now) { return now["tasks"]["all"] == 50; });
  EXPECT_EQ(seen["tasks"]["waiting"], 49);
  bool runs = false;
  for (const json& row : seen["threads"]) runs |= row["task"] == "standing.c:57 in tasks";
  EXPECT_TRUE(runs) << seen;
}

TEST_P(Live, AHundredThousandTasksAreRead) {
  const Running running(program(), {"crowd", "100000"});
  const json seen = running.wait_for([](const json& now) { return now["tasks"]["all"] == 100'000; });
  EXPECT_EQ(seen["tasks"]["in_queues"], 200);
  EXPECT_EQ(seen["tasks"]["waiting"], 99'600);
  const test::Outcome top = running.limpid("top -n 1");
  EXPECT_EQ(top.exit, 0) << top.err;
  EXPECT_NE(top.out.find("100000 tasks"), std::string::npos) << top.out;
}

TEST_P(Live, TwoHundredThreads) {
  const Running running(program(), {"threads", "200"});
  const json seen = running.wait_for([](const json& now) { return doing(now, "^waits for lock") == 1; });
  EXPECT_EQ(seen["threads"].size(), 200u);
  const test::Outcome text = running.limpid("ps");
  EXPECT_NE(text.out.find("200 threads, 1 region, 0 tasks"), std::string::npos) << text.out;
  EXPECT_EQ(std::count(text.out.begin(), text.out.end(), '\n'), 203);
  EXPECT_NE(running.limpid("top -n 1").out.find("200 threads, 1 region, 0 tasks"), std::string::npos);
}

TEST_P(Live, ContentionIsNoDeadlock) {
  const Running running(program(), {"contend"});
  running.wait_for([](const json& now) { return doing(now, "^waits for lock") > 0; });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(running.limpid("ps --deadlock").exit, 0);
}

INSTANTIATE_TEST_SUITE_P(Builds, Live, testing::Values(LIMPID_TEST_STANDING_BUILDS), [](const auto& build) {
  return std::regex_replace(build.param, std::regex("-"), "_");
});

TEST(LivePs, SaysWhatCannotBeSeen) {
  const auto said = [](const std::string& pid) {
    return test::shell(std::string(LIMPID_COMMAND) + " ps " + pid, "/");
  };
  const test::Outcome another = said(std::to_string(getpid()));
  EXPECT_EQ(another.exit, 1);
  EXPECT_NE(another.err.find("does not run on Limpid's OpenMP runtime"), std::string::npos) << another.err;
  EXPECT_NE(said("4194303").err.find("no process 4194303"), std::string::npos);
  EXPECT_EQ(said("0").exit, 2);
  EXPECT_EQ(said("").exit, 2);
}

TEST(LiveTop, EndsWithTheProcess) {
  Running running(test::fixture("standing"), {"barrier"});
  running.wait_for([](const json& now) { return doing(now, "barrier") == 2; });
  const test::Outcome outcome =
      test::shell("(sleep 0.3; kill -9 " + std::to_string(running.pid()) + ") & " + LIMPID_COMMAND +
                      " top -d 0.05 " + std::to_string(running.pid()),
                  "/");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("THREAD"), std::string::npos);
}

}  // namespace
}  // namespace limpid::cli::live
