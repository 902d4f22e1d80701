// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sampler on threads whose clocks, system calls and answers to the signal are a script: the functions that
// scripted_sampler.cc defines stand in the place of recorder/{syscall_state,thread_times,own_timer,sample_signal}.cc.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "profile_reader.h"
#include "sample/sample_signal.h"
#include "sample/sampler.h"
#include "sample/syscall_state.h"
#include "sample/thread_times.h"
#include "session.h"

namespace limpid::recorder {

// A thread as the kernel and the runtime show it.
struct Actor {
  uint64_t ran_ns = 0, queued_ns = 0, waits_since_ns = 0;
  uint64_t runs_on_ns = 0;  // each look at its clock finds so much more
  unsigned file_reads = 0;
  SyscallState call;                            // kRunning, or what it is blocked in
  ompt_state_t state = ompt_state_work_serial;  // what its handler will say
  uint64_t wait_id = 0;                         // and this
  ThreadSlot* slot = nullptr;
  bool asked = false;   // has a signal to answer
  bool blocks = false;  // the signal
};
extern std::map<pid_t, Actor*> g_actors;

// What the actor's handler finds.
inline void fill(const Actor& actor, Capture* capture) {
  capture->state = static_cast<uint32_t>(actor.state);
  capture->context = kProgramNode;
  capture->region = kNoNode;
  capture->extent = {};
  capture->trace.count = 0;
  capture->wait_id = actor.wait_id;
  capture->charged_ns = 0;
}

// Runs it.
inline void answer(Actor* actor) {
  if (!actor->asked) return;
  actor->asked = false;
  fill(*actor, &actor->slot->capture);
  actor->slot->phase.store(ThreadSlot::kFilled);
}

inline constexpr uint64_t kMs = 1'000'000;
inline constexpr uint64_t kOrigin = 1000 * kMs;

// A recording whose rounds the test makes. Threads attach themselves and then do nothing at all.
class Scripted : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/limpid-sampler-XXXXXX";
    folder_ = mkdtemp(name);
    path_ = folder_ + "/x.limpid";
    session_.signal.install(SIGURG, nullptr, nullptr);
    ASSERT_TRUE(session_.nodes.create() && session_.totals.create());
    ASSERT_TRUE(session_.file.create(path_.c_str(), false, kOrigin, 0));
    ASSERT_TRUE(session_.writer.create(kOrigin, ~0ull));
    session_.counters = session_.file.append<profile::CountersRecord>(profile::RecordType::kCounters);
    ASSERT_NE(session_.counters, nullptr);
    session_.file.commit(session_.counters);
  }
  void TearDown() override {
    over_ = true;
    for (std::thread& each : threads_) each.join();
    std::filesystem::remove_all(folder_);
    g_actors.clear();
  }

  Actor* add_thread() {
    auto actor = std::make_unique<Actor>();
    std::atomic<pid_t> tid{0};
    threads_.emplace_back([this, actor = actor.get(), &tid] {
      actor->slot = session_.threads.attach(profile::ThreadType::kWorker, kOrigin);
      tid = actor->slot->tid;
      while (!over_) usleep(1000);
      session_.threads.detach();
    });
    while (tid == 0) usleep(100);
    g_actors[tid] = actor.get();
    actors_.push_back(std::move(actor));
    return actors_.back().get();
  }

  // The first round, one millisecond after the origin, finds the thread running.
  void ask_while_running(Actor* actor) {
    actor->call.kind = SyscallState::kRunning;
    actor->runs_on_ns = kMs;
    session_.sampler.round(kOrigin + kMs);
  }

  profile::Profile finish(uint64_t at_ns) {
    session_.sampler.last_round(at_ns);
    session_.writer.finish(profile::FinishReason::kExit, at_ns);
    session_.file.close(false);
    profile::Profile p;
    std::string error;
    EXPECT_TRUE(profile::read_profile(path_, &p, &error)) << error;
    std::map<uint32_t, uint64_t> lives;
    for (const profile::Sample& s : p.samples) lives[s.thread] += s.weight_ns;
    for (const profile::Thread& t : p.threads) EXPECT_EQ(lives[t.id], t.end_ns - t.begin_ns - paused_ns_);
    return p;
  }

  std::unique_ptr<Session> owner_ = std::make_unique<Session>();
  Session& session_ = *owner_;
  std::vector<std::unique_ptr<Actor>> actors_;
  std::vector<std::thread> threads_;
  std::atomic<bool> over_{false};
  uint64_t paused_ns_ = 0;  // what the test has paused, in the life of every thread
  std::string folder_, path_;
};

inline uint64_t sum(const profile::Profile& p, const std::function<uint64_t(const profile::Sample&)>& of) {
  uint64_t all = 0;
  for (const profile::Sample& s : p.samples) all += of(s);
  return all;
}
inline uint64_t no_processor(const profile::Profile& p) {
  return sum(p, [](const profile::Sample& s) { return s.no_processor_ns; });
}

}  // namespace limpid::recorder
