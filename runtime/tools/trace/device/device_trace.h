// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The traces of devices that an engine beside this runtime has: whose operations are followed, and where their
// times come from. An adapter says what an event means and writes the records.
#pragma once

#include <stdint.h>

#include "tools/trace/device/activity.h"
#include "tools/trace/device/operation.h"

namespace limpid::tools::trace {

// Where the times of a device's operations come from.
enum class Source : uint8_t {
  none,   // nowhere: it works by itself, and nothing says when
  calls,  // it works while the host calls: the times of these calls, which are its own or a little more
  cupti,  // the device itself
};

// What an adapter does with what a device has done. For one trace at a time, on the submitting thread or on a
// thread that OpenMP does not know; it may wait, and call the tool.
struct Writer {
  // activity: what the device itself measured; null: the times are the host's.
  void (*operation)(const Operation& operation, Interval time, const Activity* activity);
  // The device worked for something that is no operation of a construct, such as preparing a kernel.
  void (*other)(int32_t device, const Activity& activity);
};

// Where the times of an engine's device would come from; this opens CUPTI for a device that needs it.
Source source_of(int32_t device);

// What a trace has use for. To measure the rest would take the submitting threads time: a copy of a few bytes
// a quarter of its own.
struct Wanted {
  bool kernels;
  bool data;  // copies, and what else is done with a device's memory
};

// Follows the device's operations from here on. False: there is no source of times, or another interface
// follows devices.
bool follow(int32_t device, const Writer& writer, Wanted wanted);
// Changes what is wanted of a device that is followed.
void want(int32_t device, Wanted wanted);
bool is_followed(int32_t device);
// What the device has finished reaches the writer before these return, the grace later at most. wait: false on
// the thread that the writer may wait for.
void flush(int32_t device, bool wait = true);
void unfollow(int32_t device, bool wait = true);

// The calling thread begins and ends the submission of an operation.
void begin_operation(const Operation& operation);
// The number of an operation whose times are those of its submission, which ends now: write_operation() takes it.
// 0: it has others, or is not followed.
uint32_t end_operation();
// now: the operation, with what was not known at its begin.
void write_operation(uint32_t number, const Operation& now);

// The processors of a device: its multiprocessors. 0: not known.
int num_procs(int32_t device);

void forget_devices_after_fork();

}  // namespace limpid::tools::trace
