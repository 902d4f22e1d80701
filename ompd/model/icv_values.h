// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How each internal control variable is read.
#pragma once

#include "model/icvs.h"

namespace limpid::ompd::values {

// The address of the GlobalIcvs.
inline uint64_t globals(const Process& process) {
  return process.number(Name::environment) + process.number(Name::environment_global);
}

// A field of the process, of the device's variables, of the thread or region, of the data environment; the
// last one also signed.
template <Name kName>
Rc global_field(Reader& reader, const Place&, int64_t& value) {
  value = static_cast<int64_t>(reader.field(globals(reader.process()), kName));
  return reader.rc();
}
template <Name kName>
Rc device_field(Reader& reader, const Place&, int64_t& value) {
  value = static_cast<int64_t>(reader.field(reader.process().number(Name::device_icvs), kName));
  return reader.rc();
}
template <Name kName>
Rc object_field(Reader& reader, const Place& place, int64_t& value) {
  value = static_cast<int64_t>(reader.field(place.object.address, kName));
  return reader.rc();
}
template <Name kName>
Rc icvs_field(Reader& reader, const Place& place, int64_t& value) {
  value = static_cast<int64_t>(reader.field(place.icvs, kName));
  return reader.rc();
}
template <Name kName>
Rc icvs_signed(Reader& reader, const Place& place, int64_t& value) {
  value = reader.signed_field(place.icvs, kName);
  return reader.rc();
}

// Of the process.
inline constexpr ReadNumber num_procs = global_field<Name::global_available_processors>;
inline constexpr ReadNumber wait_policy = global_field<Name::global_wait_policy>;
inline constexpr ReadNumber cancel = global_field<Name::global_cancellation>;
inline constexpr ReadNumber max_task_priority = global_field<Name::global_max_task_priority>;
inline constexpr ReadNumber debug = global_field<Name::global_debug_enabled>;
inline constexpr ReadNumber display_affinity = global_field<Name::global_display_affinity>;
inline constexpr ReadNumber tool = global_field<Name::global_tool_enabled>;
inline constexpr ReadNumber target_offload = global_field<Name::global_target_offload>;
inline constexpr ReadNumber stacksize = device_field<Name::device_stacksize>;
inline constexpr ReadNumber nteams = device_field<Name::device_num_teams>;
inline constexpr ReadNumber teams_thread_limit = device_field<Name::device_teams_thread_limit>;
Rc def_sched(Reader&, const Place&, int64_t&);
Rc no_number(Reader&, const Place&, int64_t&);
void affinity_format(Reader&, const Place&, Text&);
void tool_libraries(Reader&, const Place&, Text&);
void tool_verbose_init(Reader&, const Place&, Text&);

// Of a thread, a region, a task.
Rc thread_num(Reader&, const Place&, int64_t&);
inline constexpr ReadNumber levels = object_field<Name::team_level>;
inline constexpr ReadNumber active_levels = object_field<Name::team_active_level>;
inline constexpr ReadNumber team_size = object_field<Name::team_size>;
inline constexpr ReadNumber dyn = icvs_field<Name::icvs_dynamic>;
inline constexpr ReadNumber thread_limit = icvs_field<Name::icvs_thread_limit>;
inline constexpr ReadNumber max_active_levels = icvs_field<Name::icvs_max_active_levels>;
inline constexpr ReadNumber default_device = icvs_signed<Name::icvs_default_device>;
inline constexpr ReadNumber def_allocator = icvs_field<Name::icvs_def_allocator>;
Rc final_task(Reader&, const Place&, int64_t&);
Rc implicit_task(Reader&, const Place&, int64_t&);
Rc explicit_task(Reader&, const Place&, int64_t&);
Rc nthreads(Reader&, const Place&, int64_t&);
Rc run_sched(Reader&, const Place&, int64_t&);
Rc bind(Reader&, const Place&, int64_t&);
Rc place_partition(Reader&, const Place&, int64_t&);
void nthreads_text(Reader&, const Place&, Text&);
void run_sched_text(Reader&, const Place&, Text&);
void bind_text(Reader&, const Place&, Text&);
void def_allocator_text(Reader&, const Place&, Text&);
void place_partition_text(Reader&, const Place&, Text&);

// A number in words.
template <ReadNumber kNumber>
void truth_text(Reader& reader, const Place& place, Text& text) {
  int64_t value = 0;
  reader.spoil(kNumber(reader, place, value));
  text.add(value != 0 ? "true" : "false");
}
template <ReadNumber kNumber>
void enabled_text(Reader& reader, const Place& place, Text& text) {
  int64_t value = 0;
  reader.spoil(kNumber(reader, place, value));
  text.add(value != 0 ? "enabled" : "disabled");
}
void wait_policy_text(Reader&, const Place&, Text&);
void target_offload_text(Reader&, const Place&, Text&);
void def_sched_text(Reader&, const Place&, Text&);
const char* schedule_word(uint64_t kind);

// All places of the process.
void places_text(Reader&, Text&);

}  // namespace limpid::ompd::values
