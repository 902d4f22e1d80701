// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// critical, and the one lock behind atomic constructs on types that have no atomic instructions.
#pragma once

#include <stdint.h>

namespace limpid::core {

class LockWord;
struct Thread;

// The lock of all critical constructs without a name.
LockWord& unnamed_critical();

// The lock of one name: the low 32 bits of the pointer-sized common symbol that all objects of the program
// share. Zero is free, so it needs no initialisation.
LockWord& named_critical(void** cell);

void begin_critical(Thread& self, LockWord& lock, uint32_t hint = 0);
void end_critical(Thread& self, LockWord& lock);

// The lock of all atomic constructs that need one.
LockWord& atomic_lock();
void begin_atomic(Thread& self);
void end_atomic(Thread& self);

}  // namespace limpid::core
