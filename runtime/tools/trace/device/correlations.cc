// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of the driver's latest calls.
#include "tools/trace/device/correlations.h"

#include "platform/memory.h"

namespace limpid::tools::trace {

bool Correlations::prepare() {
  if (slots_ == nullptr) slots_ = static_cast<Slot*>(platform::map_pages(kSlots * sizeof(Slot)));
  return slots_ != nullptr;
}

void Correlations::give_up(Slot& slot) {
  if (!slot.waits) return;
  slot.waits = false;
  --waiting_;
  receive_(0, slot.activity);
}

// The slot, which is this call's from now on.
Correlations::Slot& Correlations::slot_of(uint32_t call) {
  Slot& slot = slots_[call % kSlots];
  if (slot.call == call) return slot;
  give_up(slot);
  slot.call = call;
  slot.operation = 0;
  return slot;
}

void Correlations::bind(uint32_t call, uint64_t operation) {
  Slot& slot = slot_of(call);
  slot.operation = operation;
  if (!slot.waits) return;
  slot.waits = false;
  --waiting_;
  receive_(operation, slot.activity);
}

void Correlations::arrive(uint32_t call, const Activity& activity) {
  Slot& slot = slot_of(call);
  if (slot.operation != 0) return receive_(slot.operation, activity);
  give_up(slot);
  slot.activity = activity;
  slot.waits = true;
  ++waiting_;
}

void Correlations::settle() {
  for (uint32_t at = 0; at < kSlots && waiting_ > 0; ++at) give_up(slots_[at]);
}

}  // namespace limpid::tools::trace
