// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small table of the code of target tasks that returned at once when they ran last.
#include "core/task/detach/launches.h"
#include "core/task/policy.h"
#include "sync/atomic.h"

#include <stdint.h>

namespace limpid::core {
namespace {

constexpr uint32_t kNotes = 1u << policy::kLaunchNoteBits;
constinit sync::Atomic<const void*> g_launches[kNotes] = {};

sync::Atomic<const void*>& note_of(const void* code) {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  return g_launches[(reinterpret_cast<uintptr_t>(code) * kSpread) >> (64 - policy::kLaunchNoteBits)];
}

}  // namespace

bool is_launch(const void* code) {
  return note_of(code).load(std::memory_order_relaxed) == code;
}

void note_launch(const void* code, bool launched) {
  sync::Atomic<const void*>& note = note_of(code);
  if (launched) {
    if (note.load(std::memory_order_relaxed) != code) note.store(code, std::memory_order_relaxed);
  } else if (note.load(std::memory_order_relaxed) == code) {
    note.store(nullptr, std::memory_order_relaxed);
  }
}

}  // namespace limpid::core
