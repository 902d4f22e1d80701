// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small debugger over OMPD 2.0.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "allocator.h"
#include "ompd-2.h"
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
using OwnedThread = Owned<ompd_thread_handle_t, ompd_release_thread_handle>;
using OwnedRegion = Owned<ompd_parallel_handle_t, ompd_release_parallel_handle>;
using OwnedTask = Owned<ompd_task_handle_t, ompd_release_task_handle>;

// A vector that the library made: its handles taken over, itself released.
template <class OwnedHandle, class Opaque>
std::vector<OwnedHandle> taken(Opaque** vector, int count) {
  std::vector<OwnedHandle> handles;
  for (int i = 0; i < count; ++i) handles.emplace_back(vector[i]);
  EXPECT_EQ(callbacks().d_free_memory(vector), ompd_rc_ok);
  return handles;
}

std::string taken(char* text);

class Ompd2 : public testing::TestWithParam<std::tuple<std::string, View>> {
 protected:
  void SetUp() override;
  void TearDown() override;
  Session& look_at(const std::string& situation);
  void leave();
  OwnedThread thread(long lwp);
  OwnedTask task(long lwp);
  OwnedRegion region(long lwp);

  ompd_address_space_handle_t* process_ = nullptr;
};

}  // namespace limpid::test
