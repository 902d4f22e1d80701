// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool: worker threads that have no slot in a team.
#pragma once

#include "core/data/member.h"
#include "core/data/thread.h"

namespace limpid::core {

// Assigns a worker (a pooled one, else a new one) to the slot. False when no thread is available.
bool assign_worker(Member& member, Root& root);

// The start routine of a worker's native thread (worker.cc).
void* worker_main(void* thread);

// For the worker: waits for its next slot. Null: the thread has to end, and calls worker_ended() last.
Member* wait_for_slot(Thread& self);
Member* return_to_pool(Thread& self);
void worker_ended(Thread& self);

// For the worker: it is about to leave its slot, so dismiss_pool() has to wait for it.
void note_slot_left();

// Ends the pooled workers and waits until they have emitted their end: for the end of the process, when a
// tool observes, and for omp_pause_resource. reopen_pool() lets workers be pooled again.
void dismiss_pool();
void reopen_pool();

// Ends them without waiting, and closes the pool to other workers: no thread of the program is left.
void dismiss_pool_without_waiting();

// In the child of fork(2): the pooled threads do not exist.
void reset_pool_in_child();

}  // namespace limpid::core
