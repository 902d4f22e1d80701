// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of the whole process.
#include "model/icv_values.h"

namespace limpid::ompd::values {
namespace {

constexpr uint32_t kLongestText = 4096;

Rc global_number(Reader& reader, Name name, int64_t& value) {
  value = static_cast<int64_t>(reader.field(globals(reader.process()), name));
  return reader.rc();
}

Rc device_number(Reader& reader, Name name, int64_t& value) {
  value = static_cast<int64_t>(reader.field(reader.process().number(Name::device_icvs), name));
  return reader.rc();
}

void add_text_at(Reader& reader, uint64_t address, Text& text) {
  char buffer[kLongestText];
  buffer[0] = '\0';
  reader.text(address, buffer, sizeof buffer);
  if (reader.ok()) text.add(buffer);
}

void add_global_text(Reader& reader, Name name, const char* otherwise, Text& text) {
  const uint64_t address = reader.field(globals(reader.process()), name);
  if (address == 0) {
    text.add(otherwise);
  } else {
    add_text_at(reader, address, text);
  }
}

}  // namespace

uint64_t globals(const Process& process) {
  return process.number(Name::environment) + process.number(Name::environment_global);
}

Rc num_procs(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_available_processors, value);
}
Rc stacksize(Reader& reader, const Place&, int64_t& value) {
  return device_number(reader, Name::device_stacksize, value);
}
Rc wait_policy(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_wait_policy, value);
}
Rc cancel(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_cancellation, value);
}
Rc max_task_priority(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_max_task_priority, value);
}
Rc debug(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_debug_enabled, value);
}
Rc display_affinity(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_display_affinity, value);
}
Rc tool(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_tool_enabled, value);
}
Rc target_offload(Reader& reader, const Place&, int64_t& value) {
  return global_number(reader, Name::global_target_offload, value);
}
Rc nteams(Reader& reader, const Place&, int64_t& value) {
  return device_number(reader, Name::device_num_teams, value);
}
Rc teams_thread_limit(Reader& reader, const Place&, int64_t& value) {
  return device_number(reader, Name::device_teams_thread_limit, value);
}

// Nobody can set it: loops without a schedule are static.
Rc def_sched(Reader&, const Place&, int64_t& value) {
  value = 1;
  return Rc::ok;
}

Rc no_number(Reader&, const Place&, int64_t&) {
  return Rc::incompatible;
}

void affinity_format(Reader& reader, const Place&, Text& text) {
  const Process& process = reader.process();
  const uint64_t device = process.number(Name::device_icvs);
  const bool is_default = reader.field(device, Name::device_format_is_default) != 0;
  const uint64_t set = device + process.number(Name::device_format_text);
  add_text_at(reader, is_default ? process.number(Name::default_affinity_format) : set, text);
}

void tool_libraries(Reader& reader, const Place&, Text& text) {
  add_global_text(reader, Name::global_tool_libraries, "", text);
}

void tool_verbose_init(Reader& reader, const Place&, Text& text) {
  add_global_text(reader, Name::global_tool_verbose_init, "disabled", text);
}

// The order of the runtime's enumerators.
void wait_policy_text(Reader& reader, const Place& place, Text& text) {
  static constexpr const char* kWords[] = {"default", "active", "passive"};
  int64_t value = 0;
  if (wait_policy(reader, place, value) == Rc::ok && value >= 0 && value < 3)
    text.add(kWords[value]);
  else
    reader.spoil();
}

void target_offload_text(Reader& reader, const Place& place, Text& text) {
  static constexpr const char* kWords[] = {"default", "mandatory", "disabled"};
  int64_t value = 0;
  if (target_offload(reader, place, value) == Rc::ok && value >= 0 && value < 3)
    text.add(kWords[value]);
  else
    reader.spoil();
}

const char* schedule_word(uint64_t kind) {
  static constexpr const char* kWords[] = {nullptr, "static", "dynamic", "guided", "auto"};
  return kind < sizeof kWords / sizeof *kWords ? kWords[kind] : nullptr;
}

void def_sched_text(Reader&, const Place&, Text& text) {
  text.add(schedule_word(1));
}

}  // namespace limpid::ompd::values
