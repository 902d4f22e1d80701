// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a model test says: threads, what they share, and what must hold in every execution.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "checker/execution.h"

namespace model {

struct Bounds {
  std::uint64_t executions = 60'000;         // tried one by one, those that stray least first
  std::uint64_t random_executions = 20'000;  // chosen by chance after them
};

// A scenario sets up what the threads share, names the threads with thread(), calls run(), and looks at the
// result. It is executed many times, so it must do the same each time.
using Scenario = std::function<void(Execution&)>;

// Executes it in every order up to the bounds and then in random ones. The answer's message is the first
// execution that failed. The random part begins with LIMPID_SEED, or always the same one.
testing::AssertionResult holds(const Scenario& scenario, const Bounds& bounds = {});

// For a thread of a scenario, or after run(): what must be true.
void require(bool condition, const char* what);

// Plain data that threads share: accesses must be ordered by what the code under test does.
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
