// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings on stderr, once per kind, about wrong uses of locks. The program goes on as it would with libgomp:
// another thread may still release what looks like a deadlock.
#pragma once

namespace limpid::core {

struct Thread;

// The thread waits for a lock that it holds itself.
void warn_self_deadlock(const Thread& self, const void* lock);
void warn_released_free(const void* lock);   // releases a lock that is free
void warn_destroyed_held(const void* lock);  // destroys a lock that is held

}  // namespace limpid::core
