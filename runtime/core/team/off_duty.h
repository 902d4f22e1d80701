// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker that is in no region and runs a tool's code, because it begins, ends or is idle. Should that code
// use OpenMP, it finds the thread where one is that the runtime did not start: in a contention group of its
// own. Inquiries go on to say that the thread is idle.
#pragma once

#include "core/team/member.h"
#include "core/team/thread.h"

namespace limpid::core {

class OffDuty {
 public:
  explicit OffDuty(Thread& self) : self_(self) {
    if (self.task == nullptr) [[unlikely]]
      begin();
  }
  ~OffDuty() {
    if (began_) [[unlikely]]
      end();
  }
  OffDuty(const OffDuty&) = delete;
  OffDuty& operator=(const OffDuty&) = delete;

 private:
  void begin();
  void end();

  Thread& self_;
  bool began_ = false;
  // Where the thread was.
  Member* member_ = nullptr;
  Team* team_ = nullptr;
  Root* root_ = nullptr;
  uint32_t index_ = 0;
  uint32_t team_size_ = 1;
  State state_ = State::idle;
};

// Frees what the thread's OffDuty scopes needed; none is open.
void release_off_duty(Thread& self);

}  // namespace limpid::core
