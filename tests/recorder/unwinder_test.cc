// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The unwinder against the C library's backtrace(): same stacks, also from handlers that interrupt at any
// instruction.
#include "unwind/unwinder.h"

#include <execinfo.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../seed.h"
#include "context/module_table.h"
#include "sample/syscall_state.h"
#include "sample/task_file.h"
#include "sample/thread_registry.h"
#include "unwind_subjects.h"

namespace limpid::recorder {
namespace {

using unwind::Frame;
using unwind::Registers;
using unwind::StackView;
using unwind::Unwinder;
using unwind::WalkEnd;

ModuleTable g_modules;

uint64_t stack_high() {
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  void* low;
  size_t bytes;
  pthread_attr_getstack(&attributes, &low, &bytes);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uint64_t>(low) + bytes;
}

struct Walk {
  static constexpr int kLimit = 512;
  uint64_t pc[kLimit];
  int count = 0;
  WalkEnd end = WalkEnd::kComplete;
};

void walk(const Registers& registers, uint64_t high, Walk* out) {
  const ModuleTable::Reader modules(g_modules);
  const StackView stack(registers.sp(), high);
  Unwinder unwinder(*modules.map(), stack, registers, true);
  Frame frame;
  out->count = 0;
  while (out->count < Walk::kLimit && unwinder.next(&frame)) out->pc[out->count++] = frame.pc;
  out->end = unwinder.end();
}

std::string describe(const uint64_t* pcs, int n) {
  std::string text;
  char** names = backtrace_symbols(reinterpret_cast<void* const*>(pcs), n);
  for (int i = 0; i < n; ++i) text += std::string(names[i]) + "\n";
  free(names);
  return text;
}

// What the innermost function of a subject calls: both walks, from the same place.
Walk g_ours;
Walk g_theirs;
int g_probes;

[[gnu::noinline]] void probe() {
  g_theirs.count = backtrace(reinterpret_cast<void**>(g_theirs.pc), Walk::kLimit);
  walk(unwind::registers_here(), stack_high(), &g_ours);
  ++g_probes;
}

// Everything from probe's caller outwards must be the same.
void expect_same() {
  ASSERT_GT(g_probes, 0);
  EXPECT_EQ(g_ours.end, WalkEnd::kComplete);
  ASSERT_EQ(g_ours.count, g_theirs.count) << "ours:\n"
                                          << describe(g_ours.pc, g_ours.count) << "theirs:\n"
                                          << describe(g_theirs.pc, g_theirs.count);
  for (int i = 1; i < g_ours.count; ++i) EXPECT_EQ(g_ours.pc[i], g_theirs.pc[i]) << "frame " << i;
}

class UnwinderTest : public ::testing::TestWithParam<const Subjects* (*)()> {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers put a backtrace() of their own in front";
#endif
    g_modules.refresh();
    g_probes = 0;
  }
  const Subjects& subjects() const {
    return *GetParam()();
  }
};

TEST_P(UnwinderTest, PlainCall) {
  subjects().leaf(probe);
  expect_same();
}

TEST_P(UnwinderTest, DeepRecursion) {
  subjects().recursive(probe, 400);
  expect_same();
  EXPECT_GT(g_ours.count, 400);
}

TEST_P(UnwinderTest, VariableFrames) {
  for (const int bytes : {8, 100, 5000}) {
    subjects().variable(probe, bytes);
    expect_same();
  }
}

TEST_P(UnwinderTest, RealignedFrame) {
  subjects().realigned(probe);
  expect_same();
}

TEST_P(UnwinderTest, ThroughTheLibrary) {
  subjects().through_library(probe);
  expect_same();
}

TEST_P(UnwinderTest, SavedRegisters) {
  subjects().many_registers(probe);
  expect_same();
}

void on_user_signal(int) {
  probe();
}

TEST_P(UnwinderTest, ThroughSignalFrames) {
  struct sigaction action {};
  action.sa_handler = on_user_signal;
  sigaction(SIGUSR1, &action, nullptr);
  subjects().leaf([] { raise(SIGUSR1); });
  expect_same();
}

TEST_P(UnwinderTest, ThroughAnAlternateSignalStack) {
  std::vector<char> memory(1 << 16);
  stack_t stack{};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_user_signal;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  subjects().leaf([] { raise(SIGUSR1); });
  expect_same();
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
}

// A storm of timer signals meets prologues, epilogues, PLT stubs and the resolver at any instruction. The C
// library walks from inside the handler; behind the signal frame it must find what we find from the
// interrupted registers.
std::atomic<int> g_storm_samples, g_storm_wrong;
uint64_t g_storm_high;
Walk g_storm_first_ours, g_storm_first_theirs;

void on_storm(int, siginfo_t*, void* context) {
  Walk ours, theirs;
  const Registers registers = unwind::registers_of_context(context);
  walk(registers, g_storm_high, &ours);
  theirs.count = backtrace(reinterpret_cast<void**>(theirs.pc), Walk::kLimit);
  int at = 0;
  while (at < theirs.count && theirs.pc[at] != registers.pc()) ++at;
  if (at == theirs.count) return;  // the C library lost its way, which it may
  ++g_storm_samples;
  const int rest = theirs.count - at;
  const bool same = ours.end == WalkEnd::kComplete && ours.count == rest &&
                    std::memcmp(ours.pc, theirs.pc + at, sizeof(uint64_t) * static_cast<size_t>(rest)) == 0;
  if (!same && g_storm_wrong++ == 0) {
    g_storm_first_ours = ours;
    g_storm_first_theirs = theirs;
  }
}

TEST_P(UnwinderTest, AtAnyInstruction) {
  g_storm_high = stack_high();
  g_storm_samples = g_storm_wrong = 0;
  void* warm[4];
  backtrace(warm, 4);  // loads its library outside the handler
  struct sigaction action {};
  action.sa_sigaction = on_storm;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  itimerval timer{{0, 250}, {0, 250}};
  setitimer(ITIMER_REAL, &timer, nullptr);
  volatile double result = 0;
  while (g_storm_samples < 1000) result = subjects().storm(2000);
  (void)result;
  timer = {};
  setitimer(ITIMER_REAL, &timer, nullptr);
  EXPECT_EQ(g_storm_wrong, 0) << "of " << g_storm_samples << "; first, ours:\n"
                              << describe(g_storm_first_ours.pc, g_storm_first_ours.count) << "theirs:\n"
                              << describe(g_storm_first_theirs.pc, g_storm_first_theirs.count);
}

// A thread asleep in a system call, walked from outside with nothing but its stack pointer and program
// counter.
struct Sleeper {
  const Subjects* subjects;
  std::atomic<pid_t> tid{0};
  std::atomic<uint64_t> high{0};
  Walk expected;
};
Sleeper* g_sleeper;

void sleep_in_probe() {
  Sleeper* s = g_sleeper;
  s->expected.count = backtrace(reinterpret_cast<void**>(s->expected.pc), Walk::kLimit);
  s->high = stack_high();
  s->tid = static_cast<pid_t>(syscall(SYS_gettid));
  for (;;) pause();
}

void* sleeper_main(void* self) {
  static_cast<Sleeper*>(self)->subjects->variable(sleep_in_probe, 100);
  return nullptr;
}

TEST_P(UnwinderTest, SleepingThreadFromOutside) {
  // Without a frame pointer of its own the walk would need rbp at alloca frames: the framed variant keeps
  // what it needs on the stack only if the C library saved it, so the requirement is a true prefix, and
  // completeness where nothing else is needed.
  auto* sleeper = new Sleeper{&subjects(), {}, {}, {}};  // the thread sleeps until the process ends
  g_sleeper = sleeper;
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, nullptr, sleeper_main, sleeper), 0);
  SyscallState state;
  int descriptor = 0;
  while (state.kind != SyscallState::kBlocked || state.number != SYS_pause) {
    usleep(1000);
    if (sleeper->tid == 0) continue;
    state = read_syscall_state(sleeper->tid, &descriptor);
    if (state.kind == SyscallState::kUnreadable) break;
  }
  if (state.kind == SyscallState::kUnreadable)
    GTEST_SKIP() << "/proc/self/task/TID/syscall cannot be read here";
  ASSERT_EQ(state.number, SYS_pause);
  close_task_file(&descriptor);
  Registers registers;
  registers.set(unwind::kReturnAddress, state.pc);
  registers.set(unwind::kStackPointer, state.sp);
  Walk ours;
  walk(registers, sleeper->high, &ours);
  // ours: pause, the probe (elsewhere in it than backtrace was called), its callers.
  ASSERT_GE(ours.count, 2);
  for (int i = 2; i < ours.count && i - 1 < sleeper->expected.count; ++i) {
    EXPECT_EQ(ours.pc[i], sleeper->expected.pc[i - 1]) << "frame " << i;
  }
  EXPECT_GE(ours.count, 3);
}

INSTANTIATE_TEST_SUITE_P(Variants, UnwinderTest, ::testing::Values(&subjects_bare, &subjects_framed),
                         [](const auto& it) { return it.index == 0 ? "Bare" : "Framed"; });

TEST(UnwinderOnGarbage, NeverFaults) {
  g_modules.refresh();
  srand(static_cast<unsigned>(test_seed()));
  std::vector<uint64_t> memory(512);
  const ModuleTable::Reader modules(g_modules);
  for (int round = 0; round < 20000; ++round) {
    for (uint64_t& word : memory) {
      const ModuleRange& range = modules.map()->ranges[static_cast<uint32_t>(rand()) % modules.map()->count];
      switch (rand() % 4) {
        case 0:
          word = range.begin + static_cast<uint64_t>(rand()) % (range.end - range.begin);
          break;
        case 1:
          word = reinterpret_cast<uint64_t>(&memory[static_cast<size_t>(rand()) % 512]);
          break;
        case 2:
          word = static_cast<uint64_t>(rand()) << 32 | static_cast<uint64_t>(rand());
          break;
        default:
          word = static_cast<uint64_t>(rand() % 64);
          break;
      }
    }
    Registers registers;
    for (unsigned i = 0; i < unwind::kRegisters; ++i) {
      if (rand() % 4 != 0) registers.set(i, memory[static_cast<size_t>(rand()) % 512]);
    }
    registers.set(unwind::kReturnAddress, memory[0]);
    registers.set(unwind::kStackPointer,
                  reinterpret_cast<uint64_t>(&memory[static_cast<size_t>(rand()) % 512]));
    Walk out;
    walk(registers, reinterpret_cast<uint64_t>(memory.data() + memory.size()), &out);
    ASSERT_LE(out.count, Walk::kLimit);
  }
}

}  // namespace
}  // namespace limpid::recorder
