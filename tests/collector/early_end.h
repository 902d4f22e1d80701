// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of the process's end, between the program of early_program.cc and the collector of
// early_collector.cc.
#pragma once

#include <sched.h>

#include <atomic>

struct EarlyEnd {
  std::atomic<bool> next_fork_stays{false};  // the callback of the next FORK stays until exit() runs
  std::atomic<bool> in_callback{false};      // it is there
  std::atomic<bool> begun{false};            // exit() runs
  std::atomic<bool> destroyed{false};        // the collector is
  std::atomic<bool> last_region_left{false};
};

extern "C" EarlyEnd g_end;  // the program's

inline void await(const std::atomic<bool>& flag) {
  while (!flag) sched_yield();
}
