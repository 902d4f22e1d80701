// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that waits for a device of an engine: what tools and debuggers see of it meanwhile.
#pragma once

#include <cstdint>

#include "core/data/state.h"
#include "core/data/thread.h"

namespace limpid::core {

// What such a thread has as its wait id: the device's number and one, 0 where the number is not known.
inline std::uint64_t wait_id_of_device(std::int64_t device) {
  return device < 0 ? 0 : static_cast<std::uint64_t>(device) + 1;
}

// Between begin() and end() the thread is in a state of waiting. The program's callbacks may run meanwhile.
class DeviceWait {
 public:
  DeviceWait(Thread& self, State state, std::int64_t device)
      : self_(self),
        state_(state),
        wait_id_(wait_id_of_device(device)),
        outer_state_(self.state.load(std::memory_order_relaxed)),
        outer_wait_id_(self.wait_id.load(std::memory_order_relaxed)) {}
  DeviceWait(const DeviceWait&) = delete;
  DeviceWait& operator=(const DeviceWait&) = delete;

  void begin() {
    self_.wait_id.store(wait_id_, std::memory_order_relaxed);
    self_.state.store(state_, std::memory_order_relaxed);
  }
  void end() {
    self_.state.store(outer_state_, std::memory_order_relaxed);
    self_.wait_id.store(outer_wait_id_, std::memory_order_relaxed);
  }

 private:
  Thread& self_;
  const State state_;
  const std::uint64_t wait_id_;
  const State outer_state_;
  const std::uint64_t outer_wait_id_;
};

}  // namespace limpid::core
