// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small debugger over OMPD: what does not depend on the interface's version.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "allocator.h"
#include "programs.h"
#include "session.h"

namespace limpid::test {

// ompd_rc_ok of both interfaces.
inline constexpr int kOk = 0;

// A handle that goes back when it is not needed any more.
template <class Opaque, auto kRelease>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Opaque* handle) : handle_(handle) {}
  ~Owned() {
    if (handle_ != nullptr) {
      EXPECT_EQ(kRelease(handle_), kOk);
    }
  }
  Owned(Owned&& other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  operator Opaque*() const { return handle_; }
  Opaque** out() { return &handle_; }

 private:
  Opaque* handle_ = nullptr;
};

// A text that the library allocated: taken over and released.
inline std::string taken(const char* text) {
  std::string copy = text;
  EXPECT_TRUE(allocator().release(const_cast<char*>(text)));
  return copy;
}

// A test with a process or core in one situation. Checks at its end that all memory went back.
//
// Calls  the interface's types of handles, and its functions that give and take them
template <class Calls>
class Face : public testing::TestWithParam<std::tuple<std::string, View>> {
 protected:
  using Thread = typename Calls::Thread;
  using Task = typename Calls::Task;
  using Region = typename Calls::Region;

  void SetUp() override { ASSERT_EQ(Calls::initialize(), kOk); }

  void TearDown() override {
    leave();
    EXPECT_EQ(Calls::finalize(), kOk);
    EXPECT_EQ(allocator().live.size(), 0u);
  }

  // The program in a situation; makes process_.
  Session& look_at(const std::string& situation) {
    const auto& [compiler, view] = GetParam();
    Session& session = session_of(program_of(compiler), situation, view);
    EXPECT_EQ(Calls::open(*session.memory, &process_), kOk);
    return session;
  }

  void leave() {
    if (process_ != nullptr) {
      EXPECT_EQ(Calls::close(process_), kOk);
    }
    process_ = nullptr;
  }

  Thread thread(long lwp) {
    Thread handle;
    EXPECT_EQ(Calls::thread(process_, Calls::kLwp, sizeof lwp, &lwp, handle.out()), kOk);
    return handle;
  }
  Task task(long lwp) {
    Task handle;
    EXPECT_EQ(Calls::task(thread(lwp), handle.out()), kOk);
    return handle;
  }
  Region region(long lwp) {
    Region handle;
    EXPECT_EQ(Calls::region(thread(lwp), handle.out()), kOk);
    return handle;
  }

  typename Calls::Process* process_ = nullptr;
};

}  // namespace limpid::test
