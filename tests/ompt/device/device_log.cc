// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_log.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mutex>

#include "check/tool/names.h"

namespace device_log {
namespace {

using limpid::check::status_name;
using limpid::check::task_flags;
using limpid::check::work_name;

std::mutex g_lock;
std::vector<Event> g_events;
std::vector<std::string> g_life;  // never cleared: what the finalizer looks at
Device g_device;
int g_failures = 0;
ompt_function_lookup_t g_lookup = nullptr;
ompt_get_target_info_t g_target_info = nullptr;
void (*g_at_initialize)() = nullptr;
void (*g_at_load)() = nullptr;
void (*g_at_device_finalize)() = nullptr;
void (*g_at_finalize)() = nullptr;

void write(const std::string& word, Event event = {}) {
  event.word = word;
  event.name = word.substr(0, word.find(':'));
  event.inside = g_target_info(&event.info_device, &event.info_target, &event.info_operation);
  std::lock_guard<std::mutex> guard(g_lock);
  g_events.push_back(event);
}

const char* end_of(ompt_scope_endpoint_t endpoint) {
  return endpoint == ompt_scope_begin ? "_begin" : "_end";
}

void on_initialize(int device, const char* type, ompt_device_t* opaque, ompt_function_lookup_t lookup,
                   const char* documentation) {
  g_device = {opaque, lookup, type, documentation};
  g_life.push_back("initialize");
  Event event;
  event.device = device;
  write("initialize", event);
  if (g_at_initialize != nullptr) g_at_initialize();
}

void on_finalize(int device) {
  if (g_at_device_finalize != nullptr) g_at_device_finalize();
  g_life.push_back("finalize");
  Event event;
  event.device = device;
  write("finalize", event);
}

void on_load(int device, const char* filename, int64_t offset, void*, size_t bytes, void* host,
             void* on_device, uint64_t module) {
  if (g_at_load != nullptr) g_at_load();
  g_life.push_back("load:" + std::to_string(module));
  Event event;
  event.device = device;
  event.source = host;
  event.destination = on_device;
  event.bytes = bytes;
  bool there = filename != nullptr && access(filename, R_OK) == 0 && offset == 0;
  write(there ? "load" : "load:WRONG", event);
}

void on_unload(int device, uint64_t module) {
  g_life.push_back("unload:" + std::to_string(module));
  Event event;
  event.device = device;
  write("unload", event);
}

void on_target_emi(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                   ompt_data_t* target_task, ompt_data_t* target, const void* code) {
  Event event;
  event.device = device;
  event.task = task;
  event.target_task = target_task;
  event.target_task_value = target_task != nullptr ? target_task->value : 0;
  event.target = target;
  event.code = code;
  write(std::string("target") + end_of(endpoint) + ":" + std::to_string(kind), event);
}

void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
               ompt_id_t id, const void* code) {
  Event event;
  event.device = device;
  event.task = task;
  event.target_id = id;
  event.code = code;
  write(std::string("target") + end_of(endpoint) + ":" + std::to_string(kind), event);
}

std::string map_word(unsigned count, void** host, void** mapped, size_t* bytes, unsigned* flags,
                     Event& event) {
  std::string word = "map";
  for (unsigned i = 0; i < count; ++i) {
    char text[20];
    snprintf(text, sizeof text, "%c%#x", i == 0 ? ':' : ',', flags[i]);
    word += text;
    if (host[i] != mapped[i]) word += "WRONG";
  }
  event.source = host[0];
  event.destination = mapped[0];
  event.bytes = bytes[0];
  return word;
}

void on_map_emi(ompt_data_t* target, unsigned count, void** host, void** mapped, size_t* bytes,
                unsigned* flags, const void* code) {
  Event event;
  event.target = target;
  event.code = code;
  const std::string word = map_word(count, host, mapped, bytes, flags, event);
  write(word, event);
}

void on_map(ompt_id_t id, unsigned count, void** host, void** mapped, size_t* bytes, unsigned* flags,
            const void* code) {
  Event event;
  event.target_id = id;
  event.code = code;
  const std::string word = map_word(count, host, mapped, bytes, flags, event);
  write(word, event);
}

void on_submit_emi(ompt_scope_endpoint_t endpoint, ompt_data_t* target, ompt_id_t* operation,
                   unsigned teams) {
  if (endpoint == ompt_scope_begin) *operation += 1000000;  // it is the tool's
  Event event;
  event.target = target;
  event.operation = *operation;
  event.teams = teams;
  write(std::string("submit") + end_of(endpoint), event);
}

void on_submit(ompt_id_t id, ompt_id_t operation, unsigned teams) {
  Event event;
  event.target_id = id;
  event.operation = operation;
  event.teams = teams;
  write("submit", event);
}

void on_op_emi(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* target,
               ompt_id_t* operation, ompt_target_data_op_t type, void* source, int source_device,
               void* destination, int destination_device, size_t bytes, const void* code) {
  if (endpoint == ompt_scope_begin) *operation += 1000000;
  Event event;
  event.target_task = target_task;
  event.target_task_value = target_task != nullptr ? target_task->value : 0;
  event.target = target;
  event.operation = *operation;
  event.source = source;
  event.source_device = source_device;
  event.destination = destination;
  event.destination_device = destination_device;
  event.bytes = bytes;
  event.code = code;
  write(std::string("op") + end_of(endpoint) + ":" + std::to_string(type), event);
}

void on_op(ompt_id_t id, ompt_id_t operation, ompt_target_data_op_t type, void* source, int source_device,
           void* destination, int destination_device, size_t bytes, const void* code) {
  Event event;
  event.target_id = id;
  event.operation = operation;
  event.source = source;
  event.source_device = source_device;
  event.destination = destination;
  event.destination_device = destination_device;
  event.bytes = bytes;
  event.code = code;
  write("op:" + std::to_string(type), event);
}

// Tasks are numbered, so that a test can tell them apart.
void on_task_create(ompt_data_t*, const ompt_frame_t*, ompt_data_t* created, int flags, int,
                    const void* code) {
  static uint64_t next = 1;
  Event event;
  event.code = code;
  event.task = created;
  {
    std::lock_guard<std::mutex> guard(g_lock);
    created->value = next++;
  }
  write("create:" + task_flags(flags), event);
}

void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  Event event;
  event.task = prior;
  event.target_task = next;
  write("schedule:" + status_name(status), event);
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, unsigned, unsigned,
                      int flags) {
  if (flags & ompt_task_initial) write(std::string("initial") + end_of(endpoint));
}

void on_parallel_begin(ompt_data_t* task, const ompt_frame_t*, ompt_data_t*, unsigned, int flags,
                       const void*) {
  Event event;
  event.task = task;
  if (flags & ompt_parallel_league) write("league_begin", event);
}

void on_parallel_end(ompt_data_t*, ompt_data_t*, int flags, const void*) {
  if (flags & ompt_parallel_league) write("league_end");
}

void on_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, uint64_t,
             const void*) {
  write(std::string("work") + end_of(endpoint) + ":" + work_name(type));
}

void on_dispatch(ompt_data_t*, ompt_data_t*, ompt_dispatch_t kind, ompt_data_t instance) {
  std::string word = "dispatch:" + limpid::check::dispatch_name(kind);
  if (kind >= ompt_dispatch_ws_loop_chunk) {
    const auto& chunk = *static_cast<const ompt_dispatch_chunk_t*>(instance.ptr);
    word += ":" + std::to_string(chunk.start) + "+" + std::to_string(chunk.iterations);
  }
  write(word);
}

template <class Specified>
constexpr ompt_callback_t typed(Specified function) {
  return reinterpret_cast<ompt_callback_t>(function);
}

ompt_callback_t function_for(ompt_callbacks_t event) {
  switch (event) {
    case ompt_callback_device_initialize:
      return typed<ompt_callback_device_initialize_t>(on_initialize);
    case ompt_callback_device_finalize:
      return typed<ompt_callback_device_finalize_t>(on_finalize);
    case ompt_callback_device_load:
      return typed<ompt_callback_device_load_t>(on_load);
    case ompt_callback_device_unload:
      return typed<ompt_callback_device_unload_t>(on_unload);
    case ompt_callback_target_emi:
      return typed<ompt_callback_target_emi_t>(on_target_emi);
    case ompt_callback_target:
      return typed<ompt_callback_target_t>(on_target);
    case ompt_callback_target_map_emi:
      return typed<ompt_callback_target_map_emi_t>(on_map_emi);
    case ompt_callback_target_map:
      return typed<ompt_callback_target_map_t>(on_map);
    case ompt_callback_target_submit_emi:
      return typed<ompt_callback_target_submit_emi_t>(on_submit_emi);
    case ompt_callback_target_submit:
      return typed<ompt_callback_target_submit_t>(on_submit);
    case ompt_callback_target_data_op_emi:
      return typed<ompt_callback_target_data_op_emi_t>(on_op_emi);
    case ompt_callback_target_data_op:
      return typed<ompt_callback_target_data_op_t>(on_op);
    case ompt_callback_task_create:
      return typed<ompt_callback_task_create_t>(on_task_create);
    case ompt_callback_task_schedule:
      return typed<ompt_callback_task_schedule_t>(on_task_schedule);
    case ompt_callback_implicit_task:
      return typed<ompt_callback_implicit_task_t>(on_implicit_task);
    case ompt_callback_parallel_begin:
      return typed<ompt_callback_parallel_begin_t>(on_parallel_begin);
    case ompt_callback_parallel_end:
      return typed<ompt_callback_parallel_end_t>(on_parallel_end);
    case ompt_callback_work:
      return typed<ompt_callback_work_t>(on_work);
    case ompt_callback_dispatch:
      return typed<ompt_callback_dispatch_t>(on_dispatch);
    default:
      return nullptr;
  }
}

constexpr ompt_callbacks_t kAlways[] = {
    ompt_callback_device_initialize, ompt_callback_device_finalize, ompt_callback_device_load,
    ompt_callback_device_unload,     ompt_callback_task_create,     ompt_callback_task_schedule,
    ompt_callback_implicit_task,     ompt_callback_parallel_begin,  ompt_callback_parallel_end};
constexpr ompt_callbacks_t kEmi[] = {ompt_callback_target_emi, ompt_callback_target_map_emi,
                                     ompt_callback_target_submit_emi, ompt_callback_target_data_op_emi};
constexpr ompt_callbacks_t kOld[] = {ompt_callback_target, ompt_callback_target_map,
                                     ompt_callback_target_submit, ompt_callback_target_data_op};

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  g_lookup = lookup;
  g_target_info = reinterpret_cast<ompt_get_target_info_t>(lookup("ompt_get_target_info"));
  for (ompt_callbacks_t event : kAlways) EXPECT_EQ(set(event, true), ompt_set_always);
  for (ompt_callbacks_t event : kEmi)
    if (!old_form()) EXPECT_EQ(set(event, true), ompt_set_always);
  for (ompt_callbacks_t event : kOld)
    if (old_form()) EXPECT_EQ(set(event, true), ompt_set_always);
  set(ompt_callback_work, true);
  return 1;
}

// Each load has its unload, after everything else and before the device's end.
void finalize(ompt_data_t*) {
  if (!g_life.empty()) {
    std::string life;
    for (const std::string& word : g_life) life += word + " ";
    regex_t compiled;
    regcomp(&compiled, "^initialize (load:1 )?(.*unload:1 )?finalize $", REG_EXTENDED | REG_NOSUB);
    if (regexec(&compiled, life.c_str(), 0, nullptr, 0) != 0) {
      ++g_failures;
      fprintf(stderr, "the life of the device: %s\n", life.c_str());
    }
    regfree(&compiled);
  }
  if (g_at_finalize != nullptr) g_at_finalize();
  if (g_failures != 0) _exit(1);
}

}  // namespace

bool old_form() {
  const char* form = getenv("LOG_FORM");
  return form != nullptr && strcmp(form, "old") == 0;
}

void clear() {
  std::lock_guard<std::mutex> guard(g_lock);
  g_events.clear();
}

std::vector<Event> events() {
  std::lock_guard<std::mutex> guard(g_lock);
  return g_events;
}

std::string words() {
  std::string all;
  for (const Event& event : events()) all += (all.empty() ? "" : " ") + event.word;
  return all;
}

void expect(const char* file, int line, const std::string& pattern) {
  regex_t compiled;
  if (regcomp(&compiled, ("^(" + pattern + ")$").c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
    fprintf(stderr, "%s:%d: not a regular expression: %s\n", file, line, pattern.c_str());
    exit(2);
  }
  std::string seen = words();
  if (regexec(&compiled, seen.c_str(), 0, nullptr, 0) != 0) {
    ++g_failures;
    fprintf(stderr, "%s:%d:\n  expected %s\n  seen     %s\n", file, line, pattern.c_str(), seen.c_str());
  }
  regfree(&compiled);
}

void expect_equal(const char* file, int line, const char* what, long long actual, long long expected) {
  if (actual == expected) return;
  ++g_failures;
  fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, what, actual, expected);
}

int failures() {
  return g_failures;
}
ompt_interface_fn_t entry_point(const char* name) {
  return g_lookup != nullptr ? g_lookup(name) : nullptr;
}
ompt_set_result_t set(ompt_callbacks_t event, bool on) {
  auto set_callback = reinterpret_cast<ompt_set_callback_t>(g_lookup("ompt_set_callback"));
  return set_callback(event, on ? function_for(event) : nullptr);
}
Device device() {
  return g_device;
}
void at_initialize(void (*action)()) {
  g_at_initialize = action;
}
void at_load(void (*action)()) {
  g_at_load = action;
}
void at_device_finalize(void (*action)()) {
  g_at_device_finalize = action;
}
void at_finalize(void (*check)()) {
  g_at_finalize = check;
}

}  // namespace device_log

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                            const char*) {
  static ompt_start_tool_result_t result = {device_log::initialize, device_log::finalize, ompt_data_none};
  return &result;
}
