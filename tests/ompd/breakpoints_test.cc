// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of the runtime that a debugger stops in: when they are called, how often, and what libompd.so
// says there. The debugger attaches with ptrace and knows no OMP_ variable: the library switches the calls
// on.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "face5.h"
#include "programs.h"

namespace limpid::test {
namespace {

constexpr const char* kFunctions[] = {
    "ompd_dll_locations_valid", "ompd_bp_thread_begin", "ompd_bp_thread_end",
    "ompd_bp_parallel_begin",   "ompd_bp_parallel_end", "ompd_bp_task_begin",
    "ompd_bp_task_end",         "ompd_bp_device_begin", "ompd_bp_device_end"};

// Stops a program in the functions, and lets it return from them at once: nothing is stepped over.
class Stopper {
 public:
  // hit: the thread that stands in the function of that name; all others may run.
  using Hit = std::function<void(long thread, const std::string& function)>;

  // The program stops itself: before it uses OpenMP, or later.
  Stopper(const std::string& program, const char* situation, const std::vector<std::string>& environment,
          Hit hit)
      : subject_(program, situation, environment), hit_(std::move(hit)) {
    int status = 0;
    waitpid(subject_.pid(), &status, WUNTRACED);
    const std::string threads = "/proc/" + std::to_string(subject_.pid()) + "/task";
    for (const auto& thread : std::filesystem::directory_iterator(threads)) {
      const int lwp = std::stoi(thread.path().filename());
      EXPECT_EQ(ptrace(PTRACE_SEIZE, lwp, nullptr, PTRACE_O_TRACECLONE), 0);
    }
    memory = std::make_unique<LiveMemory>(subject_.pid());
    for (const char* name : kFunctions) plant(name);
  }

  // To the end of the program; its exit status.
  int run() {
    kill(subject_.pid(), SIGCONT);
    for (;;) {
      int status = 0;
      const pid_t thread = waitpid(-1, &status, __WALL);
      if (thread < 0) return -1;
      if (WIFEXITED(status) && thread == subject_.pid()) return WEXITSTATUS(status);
      if (WIFSTOPPED(status)) go_on(thread, status);
    }
  }

  std::unique_ptr<LiveMemory> memory;

 private:
  void plant(const char* name) {
    const std::uint64_t address = memory->symbol(name);
    ASSERT_NE(address, 0u) << name;
    const unsigned char trap = 0xcc;
    ASSERT_TRUE(memory->write(address, sizeof trap, &trap));
    names_[address] = name;
  }

  void go_on(pid_t thread, int status) {
    int deliver = 0;
    if (WSTOPSIG(status) == SIGTRAP && status >> 16 == 0) {
      return_from_function(thread);
    } else if (status >> 16 == 0) {
      deliver = WSTOPSIG(status);
    }
    if (WSTOPSIG(status) == SIGCONT) deliver = 0;
    ptrace(PTRACE_CONT, thread, nullptr, deliver);
  }

  void return_from_function(pid_t thread) {
    user_regs_struct registers{};
    ptrace(PTRACE_GETREGS, thread, nullptr, &registers);
    const auto found = names_.find(registers.rip - 1);
    ASSERT_NE(found, names_.end());
    hit_(thread, found->second);
    std::uint64_t back = 0;
    ASSERT_TRUE(memory->read(registers.rsp, sizeof back, &back));
    registers.rip = back;
    registers.rsp += sizeof back;
    ptrace(PTRACE_SETREGS, thread, nullptr, &registers);
  }

  Subject subject_;
  Hit hit_;
  std::map<std::uint64_t, std::string> names_;
};

// Counts the calls; with OMPD from ompd_dll_locations_valid on, looks at the state in each.
class Breakpoints : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_EQ(ompd_initialize(202011, &callbacks()), ompd_rc_ok); }
  void TearDown() override {
    EXPECT_EQ(ompd_finalize(), ompd_rc_ok);
    EXPECT_EQ(allocator().live.size(), 0u);
  }

  void run(bool with_library, const std::vector<std::string>& environment = {},
           const char* situation = "events") {
    const auto hit = [&](long thread, const std::string& function) {
      ++calls_[function];
      if (with_library && function == kFunctions[0]) begin(*stopper_);
      if (process_ != nullptr && function != kFunctions[0]) look(thread, function);
    };
    Stopper stopper(program_of(GetParam()), situation, environment, hit);
    stopper_ = &stopper;
    if (situation == std::string("later")) begin(stopper);
    EXPECT_EQ(stopper.run(), 0);
    if (process_ != nullptr) {
      EXPECT_EQ(ompd_rel_address_space_handle(process_), ompd_rc_ok);
    }
  }

  void begin(Stopper& stopper) {
    ASSERT_EQ(ompd_process_initialize(context_of(*stopper.memory), &process_), ompd_rc_ok);
    icvs_ = enumerate_icvs(process_);
    const char** locations = nullptr;
    std::uint64_t first = 0;
    stopper.memory->read(stopper.memory->symbol("ompd_dll_locations"), sizeof locations, &locations);
    EXPECT_NE(locations, nullptr);
    for (const char* name : {"/libompd.so", "/libompd2.so"}) {
      stopper.memory->read(reinterpret_cast<std::uint64_t>(locations++), sizeof first, &first);
      char path[4096] = {};
      stopper.memory->read(first, sizeof path - 1, path);
      EXPECT_EQ(path[0], '/');
      EXPECT_NE(std::string(path).find(name), std::string::npos);
      EXPECT_EQ(access(path, R_OK), 0);
    }
    stopper.memory->read(reinterpret_cast<std::uint64_t>(locations), sizeof first, &first);
    EXPECT_EQ(first, 0u);
  }

  void look(long lwp, const std::string& function) {
    OwnedThread thread;
    if (function.find("device") != std::string::npos) return;
    ASSERT_EQ(ompd_get_thread_handle(process_, OMPD_THREAD_ID_LWP, sizeof lwp, &lwp, thread.out()),
              ompd_rc_ok)
        << function;
    if (function.find("thread") != std::string::npos) return;
    OwnedTask task;
    OwnedRegion region;
    ASSERT_EQ(ompd_get_curr_task_handle(thread, task.out()), ompd_rc_ok) << function;
    ASSERT_EQ(ompd_get_curr_parallel_handle(thread, region.out()), ompd_rc_ok) << function;
    const bool explicit_task = function.find("task") != std::string::npos;
    EXPECT_EQ(icv(task, "explicit-task-var"), explicit_task) << function;
    EXPECT_EQ(icv(region, "levels-var"), 1) << function;
    if (explicit_task) return;
    // The task that met the construct is outside the region, and says where it entered the runtime.
    EXPECT_EQ(icv(task, "implicit-task-var"), 1);
    OwnedRegion around;
    ASSERT_EQ(ompd_get_task_parallel_handle(task, around.out()), ompd_rc_ok);
    EXPECT_EQ(icv(around, "levels-var"), 0);
    ompd_frame_info_t exit{};
    ompd_frame_info_t enter{};
    ASSERT_EQ(ompd_get_task_frame(task, &exit, &enter), ompd_rc_ok);
    EXPECT_NE(enter.frame_address.address, 0u);
  }

  ompd_word_t icv(void* handle, const char* name) {
    ompd_word_t value = -1;
    EXPECT_EQ(ompd_get_icv_from_scope(handle, icvs_.at(name).scope, icvs_.at(name).id, &value), ompd_rc_ok);
    return value;
  }

  void expect_calls_of_constructs() {
    EXPECT_EQ(calls_["ompd_bp_parallel_begin"], 4);  // the one of a single thread too
    EXPECT_EQ(calls_["ompd_bp_parallel_end"], 4);
    EXPECT_EQ(calls_["ompd_bp_task_begin"], 6);
    EXPECT_EQ(calls_["ompd_bp_task_end"], 6);
  }

  void expect_all_calls() {
    expect_calls_of_constructs();
    EXPECT_EQ(calls_["ompd_bp_thread_begin"], 2);
    EXPECT_EQ(calls_["ompd_bp_thread_end"], 2);
    EXPECT_EQ(calls_["ompd_dll_locations_valid"], 1);
  }

  Stopper* stopper_ = nullptr;
  ompd_address_space_handle_t* process_ = nullptr;
  std::map<std::string, NamedIcv> icvs_;
  std::map<std::string, int> calls_;
};

// Nothing is switched on: nothing is called.
TEST_P(Breakpoints, off) {
  run(false);
  EXPECT_EQ(calls_, (std::map<std::string, int>{{"ompd_dll_locations_valid", 1}}));
}

TEST_P(Breakpoints, switched_on_by_library) {
  run(true);
  expect_all_calls();
}

// Threads that know that nobody observes learn that somebody does.
TEST_P(Breakpoints, switched_on_by_library_later) {
  run(true, {}, "later");
  expect_calls_of_constructs();
  EXPECT_EQ(calls_["ompd_bp_thread_begin"], 0);
  EXPECT_EQ(calls_["ompd_bp_thread_end"], 2);
}

TEST_P(Breakpoints, switched_on_by_OMP_DEBUG) {
  run(false, {"OMP_DEBUG=enabled"});
  expect_all_calls();
  EXPECT_EQ(calls_["ompd_bp_device_begin"], 1);
  EXPECT_EQ(calls_["ompd_bp_device_end"], 1);
}

TEST_P(Breakpoints, switched_on_by_OMP_OMPD) {
  run(false, {"OMP_OMPD=on"});
  expect_all_calls();
}

// A library of which only the constructor does something (OMPD 2.0, section 2).
TEST_P(Breakpoints, switched_on_by_omp_ompd_enable) {
  run(false, {std::string("LD_PRELOAD=") + ENABLER});
  expect_all_calls();
}

std::string name_of(const testing::TestParamInfo<std::string>& test) {
  return test.param;
}

INSTANTIATE_TEST_SUITE_P(Programs, Breakpoints, testing::ValuesIn(compilers()), name_of);

}  // namespace
}  // namespace limpid::test
