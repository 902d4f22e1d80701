// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What comes before the first use of OpenMP; core only declares it.
#pragma once

namespace limpid::core {

struct Thread;

// What has to happen around the first OpenMP use of the process. Defined in lib/, which alone knows all
// rooms.

// Reads the environment. Called before the first Thread exists; calls after the first return at once.
void prepare_process();

// Starts tools. Called when self is usable and before its first event; calls from the same thread while a
// tool starts return at once, other threads wait until the tool has started.
void start_observers(Thread& self);

// Called before a worker is started; calls after the first return at once.
void prepare_for_workers();

}  // namespace limpid::core
