// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/call_places.h"

#include <utility>

#include "context/construct_context.h"
#include "session.h"

namespace limpid::recorder {

NodeId CallPlaces::find_slowly(Pair* pair, ThreadSlot* slot, NodeId context, const void* code,
                               const void* here) {
  if (code == nullptr || slot == nullptr) return kNoNode;
  std::swap(pair->latest, pair->other);
  if (context != kNoNode && pair->latest.matches(context, code, here)) return pair->latest.place;
  return enter(&pair->latest, slot, context, code, here);
}

// Asks, and keeps the answer where it can be recognised.
NodeId CallPlaces::enter(Entry* e, ThreadSlot* slot, NodeId context, const void* code, const void* here) {
  const FoundPlace found = find_place(&Session::get(), slot, code);
  if (found.entry == nullptr) return kNoNode;
  e->code = nullptr;
  if (found.base == 0 || found.entry->returns > kReturns || found.context != context)
    return found.entry->node;
  for (uint32_t i = 0; i < found.entry->returns; ++i) {
    const CreationCache::Return& returned = found.entry->returned[i];
    const uint64_t address = found.base + returned.offset;
    const uint64_t offset = address - reinterpret_cast<uint64_t>(here);
    // Below the callback's frame nothing is the caller's.
    if (address <= reinterpret_cast<uint64_t>(here) || offset > UINT32_MAX) return found.entry->node;
    e->offset[i] = static_cast<uint32_t>(offset);
    e->value[i] = returned.address;
  }
  e->returns = found.entry->returns;
  e->context = context;
  e->place = found.entry->node;
  e->code = code;
  return e->place;
}

}  // namespace limpid::recorder
