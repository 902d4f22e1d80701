// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of callbacks: what is registered for each event, what the runtime answered, how often it came.
#pragma once

namespace limpid::check {

class World;

// Registers every callback and notes the answers. Of the callbacks for devices that come in two forms, of
// which a tool has to choose one, the _emi form is kept, or the other if LIMPID_CHECK_EMI is 0; both are
// tried.
void register_callbacks(World& world);

// One more event of this callback. The caller holds the lock.
void note_event(const char* name);

// Writes what is known about callbacks, words and states, and the end of the report.
void tell_summary();

}  // namespace limpid::check
