// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of a driver's calls: threads note theirs at once in one set, and a reader asks for any.
#include <stdlib.h>

#include <vector>

#include "model.h"
#include "tools/trace/device/calls.h"

namespace limpid::platform {

// Blank, and one execution's after the other.
void* map_ready_pages(size_t bytes) {
  static void* pages = nullptr;
  free(pages);
  return pages = calloc(1, bytes);
}

}  // namespace limpid::platform

namespace limpid::tools::trace {
namespace {

using model::Execution;
using model::holds;
using model::require;

// Calls of one set, in the order of their numbers, one more than it keeps.
std::vector<uint32_t> calls_of_a_set() {
  std::vector<uint32_t> found;
  for (uint32_t call = 1; found.size() <= Calls::kKeptOfSet; ++call)
    if (Calls::set_of(call) == Calls::set_of(1)) found.push_back(call);
  return found;
}

uint32_t operation_for(uint32_t call) {
  return call * 3;
}

// A set with two free places, taken by two threads at once.
TEST(CallsModel, NoThreadTakesAnothersPlace) {
  const std::vector<uint32_t> set = calls_of_a_set();
  EXPECT_TRUE(holds([&](Execution& run) {
    Calls calls;
    require(calls.prepare(), "memory");
    for (size_t i = 0; i + 3 < set.size(); ++i) calls.note(set[i], operation_for(set[i]));
    const uint32_t first = set[set.size() - 3];
    const uint32_t second = set[set.size() - 2];
    run.thread([&] { calls.note(first, operation_for(first)); });
    run.thread([&] { calls.note(second, operation_for(second)); });
    run.thread([&] {
      const uint32_t seen = calls.operation_of(second);
      require(seen == 0 || seen == operation_for(second), "a call's own operation, or none yet");
    });
    run.run();
    for (size_t i = 0; i + 1 < set.size(); ++i)
      require(calls.operation_of(set[i]) == operation_for(set[i]), "each is there");
  }));
}

// A full set: the newer of two threads' calls, at least, is there afterwards, and none that is older than both is kept
// in its place.
TEST(CallsModel, InAFullSetTheOldestGoes) {
  const std::vector<uint32_t> set = calls_of_a_set();
  EXPECT_TRUE(holds([&](Execution& run) {
    Calls calls;
    require(calls.prepare(), "memory");
    for (size_t i = 0; i + 2 < set.size(); ++i) calls.note(set[i], operation_for(set[i]));
    const uint32_t first = set[set.size() - 2];
    const uint32_t second = set[set.size() - 1];
    run.thread([&] { calls.note(first, operation_for(first)); });
    run.thread([&] { calls.note(second, operation_for(second)); });
    run.run();
    require(calls.operation_of(set[0]) == 0, "the oldest is forgotten");
    for (size_t i = 1; i < set.size(); ++i)
      require(calls.operation_of(set[i]) == operation_for(set[i]), "the others are there");
  }));
}

}  // namespace
}  // namespace limpid::tools::trace
