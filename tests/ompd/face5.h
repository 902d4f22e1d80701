// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small debugger over OMPD 5.x.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "allocator.h"
#include "omp-tools.h"
#include "session.h"

namespace limpid::test {

inline ompd_address_space_context_t* context_of(Memory& memory) {
  return reinterpret_cast<ompd_address_space_context_t*>(&memory);
}

const ompd_callbacks_t& callbacks();

// A handle that goes back when it is not needed any more.
template <class Opaque, ompd_rc_t (*kRelease)(Opaque*)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Opaque* handle) : handle_(handle) {}
  ~Owned() {
    if (handle_ != nullptr) {
      EXPECT_EQ(kRelease(handle_), ompd_rc_ok);
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
using OwnedThread = Owned<ompd_thread_handle_t, ompd_rel_thread_handle>;
using OwnedRegion = Owned<ompd_parallel_handle_t, ompd_rel_parallel_handle>;
using OwnedTask = Owned<ompd_task_handle_t, ompd_rel_task_handle>;
using OwnedProcess = Owned<ompd_address_space_handle_t, ompd_rel_address_space_handle>;

// A text that the library allocated: taken over and released.
std::string taken(const char* text);

struct NamedIcv {
  ompd_icv_id_t id;
  ompd_scope_t scope;
};
std::map<std::string, NamedIcv> enumerate_icvs(ompd_address_space_handle_t* process);

// A total order whose sign is right: sorted by it, neighbours stay in order both ways.
template <class Handles, class Compare>
void expect_order(Handles& handles, Compare compare) {
  const auto before = [&](const auto& left, const auto& right) {
    int value = 0;
    EXPECT_EQ(compare(left, right, &value), ompd_rc_ok);
    return value < 0;
  };
  for (const auto& left : handles) {
    for (const auto& right : handles) {
      int forth = 0;
      int back = 0;
      EXPECT_EQ(compare(left, right, &forth), ompd_rc_ok);
      EXPECT_EQ(compare(right, left, &back), ompd_rc_ok);
      EXPECT_EQ(forth, -back);
      EXPECT_EQ(forth == 0, &left == &right);
      for (const auto& third : handles) {
        if (before(left, right) && before(right, third)) {
          EXPECT_TRUE(before(left, third));
        }
      }
    }
  }
}

// A test with a process or core in one situation. Checks at its end that all memory went back.
class Ompd5 : public testing::TestWithParam<std::tuple<std::string, View>> {
 protected:
  void SetUp() override;
  void TearDown() override;

  // The program in a situation; makes process_.
  Session& look_at(const std::string& situation);
  OwnedThread thread(long lwp);
  OwnedTask task(long lwp);
  OwnedRegion region(long lwp);
  ompd_word_t icv(void* handle, const char* name, ompd_rc_t expected = ompd_rc_ok);
  std::string icv_text(void* handle, const char* name);

  ompd_address_space_handle_t* process_ = nullptr;
  std::map<std::string, NamedIcv> icvs_;
};

}  // namespace limpid::test
