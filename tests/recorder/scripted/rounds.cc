// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorder's rounds as a script has them: in the place of recorder/sample/rounds.cc. A round comes when the
// program asks for a step; when all who are asked have answered, the step's time has passed.
#include "sample/rounds.h"

#include <dirent.h>

#include <algorithm>
#include <cstdlib>

#include "sample/syscall_state.h"
#include "sample/task_file.h"
#include "script.h"
#include "scripted_time.h"
#include "session.h"
#include "system.h"

extern "C" {
[[gnu::visibility("default")]] constinit limpid_script limpid_recorder_script{};
}

namespace limpid::test {

namespace {

constexpr uint32_t kThreads = 4096;

constinit std::atomic<uint64_t> g_now{recorder::kSecond};
constinit ScriptedThread g_threads[kThreads];
bool g_in_step = false;

template <typename Function>
void for_each_thread(Function function) {
  DIR* folder = opendir("/proc/self/task");
  if (folder == nullptr) return;
  while (const dirent* entry = readdir(folder)) {
    const pid_t tid = std::atoi(entry->d_name);
    ScriptedThread* thread = tid == 0 ? nullptr : scripted_thread(tid);
    if (thread != nullptr) function(thread, tid);
  }
  closedir(folder);
}

// Waits that get longer: the sampler has a high priority, and those of many processes must leave their programs time.
class Naps {
 public:
  void take() {
    const timespec t{0, length_ns_};
    nanosleep(&t, nullptr);
    length_ns_ = std::min(length_ns_ * 2, 2'000'000l);
  }

 private:
  long length_ns_ = 50'000;
};

uint64_t asked() {
  return __atomic_load_n(&limpid_recorder_script.asked, __ATOMIC_SEQ_CST);
}

// Who sleeps during the step. Before the round: who is asked for a sample wakes up for it.
void look_who_sleeps() {
  for_each_thread([](ScriptedThread* thread, pid_t tid) {
    int descriptor = 0;
    const auto state = recorder::read_syscall_state(tid, &descriptor);
    recorder::close_task_file(&descriptor);
    thread->sleeps.store(state.kind == recorder::SyscallState::kBlocked, std::memory_order_relaxed);
  });
}

bool all_answered() {
  using recorder::ThreadSlot;
  const recorder::ThreadRegistry& threads = recorder::Session::get().threads;
  for (uint32_t i = 0; i < threads.high_water(); ++i) {
    const ThreadSlot* slot = threads.slot(i);
    if (slot == nullptr || slot->life.load(std::memory_order_acquire) != ThreadSlot::kLive) continue;
    const uint32_t phase = slot->phase.load(std::memory_order_acquire);
    const bool silent = static_cast<uint64_t>(slot->tid) == limpid_recorder_script.silent;
    if (!silent && (phase == ThreadSlot::kRequested || phase == ThreadSlot::kCapturing)) return false;
  }
  return true;
}

void finish_step() {
  limpid_script& script = limpid_recorder_script;
  for (Naps naps; !all_answered();) naps.take();
  for_each_thread([&, self = recorder::thread_id()](ScriptedThread* thread, pid_t tid) {
    const bool slept = thread->sleeps.load(std::memory_order_relaxed);
    thread->slept.store(slept, std::memory_order_relaxed);
    if (tid == self || slept) return;
    thread->processor_ns.fetch_add(script.processor_ns, std::memory_order_relaxed);
    const uint64_t taken = std::min(script.processor_ns, script.step_ns);
    thread->queue_ns.fetch_add(script.step_ns - taken, std::memory_order_relaxed);
  });
  g_now.fetch_add(script.step_ns, std::memory_order_seq_cst);
  __atomic_store_n(&script.passed, script.passed + 1, __ATOMIC_SEQ_CST);
}

}  // namespace

uint64_t scripted_now() {
  return g_now.load(std::memory_order_seq_cst);
}

ScriptedThread* scripted_thread(pid_t tid) {
  for (uint32_t i = 0; i < kThreads; ++i) {
    ScriptedThread& thread = g_threads[(static_cast<uint32_t>(tid) + i) % kThreads];
    pid_t seen = thread.tid.load(std::memory_order_acquire);
    if (seen == 0 && thread.tid.compare_exchange_strong(seen, tid, std::memory_order_acq_rel)) return &thread;
    if (seen == tid) return &thread;
  }
  return nullptr;
}

}  // namespace limpid::test

namespace limpid::recorder {

void Rounds::start(uint64_t) {
  test::g_in_step = false;
}

void Rounds::come_sooner(uint64_t) {}

bool Rounds::next(const std::atomic<uint32_t>& stop, uint64_t, Round* round) {
  if (test::g_in_step) test::finish_step();
  test::g_in_step = false;
  for (test::Naps naps; test::asked() == limpid_recorder_script.passed; naps.take()) {
    if (stop.load(std::memory_order_acquire) == kStop) return false;
  }
  test::g_in_step = true;
  test::look_who_sleeps();
  *round = {test::scripted_now(), limpid_recorder_script.step_ns};
  return true;
}

}  // namespace limpid::recorder
