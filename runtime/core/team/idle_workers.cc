// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sends the workers of the caller's teams to the pool, and ends it.
#include "core/team/idle_workers.h"

#include "core/data/root.h"
#include "core/team/build.h"
#include "core/team/pool.h"

namespace limpid::core {

bool end_idle_workers(const Thread* self) {
  if (self != nullptr) {
    if (self->root == nullptr || self->member != &self->root->member) return false;
    release_teams(self->root->member);
  }
  dismiss_pool();
  reopen_pool();
  return true;
}

}  // namespace limpid::core
