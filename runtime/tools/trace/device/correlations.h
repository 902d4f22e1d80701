// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operation an activity belongs to. The driver's calls are numbered: one record says which operation a
// call was made for, another one what the device did for this call. They come in either order.
#pragma once

#include "tools/trace/device/activity.h"

namespace limpid::tools::trace {

// Owner    the thread that reads the records.
class Correlations {
 public:
  // Receives each activity once. operation: the number of Operations, 0: it belongs to none.
  using Receive = void (*)(uint64_t operation, const Activity& activity);

  explicit constexpr Correlations(Receive receive) : receive_(receive) {}

  // False: there is no memory. Once is enough.
  bool prepare();
  void bind(uint32_t call, uint64_t operation);
  void arrive(uint32_t call, const Activity& activity);
  // No more records come: activities that are still without an operation have none.
  void settle();

 private:
  // The newest call whose number leads here.
  struct Slot {
    uint32_t call;
    bool waits;          // the activity is here, the operation is not known
    uint64_t operation;  // 0: not known
    Activity activity;
  };
  static constexpr uint32_t kSlots = 1u << 16;

  Slot& slot_of(uint32_t call);
  void give_up(Slot& slot);

  Receive receive_;
  Slot* slots_ = nullptr;
  uint32_t waiting_ = 0;  // slots with waits
};

}  // namespace limpid::tools::trace
