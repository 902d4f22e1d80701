// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unwind_subjects.h"

#include <alloca.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace {

volatile int sink;
Probe g_probe;

[[gnu::noinline]] void leaf(Probe probe) {
  probe();
  sink = 1;  // keeps the call from being a jump
}

[[gnu::noinline]] void recursive(Probe probe, int depth) {
  if (depth == 0) {
    probe();
  } else {
    recursive(probe, depth - 1);
  }
  sink = depth;
}

[[gnu::noinline]] void variable(Probe probe, int bytes) {
  auto* memory = static_cast<char*>(alloca(static_cast<size_t>(bytes)));
  std::memset(memory, 1, static_cast<size_t>(bytes));
  leaf(probe);
  sink = memory[bytes / 2];
}

[[gnu::noinline]] void realigned(Probe probe) {
  alignas(128) volatile char block[256];
  block[0] = 1;
  leaf(probe);
  sink = block[0];
}

int compare(const void* a, const void* b) {
  if (g_probe != nullptr) {
    const Probe probe = g_probe;
    g_probe = nullptr;
    leaf(probe);
  }
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

[[gnu::noinline]] void through_library(Probe probe) {
  int numbers[] = {3, 1, 2, 5, 4};
  g_probe = probe;
  std::qsort(numbers, 5, sizeof(int), compare);
  sink = numbers[0];
}

[[gnu::noinline]] void many_registers(Probe probe) {
  int a = sink, b = sink, c = sink, d = sink, e = sink, f = sink;
  leaf(probe);
  sink = a + b * c + d * e + f;
  leaf(probe);
  sink = a * b + c * d + e * f;
}

[[gnu::noinline]] double wave(double x, int depth) {
  if (depth == 0) return std::cos(x);
  const double a = wave(x * 0.5, depth - 1);
  return a + std::sin(a + x);
}

double storm(int rounds) {
  double sum = 0;
  for (int i = 0; i < rounds; ++i) {
    alignas(64) volatile double block[8] = {1.0 * i};
    sum += wave(block[0], i % 7) + std::fmod(sum, 3.0) + std::abs(std::atoi("17"));
    int numbers[] = {3, 1, 2, 5, 4};
    std::qsort(numbers, 5, sizeof(int), compare);
    auto* memory = static_cast<volatile char*>(alloca(static_cast<size_t>(16 + i % 64)));
    memory[0] = 1;
  }
  return sum;
}

constexpr Subjects kSubjects = {leaf, recursive, variable, realigned, through_library, many_registers, storm};

}  // namespace

#define NAME_OF(variant) subjects_##variant
#define ENTRY(variant) NAME_OF(variant)
extern "C" const Subjects* ENTRY(SUBJECTS)() {
  return &kSubjects;
}
