// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool's part of device tracing, for the tests: gives buffers, takes them back, and keeps what was in them.
#pragma once

#include <omp-tools.h>

#include <string>
#include <vector>

namespace trace {

// The device's entry points, as its lookup gave them.
struct Entries {
  ompt_get_device_num_procs_t num_procs;
  ompt_get_device_time_t time;
  ompt_translate_time_t translate;
  ompt_set_trace_ompt_t set_ompt;
  ompt_set_trace_native_t set_native;
  ompt_start_trace_t start;
  ompt_pause_trace_t pause;
  ompt_flush_trace_t flush;
  ompt_stop_trace_t stop;
  ompt_advance_buffer_cursor_t advance;
  ompt_get_record_type_t type;
  ompt_get_record_ompt_t ompt;
  ompt_get_record_native_t native;
  ompt_get_record_abstract_t abstract;
};
inline constexpr int kEntries = sizeof(Entries) / sizeof(ompt_interface_fn_t);
extern const char* const kNames[kEntries];

// Looks the entry points up; the device must have been introduced.
const Entries& entries();
ompt_device_t* device();

// Starts tracing with buffers of so many bytes, at addresses that are not aligned when offset says so.
void start(size_t bytes, size_t offset = 0);
// The next request gets no buffer.
void refuse_next();
// Called in the next request or completion.
void in_request(void (*action)());
void in_completion(void (*action)());

// What came back since the last call, oldest first. Lists and texts behind a record are copied into the
// fields.
struct Record {
  ompt_record_t kind;
  ompt_record_ompt_t ompt = {};
  ompt_record_abstract_t native = {};
  ompt_id_t operation = 0;  // of a native record
  std::string text;         // message of an error; map items as HOST+BYTES/FLAGS;
  ompt_dispatch_chunk_t chunk = {};
};
std::vector<Record> take();

// In a fork's child: no buffer is anybody's.
void forget();

int requests();              // so far
int outstanding();           // buffers that the runtime has
int empty();                 // that came back without a record
bool delivered_by_openmp();  // some buffer came back on a thread that OpenMP knows
size_t proposed();           // the size that the runtime asked for last

}  // namespace trace
