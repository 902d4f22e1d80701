// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's access to a team of which it may not be a member.
#pragma once

#include "base/check.h"
#include "core/data/team.h"
#include "core/data/team_wake.h"
#include "sync/atomic.h"

namespace limpid::core {

// Keeps a team in memory while a thread that may not be a member finishes one of its tasks. See
// TeamTasks::visitors.
class Visit {
 public:
  // [visit.count]
  explicit Visit(Team& team) : team_(team) { team.tasks.visitors.fetch_add(1, std::memory_order_seq_cst); }
  ~Visit() {
    LIMPID_DCHECK(team_.tasks.visitors.load(std::memory_order_relaxed) > 0);
    announce_quiescence(team_);
    sync::reads_plain(&team_.region.data);
    team_.tasks.visitors.fetch_sub(1, std::memory_order_release);  // [visit.count]
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  Team& team_;
};

}  // namespace limpid::core
