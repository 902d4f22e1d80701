// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A root of the worker's own for as long as a tool's code runs on it.
#include "core/team/off_duty.h"

#include <new>

#include "base/check.h"
#include "core/team/build.h"
#include "core/team/root.h"
#include "platform/memory.h"

namespace limpid::core {

// A root of the worker's own, and where it was before.
struct OffDuty {
  Root own;
  Member* member = nullptr;
  Team* team = nullptr;
  Root* root = nullptr;
  uint32_t index = 0;
  uint32_t team_size = 1;
  State state = State::idle;
};

void go_off_duty(Thread& self) {
  LIMPID_DCHECK(!self.is_off_duty && self.task == nullptr);
  const bool fresh = self.off_duty == nullptr;
  if (fresh) {
    void* memory = platform::map_pages(sizeof(OffDuty));
    if (memory == nullptr) return;
    self.off_duty = ::new (memory) OffDuty;
  }
  OffDuty& place = *self.off_duty;
  place.member = self.member;
  place.team = self.team;
  place.root = self.root;
  place.index = self.index;
  place.team_size = self.team_size;
  place.state = self.state.load(std::memory_order_relaxed);
  self.is_off_duty = true;
  if (fresh) {
    settle_in_root(self, place.own);
  } else {
    return_to_root(self, place.own);
  }
  self.state.store(place.state, std::memory_order_relaxed);
}

void return_to_duty(Thread& self) {
  const OffDuty& place = *self.off_duty;
  // The tool's code has ended the regions that it began.
  LIMPID_DCHECK(self.is_off_duty && self.member == &place.own.member);
  self.is_off_duty = false;
  self.task = nullptr;
  self.root = place.root;
  self.member = place.member;
  self.team = place.team;
  self.index = place.index;
  self.team_size = place.team_size;
  self.state.store(place.state, std::memory_order_relaxed);
}

void release_off_duty(Thread& self) {
  if (self.off_duty == nullptr) return;
  LIMPID_DCHECK(!self.is_off_duty);
  release_teams(self.off_duty->own.member);
  platform::unmap_pages(self.off_duty, sizeof(OffDuty));
  self.off_duty = nullptr;
}

}  // namespace limpid::core
