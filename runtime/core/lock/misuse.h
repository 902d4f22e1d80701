// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program must not do with locks, said once per kind on stderr. The program goes on as it would with
// libgomp: another thread may still release what looks like a deadlock.
#pragma once

namespace limpid::core {

struct Thread;

void warn_self_deadlock(const Thread& self,
                        const void* lock);   // waits for a lock that the thread holds itself
void warn_released_free(const void* lock);   // releases a lock that nobody holds
void warn_destroyed_held(const void* lock);  // destroys a lock that somebody holds

}  // namespace limpid::core
