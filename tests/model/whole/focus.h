// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of a whole-core scenario that is tried in every interleaving. The code before it, and the end of
// the region, are executed in the simplest way: they have scenarios of their own, and would take most of the
// executions.
#pragma once

#include "model.h"
#include "sync/atomic.h"
#include "whole/program.h"

namespace model {

class Focus {
 public:
  explicit Focus(Execution& run, int threads = 2) : run_(run), threads_(threads) { run.stray(false); }

  // Called by each of the threads. Returns when all have called it, and orders nothing between them.
  void begin() {
    if (here_.fetch_add(1, std::memory_order_relaxed) + 1 == threads_) return run_.stray(true);
    while (here_.load(std::memory_order_relaxed) < threads_) run_.yield();
  }
  // Called by each of the threads. Returns when all have called it.
  void end() {
    if (++left_ < threads_) {
      while (over_.load(std::memory_order_relaxed) == 0) futex_wait(over_, 0);
      return;
    }
    run_.stray(false);
    over_.store(1, std::memory_order_relaxed);
    limpid::sync::futex_wake(over_, limpid::sync::kWakeAll);
  }

 private:
  Execution& run_;
  const int threads_;
  limpid::sync::Atomic<int> here_{0};
  int left_ = 0;
  limpid::sync::Atomic<std::uint32_t> over_{0};
};

}  // namespace model

namespace limpid::core {

// A region of two, whose members execute the body in every interleaving.
template <class Body>
void two_members(model::Execution& run, Body&& body) {
  program(run, [&](Thread& self) {
    model::Focus focus(run);
    parallel(self, 2, [&](Thread& member) {
      focus.begin();
      body(member);
      focus.end();
    });
  });
}

}  // namespace limpid::core
