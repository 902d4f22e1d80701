// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole recordings: is what the file says what the program did? Where time is the question, time is a script,
// and the answers are exact.
#include <gtest/gtest.h>
#include <omp-tools.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "recording.h"

namespace limpid::test {
namespace {

// Everything the script lets pass in f and g, and nothing else, is found there, under `outer`.
void expect_split(const Recording& run, const std::vector<std::string>& outer) {
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(run.time("f"), 3 * run.time("g"));
  EXPECT_GT(run.time("g"), 0u);
  for (const char* name : {"f", "g"}) {
    std::vector<std::string> path = outer;
    path.emplace_back(name);
    EXPECT_EQ(p.time(path), run.time(name)) << name;
    EXPECT_EQ(p.time({name}), run.time(name)) << name;
  }
  EXPECT_EQ(p.time(), run.time("f") + run.time("g"));
}

TEST(Scripted, WorkIsWhereItWas) {
  const Recording run(Clock::kScripted, "steps", {"direct"});
  expect_split(run, {"main", "direct", "<parallel>"});
  // Two threads were seen in each of the rounds, and that took the sampler time.
  EXPECT_EQ(run.profile()->counters.ticks, 24u);
  EXPECT_EQ(run.profile()->counters.samples, 2 * 24u);
  EXPECT_GT(run.profile()->counters.sampler_cpu_ns, 0u);
}

TEST(Scripted, TasksAreUnderTheirCreators) {
  expect_split(Recording(Clock::kScripted, "steps", {"task"}),
               {"main", "tasks", "<parallel>", "in_tasks", "<task>"});
}

TEST(Scripted, NestedRegionsAreUnderTheirCreators) {
  expect_split(Recording(Clock::kScripted, "steps", {"nested"}),
               {"main", "nested", "<parallel>", "nested_part", "<parallel>"});
}

TEST(Scripted, InlinedCodeIsTheCallers) {
  const Recording run(Clock::kScripted, "steps", {"inlined"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  EXPECT_EQ(p.time({"main", "inlined", "<parallel>", "inlined._omp_fn.0"}), run.time("f") + run.time("g"));
  EXPECT_EQ(p.time(), run.time("f") + run.time("g"));
}

TEST(Scripted, WaitingIsWaitingAndChargedToTheHolder) {
  const Recording run(Clock::kScripted, "steps", {"lock"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_GT(run.time("wait"), 0u);
  EXPECT_EQ(p.time({"<parallel>", "want_lock"}, ompt_state_wait_lock), run.time("wait"));
  EXPECT_EQ(p.time({}, ompt_state_wait_lock), run.time("wait"));
  uint64_t blamed = 0;
  for (const profile::BlameRecord& b : p->blames) {
    blamed += b.wait_ns;
    EXPECT_EQ(b.kind, static_cast<uint32_t>(ompt_mutex_lock));
    EXPECT_EQ(p.path(b.node).at(0), "hold_lock");
  }
  EXPECT_EQ(blamed, run.time("wait"));
  for (const profile::Sample& s : p->samples) {
    if (s.state == ompt_state_wait_lock) {
      EXPECT_NE(s.wait_id, 0u);
    }
  }
}

// Threads that sleep in the user's own code are found with their stacks, outside of regions and inside.
TEST(Scripted, SleepersAreSeenAndNotDisturbed) {
  const Recording run(Clock::kScripted, "sleeps", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("early"), 0);
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  for (const char* name : {"sleep_read", "sleep_poll", "sleep_select", "sleep_epoll", "sleep_nanosleep",
                           "sleep_sigtimedwait", "sleep_semaphore"}) {
    EXPECT_EQ(p.time({"main", name}), 2 * run.time("each")) << name;
    EXPECT_EQ(p.time({"main", "<parallel>", name}), run.time("each")) << name;
    EXPECT_EQ(p.time({name}, ompt_state_work_serial), run.time("each")) << name;
    EXPECT_EQ(p.time({name}, ompt_state_work_parallel), run.time("each")) << name;
  }
  for (const profile::Sample& s : p->samples) {
    // The thread that lets time pass uses no OpenMP, and runs.
    if (s.weight_ns != 0 && s.state != ompt_state_undefined) {
      EXPECT_NE(s.flags & static_cast<uint16_t>(profile::SampleFlag::kBlocked), 0u) << s.node;
    }
  }
}

// Its time is known, its place is not, and that is said.
TEST(Scripted, AThreadThatNeverAnswersHasTimeAndNoPlace) {
  const Recording run(Clock::kScripted, "silent", {"ever"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(p.time({"<parallel>", "blocked"}), run.time("blocked"));
  EXPECT_EQ(p.time({"<parallel>", "<truncated>"}), run.time("blocked"));
  EXPECT_FALSE(p->notes.empty());
}

TEST(Scripted, AnAnswerThatComesLateHoldsFromTheRoundOn) {
  const Recording run(Clock::kScripted, "silent", {"while"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(p.time({"<parallel>", "blocked"}), 2 * run.time("blocked"));
  EXPECT_EQ(p.time({"<parallel>", "open_again"}), 2 * run.time("open"));
  EXPECT_EQ(p.time(), 2 * (run.time("blocked") + run.time("open")));
}

TEST(Scripted, ASignalOfTheUsersChoice) {
  const Recording run(Clock::kScripted, "steps", {"direct"}, {"LIMPID_SIGNAL=RTMIN+4"});
  expect_split(run, {"main", "direct", "<parallel>"});
  EXPECT_EQ(static_cast<int>(run.profile()->run.sample_signal), SIGRTMIN + 4);
}

TEST(Scripted, LibrariesThatComeAndGoAreNamed) {
  const Recording run(Clock::kScripted, "plugins", {program_path("plugin.so")});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(p.time({"main", "<parallel>", "main._omp_fn.0", "plugin_stand"}), run.time("named"));
  EXPECT_EQ(p.time(), run.time("named"));
}

TEST(Scripted, BecomesTotalsWhenTheBudgetIsUsedUp) {
  // What goes before the first sample is as large as the budget.
  const Recording run(Clock::kScripted, "steps", {"direct"},
                      {"LIMPID_MAX_SIZE=16k", "OMP_LARGE=" + std::string(16 << 10, 'x')});
  expect_split(run, {"main", "direct", "<parallel>"});
  const auto& samples = run.profile()->samples;
  EXPECT_TRUE(std::any_of(samples.begin(), samples.end(), [](const profile::Sample& s) {
    return (s.flags & static_cast<uint16_t>(profile::SampleFlag::kAggregated)) != 0;
  }));
  EXPECT_FALSE(run.profile()->notes.empty());
}

TEST(Recording, TellsCallersOfEqualDepthApart) {
  const Recording run(Clock::kReal, "callers", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_NE(run.output().find("fib 6765"), std::string::npos);
  std::map<std::string, uint64_t> counts;
  for (const profile::RegionRecord& r : p->regions) {
    const auto path = p.path(r.node);
    EXPECT_EQ(path.at(0), "<parallel>");
    if (std::find(path.begin(), path.end(), "left") != path.end()) counts["left"] += r.count;
    if (std::find(path.begin(), path.end(), "right") != path.end()) counts["right"] += r.count;
    EXPECT_LE(r.shortest_ns * r.count, r.elapsed_ns + r.count);
    EXPECT_GE(r.longest_ns * r.count + r.count, r.elapsed_ns);
    EXPECT_EQ(r.actual_size, 2u);
    EXPECT_NEAR(static_cast<double>(r.capacity_ns), 2.0 * static_cast<double>(r.elapsed_ns), 100.0);
  }
  EXPECT_EQ(counts["left"], 150u);
  EXPECT_EQ(counts["right"], 150u);
}

// To be told of each of so many tasks may cost more than the default allows, on a slow or busy machine.
constexpr const char* kEachTaskIsTold = "LIMPID_MAX_COST=50";

TEST(Recording, RecursiveTasksHaveFewContexts) {
  const Recording run(Clock::kReal, "callers", {"20"}, {kEachTaskIsTold});
  ASSERT_TRUE(run.exited(0));
  uint64_t created = 0;
  for (const profile::TaskRecord& t : run.profile()->tasks) created += t.count;
  EXPECT_EQ(created, 2 * (10946u - 1));  // fib(20) creates two tasks per call with n >= 2
  EXPECT_EQ(run.profile()->counters.tasks, created);
  EXPECT_LE(run.profile()->tasks.size(), 32u);
}

TEST(Recording, RecursionHasAContextForEachConstruct) {
  constexpr uint64_t kDepth = 5;
  const Recording run(Clock::kReal, "recursion", {std::to_string(kDepth)}, {kEachTaskIsTold});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  uint64_t each = 0;
  for (uint64_t depth = 0, calls = 1; depth < kDepth; ++depth, calls *= 7) each += calls;
  const NamedProfile& p = run.profile();
  EXPECT_EQ(p->tasks.size(), 7u);
  for (const profile::TaskRecord& t : p->tasks) {
    EXPECT_EQ(t.count, each);
    std::vector<std::string> innermost = p.path(t.node);
    innermost.resize(4);
    EXPECT_EQ(innermost, (std::vector<std::string>{"<task>", "divide", "<parallel>", "main"}));
  }
  EXPECT_LE(p->counters.contexts_captured, 64u) << "a walk for each order of constructs";
}

// Whatever the callbacks cost, they may cost next to nothing here.
TEST(Recording, TasksAreEstimatedWhereTellingOfEachCostsTooMuch) {
  const Recording run(Clock::kReal, "callers", {"27"}, {"LIMPID_MAX_COST=0.01"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_NE(run.output().find("fib 196418"), std::string::npos);
  const NamedProfile& p = run.profile();
  constexpr uint64_t kCreated = 2 * (317811u - 1);
  uint64_t told = 0;
  for (const profile::TaskRecord& t : p->tasks) told += t.count;
  EXPECT_LT(told, kCreated);
  EXPECT_GT(told, 0u);
  EXPECT_EQ(p->counters.tasks, told);
  EXPECT_GT(p->counters.unheard_ns, 0u);
  EXPECT_TRUE(std::any_of(p->notes.begin(), p->notes.end(),
                          [](const std::string& n) { return n.starts_with("Tasks are created so fast"); }));
  expect_whole_lives(*p);
}

// What regions cost is no reason to leave tasks unheard.
TEST(Recording, RegionsLeaveTasksHeard) {
  const Recording run(Clock::kReal, "storm", {"20000"}, {"LIMPID_MAX_COST=0.01"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  EXPECT_EQ(p->counters.regions, 20001u);
  EXPECT_EQ(p->counters.unheard_ns, 0u);
  uint64_t told = 0;
  for (const profile::TaskRecord& t : p->tasks) told += t.count;
  EXPECT_EQ(told, 2u);
  EXPECT_TRUE(std::none_of(p->notes.begin(), p->notes.end(),
                           [](const std::string& n) { return n.starts_with("Tasks are created so fast"); }));
}

// Where implicit tasks come so fast that nobody is told of them, threads are found in their regions all the same.
TEST(Recording, RegionsAreKnownWhereNobodyTellsOfImplicitTasks) {
  const Recording run(Clock::kReal, "bursts", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  EXPECT_EQ(p->text("setting:implicit_tasks"), "told while regions are rare");
  expect_whole_lives(*p);
  const uint64_t asleep = p.time({"main", "burst", "<parallel>", "nap"});
  EXPECT_GT(asleep, 500 * kMillisecond) << "both threads";
  EXPECT_EQ(p.time({"nap"}), asleep);
  const uint64_t by_tasks = p.time({"main", "burst", "<parallel>", "tasks", "<task>", "work"});
  const uint64_t by_nested = p.time({"main", "burst", "<parallel>", "inner", "<parallel>", "work"});
  EXPECT_GT(by_tasks, 0u);
  EXPECT_GT(by_nested, 0u);
  EXPECT_EQ(p.time({"work"}), by_tasks + by_nested);
  uint64_t count = 0;
  for (const profile::RegionRecord& r : p->regions) {
    count += r.count;
    const std::string where = p.path(r.node).at(1);
    EXPECT_EQ(r.smallest_size, where == "inner" ? 1u : 2u) << where;
    EXPECT_EQ(r.largest_size, where == "inner" ? 1u : 2u) << where;
  }
  EXPECT_EQ(count, static_cast<uint64_t>(run.number("regions")));
}

bool has_ended(pid_t program) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid != 0;
}

// For how long the threads of a running program, added up, have been ready without a processor.
std::chrono::nanoseconds queued(pid_t program) {
  uint64_t sum = 0;
  std::error_code gone;
  const auto threads = "/proc/" + std::to_string(program) + "/task";
  for (const auto& thread : std::filesystem::directory_iterator(threads, gone)) {
    uint64_t ran = 0, waited = 0;
    if (std::ifstream(thread.path() / "schedstat") >> ran >> waited) sum += waited;
  }
  return std::chrono::nanoseconds(sum);
}

// Whether other programs take processors from this one. For 30 s it is not asked; then it is where its threads have
// waited for them for a fiftieth of the time.
bool is_crowded_out(pid_t program, std::chrono::steady_clock::time_point since) {
  const auto lived = std::chrono::steady_clock::now() - since;
  return lived > std::chrono::seconds(30) && queued(program) > lived / 50;
}

// Until the file of a running program has what is wanted, however long that takes, or the program ends.
template <typename Wanted>
void await(const std::string& path, pid_t program, Wanted wanted) {
  for (; !has_ended(program); std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
    profile::Profile so_far;
    std::string error;
    if (profile::read_profile(path, &so_far, &error) && wanted(so_far.counters)) return;
  }
}

TEST(Recording, TakesSamplesInRealTime) {
  const Recording run(Clock::kReal, "until", {"%folder/enough"}, {"LIMPID_FREQUENCY=1000"},
                      [](const std::string& folder, pid_t program) {
                        await(folder + "/p.limpid", program,
                              [](const profile::CountersRecord& so_far) { return so_far.samples >= 300; });
                        std::ofstream(folder + "/enough");
                      });
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_GE(p->counters.samples, 300u);
  EXPECT_GE(p->counters.ticks, 75u) << "two threads; their own timers take a part";
  // Whatever was seen of work is in its place.
  EXPECT_GT(p.time({"work"}), 0u);
  EXPECT_EQ(p.time({"work"}), p.time({"main", "<parallel>", "work"}));
}

// At a rate that the kernel's tick allows, most samples of threads that only work come of timers of their own. While
// they have to wait for processors, the sampler looks at them itself.
TEST(Recording, ThreadsThatRunAskThemselves) {
  bool asked = false;
  const Recording run(Clock::kReal, "until", {"%folder/enough"}, {"LIMPID_FREQUENCY=200"},
                      [&](const std::string& folder, pid_t program) {
                        const auto since = std::chrono::steady_clock::now();
                        await(folder + "/p.limpid", program, [&](const profile::CountersRecord& so_far) {
                          asked = so_far.samples > 2 * so_far.ticks + 200;
                          return asked || is_crowded_out(program, since);
                        });
                        std::ofstream(folder + "/enough");
                      });
  ASSERT_TRUE(run.exited(0)) << run.messages();
  if (!asked) GTEST_SKIP() << "other programs keep the processors busy";
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_GT(p.time({"work"}), 0u);
  EXPECT_EQ(p.time({"work"}), p.time({"main", "<parallel>", "work"}));
}

TEST(Recording, SleepsAreNotCutShort) {
  const Recording run(Clock::kReal, "naps", {}, {"LIMPID_FREQUENCY=2000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("early"), 0) << run.messages();
  expect_whole_lives(*run.profile());
}

TEST(Recording, LivesWithTheProgramsSignals) {
  const Recording run(Clock::kReal, "signals", {}, {"LIMPID_FREQUENCY=1000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_NE(run.output().find("ticks enough"), std::string::npos);
  expect_whole_lives(*run.profile());
  for (const std::string& note : run.profile()->notes)
    EXPECT_EQ(note.find("blocks"), std::string::npos)
        << "one thread blocks all signals, and is sampled: " << note;
}

TEST(Recording, FollowsLibrariesThatComeAndGo) {
  const Recording run(Clock::kReal, "plugins", {program_path("plugin.so")}, {"LIMPID_FREQUENCY=1000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  expect_whole_lives(*run.profile());
}

TEST(Recording, ManyThreads) {
  const Recording run(Clock::kReal, "crowd", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("count"), 5 * 300 + 40 * 2);
  EXPECT_GE(run.profile()->threads.size(), 300u);
  expect_whole_lives(*run.profile());
}

uint64_t life_of(const profile::Thread& thread) {
  return thread.end_ns - thread.begin_ns;
}

// Their time is their own: all of it is under their threads, and none of it anywhere else.
void expect_outsiders(const NamedProfile& p, size_t computers) {
  expect_whole_lives(*p);
  uint64_t lives = 0;
  size_t others = 0;
  for (const profile::Thread& t : p->threads) {
    if (t.type != profile::ThreadType::kOther) continue;
    ++others;
    lives += life_of(t);
  }
  EXPECT_EQ(others, computers + 1);
  EXPECT_EQ(p.time({"<thread>"}), lives);
  EXPECT_EQ(p.time({"<thread>"}, ompt_state_undefined), lives);
  EXPECT_GT(p.time({"<thread>", "heavy_in_pthread"}), 0u);
  EXPECT_EQ(p.time({"<thread>", "heavy_in_pthread"}), p.time({"heavy_in_pthread"}));
  EXPECT_EQ(p.time({"<thread>", "<parallel>"}), 0u);
  EXPECT_GT(p.time({"<parallel>", "heavy_in_region"}), 0u);
  size_t named = 0;
  for (const profile::OutsiderRecord& each : p->outsiders) {
    EXPECT_EQ(each.sampled, 1u);
    if (each.os_tid != 0) ++named;
    EXPECT_STREQ(each.name, "outsiders");
  }
  EXPECT_EQ(named, computers) << "one came to use OpenMP";
}

TEST(Recording, ThreadsThatNeverUseOpenMPAreSampled) {
  const Recording run(Clock::kReal, "outsiders", {}, {"LIMPID_FREQUENCY=1000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const auto computers = static_cast<size_t>(run.number("computers"));
  expect_outsiders(run.profile(), computers);
  uint64_t joining = 0;
  for (const profile::Sample& s : run.profile()->samples) {
    const std::vector<std::string> path = run.profile().path(s.node);
    if (s.blocked == profile::BlockedKind::kFutex && std::count(path.begin(), path.end(), "main") != 0)
      joining += s.weight_ns;
  }
  EXPECT_GT(joining, 0u) << "main waits for the end of its threads";
}

TEST(Recording, CarriesItsMetadata) {
  const Recording run(Clock::kReal, "ends", {"return", "an argument"}, {"OMP_DYNAMIC=false"});
  ASSERT_TRUE(run.exited(0));
  const profile::Profile& p = *run.profile();
  EXPECT_EQ(p.text("command"),
            program_path("ends") + std::string(1, '\0') + "return" + std::string(1, '\0') + "an argument");
  EXPECT_EQ(p.text("env:OMP_DYNAMIC"), "false");
  EXPECT_EQ(p.text("callback:parallel_begin"), "always");
  EXPECT_FALSE(p.text("runtime").empty());
  EXPECT_FALSE(p.text("host").empty());
  EXPECT_NE(p.run.runtime_connected_ns, 0u);
  EXPECT_EQ(p.run.requested_mhz, 200000u);
  EXPECT_EQ(p.finish.reason, static_cast<uint32_t>(profile::FinishReason::kExit));
}

TEST(Recording, WrongSettingsAreNamedAndDefaultsUsed) {
  const Recording run(
      Clock::kReal, "ends", {"return"},
      {"LIMPID_FREQUENCY=often", "LIMPID_SIGNAL=KILL", "LIMPID_MAX_SIZE=3x", "LIMPID_MAX_COST=1%"});
  ASSERT_TRUE(run.exited(0));
  for (const char* text :
       {"LIMPID_FREQUENCY=often", "LIMPID_SIGNAL=KILL", "LIMPID_MAX_SIZE=3x", "LIMPID_MAX_COST=1%"}) {
    EXPECT_NE(run.messages().find(text), std::string::npos) << run.messages();
  }
  EXPECT_EQ(run.profile()->run.requested_mhz, 200000u);
}

}  // namespace
}  // namespace limpid::test
