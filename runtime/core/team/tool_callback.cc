// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves a worker into a root of its own while it runs a tool's callback.
#include "core/team/tool_callback.h"

#include <new>

#include "base/check.h"
#include "core/data/root.h"
#include "core/team/build.h"
#include "platform/memory.h"

namespace limpid::core {

// The worker's own root, and the fields that leave_tool_callback() restores.
struct ToolCallbackContext {
  Root own;
  Member* member = nullptr;
  Team* team = nullptr;
  Root* root = nullptr;
  uint32_t index = 0;
  uint32_t team_size = 1;
  State state = State::idle;
};

void enter_tool_callback(Thread& self) {
  LIMPID_DCHECK(!self.tools.is_in_callback && self.task == nullptr);
  const bool fresh = self.tools.callback == nullptr;
  if (fresh) {
    void* memory = platform::map_pages(sizeof(ToolCallbackContext));
    if (memory == nullptr) return;
    self.tools.callback = ::new (memory) ToolCallbackContext;
  }
  ToolCallbackContext& place = *self.tools.callback;
  place.member = self.member;
  place.team = self.team;
  place.root = self.root;
  place.index = self.index;
  place.team_size = self.team_size;
  place.state = self.state.load(std::memory_order_relaxed);
  self.tools.is_in_callback = true;
  if (fresh) {
    enter_new_root(self, place.own);
  } else {
    return_to_root(self, place.own);
  }
  self.state.store(place.state, std::memory_order_relaxed);
}

void leave_tool_callback(Thread& self) {
  const ToolCallbackContext& place = *self.tools.callback;
  // The tool's code has ended the regions that it began.
  LIMPID_DCHECK(self.tools.is_in_callback && self.member == &place.own.member);
  self.tools.is_in_callback = false;
  self.task = nullptr;
  self.root = place.root;
  self.member = place.member;
  self.team = place.team;
  self.index = place.index;
  self.team_size = place.team_size;
  self.state.store(place.state, std::memory_order_relaxed);
}

void release_tool_callback(Thread& self) {
  if (self.tools.callback == nullptr) return;
  LIMPID_DCHECK(!self.tools.is_in_callback);
  release_teams(self.tools.callback->own.member);
  platform::unmap_pages(self.tools.callback, sizeof(ToolCallbackContext));
  self.tools.callback = nullptr;
}

}  // namespace limpid::core
