// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool of worker threads.
#pragma once

#include "core/team/member.h"
#include "core/team/thread.h"

namespace limpid::core {

// Worker threads that serve no team at the moment sleep here.

// Makes a worker (a pooled one, else a new one) sit down at member. False when no thread can be had.
bool assign_worker(Member& member, Root& root);

// Life of a worker's native thread (worker.cc).
void* worker_main(void* thread);

// For the worker: waits for its next slot. Null: it shall end, and then says so with worker_ended().
Member* wait_for_slot(Thread& self);
Member* return_to_pool(Thread& self);
void worker_ended(Thread& self);

// For the worker: it is about to leave its slot, so whoever ends the pool has to wait for it.
void slot_left();

// Ends the pooled workers and waits until they have stated their end: for the end of the process, when a tool
// observes, and for omp_pause_resource. reopen_pool() lets workers be pooled again.
void dismiss_pool();
void reopen_pool();

// Ends them without waiting for it, and does not let others in: no thread of the program is left.
void let_pool_go();

// In a fork's child: the pooled threads do not exist.
void forget_pool();

}  // namespace limpid::core
