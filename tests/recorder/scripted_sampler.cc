// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scripted_sampler.h"

namespace limpid::recorder {

std::map<pid_t, Actor*> g_actors;

SyscallState read_syscall_state(pid_t tid, int*) {
  ++g_actors.at(tid)->file_reads;
  return g_actors.at(tid)->call;
}
uint64_t read_run_time(pid_t tid) {
  const auto actor = g_actors.find(tid);
  return actor == g_actors.end() ? 0 : actor->second->ran_ns += actor->second->runs_on_ns;
}
bool read_queue_time(pid_t tid, int*, uint64_t* ns) {
  *ns = g_actors.at(tid)->queued_ns;
  return true;
}
// A thread that does not look at its clocks when it begins and ends: the test says what it has seen.
ThreadTimes read_own_times() {
  return {};
}
bool thread_blocks(pid_t tid, int) {
  const auto actor = g_actors.find(tid);
  return actor != g_actors.end() && actor->second->blocks;
}

// The signal is never sent: whoever is asked answers when the test says so.
bool SampleSignal::install(int wanted, Handler, StopTimers) {
  number_ = wanted;
  return true;
}
void SampleSignal::remove() {}
void SampleSignal::restore_actions() {}
SampleSignal::Asked SampleSignal::ask(pid_t thread, int* signal) {
  g_actors.at(thread)->asked = true;
  *signal = number();
  return Asked::kSent;
}
bool SampleSignal::start_timer(OwnTimer* timer, pid_t thread, uint64_t period_ns) {
  return timer->start(thread, number(), nullptr, period_ns);
}
bool SampleSignal::is_ours(const siginfo_t&) {
  return false;
}
bool SampleSignal::is_of_timer(const siginfo_t&) {
  return false;
}
bool SampleSignal::look_after(int*) {
  return false;
}
void SampleSignal::forget_sender() {}
// To another one and back: the number is as it was.
void SampleSignal::give_way(int) {
  ++moves_;
}

// A timer sends nothing either.
uint64_t kernel_tick() {
  return 0;
}
bool OwnTimer::start(pid_t, int, void*, uint64_t) {
  id_ = 1;
  return true;
}
void OwnTimer::stop() {
  id_ = kNone;
}

}  // namespace limpid::recorder
