// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool.h"

#include <stdio.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <string>

namespace tool {
namespace {

std::mutex g_lock;
std::vector<Record> g_records;
int g_failures = 0;
ompt_function_lookup_t g_lookup = nullptr;
std::string g_version_text;
unsigned g_version = 0;
int g_registrations[kEvents];

ompt_get_state_fn_t g_get_state = nullptr;
ompt_get_thread_id_fn_t g_get_thread_id = nullptr;
ompt_get_parallel_info_fn_t g_get_parallel_info = nullptr;
ompt_get_task_info_fn_t g_get_task_info = nullptr;
std::atomic<SwitchAction> g_switch_action{nullptr};

void keep(Record record) {
  ompt_wait_id_t wait_id = 0;
  record.state = g_get_state(&wait_id);
  record.thread = g_get_thread_id();
  g_get_parallel_info(0, &record.inside, &record.size);
  g_get_task_info(0, nullptr, &record.current, nullptr, &record.inside_by_task);
  g_get_task_info(1, nullptr, &record.around, nullptr, nullptr);
  std::lock_guard<std::mutex> guard(g_lock);
  g_records.push_back(record);
}

Record basic(ompt_event_t event, int endpoint = 0, int kind = 0) {
  Record record = {};
  record.event = event;
  record.endpoint = endpoint;
  record.kind = kind;
  return record;
}

void on_thread_begin(ompt_thread_type_t type, ompt_thread_id_t id) {
  Record record = basic(ompt_event_thread_begin, 0, type);
  record.task = id;
  keep(record);
}
void on_thread_end(ompt_thread_id_t id) {
  Record record = basic(ompt_event_thread_end);
  record.task = id;
  keep(record);
}
void on_idle(ompt_scope_endpoint_t endpoint) {
  keep(basic(ompt_event_idle, endpoint));
}
void on_parallel_begin(ompt_task_id_t parent, const ompt_frame_t* frame, ompt_parallel_id_t id, uint32_t size,
                       ompt_invoker_t invoker, const void* address) {
  Record record = basic(ompt_event_parallel_begin, 0, invoker);
  record.region = id;
  record.task = parent;
  record.other = reinterpret_cast<uint64_t>(frame->enter_frame);
  record.number = size;
  record.address = address;
  keep(record);
}
void on_parallel_end(ompt_parallel_id_t id, ompt_task_id_t task, ompt_invoker_t invoker,
                     const void* address) {
  Record record = basic(ompt_event_parallel_end, 0, invoker);
  record.region = id;
  record.task = task;
  record.address = address;
  keep(record);
}
void on_task_create(ompt_task_id_t parent, const ompt_frame_t*, ompt_task_id_t id, ompt_task_type_t type,
                    const void* address) {
  Record record = basic(ompt_event_task_create, 0, type);
  record.task = parent;
  record.other = id;
  record.address = address;
  keep(record);
}
void on_task_schedule(ompt_task_id_t prior, bool completed, ompt_task_id_t next) {
  Record record = basic(ompt_event_task_schedule, 0, completed);
  record.task = prior;
  record.other = next;
  keep(record);
  if (SwitchAction action = g_switch_action) action(prior, next);
}
void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_parallel_id_t region, ompt_task_id_t id) {
  Record record = basic(ompt_event_implicit_task, endpoint);
  record.region = region;
  record.task = id;
  keep(record);
}
void on_target(int32_t device, ompt_target_type_t kind, ompt_task_id_t task, ompt_scope_endpoint_t endpoint,
               ompt_target_id_t id, const void* address) {
  Record record = basic(ompt_event_target, endpoint, kind);
  record.number = static_cast<uint64_t>(device);
  record.task = task;
  record.other = id;
  record.address = address;
  keep(record);
}
void on_target_data(ompt_target_id_t, ompt_target_id_t operation, ompt_target_data_op_t kind, void* host,
                    void* device, size_t bytes) {
  Record record = basic(ompt_event_target_data, 0, kind);
  record.other = operation;
  record.number = bytes;
  record.address = device;
  record.task = reinterpret_cast<uint64_t>(host);
  keep(record);
}
void on_target_submit(ompt_target_id_t id, ompt_target_id_t operation, uint32_t requested, uint32_t granted) {
  Record record = basic(ompt_event_target_submit, 0, static_cast<int>(granted));
  record.region = id;
  record.other = operation;
  record.number = requested;
  keep(record);
}
void on_control(uint64_t command, uint64_t modifier, const void* address) {
  Record record = basic(ompt_event_control);
  record.other = command;
  record.number = modifier;
  record.address = address;
  keep(record);
}
void (*g_at_shutdown)() = nullptr;

void on_shutdown() {
  if (g_at_shutdown != nullptr) g_at_shutdown();
  if (g_failures == 0) return;
  fprintf(stderr, "%d failures\n", g_failures);
  if (g_at_shutdown != nullptr) _exit(1);
}

template <ompt_event_t Event>
void on_sync(ompt_sync_region_kind_t kind, ompt_scope_endpoint_t endpoint, ompt_parallel_id_t region,
             ompt_task_id_t task, const void* address) {
  Record record = basic(Event, endpoint, kind);
  record.region = region;
  record.task = task;
  record.address = address;
  keep(record);
}
template <ompt_event_t Event>
void on_mutex(ompt_mutex_kind_t kind, ompt_wait_id_t wait_id, const void* address) {
  Record record = basic(Event, 0, kind);
  record.other = wait_id;
  record.address = address;
  keep(record);
}
void on_mutex_acquire(ompt_mutex_kind_t kind, uint32_t hint, uint32_t impl, ompt_wait_id_t wait_id,
                      const void* address) {
  Record record = basic(ompt_event_mutex_acquire, static_cast<int>(impl), kind);
  record.other = wait_id;
  record.number = hint;
  record.address = address;
  keep(record);
}
void on_dependences(ompt_task_id_t task, const ompt_task_dependence_t* list, int count) {
  Record record = basic(ompt_event_task_dependences);
  record.task = task;
  for (int i = 0; i < count; ++i) record.number = record.number * 10 + list[i].dependence_flags;
  record.address = list[0].variable_addr;
  keep(record);
}
void on_dependence_pair(ompt_task_id_t source, ompt_task_id_t sink) {
  Record record = basic(ompt_event_task_dependence_pair);
  record.task = source;
  record.other = sink;
  keep(record);
}
void on_worksharing(ompt_worksharing_type_t type, ompt_scope_endpoint_t endpoint, ompt_parallel_id_t region,
                    ompt_task_id_t task, const void* address) {
  Record record = basic(ompt_event_worksharing, endpoint, type);
  record.region = region;
  record.task = task;
  record.address = address;
  keep(record);
}
void on_master(ompt_scope_endpoint_t endpoint, ompt_parallel_id_t region, ompt_task_id_t task,
               const void* address) {
  Record record = basic(ompt_event_master, endpoint);
  record.region = region;
  record.task = task;
  record.address = address;
  keep(record);
}
void on_data_map(ompt_target_id_t id, uint32_t count, void** host, void** device, size_t* bytes,
                 uint32_t* flags) {
  Record record = basic(ompt_event_target_data_map, 0, static_cast<int>(flags[0]));
  record.region = id;
  record.number = bytes[0];
  record.other = count;
  record.address = host[0] == device[0] ? host[0] : nullptr;
  keep(record);
}
void on_init_lock(bool nest, ompt_wait_id_t wait_id, uint32_t hint, uint32_t kind, const void* address) {
  Record record = basic(ompt_event_init_lock, static_cast<int>(kind), nest ? 2 : 1);
  record.other = wait_id;
  record.number = hint;
  record.address = address;
  keep(record);
}
void on_destroy_lock(bool nest, ompt_wait_id_t wait_id, const void* address) {
  Record record = basic(ompt_event_destroy_lock, 0, nest ? 2 : 1);
  record.other = wait_id;
  record.address = address;
  keep(record);
}
void on_nested_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait_id, const void* address) {
  Record record = basic(ompt_event_nested_lock, endpoint);
  record.other = wait_id;
  record.address = address;
  keep(record);
}
void on_flush(ompt_thread_id_t thread, const void* address) {
  Record record = basic(ompt_event_flush);
  record.task = thread;
  record.address = address;
  keep(record);
}

template <class Callback>
void enroll(ompt_event_t event, Callback callback) {
  auto set = function<ompt_set_callback_fn_t>("ompt_set_callback");
  g_registrations[event] = set(event, reinterpret_cast<ompt_callback_t>(callback));
}

void enroll_all() {
  enroll<ompt_thread_begin_callback_t>(ompt_event_thread_begin, on_thread_begin);
  enroll<ompt_thread_end_callback_t>(ompt_event_thread_end, on_thread_end);
  enroll<ompt_idle_callback_t>(ompt_event_idle, on_idle);
  enroll<ompt_parallel_begin_callback_t>(ompt_event_parallel_begin, on_parallel_begin);
  enroll<ompt_parallel_end_callback_t>(ompt_event_parallel_end, on_parallel_end);
  enroll<ompt_task_create_callback_t>(ompt_event_task_create, on_task_create);
  enroll<ompt_task_schedule_callback_t>(ompt_event_task_schedule, on_task_schedule);
  enroll<ompt_scoped_implicit_callback_t>(ompt_event_implicit_task, on_implicit_task);
  enroll<ompt_scoped_target_callback_t>(ompt_event_target, on_target);
  enroll<ompt_target_data_callback_t>(ompt_event_target_data, on_target_data);
  enroll<ompt_target_submit_callback_t>(ompt_event_target_submit, on_target_submit);
  enroll<ompt_control_callback_t>(ompt_event_control, on_control);
  enroll<ompt_callback_t>(ompt_event_runtime_shutdown, on_shutdown);
  enroll<ompt_scoped_sync_region_callback_t>(ompt_event_sync_region, on_sync<ompt_event_sync_region>);
  enroll<ompt_scoped_sync_region_callback_t>(ompt_event_sync_region_wait,
                                             on_sync<ompt_event_sync_region_wait>);
  enroll<ompt_mutex_callback_t>(ompt_event_mutex_release, on_mutex<ompt_event_mutex_release>);
  enroll<ompt_mutex_callback_t>(ompt_event_mutex_acquired, on_mutex<ompt_event_mutex_acquired>);
  enroll<ompt_mutex_acquire_callback_t>(ompt_event_mutex_acquire, on_mutex_acquire);
  enroll<ompt_task_dependences_callback_t>(ompt_event_task_dependences, on_dependences);
  enroll<ompt_task_dependence_callback_t>(ompt_event_task_dependence_pair, on_dependence_pair);
  enroll<ompt_scoped_worksharing_callback_t>(ompt_event_worksharing, on_worksharing);
  enroll<ompt_scoped_master_callback_t>(ompt_event_master, on_master);
  enroll<ompt_target_data_map_callback_t>(ompt_event_target_data_map, on_data_map);
  enroll<ompt_lock_init_callback_t>(ompt_event_init_lock, on_init_lock);
  enroll<ompt_lock_destroy_callback_t>(ompt_event_destroy_lock, on_destroy_lock);
  enroll<ompt_scoped_nested_lock_callback_t>(ompt_event_nested_lock, on_nested_lock);
  enroll<ompt_flush_callback_t>(ompt_event_flush, on_flush);
}

void initialize(ompt_function_lookup_t lookup_function, const char* version_text,
                unsigned int version_number) {
  g_lookup = lookup_function;
  g_version_text = version_text;
  g_version = version_number;
  g_get_state = function<ompt_get_state_fn_t>("ompt_get_state");
  g_get_thread_id = function<ompt_get_thread_id_fn_t>("ompt_get_thread_id");
  g_get_parallel_info = function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info");
  g_get_task_info = function<ompt_get_task_info_fn_t>("ompt_get_task_info");
  enroll_all();
}

}  // namespace

// A worker may be late in leaving a region whose records nobody asked for.
void start() {
  finish();
  std::lock_guard<std::mutex> guard(g_lock);
  g_records.clear();
}

std::vector<Record> finish() {
  for (int tries = 0; tries < 60000; ++tries) {
    {
      std::lock_guard<std::mutex> guard(g_lock);
      if (of(g_records, ompt_event_implicit_task, ompt_scope_begin).size() ==
          of(g_records, ompt_event_implicit_task, ompt_scope_end).size())
        return g_records;
    }
    usleep(1000);
  }
  fprintf(stderr, "implicit tasks do not end\n");
  _exit(1);
}

std::vector<Record> of(const std::vector<Record>& records, ompt_event_t event, int endpoint, int kind) {
  std::vector<Record> found;
  for (const Record& record : records) {
    if (record.event == event && (endpoint == 0 || record.endpoint == endpoint) &&
        (kind == 0 || record.kind == kind))
      found.push_back(record);
  }
  return found;
}

void on_switches(SwitchAction action) {
  g_switch_action = action;
}

void at_shutdown(void (*check)()) {
  g_at_shutdown = check;
}

bool was_started() {
  return g_lookup != nullptr;
}
const char* runtime_version() {
  return g_version_text.c_str();
}
unsigned version() {
  return g_version;
}
int registration(ompt_event_t event) {
  return g_registrations[event];
}
ompt_interface_fn_t lookup(const char* name) {
  return g_lookup(name);
}

void expect(const char* file, int line, const char* what, long long actual, long long expected) {
  if (actual == expected) return;
  ++g_failures;
  fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, what, actual, expected);
}

int failures() {
  return g_failures;
}

}  // namespace tool

extern "C" __attribute__((visibility("default"))) ompt_initialize_fn_t ompt_tool() {
  return tool::initialize;
}
