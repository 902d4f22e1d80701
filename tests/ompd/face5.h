// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small debugger over OMPD 5.x.
#pragma once

#include <map>
#include <string>

#include "face.h"
#include "omp-tools.h"

namespace limpid::test {

inline ompd_address_space_context_t* context_of(Memory& memory) {
  return reinterpret_cast<ompd_address_space_context_t*>(&memory);
}

const ompd_callbacks_t& callbacks();

using OwnedThread = Owned<ompd_thread_handle_t, ompd_rel_thread_handle>;
using OwnedRegion = Owned<ompd_parallel_handle_t, ompd_rel_parallel_handle>;
using OwnedTask = Owned<ompd_task_handle_t, ompd_rel_task_handle>;
using OwnedProcess = Owned<ompd_address_space_handle_t, ompd_rel_address_space_handle>;

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

struct Calls5 {
  using Process = ompd_address_space_handle_t;
  using Thread = OwnedThread;
  using Region = OwnedRegion;
  using Task = OwnedTask;
  static constexpr auto kLwp = OMPD_THREAD_ID_LWP;

  static ompd_rc_t initialize() { return ompd_initialize(202011, &callbacks()); }
  static ompd_rc_t open(Memory& memory, Process** process) {
    return ompd_process_initialize(context_of(memory), process);
  }
  static constexpr auto close = ompd_rel_address_space_handle;
  static constexpr auto finalize = ompd_finalize;
  static constexpr auto thread = ompd_get_thread_handle;
  static constexpr auto region = ompd_get_curr_parallel_handle;
  static constexpr auto task = ompd_get_curr_task_handle;
};

class Ompd5 : public Face<Calls5> {
 protected:
  Session& look_at(const std::string& situation);
  ompd_word_t icv(void* handle, const char* name, ompd_rc_t expected = ompd_rc_ok);
  std::string icv_text(void* handle, const char* name);

  std::map<std::string, NamedIcv> icvs_;
};

}  // namespace limpid::test
