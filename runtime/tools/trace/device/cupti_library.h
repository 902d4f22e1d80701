// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's library that measures devices (CUPTI), opened when a tool asks for a trace and never otherwise.
#pragma once

#include "tools/trace/device/cupti_records.h"

namespace limpid::tools::trace::cupti {

// Its functions, with their own names less "cupti". Each returns kSuccess or an error.
struct Library {
  int (*ActivityRegisterCallbacks)(RequestBuffer request, CompleteBuffer complete);
  int (*ActivityEnable)(RecordKind kind);
  int (*ActivityDisable)(RecordKind kind);
  int (*ActivityFlushAll)(uint32_t flag);
  int (*ActivityGetNextRecord)(uint8_t* buffer, size_t valid, Record** record);
  int (*Subscribe)(void** subscriber, CallMade function, void* user);
  int (*Unsubscribe)(void* subscriber);
  int (*EnableCallback)(uint32_t enable, void* subscriber, uint32_t domain, uint32_t call);
  int (*GetTimestamp)(uint64_t* time);
  // Later versions have this; null: not this one.
  int (*ActivityRegisterTimestampCallback)(Clock clock);
};

// Opens it at the first call: LIMPID_CUPTI names it, else it is searched for as CUDA installs it. Null: there is
// none, or it lacks a function. A file that LIMPID_CUPTI names and that is of no use gets a warning.
const Library* library();

}  // namespace limpid::tools::trace::cupti
