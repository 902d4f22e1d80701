// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random values of every variable: nothing may break, and each value is either taken or named.
#include <random>

#include "../seed.h"
#include "core/memory/allocator.h"
#include "environment_fixture.h"

namespace {

using namespace limpid::core;

class EnvironmentRandomTest : public EnvironmentTest {};

constexpr const char* kNames[] = {
    "OMP_SCHEDULE",    "OMP_NUM_THREADS",       "OMP_PROC_BIND", "OMP_PLACES",
    "OMP_STACKSIZE",   "GOMP_SPINCOUNT",        "OMP_ALLOCATOR", "GOMP_CPU_AFFINITY",
    "OMP_DISPLAY_ENV", "OMP_MAX_ACTIVE_LEVELS", "OMP_TOOL",      "OMP_THREAD_LIMIT",
    "OMP_WAIT_POLICY", "OMP_TARGET_OFFLOAD",    "OMP_DYNAMIC",   "OMP_TOOL_VERBOSE_INIT",
    "KMP_STACKSIZE",   "KMP_BLOCKTIME",         "KMP_LIBRARY"};

constexpr const char* kPieces[] = {" ",
                                   ",",
                                   ":",
                                   "{",
                                   "}",
                                   "(",
                                   ")",
                                   "!",
                                   "-",
                                   "=",
                                   "0",
                                   "1",
                                   "7",
                                   "64",
                                   "8191",
                                   "8192",
                                   "4294967296",
                                   "99999999999999999999",
                                   "true",
                                   "false",
                                   "static",
                                   "dynamic",
                                   "monotonic",
                                   "nonmonotonic",
                                   "close",
                                   "spread",
                                   "omp_default_mem_space",
                                   "omp_const_mem_alloc",
                                   "alignment",
                                   "pool_size",
                                   "fallback",
                                   "null_fb",
                                   "pinned",
                                   "k",
                                   "M",
                                   "G",
                                   "infinite",
                                   "verbose",
                                   "enabled",
                                   "active",
                                   "mandatory",
                                   "\xff",
                                   "\t",
                                   "%"};

std::string random_value(std::mt19937& random) {
  std::string value;
  for (unsigned left = random() % 9; left > 0; --left) value += kPieces[random() % std::size(kPieces)];
  return value;
}

TEST_F(EnvironmentRandomTest, AnyValueIsTakenOrNamed) {
  std::mt19937 random(static_cast<std::uint32_t>(test_seed()));
  for (int round = 0; round < 3000; ++round) {
    const char* const name = kNames[random() % std::size(kNames)];
    const std::string value = random_value(random);
    const Environment e = read_with(name, value.c_str());
    ASSERT_GE(e.initial.nthreads, 1u) << name << "=" << value;
    ASSERT_GE(e.initial.thread_limit, 1u) << name << "=" << value;
    ASSERT_TRUE(messages_.empty() || messages_.find(std::string(name) + "=\"") != std::string::npos)
        << name << "=" << value << " said: " << messages_;
    for (std::uint32_t place = 0; place < e.global.places.count; ++place)
      ASSERT_GE(e.global.places.size_of(place), 1u);
    destroy_allocator(e.initial.def_allocator);
  }
}

}  // namespace
