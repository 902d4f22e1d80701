// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whose sleep it is when between the system call and the runtime there is nothing but the C library: this
// program is the runtime, as far as the recorder knows.
#include "sample/blocked_thread.h"

#include <gtest/gtest.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <memory>

#include "ompt_link.h"
#include "sample/blocked_kind.h"
#include "sample/task_file.h"

namespace limpid::recorder {
namespace {

struct Sleeper {
  void (*sleep)();
  std::atomic<uint64_t> high{0};
  std::atomic<pid_t> tid{0};
};

void* sleep_for_ever(void* self) {
  auto* sleeper = static_cast<Sleeper*>(self);
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  void* low;
  size_t bytes;
  pthread_attr_getstack(&attributes, &low, &bytes);
  pthread_attr_destroy(&attributes);
  sleeper->high = reinterpret_cast<uint64_t>(low) + bytes;
  sleeper->tid = static_cast<pid_t>(syscall(SYS_gettid));
  for (;;) sleeper->sleep();
}

// As where a construct's last act, a jump to pause(), has left no frame of the user's.
void users_call() {
  pause();
}

std::atomic<uint32_t> g_word{0};
void runtimes_call() {
  const timespec long_time{1000, 0};
  syscall(SYS_futex, &g_word, FUTEX_WAIT_PRIVATE, 0, &long_time, nullptr, 0);
}

class BlockedThread : public testing::Test {
 protected:
  // The sample of a thread that sleeps so, having been seen in last_state before. False: /proc cannot be
  // read.
  bool sample(void (*sleep)(), long system_call, uint16_t last_state) {
    auto* sleeper = new Sleeper{sleep, {}, {}};  // sleeps until the process ends
    pthread_t thread;
    EXPECT_EQ(pthread_create(&thread, nullptr, sleep_for_ever, sleeper), 0);
    SyscallState state;
    int descriptor = 0;
    while (state.number != system_call) {
      usleep(1000);
      if (sleeper->tid != 0) state = read_syscall_state(sleeper->tid, &descriptor);
      if (sleeper->tid != 0 && state.kind == SyscallState::kUnreadable) return false;
    }
    close_task_file(&descriptor);
    slot_->stack_high = sleeper->high;
    slot_->sampler.last_state = last_state;
    modules_.set_runtime(reinterpret_cast<uint64_t>(&users_call));
    const ModuleTable::Reader modules(modules_);
    bool truncated = false;
    key_ = blocked_sample(&nodes_, *modules.map(), *slot_, state, {kProgramNode}, false, &truncated);
    return true;
  }
  profile::BlockedKind kind() const {
    return static_cast<profile::BlockedKind>(key_.flags >> profile::kBlockedShift);
  }

  void SetUp() override { ASSERT_TRUE(nodes_.create()); }

  std::unique_ptr<ThreadSlot> slot_ = std::make_unique<ThreadSlot>();
  static ModuleTable modules_;
  NodeTable nodes_;
  SampleKey key_;
};
ModuleTable BlockedThread::modules_;

TEST_F(BlockedThread, AnyCallButAFutexIsTheUsers) {
  if (!sample(users_call, SYS_pause, ompt_state_wait_barrier_implicit_parallel)) GTEST_SKIP();
  EXPECT_EQ(key_.state, ompt_state_work_serial);
  EXPECT_EQ(kind(), profile::BlockedKind::kSignal);
  EXPECT_EQ(static_cast<unsigned>(nodes_.node(key_.node).kind) & 0xff,
            static_cast<unsigned>(profile::NodeKind::kLeaf));
}

TEST_F(BlockedThread, AFutexThatItCallsIsTheRuntimes) {
  if (!sample(runtimes_call, SYS_futex, ompt_state_wait_barrier_implicit_parallel)) GTEST_SKIP();
  EXPECT_EQ(key_.state, ompt_state_wait_barrier_implicit_parallel);
  EXPECT_EQ(kind(), profile::BlockedKind::kNone);
}

TEST(BlockedKind, FollowsFromTheSystemCall) {
  using profile::BlockedKind;
  EXPECT_EQ(blocked_kind(SYS_clock_nanosleep), BlockedKind::kSleep);
  EXPECT_EQ(blocked_kind(SYS_read), BlockedKind::kRead);
  EXPECT_EQ(blocked_kind(SYS_fsync), BlockedKind::kWrite);
  EXPECT_EQ(blocked_kind(SYS_epoll_wait), BlockedKind::kPoll);
  EXPECT_EQ(blocked_kind(SYS_wait4), BlockedKind::kProcess);
  EXPECT_EQ(blocked_kind(SYS_futex), BlockedKind::kFutex);
  EXPECT_EQ(blocked_kind(-1), BlockedKind::kPageFault);
  EXPECT_EQ(blocked_kind(SYS_mount), BlockedKind::kOther);
}

}  // namespace
}  // namespace limpid::recorder
