// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that OpenMP did not start: attaching them, and their ends.
#pragma once

#include "core/data/thread.h"
#include "events/observer.h"

namespace limpid::core {

// Once, before the first thread is attached: the runtime learns of the end of an attached native thread by
// the destructor of a thread-specific key.
void make_exit_key();

// Emit the begin and the end of an initial thread and of its initial task; each at most once, and the end
// only after the begin.
void begin_initial_thread(Thread& self);
void end_initial_thread(Thread& self);

// For an observer that ends before the thread does: it alone receives the events of the thread's end, in their
// order; the others still receive them later. Nothing for a thread that is inside a region.
void emit_end_of_initial_thread(Thread& self, const events::Observer& only);

// In the child of fork(2): the survivor is the only thread.
void count_attached_after_fork(const Thread* survivor);

// The calling thread, which OpenMP does not know, runs a tool's code. If it uses OpenMP, its events are not
// reported.
void keep_unobserved();

// In the child of fork(2): its one thread is unknown until it next uses OpenMP, and then continues where it
// was. So a child that only calls exec never starts a tool.
void forget_until_next_use(Thread& self);

// The attached thread is about to end: releases its hot teams and emits its end.
void retire_thread(Thread& self);

}  // namespace limpid::core
