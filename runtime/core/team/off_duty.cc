// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/team/off_duty.h"

#include <new>

#include "core/team/build.h"
#include "core/team/root.h"
#include "platform/memory.h"

namespace limpid::core {

// Without memory for a root the thread stays where it is: most tools do not use OpenMP there.
void OffDuty::begin() {
  Root*& own = self_.own_root;
  const bool fresh = own == nullptr;
  if (fresh) {
    void* memory = platform::map_pages(sizeof(Root));
    if (memory == nullptr) return;
    own = ::new (memory) Root;
  }
  member_ = self_.member;
  team_ = self_.team;
  root_ = self_.root;
  index_ = self_.index;
  team_size_ = self_.team_size;
  state_ = self_.state.load(std::memory_order_relaxed);
  began_ = true;
  if (fresh) {
    settle_in_root(self_, *own);
  } else {
    self_.root = own;
    self_.member = &own->member;
    self_.team = &own->team;
    self_.index = 0;
    self_.team_size = 1;
    self_.task = &own->member.implicit_task;
  }
  self_.state.store(state_, std::memory_order_relaxed);
}

void OffDuty::end() {
  self_.task = nullptr;
  self_.root = root_;
  self_.member = member_;
  self_.team = team_;
  self_.index = index_;
  self_.team_size = team_size_;
  self_.state.store(state_, std::memory_order_relaxed);
}

void release_off_duty(Thread& self) {
  if (self.own_root == nullptr) return;
  release_teams(self.own_root->member);
  platform::unmap_pages(self.own_root, sizeof(Root));
  self.own_root = nullptr;
}

}  // namespace limpid::core
