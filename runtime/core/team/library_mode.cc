// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores the chosen library mode, and lets the thread's teams choose their spin policy again.
#include "core/team/library_mode.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/team/registry.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

// 0: as the environment sets it.
constinit sync::Atomic<int32_t> g_mode{0};

void choose_again(Thread& self) {
  const uint32_t threads = live_threads();
  for (Team* team : {self.team, self.member->hot_team})
    if (team != nullptr) team->spin_policy.choose(threads, team->size);
}

}  // namespace

LibraryMode library_mode() {
  const int32_t mode = g_mode.load(std::memory_order_relaxed);
  if (mode != 0) return static_cast<LibraryMode>(mode);
  if (global_icvs().library != 0) return static_cast<LibraryMode>(global_icvs().library);
  return global_icvs().wait_policy == WaitPolicy::kActive ? LibraryMode::kTurnaround
                                                          : LibraryMode::kThroughput;
}

void set_library_mode(Thread& self, LibraryMode mode) {
  g_mode.store(static_cast<int32_t>(mode), std::memory_order_relaxed);
  self.task->icvs.nthreads = mode == LibraryMode::kSerial ? 1 : initial_icvs().nthreads;
  if (mode == LibraryMode::kTurnaround) return set_block_time(self, INT32_MAX);
  use_initial_block_time();
  choose_again(self);
}

void set_block_time(Thread& self, int32_t milliseconds) {
  if (!use_block_time(milliseconds)) base::warn("no memory to change the block time");
  choose_again(self);
}

}  // namespace limpid::core
