// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of a model test: threads, what they share, and what must hold in every execution.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "checker/execution.h"

namespace model {

struct Bounds {
  std::uint64_t executions = 60'000;         // tried one by one, those with the fewest deviations first
  std::uint64_t random_executions = 20'000;  // chosen at random, after them
};

// A scenario sets up the shared data, adds the threads with thread(), calls run(), and checks the result. It
// is executed many times, so it must do the same each time.
using Scenario = std::function<void(Execution&)>;

// Executes it in every interleaving up to the bounds, and then in random ones. The result's message is the
// first execution that failed. The random part is seeded with LIMPID_SEED, or with a constant.
testing::AssertionResult holds(const Scenario& scenario, const Bounds& bounds = {});

// Called by a thread of a scenario, or after run(): fails the execution if the condition is false.
void require(bool condition, const char* what);

// Plain data that threads share: the code under test must order the accesses, else there is a race.
template <class T>
class Plain {
 public:
  Plain(T value = T{}) : value_(value) { Execution::current()->forget(this); }
  T get() const {
    Execution::current()->read_plain(this);
    return value_;
  }
  void set(T value) {
    Execution::current()->write_plain(this);
    value_ = value;
  }

 private:
  T value_;
};

}  // namespace model
