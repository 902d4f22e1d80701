// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Advice: each rule on a run that gives reason for it and on one that does not, with the seconds that follow.
#include "advice/advice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/worksharing.h"
#include "code/module_code.h"
#include "support/known_run.h"

namespace limpid::cli::advice {
namespace {

using analysis::Analysis;
using profile::BlockedKind;
using profile::DeviceWork;
using profile::NodeKind;
using profile::ThreadType;
using test::analyze_files;
using test::ProfileWriter;
using test::ScratchDirectory;

using test::kMs;
constexpr uint64_t kCode = 0x1000000;
constexpr uint16_t kSerial = 0x000, kWork = 0x001, kBarrier = 0x011, kCritical = 0x042, kIdle = 0x100,
                   kOverhead = 0x101;

// A process of two threads for two seconds; tests say what they do.
class AdviceOn : public testing::Test {
 protected:
  AdviceOn() {
    writer_.run(1);
    writer_.module(kCode, kCode, kCode + 0x1000, "/nowhere/program");
    writer_.thread(0, ThreadType::kInitial, 0, 2000);
    writer_.thread(1, ThreadType::kWorker, 0, 2000);
    program_ = writer_.node(0, NodeKind::kProgram);
    main_ = writer_.node(program_, NodeKind::kFrame, kCode + 0x11);
    region_ = writer_.node(main_, NodeKind::kParallel, kCode + 0x11);
    body_ = writer_.node(region_, NodeKind::kLeaf, kCode + 0x40);
    in_main_ = writer_.node(program_, NodeKind::kLeaf, kCode + 0x10);
  }

  std::vector<Advice> advice() {
    writer_.counters(800, 0);
    writer_.finish(2000);
    return advise(analyze_files({scratch_.write("a.limpid", writer_.bytes())}));
  }

  static const Advice* find(const std::vector<Advice>& all, std::string_view kind) {
    auto at = std::find_if(all.begin(), all.end(), [&](const Advice& a) { return a.kind == kind; });
    return at == all.end() ? nullptr : &*at;
  }

  static double ms(const Advice& advice) { return static_cast<double>(advice.gain_ns) / kMs; }

  ScratchDirectory scratch_;
  ProfileWriter writer_;
  uint32_t program_ = 0, main_ = 0, region_ = 0, body_ = 0, in_main_ = 0;
};

TEST_F(AdviceOn, CleanProgramGetsNone) {
  writer_.sample(0, body_, kWork, 2000, 2000);
  writer_.sample(1, body_, kWork, 1960, 1960);
  writer_.sample(1, region_, kBarrier, 2000, 40);
  writer_.region(region_, 10, 2000, 2);
  EXPECT_TRUE(advice().empty());
}

// One thread works twice as long as the other: 1000 ms of waiting are 500 ms of the run, less what the recording
// may have caused: 50 us of each 200 ms.
TEST_F(AdviceOn, Imbalance) {
  writer_.sample(0, body_, kWork, 2000, 2000);
  writer_.sample(1, body_, kWork, 1000, 1000);
  writer_.sample(1, region_, kBarrier, 2000, 1000);
  writer_.region(region_, 10, 2000, 2);
  std::vector<Advice> all = advice();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].kind, "imbalance");
  EXPECT_DOUBLE_EQ(ms(all[0]), 499.5);
  EXPECT_NE(all[0].finding.find("threads waited 1.00 s"), std::string::npos) << all[0].finding;
  EXPECT_NE(all[0].finding.find("balance 0.75"), std::string::npos) << all[0].finding;
}

// The same samples of instances that last 40 us: the recording may have caused all of it.
TEST_F(AdviceOn, WaitingThatTheRecordingMayHaveCausedIsNone) {
  writer_.sample(0, body_, kWork, 2000, 2000);
  writer_.sample(1, body_, kWork, 1000, 1000);
  writer_.sample(1, region_, kBarrier, 2000, 1000);
  writer_.region(region_, 50'000, 2000, 2);
  EXPECT_TRUE(advice().empty());
}

// 500,000 instances of 2.4 us each: starting them costs a microsecond each, at least.
TEST_F(AdviceOn, ShortRegions) {
  writer_.sample(0, body_, kWork, 1200, 1200);
  writer_.sample(1, body_, kWork, 1200, 1200);
  writer_.sample(0, in_main_, kSerial, 2000, 800);
  writer_.sample(1, program_, kIdle, 2000, 800);
  writer_.region(region_, 500'000, 1200, 2);
  std::vector<Advice> all = advice();
  const Advice* storm = find(all, "short regions");
  ASSERT_NE(storm, nullptr);
  EXPECT_DOUBLE_EQ(ms(*storm), 500);
  EXPECT_NE(storm->finding.find("500,000 times for 2.4 us each"), std::string::npos) << storm->finding;
  const Advice* serial = find(all, "serial code");
  ASSERT_NE(serial, nullptr);
  EXPECT_DOUBLE_EQ(ms(*serial), 400);
  EXPECT_NE(serial->finding.find("For 0.80 s of 2.00 s"), std::string::npos) << serial->finding;
}

// A million tasks of one microsecond; a quarter of the threads' time goes into making them.
TEST_F(AdviceOn, FineTasks) {
  uint32_t task = writer_.node(body_, NodeKind::kTask, kCode + 0x41);
  uint32_t in_task = writer_.node(task, NodeKind::kLeaf, kCode + 0x80);
  writer_.sample(0, region_, kOverhead, 1000, 1000);
  writer_.sample(0, body_, kWork, 2000, 1000);
  writer_.sample(1, in_task, kWork, 1000, 1000);
  writer_.sample(1, body_, kWork, 2000, 1000);
  writer_.region(region_, 1, 2000, 2);
  writer_.task(task, 1'000'000);
  std::vector<Advice> all = advice();
  const Advice* tasks = find(all, "fine tasks");
  ASSERT_NE(tasks, nullptr);
  EXPECT_DOUBLE_EQ(ms(*tasks), 500);
  EXPECT_NE(tasks->finding.find("1,000,000 tasks"), std::string::npos) << tasks->finding;
  EXPECT_NE(tasks->finding.find("did 1 us of work each"), std::string::npos) << tasks->finding;
}

// The same where most of the tasks are estimated.
TEST_F(AdviceOn, FineTasksThatNobodyToldOf) {
  uint32_t task = writer_.node(body_, NodeKind::kTask, kCode + 0x41);
  uint32_t in_task = writer_.node(task, NodeKind::kLeaf, kCode + 0x80);
  writer_.sample(0, region_, kOverhead, 1000, 1000);
  writer_.sample(0, body_, kWork, 2000, 1000);
  writer_.sample(1, in_task, kWork, 1000, 1000);
  writer_.sample(1, body_, kWork, 2000, 1000);
  writer_.region(region_, 1, 2000, 2);
  writer_.task(task, 10'000, 990'000);
  std::vector<Advice> all = advice();
  const Advice* tasks = find(all, "fine tasks");
  ASSERT_NE(tasks, nullptr);
  EXPECT_TRUE(tasks->finding.starts_with("About 1,000,000 tasks")) << tasks->finding;
  EXPECT_NE(tasks->finding.find("did 1 us of work each"), std::string::npos) << tasks->finding;
}

// A thousand tasks of one millisecond are none too fine, whatever else OpenMP does.
TEST_F(AdviceOn, LongTasksAreNotFine) {
  uint32_t task = writer_.node(body_, NodeKind::kTask, kCode + 0x41);
  uint32_t in_task = writer_.node(task, NodeKind::kLeaf, kCode + 0x80);
  writer_.sample(0, region_, kOverhead, 1000, 1000);
  writer_.sample(0, body_, kWork, 2000, 1000);
  writer_.sample(1, in_task, kWork, 2000, 2000);
  writer_.region(region_, 1, 2000, 2);
  writer_.task(task, 1000);
  EXPECT_EQ(find(advice(), "fine tasks"), nullptr);
}

TEST_F(AdviceOn, Locks) {
  writer_.sample(0, body_, kWork, 2000, 2000);
  writer_.sample(1, body_, kWork, 1200, 1200);
  writer_.sample(1, body_, kCritical, 2000, 800);
  writer_.region(region_, 1, 2000, 2);
  writer_.blame(body_, 5, 800, 1000);
  std::vector<Advice> all = advice();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].kind, "lock");
  EXPECT_DOUBLE_EQ(ms(all[0]), 400);
  EXPECT_NE(all[0].finding.find("waited 0.80 s for locks"), std::string::npos) << all[0].finding;
  EXPECT_NE(all[0].finding.find("0.80 s of it for a critical"), std::string::npos) << all[0].finding;
}

TEST_F(AdviceOn, MoreThreadsThanProcessors) {
  ProfileWriter writer;
  writer.run(1, -1, true, 1);
  writer.module(kCode, kCode, kCode + 0x1000, "/nowhere/program");
  writer.info("env:OMP_NUM_THREADS", "2");
  writer.info("env:OMP_WAIT_POLICY", "ACTIVE");
  writer.thread(0, ThreadType::kInitial, 0, 2000);
  writer.thread(1, ThreadType::kWorker, 0, 2000);
  uint32_t program = writer.node(0, NodeKind::kProgram);
  uint32_t main = writer.node(program, NodeKind::kFrame, kCode + 0x11);
  uint32_t region = writer.node(main, NodeKind::kParallel, kCode + 0x11);
  uint32_t body = writer.node(region, NodeKind::kLeaf, kCode + 0x40);
  writer.sample_off(0, body, kWork, 2000, 2000, BlockedKind::kNone, 1200);
  writer.sample_off(1, body, kWork, 2000, 2000, BlockedKind::kNone, 1000);
  writer.region(region, 1, 2000, 2);
  writer.counters(800, 0);
  writer.finish(2000);
  std::vector<Advice> all = advise(analyze_files({scratch_.write("p.limpid", writer.bytes())}));
  const Advice* crowd = find(all, "no processor");
  ASSERT_NE(crowd, nullptr);
  EXPECT_DOUBLE_EQ(ms(*crowd), 200) << "one processor worked for 1800 of 2000 ms";
  EXPECT_EQ(crowd->remedy, "Use 1 thread: OMP_NUM_THREADS=1 (it was 2).");
  const Advice* settings = find(all, "settings");
  ASSERT_NE(settings, nullptr);
  EXPECT_EQ(settings->finding.find("OMP_WAIT_POLICY=active with 2 threads on 1 processor"), 0u)
      << settings->finding;
}

TEST_F(AdviceOn, SettingsThatFight) {
  writer_.info("env:OMP_PROC_BIND", "false");
  writer_.info("env:OMP_PLACES", "cores");
  writer_.info("env:GOMP_CPU_AFFINITY", "0-3");
  writer_.info("env:OMP_NUM_THREADS", "8,2");
  writer_.info("env:OMP_MAX_ACTIVE_LEVELS", "1");
  writer_.info("env:OMP_THREAD_LIMIT", "4");
  writer_.sample(0, body_, kWork, 2000, 2000);
  writer_.sample(1, body_, kWork, 2000, 2000);
  writer_.region(region_, 1, 2000, 2);
  std::vector<Advice> all = advice();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].finding, "OMP_PLACES=cores has no effect: OMP_PROC_BIND=false keeps threads unbound.");
  EXPECT_EQ(all[1].finding.find("GOMP_CPU_AFFINITY and OMP_PROC_BIND both say"), 0u);
  EXPECT_EQ(all[2].finding.find("OMP_NUM_THREADS=8,2 has numbers for nested regions"), 0u);
  EXPECT_EQ(all[3].finding.find("OMP_NUM_THREADS=8,2 asks for more than OMP_THREAD_LIMIT=4"), 0u);
  for (const Advice& a : all) EXPECT_EQ(a.gain_ns, 0u);
}

TEST_F(AdviceOn, SettingsThatAgreeGetNone) {
  writer_.info("env:OMP_PROC_BIND", "close");
  writer_.info("env:OMP_PLACES", "cores");
  writer_.info("env:OMP_NUM_THREADS", "2");
  writer_.info("env:OMP_WAIT_POLICY", "active");
  writer_.sample(0, body_, kWork, 2000, 2000);
  writer_.sample(1, body_, kWork, 2000, 2000);
  writer_.region(region_, 1, 2000, 2);
  EXPECT_TRUE(advice().empty());
}

TEST(Worksharing, IsWhatTheRuntimeIsAskedFor) {
  using analysis::worksharing_of;
  EXPECT_TRUE(worksharing_of({"omp_get_thread_num", "omp_get_num_threads"}).static_loop) << "GCC";
  EXPECT_FALSE(worksharing_of({"omp_get_thread_num"}).static_loop);
  EXPECT_TRUE(worksharing_of({"__kmpc_for_static_init_4", "__kmpc_for_static_fini"}).static_loop);
  EXPECT_TRUE(worksharing_of({"GOMP_loop_nonmonotonic_dynamic_start"}).dynamic_loop);
  EXPECT_TRUE(worksharing_of({"GOMP_loop_ull_guided_next"}).dynamic_loop);
  EXPECT_FALSE(worksharing_of({"GOMP_loop_ordered_static_start"}).dynamic_loop);
  EXPECT_TRUE(worksharing_of({"__kmpc_dispatch_init_8u"}).dynamic_loop);
  EXPECT_TRUE(worksharing_of({"GOMP_sections_next"}).sections);
  EXPECT_TRUE(worksharing_of({"GOMP_single_start"}).one_thread);
  EXPECT_TRUE(worksharing_of({"__kmpc_masked"}).one_thread);
  EXPECT_TRUE(worksharing_of({"GOMP_taskloop_ull"}).tasks);
  analysis::Worksharing none = worksharing_of({"GOMP_barrier", "omp_get_wtime"});
  EXPECT_FALSE(none.static_loop || none.dynamic_loop || none.sections || none.one_thread || none.tasks);
}

analysis::Worksharing sharing_in(const std::string& file, const std::string& function) {
  elf::Handle handle(file);
  symbols::SymbolTable symbols;
  symbols.add(handle);
  symbols.finish();
  code::ModuleCode code(handle, symbols);
  for (const char* suffix : {"._omp_fn.0", ".omp_outlined"}) {
    uint64_t body = symbols.address_of(function + suffix);
    std::set<std::string> names;
    if (body == 0) continue;
    EXPECT_TRUE(code.runtime_calls(body, &names)) << file << " " << function;
    return analysis::worksharing_of(names);
  }
  ADD_FAILURE() << file << " has no outlined function of " << function;
  return {};
}

std::string words_of(const analysis::Worksharing& sharing) {
  std::string words;
  if (sharing.static_loop) words += " static";
  if (sharing.dynamic_loop) words += " dynamic";
  if (sharing.sections) words += " sections";
  if (sharing.one_thread) words += " one";
  if (sharing.tasks) words += " tasks";
  return words;
}

TEST(Worksharing, IsReadFromMachineCode) {
  for (const char* build : {LIMPID_TEST_SHARING_BUILDS}) {
    std::string file = test::fixture(build);
    EXPECT_EQ(words_of(sharing_in(file, "static_loop")), " static") << build;
    EXPECT_EQ(words_of(sharing_in(file, "dynamic_loop")), " dynamic") << build;
    EXPECT_EQ(words_of(sharing_in(file, "guided_loop")), " dynamic") << build;
    EXPECT_EQ(words_of(sharing_in(file, "one_thread")), " one") << build;
    EXPECT_EQ(words_of(sharing_in(file, "some_tasks")), " tasks") << build;
    EXPECT_EQ(words_of(sharing_in(file, "nothing_shared")), "") << build;
  }
}

// A device in a run of two seconds; each test says what it did.
class AdviceOnDevices : public AdviceOn {
 protected:
  static constexpr uint32_t kTotalsAndMoments = 3;
  static constexpr uint64_t kBlock = 8'000'000;  // bytes

  AdviceOnDevices() { writer_.sample(0, in_main_, kSerial, 2000, 2000); }

  void use_device(const char* type = "sm_90", uint32_t known = kTotalsAndMoments) {
    writer_.device(0, type, known);
  }
  // With its share of the sums.
  void span(DeviceWork work, uint64_t begin_ms, uint64_t end_ms, uint64_t host_address = 0) {
    writer_.device_span(main_, 0, work, begin_ms, end_ms, host_address != 0 ? kBlock : 0, host_address);
    writer_.device_work(main_, 0, work, 1, end_ms - begin_ms, host_address != 0 ? kBlock : 0);
  }
  // Ten times a copy of 50 ms and a kernel of 100 ms, one after the other.
  void copy_and_compute(bool same_data, uint64_t kernel_begins_after_ms = 50) {
    for (uint64_t i = 0; i < 10; ++i) {
      span(DeviceWork::kToDevice, i * 200, i * 200 + 50, same_data ? 0x1000 : 0x1000 * (i + 1));
      span(DeviceWork::kKernel, i * 200 + kernel_begins_after_ms, i * 200 + kernel_begins_after_ms + 100);
    }
  }
};

// All copies but the first one, which is the one that is needed.
TEST_F(AdviceOnDevices, TheSameDataCopiedAgain) {
  use_device("nvptx");
  copy_and_compute(true);
  const std::vector<Advice> all = advice();
  const Advice* const found = find(all, "repeated copies");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(ms(*found), 450);
  EXPECT_NE(found->finding.find("9 transfers"), std::string::npos) << found->finding;
  EXPECT_NE(found->finding.find("72.0 MB, 0.45 s"), std::string::npos) << found->finding;
  EXPECT_NE(found->finding.find("is not known"), std::string::npos) << found->finding;
  EXPECT_NE(found->remedy.find("target data"), std::string::npos);
  EXPECT_TRUE(found->somewhere);
}

TEST_F(AdviceOnDevices, OtherDataIsNoRepetition) {
  use_device();
  copy_and_compute(false);
  EXPECT_EQ(find(advice(), "repeated copies"), nullptr);
}

// They cost nothing that could be saved.
TEST_F(AdviceOnDevices, RepetitionsBesideKernelsAreLeftAlone) {
  use_device();
  copy_and_compute(true, 0);
  const std::vector<Advice> all = advice();
  EXPECT_EQ(find(all, "repeated copies"), nullptr);
  EXPECT_EQ(find(all, "copies alone"), nullptr);
}

// The first copy is before all kernels: nothing could run beside it.
TEST_F(AdviceOnDevices, CopiesThatNoKernelRunsBeside) {
  use_device();
  copy_and_compute(false);
  const std::vector<Advice> all = advice();
  const Advice* const found = find(all, "copies alone");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(ms(*found), 450);
  EXPECT_NE(found->finding.find("kernels 1.00 s"), std::string::npos) << found->finding;
  EXPECT_NE(found->remedy.find("nowait"), std::string::npos);
}

TEST_F(AdviceOnDevices, AnEngineThatDoesOneThingAtATimeIsNotAskedForMore) {
  use_device("nvptx");
  copy_and_compute(false);
  EXPECT_EQ(find(advice(), "copies alone"), nullptr);
}

TEST_F(AdviceOnDevices, DataThatComesOnceAndGoesOnceIsAsItShouldBe) {
  use_device();
  span(DeviceWork::kToDevice, 0, 400, 0x1000);
  for (uint64_t at = 400; at < 1400; at += 100) span(DeviceWork::kKernel, at, at + 99);
  span(DeviceWork::kFromDevice, 1400, 1900, 0x1000);
  writer_.device_work(main_, 0, DeviceWork::kConstruct, 10, 1000);
  EXPECT_TRUE(advice().empty());
}

// 200 constructs of 5 ms, of which a kernel takes 1 ms.
TEST_F(AdviceOnDevices, KernelsShorterThanTheirLaunch) {
  use_device();
  for (uint64_t i = 0; i < 200; ++i) span(DeviceWork::kKernel, i * 10, i * 10 + 1);
  writer_.device_work(main_, 0, DeviceWork::kConstruct, 200, 1000);
  const std::vector<Advice> all = advice();
  const Advice* const found = find(all, "small kernels");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(ms(*found), 800);
  EXPECT_NE(found->finding.find("200 kernels"), std::string::npos) << found->finding;
  EXPECT_NE(found->finding.find("took 1 ms each, and 4 ms more"), std::string::npos) << found->finding;
}

// Threads start kernels side by side: the device was idle for 140 ms only.
TEST_F(AdviceOnDevices, NoMoreIsSavedThanTheDeviceWasIdle) {
  use_device();
  for (uint64_t i = 0; i < 15; ++i) span(DeviceWork::kKernel, i * 20, i * 20 + 10);
  writer_.device_work(main_, 0, DeviceWork::kConstruct, 15, 1500);
  const std::vector<Advice> all = advice();
  ASSERT_NE(find(all, "small kernels"), nullptr);
  EXPECT_EQ(ms(*find(all, "small kernels")), 140);
}

TEST_F(AdviceOnDevices, LongKernelsAreNotSmall) {
  use_device();
  for (uint64_t i = 0; i < 10; ++i) span(DeviceWork::kKernel, i * 200, i * 200 + 90);
  writer_.device_work(main_, 0, DeviceWork::kConstruct, 10, 1700);
  EXPECT_EQ(find(advice(), "small kernels"), nullptr);
}

TEST_F(AdviceOnDevices, WithoutMomentsNothingIsSaid) {
  use_device("sm_90", 1);
  copy_and_compute(true);
  writer_.device_work(main_, 0, DeviceWork::kConstruct, 10, 1900);
  EXPECT_TRUE(advice().empty());
}

TEST_F(AdviceOnDevices, WhereMomentsAreMissingNothingIsSaid) {
  use_device();
  copy_and_compute(true);
  writer_.device_loss(0, 1);
  EXPECT_TRUE(advice().empty());
}

}  // namespace
}  // namespace limpid::cli::advice
