// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small debugger over OMPD 2.0.
#pragma once

#include <string>
#include <vector>

#include "face.h"
#include "ompd-2.h"

namespace limpid::test {

inline ompd_address_space_context_t* context_of(Memory& memory) {
  return reinterpret_cast<ompd_address_space_context_t*>(&memory);
}

const ompd_callbacks_t& callbacks();

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

struct Calls2 {
  using Process = ompd_address_space_handle_t;
  using Thread = OwnedThread;
  using Region = OwnedRegion;
  using Task = OwnedTask;
  static constexpr auto kLwp = ompd_osthread_lwp;

  static ompd_rc_t initialize() { return ompd_initialize(&callbacks()); }
  static ompd_rc_t open(Memory& memory, Process** process) {
    return ompd_process_initialize(context_of(memory), process);
  }
  static constexpr auto close = ompd_release_address_space_handle;
  static constexpr auto finalize = ompd_finalize;
  static constexpr auto thread = ompd_get_thread_handle;
  static constexpr auto region = ompd_get_top_parallel_region;
  static constexpr auto task = ompd_get_top_task_region;
};

class Ompd2 : public Face<Calls2> {
 protected:
  // Leaves what it looked at before.
  Session& look_at(const std::string& situation) {
    leave();
    return Face::look_at(situation);
  }
};

}  // namespace limpid::test
