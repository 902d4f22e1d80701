// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the memory routines of the engine.
#include "core/device/engine_memory.h"

#include "base/check.h"
#include "core/icv/devices.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

// [engine.memory] What it points to is valid for who reads it.
constinit sync::Atomic<const EngineMemory*> g_memory{nullptr};

}  // namespace

void set_engine_memory(const EngineMemory& routines) {
  LIMPID_DCHECK(routines.copy != nullptr && routines.copy_rectangle != nullptr);
  g_memory.store(&routines, std::memory_order_release);  // [engine.memory]
}

const EngineMemory* engine_memory(std::int32_t device) {
  if (device < 0 || device >= num_devices()) return nullptr;
  return g_memory.load(std::memory_order_acquire);  // [engine.memory]
}

}  // namespace limpid::core
