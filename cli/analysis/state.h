// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace limpid::cli::analysis {

// Where a thread state counts (Times tells where time counts). Undefined time is the program's own: threads
// that OpenMP does not know, and the time before the runtime started.
enum class TimeKind { kWork, kWait };

inline constexpr uint16_t kIdleState = 0x100;  // ompt_state_idle
inline constexpr uint16_t kOverhead = 0x101;   // ompt_state_overhead

// Names for values of ompt_state_t (OpenMP 5.1, 4.4.4.29). Values that the table does not know are kept apart
// under their number: later specifications add states.
TimeKind time_kind(uint16_t state);
// One word for a state wherever it is named: `implicit barrier`, `serial work`, `state 0x077`. Several states
// may share it.
std::string state_name(uint16_t state);
std::string pseudo_frame(uint16_t state);  // the same as the call tree shows it: `<implicit barrier>`

// Whether the thread waits because other threads of its team (or the serial part) still work: such waiting is
// charged to the code that runs meanwhile. Waiting for a lock is charged to the lock's holder instead.
bool waits_for_others_work(uint16_t state);

// Whether the thread waits for something that one thread at a time may have: a lock, a critical or an ordered
// section.
bool waits_for_a_lock(uint16_t state);

// Whether the thread waits for a device that executes a construct for it; the word for that where it is known which one.
bool waits_for_a_device(uint16_t state);
std::string device_wait_name(uint32_t device);

// Whether the thread does something that others may have to wait for: work, or the runtime's own overhead.
bool keeps_others_waiting(uint16_t state);

}  // namespace limpid::cli::analysis
