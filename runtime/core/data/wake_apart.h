// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members that have slept for long, and are to work at the same time as the thread that wakes them.
#pragma once

#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "platform/clock.h"

namespace limpid::core {

// The thread sleeps by sleep(), until a member of its team wakes it to work. That one may change where it wakes up.
template <class Sleep>
void sleep_apart(Thread& self, Sleep sleep) {
  self.wake_place.begin_sleep(platform::monotonic_ns());
  sleep();
  self.wake_place.end_sleep();
}

// Before the calling thread wakes a member, if it sleeps. If other programs use this processor they may use the
// others, too, and the kernel chooses better.
void keep_apart(Member& member);

// Before it wakes all other members of its team.
void keep_members_apart(const Thread& self, Team& team);

}  // namespace limpid::core
