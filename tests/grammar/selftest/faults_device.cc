// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target regions, data operations, devices and their traces.
#include <string.h>

#include "faults.h"

namespace selftest {
namespace {

constexpr auto kBegin = ompt_scope_begin;
constexpr auto kEnd = ompt_scope_end;

void target(Stream& s, int kind, ompt_scope_endpoint_t endpoint, ompt_data_t* data, int device = 0) {
  call<ompt_callback_target_emi_t>(ompt_callback_target_emi, static_cast<ompt_target_t>(kind), endpoint,
                                   device, &s.initial_, static_cast<ompt_data_t*>(nullptr), data,
                                   user_code());
}

void plain_target(Stream& s, ompt_scope_endpoint_t endpoint, ompt_id_t id) {
  call<ompt_callback_target_t>(ompt_callback_target, ompt_target, endpoint, 0, &s.initial_, id, user_code());
}

void data_op(ompt_scope_endpoint_t endpoint, int type, ompt_data_t* data, ompt_id_t* id) {
  call<ompt_callback_target_data_op_emi_t>(
      ompt_callback_target_data_op_emi, endpoint, static_cast<ompt_data_t*>(nullptr), data, id,
      static_cast<ompt_target_data_op_t>(type), static_cast<void*>(nullptr), 0, static_cast<void*>(nullptr),
      0, size_t{8}, user_code());
}

void submit(ompt_scope_endpoint_t endpoint, ompt_data_t* data, ompt_id_t* id) {
  call<ompt_callback_target_submit_emi_t>(ompt_callback_target_submit_emi, endpoint, data, id, 1u);
}

// A target region with something inside.
template <class Body>
void in_target(Stream& s, Body inside) {
  ompt_data_t data = ompt_data_none;
  target(s, ompt_target, kBegin, &data);
  inside(&data);
  target(s, ompt_target, kEnd, &data);
}

void initialize(int device, const char* type, ompt_function_lookup_t lookup) {
  call<ompt_callback_device_initialize_t>(ompt_callback_device_initialize, device, type,
                                          static_cast<ompt_device_t*>(nullptr), lookup,
                                          static_cast<const char*>(nullptr));
}

// A device that traces: one buffer, whose only record has a type that there is not.
ompt_callback_buffer_request_t g_request;
ompt_callback_buffer_complete_t g_complete;

ompt_set_result_t set_trace(ompt_device_t*, unsigned, unsigned) {
  return ompt_set_always;
}

int start_trace(ompt_device_t*, ompt_callback_buffer_request_t request,
                ompt_callback_buffer_complete_t complete) {
  g_request = request;
  g_complete = complete;
  return 1;
}

ompt_record_t record_type(ompt_buffer_t*, ompt_buffer_cursor_t) {
  return static_cast<ompt_record_t>(9);
}

int advance(ompt_device_t*, ompt_buffer_t*, size_t, ompt_buffer_cursor_t, ompt_buffer_cursor_t*) {
  return 0;
}

void unused() {}

ompt_interface_fn_t tracing(const char* name) {
  if (strcmp(name, "ompt_set_trace_ompt") == 0) return reinterpret_cast<ompt_interface_fn_t>(set_trace);
  if (strcmp(name, "ompt_start_trace") == 0) return reinterpret_cast<ompt_interface_fn_t>(start_trace);
  if (strcmp(name, "ompt_get_record_type") == 0) return reinterpret_cast<ompt_interface_fn_t>(record_type);
  if (strcmp(name, "ompt_advance_buffer_cursor") == 0) return reinterpret_cast<ompt_interface_fn_t>(advance);
  return unused;
}

ompt_interface_fn_t half_tracing(const char* name) {
  return strcmp(name, "ompt_translate_time") == 0 ? nullptr : tracing(name);
}

const Fault kFaults[] = {
    {"target data changes",
     "data.target",
     {},
     Point::initial,
     [](Stream& s) {
       ompt_data_t data = ompt_data_none;
       target(s, ompt_target, kBegin, &data);
       data.value = 4711;
       target(s, ompt_target, kEnd, &data);
     }},
    {"a target of no kind",
     "target.kind",
     {},
     Point::initial,
     [](Stream& s) {
       ompt_data_t data = ompt_data_none;
       target(s, 77, kBegin, &data);
       target(s, 77, kEnd, &data);
     }},
    {"a target without id",
     "target.id",
     {},
     Point::initial,
     [](Stream& s) {
       plain_target(s, kBegin, 0);
       plain_target(s, kEnd, 0);
     },
     "LIMPID_CHECK_EMI=0"},
    {"an operation of no type",
     "data_op.type",
     {},
     Point::initial,
     [](Stream&) {
       ompt_id_t id = 0;
       data_op(kBegin, 99, nullptr, &id);
       data_op(kEnd, 99, nullptr, &id);
     }},
    {"an operation changes its id",
     "data_op.id",
     {"data_op.pair"},
     Point::initial,
     [](Stream&) {
       ompt_id_t id = 0;
       data_op(kBegin, ompt_target_data_alloc, nullptr, &id);
       id = 4711;
       data_op(kEnd, ompt_target_data_alloc, nullptr, &id);
     }},
    {"an operation never ends",
     "data_op.pair",
     {},
     Point::initial,
     [](Stream&) {
       ompt_id_t id = 0;
       data_op(kBegin, ompt_target_data_alloc, nullptr, &id);
     }},
    {"an operation of no target",
     "data_op.target",
     {},
     Point::initial,
     [](Stream&) {
       ompt_data_t data = {4711};
       ompt_id_t id = 0;
       data_op(kBegin, ompt_target_data_alloc, &data, &id);
       data_op(kEnd, ompt_target_data_alloc, &data, &id);
     }},
    {"a submit never ends",
     "submit.pair",
     {},
     Point::initial,
     [](Stream& s) {
       in_target(s, [](ompt_data_t* data) {
         ompt_id_t id = 0;
         submit(kBegin, data, &id);
       });
     }},
    {"a submit outside",
     "submit.target",
     {},
     Point::initial,
     [](Stream&) {
       ompt_data_t data = {4711};
       ompt_id_t id = 0;
       submit(kBegin, &data, &id);
       submit(kEnd, &data, &id);
     }},
    {"a map without lists",
     "map.list",
     {},
     Point::initial,
     [](Stream& s) {
       in_target(s, [](ompt_data_t* data) {
         call<ompt_callback_target_map_emi_t>(ompt_callback_target_map_emi, data, 1u,
                                              static_cast<void**>(nullptr), static_cast<void**>(nullptr),
                                              static_cast<size_t*>(nullptr), static_cast<unsigned*>(nullptr),
                                              user_code());
       });
     }},
    {"a device initialized late",
     "device.first",
     {},
     Point::initial,
     [](Stream& s) {
       in_target(s, [](ompt_data_t*) {});
       initialize(0, "none", nullptr);
     }},
    {"a device of no type",
     "device.type",
     {},
     Point::initial,
     [](Stream&) { initialize(0, nullptr, nullptr); }},
    {"unloaded, not loaded",
     "device.load",
     {},
     Point::initial,
     [](Stream&) {
       initialize(0, "none", nullptr);
       call<ompt_callback_device_unload_t>(ompt_callback_device_unload, 0, uint64_t{5});
     }},
    {"half a tracing interface",
     "trace.entry",
     {},
     Point::initial,
     [](Stream&) { initialize(0, "none", half_tracing); }},
    {"a buffer for nobody",
     "trace.buffer",
     {},
     Point::initial,
     [](Stream&) {
       initialize(0, "none", tracing);
       g_request(0, nullptr, nullptr);
     }},
    {"a record of no type",
     "trace.record",
     {},
     Point::initial,
     [](Stream&) {
       initialize(0, "none", tracing);
       ompt_buffer_t* buffer = nullptr;
       size_t bytes = 0;
       g_request(0, &buffer, &bytes);
       g_complete(0, buffer, bytes, 0, 1);
     }},
};

}  // namespace

std::vector<Fault> device_faults() {
  return {std::begin(kFaults), std::end(kFaults)};
}

}  // namespace selftest
