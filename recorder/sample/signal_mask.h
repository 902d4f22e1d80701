// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sampled threads' signal masks. A thread that blocks the sampling signal could not be asked where it is;
// so in sampled threads that signal is kept open, and the program is told what it expects to see. Everything
// here is async-signal-safe and about the calling thread.
#pragma once

#include <csignal>

#include "sample/thread_slot.h"

namespace limpid::recorder {

class SampleSignal;

// The thread begins to be sampled: what it blocks of ours is opened.
void open_mask(const SampleSignal& signal, ThreadSlot* slot);

// It is sampled no longer: its mask is as it believes.
void restore_mask(ThreadSlot* slot);

// The program's pthread_sigmask().
int change_mask(const SampleSignal& signal, ThreadSlot* slot, int how, const sigset_t* set, sigset_t* old);

// The program gives a signal a handler in this thread: from here on it is blocked if the program believes so.
void give_back(ThreadSlot* slot, int number);

// In a handler: on return from it, what is no longer ours is blocked where the program wanted that.
void settle_mask(const SampleSignal& signal, ThreadSlot* slot, sigset_t* on_return);

// Whether the thread believes to block it.
bool believes_to_block(const ThreadSlot& slot, int number);

// In the signal's handler: one that somebody else sent to a thread that believes to block it. It waits, as it should:
// for this thread, or for any that takes it if it was sent to the process. The recorder leaves the signal to the program.
void put_back(SampleSignal* signal, ThreadSlot* slot, int number, siginfo_t* info, sigset_t* on_return);

}  // namespace limpid::recorder
