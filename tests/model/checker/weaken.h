// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutants of the code under test: one operation with a weaker order, or without effect.
//
// LIMPID_MODEL_MUTANT=FILE:LINE:COLUMN=CHANGE in the environment chooses the operation and its change:
// relaxed, acquire, release, acq_rel, skip (a read-modify-write that succeeds and changes nothing, a fence or a wake-up
// that does nothing), or failing (a compare_exchange whose failure is relaxed).
// LIMPID_MODEL_SITES=FILE collects the operations that ran, one in a line: FILE:LINE:COLUMN ACCESS ORDER.
#pragma once

#include <atomic>
#include <source_location>

namespace model {

// compare: a compare_exchange that finds another value, where the code says an order for that. fence: of the whole
// process. wake: also one that moves sleepers to another word.
enum class Access { load, store, modify, compare, fence, wake };

// The memory order of an operation in this process.
std::memory_order weakened(const std::source_location& site, std::memory_order order, Access access);

// Whether the operation has no effect in this process.
bool is_left_out(const std::source_location& site, Access access);

}  // namespace model
