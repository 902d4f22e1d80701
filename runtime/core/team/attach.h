// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that OpenMP did not start.
#pragma once

#include "core/team/thread.h"

namespace limpid::core {

// Once, before the first thread is attached: makes the ends of attached native threads known.
void make_exit_key();

// States the begin and end of an initial thread and its initial task; each at most once, and end only after
// begin.
void begin_initial_thread(Thread& self);
void end_initial_thread(Thread& self);

// In a fork's child: nobody else is left.
void count_attached_after_fork(const Thread* survivor);

// The calling thread, which OpenMP does not know, runs a tool's code: should it use OpenMP, nobody observes
// it.
void keep_unobserved();

// In a fork's child: its one thread is unknown until its next OpenMP use, and then goes on as what it was. So
// a child that only calls exec never starts a tool.
void forget_until_next_use(Thread& self);

// The attached thread is about to end: its hot teams go, its end is stated.
void retire_thread(Thread& self);

}  // namespace limpid::core
