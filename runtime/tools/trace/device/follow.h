// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From events of an engine's device to the operations that its trace follows.
#pragma once

#include "events/events.h"

namespace limpid::tools::trace {

// Call these with both ends of an event whose device is an engine's, after the tool's callback for it.
void follow(const events::TargetDataOp& event);
void follow(const events::TargetSubmit& event);

// The construct that a record of a device belongs to: what the tool left in the construct's word, so that it
// finds its own data, else the runtime's number.
inline uint64_t target_id_of(uint64_t word, uint64_t number) {
  return word != 0 ? word : number;
}

}  // namespace limpid::tools::trace
