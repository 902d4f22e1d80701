// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every OMP_* variable: its documented syntax is understood, anything else is named and leaves the default.
#include "environment_fixture.h"

#include "base/heuristic.h"
#include "core/memory/allocator.h"

namespace {

using namespace limpid::core;
namespace policy = limpid::policy;

TEST_F(EnvironmentTest, DefaultsAreSilent) {
  const Environment e = read();
  expect_silent();
  EXPECT_EQ(e.initial.nthreads, e.global.available_processors);
  EXPECT_EQ(e.initial.thread_limit, kNoThreadLimit);
  EXPECT_EQ(e.initial.run_sched_kind, ScheduleKind::kDynamic);
  EXPECT_EQ(e.initial.run_sched_chunk, 1);
  EXPECT_EQ(e.initial.max_active_levels, 1);
  EXPECT_EQ(e.initial.bind, ProcBind::kFalse);
  EXPECT_EQ(e.initial.def_allocator, 1u);
  EXPECT_EQ(e.global.places.count, 0u);
}

// A program keeps the default of the runtime that it was linked with; the variable counts for more.
TEST_F(EnvironmentTest, ProgramsOfLlvmStartWithAStaticSchedule) {
  const Environment e = read(OwnRuntime::kLlvm);
  EXPECT_EQ(e.initial.run_sched_kind, ScheduleKind::kStatic);
  EXPECT_EQ(e.initial.run_sched_chunk, 0);
  set("OMP_SCHEDULE", "guided");
  EXPECT_EQ(read(OwnRuntime::kLlvm).initial.run_sched_kind, ScheduleKind::kGuided);
}

TEST_F(EnvironmentTest, NumThreadsIsAList) {
  const Environment e = read_with("OMP_NUM_THREADS", " 8 , 4,2 ");
  expect_silent();
  ASSERT_EQ(e.global.nthreads_by_level.count, 3u);
  EXPECT_EQ(e.global.nthreads_by_level.values[2], 2u);
  EXPECT_EQ(e.initial.nthreads, 8u);
  EXPECT_EQ(e.initial.max_active_levels, kSupportedActiveLevels) << "a list means that nesting is wanted";
  EXPECT_EQ(read_with("OMP_NUM_THREADS", "3").initial.max_active_levels, 1);
}

TEST_F(EnvironmentTest, NumThreadsRefusesWhatIsNoThreadCount) {
  for (const char* value :
       {"", "0", "-1", "2,", ",2", "2,0", "two", "3 4", "99999999999999999999", "2147483648", "4x"})
    expect_refused("OMP_NUM_THREADS", value);
}

struct ScheduleCase {
  const char* value;
  ScheduleKind kind;
  int chunk;
  int monotonic;
};

TEST_F(EnvironmentTest, ScheduleTakesModifierKindAndChunk) {
  const ScheduleCase cases[] = {{"static", ScheduleKind::kStatic, 0, 0},
                                {"STATIC,7", ScheduleKind::kStatic, 7, 0},
                                {" Dynamic ", ScheduleKind::kDynamic, 1, 0},
                                {"monotonic:dynamic , 4", ScheduleKind::kDynamic, 4, 1},
                                {"nonmonotonic : guided", ScheduleKind::kGuided, 1, 0},
                                {"guided,10", ScheduleKind::kGuided, 10, 0},
                                {"auto", ScheduleKind::kAuto, 1, 0}};
  for (const ScheduleCase& c : cases) {
    const Environment e = read_with("OMP_SCHEDULE", c.value);
    expect_silent();
    EXPECT_EQ(e.initial.run_sched_kind, c.kind) << c.value;
    EXPECT_EQ(e.initial.run_sched_chunk, c.chunk) << c.value;
    EXPECT_EQ(e.initial.run_sched_monotonic, c.monotonic) << c.value;
  }
}

TEST_F(EnvironmentTest, ScheduleNamesTheDefaultItUses) {
  for (const char* value : {"", "foo", "static,0", "static,-3", "dynamic,", "monotonic",
                            "monotonic:", "dynamic 4", "dynamic,4,4"})
    expect_refused("OMP_SCHEDULE", value);
  expect_refused("OMP_SCHEDULE", "foo");
  EXPECT_NE(messages_.find("using the default (dynamic,1;"), std::string::npos) << messages_;
  EXPECT_TRUE(messages_.starts_with("limpid: ")) << messages_;
}

TEST_F(EnvironmentTest, StackSizeHasUnits) {
  const std::pair<const char*, std::uint64_t> cases[] = {
      {"100", 100 * 1024}, {"100B", 100}, {" 3 k ", 3 * 1024}, {"2m", 2 << 20}, {"1 G", 1ull << 30}};
  for (auto [value, bytes] : cases) {
    EXPECT_EQ(read_with("OMP_STACKSIZE", value).global.stacksize, bytes) << value;
    expect_silent();
  }
  for (const char* value : {"", "0", "-4", "4T", "4kB", "M", "4 M M", "99999999999999G"})
    expect_refused("OMP_STACKSIZE", value);
}

TEST_F(EnvironmentTest, OmpStackSizeWinsOverGomp) {
  set("GOMP_STACKSIZE", "5M");
  EXPECT_EQ(read().global.stacksize, 5u << 20);
  set("OMP_STACKSIZE", "3M");
  EXPECT_EQ(read().global.stacksize, 3u << 20);
}

TEST_F(EnvironmentTest, KmpStackSizeCountsBytesAndComesLast) {
  EXPECT_EQ(read_with("KMP_STACKSIZE", "100000").global.stacksize, 100000u);
  EXPECT_EQ(read_with("KMP_STACKSIZE", "2m").global.stacksize, 2u << 20);
  expect_silent();
  for (const char* value : {"", "0", "-1", "3 bytes"}) expect_refused("KMP_STACKSIZE", value);
  set("OMP_STACKSIZE", "3M");
  EXPECT_EQ(read_with("KMP_STACKSIZE", "2m").global.stacksize, 3u << 20);
}

TEST_F(EnvironmentTest, BlockTimeHasUnitsAndNoEnd) {
  const std::pair<const char*, int> cases[] = {
      {"0", 0},       {"200", 200}, {" 30 ms ", 30},        {"1us", 1},
      {"2001 us", 3}, {"0us", 0},   {"INFINITE", INT32_MAX}};
  for (auto [value, milliseconds] : cases) {
    const Environment e = read_with("KMP_BLOCKTIME", value);
    EXPECT_TRUE(e.global.block_time_given) << value;
    EXPECT_EQ(e.global.block_time, milliseconds) << value;
    expect_silent();
  }
  for (const char* value : {"", "-1", "long", "5s", "99999999999"}) expect_refused("KMP_BLOCKTIME", value);
}

TEST_F(EnvironmentTest, SerialLibraryMeansOneThread) {
  set("OMP_NUM_THREADS", "4");
  EXPECT_EQ(read_with("KMP_LIBRARY", "turnaround").initial.nthreads, 4u);
  const Environment serial = read_with("KMP_LIBRARY", "Serial");
  EXPECT_EQ(serial.global.library, 1);
  EXPECT_EQ(serial.initial.nthreads, 1u);
  expect_refused("KMP_LIBRARY", "gompish");
}

TEST_F(EnvironmentTest, ProcBindIsAListOrATruthValue) {
  const Environment list = read_with("OMP_PROC_BIND", "spread, Close,MASTER,primary");
  expect_silent();
  ASSERT_EQ(list.global.bind_by_level.count, 4u);
  EXPECT_EQ(list.initial.bind, ProcBind::kSpread);
  EXPECT_EQ(list.global.bind_by_level.values[1], ProcBind::kClose);
  EXPECT_EQ(list.global.bind_by_level.values[2], ProcBind::kPrimary);
  EXPECT_EQ(list.global.bind_by_level.values[3], ProcBind::kPrimary);
  EXPECT_GT(list.global.places.count, 0u) << "binding needs places";
  EXPECT_EQ(read_with("OMP_PROC_BIND", "true").initial.bind, ProcBind::kTrue);
  EXPECT_EQ(read_with("OMP_PROC_BIND", "FALSE").global.places.count, 0u);
  for (const char* value : {"", "yes", "true,close", "close,", "close spread"})
    expect_refused("OMP_PROC_BIND", value);
}

TEST_F(EnvironmentTest, LevelsComeFromTheirOwnVariableFirst) {
  EXPECT_EQ(read_with("OMP_MAX_ACTIVE_LEVELS", "3").initial.max_active_levels, 3);
  EXPECT_EQ(read_with("OMP_MAX_ACTIVE_LEVELS", "0").initial.max_active_levels, 0);
  EXPECT_EQ(read_with("OMP_MAX_ACTIVE_LEVELS", "100000").initial.max_active_levels, kSupportedActiveLevels);
  EXPECT_EQ(read_with("OMP_NESTED", "true").initial.max_active_levels, kSupportedActiveLevels);
  set("OMP_NESTED", "true");
  EXPECT_EQ(read_with("OMP_MAX_ACTIVE_LEVELS", "2").initial.max_active_levels, 2);
  unsetenv("OMP_NESTED");
  expect_refused("OMP_MAX_ACTIVE_LEVELS", "-1");
  expect_refused("OMP_NESTED", "1");
}

TEST_F(EnvironmentTest, WordsAndNumbers) {
  EXPECT_EQ(read_with("OMP_DYNAMIC", "TRUE").initial.dynamic, 1);
  EXPECT_EQ(read_with("OMP_WAIT_POLICY", "active").global.wait_policy, WaitPolicy::kActive);
  EXPECT_EQ(read_with("OMP_WAIT_POLICY", " PASSIVE").global.wait_policy, WaitPolicy::kPassive);
  EXPECT_EQ(read_with("OMP_THREAD_LIMIT", "5").initial.thread_limit, 5u);
  EXPECT_TRUE(read_with("OMP_CANCELLATION", "true").global.cancellation);
  EXPECT_EQ(read_with("OMP_DISPLAY_ENV", "Verbose").global.display_env, DisplayEnv::kVerbose);
  EXPECT_TRUE(read_with("OMP_DISPLAY_AFFINITY", "true").global.display_affinity);
  EXPECT_EQ(read_with("OMP_DEFAULT_DEVICE", "2").initial.default_device, 2);
  EXPECT_EQ(read_with("OMP_MAX_TASK_PRIORITY", "9").global.max_task_priority, 9u);
  EXPECT_EQ(read_with("OMP_TARGET_OFFLOAD", "Mandatory").global.target_offload, TargetOffload::kMandatory);
  EXPECT_FALSE(read_with("OMP_TOOL", "disabled").global.tool_enabled);
  EXPECT_TRUE(read_with("OMP_DEBUG", "enabled").global.debug_enabled);
  EXPECT_TRUE(read_with("OMP_OMPD", "on").global.ompd_enabled);
  EXPECT_FALSE(read_with("LIMPID_FREED_MEMORY", "Return").global.keeps_freed_memory);
  EXPECT_STREQ(read_with("LIMPID_ENGINE_GCC", "/opt/gcc/libgomp.so.1").global.engine_gcc,
               "/opt/gcc/libgomp.so.1");
  EXPECT_STREQ(read_with("LIMPID_ENGINE_GCC", "None").global.engine_gcc, "");
  EXPECT_EQ(read_with("OMP_NUM_TEAMS", "6").num_teams, 6u);
  EXPECT_EQ(read_with("OMP_TEAMS_THREAD_LIMIT", "7").teams_thread_limit, 7u);
}

TEST_F(EnvironmentTest, EverythingElseIsRefusedByName) {
  const std::pair<const char*, const char*> cases[] = {
      {"OMP_DYNAMIC", "maybe"},       {"OMP_WAIT_POLICY", "lazy"},
      {"OMP_THREAD_LIMIT", "0"},      {"OMP_CANCELLATION", ""},
      {"OMP_DISPLAY_ENV", "loud"},    {"OMP_DISPLAY_AFFINITY", "2"},
      {"OMP_DEFAULT_DEVICE", "-1"},   {"OMP_MAX_TASK_PRIORITY", "-2"},
      {"OMP_TARGET_OFFLOAD", "on"},   {"OMP_DEBUG", "true"},
      {"OMP_OMPD", "enabled"},        {"OMP_NUM_TEAMS", "0"},
      {"OMP_TEAMS_THREAD_LIMIT", ""}, {"OMP_ALLOCATOR", "my_alloc"},
      {"GOMP_SPINCOUNT", "often"},    {"OMP_TOOL_VERBOSE_INIT", ""},
      {"GOMP_CPU_AFFINITY", "0-"},    {"OMP_ALLOCATOR", "omp_const_mem_space:"},
      {"LIMPID_FREED_MEMORY", "no"},  {"LIMPID_ENGINE_GCC", " "}};
  for (auto [name, value] : cases) expect_refused(name, value);
}

TEST_F(EnvironmentTest, WithoutTakesNamesOfHeuristics) {
  read_with("LIMPID_WITHOUT", " steal_half , Lock_Polls");
  expect_silent();
  EXPECT_FALSE(policy::enabled(policy::steal_half));
  EXPECT_FALSE(policy::enabled(policy::lock_polls));
  EXPECT_TRUE(policy::enabled(policy::ranges));
  read_with("LIMPID_WITHOUT", "ranges");
  EXPECT_TRUE(policy::enabled(policy::steal_half));
  EXPECT_FALSE(policy::enabled(policy::ranges));
  for (const char* value : {"", "steal", "steal_half,", "steal_half lock_polls", "all"})
    expect_refused("LIMPID_WITHOUT", value);
  EXPECT_FALSE(policy::enabled(policy::ranges)) << "a wrong value changes nothing";
  policy::g_without = 0;
}

TEST_F(EnvironmentTest, ToolVariables) {
  EXPECT_STREQ(read_with("OMP_TOOL", "yes").global.wrong_tool, "yes");
  EXPECT_STREQ(read_with("OMP_TOOL", "").global.wrong_tool, "");
  EXPECT_EQ(read_with("OMP_TOOL", " Enabled ").global.wrong_tool, nullptr);
  EXPECT_STREQ(read_with("LIMPID_CUPTI", "/a/libcupti.so").global.cupti, "/a/libcupti.so");
  expect_refused("LIMPID_CUPTI", "");
  EXPECT_STREQ(read_with("OMP_TOOL_LIBRARIES", "/a/b.so:/c/d.so").global.tool_libraries, "/a/b.so:/c/d.so");
  EXPECT_EQ(read_with("OMP_TOOL_VERBOSE_INIT", "disabled").global.tool_verbose_init, nullptr);
  EXPECT_STREQ(read_with("OMP_TOOL_VERBOSE_INIT", "STDERR").global.tool_verbose_init, "stderr");
  EXPECT_STREQ(read_with("OMP_TOOL_VERBOSE_INIT", "/tmp/Log").global.tool_verbose_init, "/tmp/Log");
}

TEST_F(EnvironmentTest, AllocatorIsAPredefinedOneOrASpaceWithTraits) {
  EXPECT_EQ(read_with("OMP_ALLOCATOR", "omp_high_bw_mem_alloc").initial.def_allocator, 4u);
  const Environment e =
      read_with("OMP_ALLOCATOR",
                "omp_large_cap_mem_space : alignment=128, fallback = null_fb,pool_size=1000000,access=all");
  expect_silent();
  ASSERT_FALSE(is_predefined(e.initial.def_allocator));
  const auto* const allocator = reinterpret_cast<const Allocator*>(e.initial.def_allocator);
  EXPECT_EQ(allocator->mem_space, 1u);
  EXPECT_EQ(allocator->alignment, 128u);
  EXPECT_EQ(allocator->pool_size, 1000000u);
  EXPECT_EQ(allocator->fallback, Fallback::kNull);
  destroy_allocator(e.initial.def_allocator);
  expect_refused("OMP_ALLOCATOR", "omp_default_mem_space:alignment=3");
  expect_refused("OMP_ALLOCATOR", "omp_default_mem_space:color=blue");
}

TEST_F(EnvironmentTest, SpinCountHasUnitsAndNoEnd) {
  EXPECT_EQ(read_with("GOMP_SPINCOUNT", "5k").global.spin_count, 5000u);
  EXPECT_EQ(read_with("GOMP_SPINCOUNT", "infinity").global.spin_count, UINT64_MAX);
  const Environment none = read_with("GOMP_SPINCOUNT", "0");
  EXPECT_TRUE(none.global.spin_count_given);
  EXPECT_EQ(none.global.spin_count, 0u);
}

}  // namespace
