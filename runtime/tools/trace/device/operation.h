// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An operation of a device, as the host describes it: a copy, an allocation, or a kernel.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "events/events.h"

namespace limpid::tools::trace {

struct Operation {
  int32_t device;       // in whose trace its record lies
  bool is_kernel;       // false: an operation on the device's memory
  events::DataOp kind;  // of an operation on memory
  bool async;           // it is a routine's that does not wait for it
  uint32_t requested_teams;
  uint32_t teams;   // granted to the kernel; 0: not known
  uint64_t id;      // host_op_id, as the tool left it
  uint64_t target;  // the construct: what the tool left in its word, or the runtime's number
  uint64_t thread;  // the id of the submitting thread
  void* source;
  void* destination;
  int32_t source_device;
  int32_t destination_device;
  size_t bytes;
  const void* code;  // the program's return address
  int64_t began;     // when the host began to submit it; not of one that the device measures
  uint64_t run;      // of the device's trace

  bool moves_data() const {
    return !is_kernel && (kind == events::DataOp::to_device || kind == events::DataOp::from_device);
  }
};

// Nanoseconds of CLOCK_MONOTONIC, whatever measured them.
struct Interval {
  int64_t begin;
  int64_t end;
};

}  // namespace limpid::tools::trace
