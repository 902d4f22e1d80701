// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team made by hand: members, threads and nothing else of the runtime. Threads that wait go to sleep at
// once, so that the sleeping and waking paths are what is tested.
#pragma once

#include <stdint.h>

#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/lock/lock_word.h"
#include "core/loop/region.h"

namespace limpid::testing {

class TestTeam {
 public:
  explicit TestTeam(uint32_t size)
      : members_(std::make_unique<core::Member[]>(size)), threads_(std::make_unique<core::Thread[]>(size)) {
    team.size = size;
    team.members = members_.get();
    for (uint32_t index = 0; index < size; ++index) {
      core::Member& member = members_[index];
      core::Thread& thread = threads_[index];
      member.team = &team;
      member.index = index;
      thread.team = &team;
      thread.member = &member;
      thread.index = index;
      thread.team_size = size;
      thread.identity.id = index + 1;
      thread.lock_mark = core::LockWord::mark_of(thread.identity.id);
      thread.task = &member.implicit_task;
      member.implicit_task.id = index + 1;
    }
  }
  ~TestTeam() { core::release_workshares(team); }

  // One parallel region: body on every thread of the team.
  void run(const std::function<void(core::Thread&)>& body) {
    core::begin_region_workshares(team);
    std::vector<std::thread> threads;
    for (uint32_t index = 0; index < team.size; ++index) {
      threads.emplace_back([this, index, &body] {
        core::begin_member_workshares(members_[index]);
        body(threads_[index]);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  core::Thread& thread(uint32_t index) { return threads_[index]; }

  core::Team team;

 private:
  std::unique_ptr<core::Member[]> members_;
  std::unique_ptr<core::Thread[]> threads_;
};

}  // namespace limpid::testing
