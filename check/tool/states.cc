// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "states.h"

#include <atomic>

#include "world.h"

namespace limpid::check {
namespace {

constexpr int kMost = 256;

struct State {
  int value = 0;
  const char* name = nullptr;
  std::atomic<uint64_t> seen{0};
};

State g_states[kMost];
int g_count = 0;  // set before the first event and the first signal

}  // namespace

void enumerate_states(World& world) {
  g_count = 0;
  if (world.ask.enumerate_states == nullptr) return;
  int state = ompt_state_undefined;
  const char* name = nullptr;
  while (world.ask.enumerate_states(state, &state, &name) != 0 && g_count < kMost) {
    world.expect(name != nullptr, "entry.states", "4.6.1.1", "state %#x has no name",
                 static_cast<unsigned>(state));
    g_states[g_count].value = state;
    g_states[g_count].name = name != nullptr ? name : "";
    g_states[g_count].seen = 0;
    ++g_count;
  }
  world.expect(g_count > 0 && g_count < kMost, "entry.states", "4.6.1.1",
               "ompt_enumerate_states names %d states%s", g_count,
               g_count == kMost ? " and does not end" : "");
}

bool note_state(int state) {
  for (int i = 0; i < g_count; ++i) {
    if (g_states[i].value != state) continue;
    g_states[i].seen.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  return false;
}

void tell_states(World& world) {
  for (int i = 0; i < g_count; ++i) {
    JsonLine line("state");
    line.text("name", g_states[i].name).number("value", static_cast<uint64_t>(g_states[i].value));
    world.report.write(line.number("seen", g_states[i].seen));
  }
}

}  // namespace limpid::check
