// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target regions, what they submit, and devices.
#include "names.h"
#include "rules.h"
#include "world.h"

namespace limpid::check {
namespace {

constexpr char kTarget[] = "4.5.2.26";
constexpr char kSubmit[] = "4.5.2.28";

unsigned long long number(uint64_t value) {
  return value;
}

void check_target(World& w, int kind, int device, const void* code) {
  w.expect_code(code, "target", kTarget);
  bool known = (kind >= ompt_target && kind <= ompt_target_update) ||
               (kind >= ompt_target_nowait && kind <= ompt_target_update_nowait);
  w.expect(known, "target.kind", kTarget, "kind %d", kind);
  w.devices[device].mentioned = true;
}

void count_target(World& w, const char* form, int kind, ompt_scope_endpoint_t endpoint) {
  const char* end = endpoint == ompt_scope_begin ? "target_begin:" : "target_end:";
  w.count(std::string(form) + end + target_name(kind));
}

}  // namespace

void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* data,
               ompt_data_t* target_task, ompt_data_t* target_data, const void* code) {
  Event event("target_emi", "kind %d endpoint %d device %d code %p", kind, endpoint, device, code);
  World& w = world();
  count_target(w, "", kind, endpoint);
  check_target(w, kind, device, code);
  w.expect(target_data != nullptr, "data.null", kTarget, "target_data is NULL");
  Task* task = w.task_of(data, "target", kTarget);
  // A deferred construct runs inside its target task; task_data names the task that generated that one. An
  // included target task need not have been announced: its word is empty.
  const bool unannounced = target_task != nullptr && target_task->value == 0 && kind <= ompt_target_update;
  if (target_task != nullptr && !unannounced) task = w.task_of(target_task, "target", kTarget);
  if (task == nullptr || target_data == nullptr) return;
  if (endpoint == ompt_scope_begin) {
    w.expect(target_data->value == 0, "data.fresh", kTarget, "target_data of a new region is %#llx",
             number(target_data->value));
    target_data->value = w.next_id++;
    w.targets.insert(target_data->value);
    task->open.push_back({Construct::target, kind, target_data->value});
    return;
  }
  w.expect(endpoint == ompt_scope_end, "endpoint", kTarget, "target with endpoint %d", endpoint);
  bool same = !task->open.empty() && task->open.back().value == target_data->value;
  w.expect(same, "data.target", kTarget, "target_data at the end is not that of the begin");
  w.targets.erase(target_data->value);
  w.close(*task, Construct::target, kind, "target end", kTarget);
}

void on_target_plain(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* data,
                     ompt_id_t target_id, const void* code) {
  Event event("target", "kind %d endpoint %d device %d id %#llx", kind, endpoint, device, number(target_id));
  World& w = world();
  count_target(w, "plain_", kind, endpoint);
  check_target(w, kind, device, code);
  w.task_of(data, "target", kTarget);
  w.expect(target_id != ompt_id_none, "target.id", kTarget, "a target region without an id");
  if (endpoint == ompt_scope_begin) {
    w.expect(w.targets.insert(target_id).second, "target.id", kTarget,
             "target_id %#llx is that of another region", number(target_id));
    if (Task* running = w.current()) running->open.push_back({Construct::target, kind, target_id});
    return;
  }
  w.expect(endpoint == ompt_scope_end, "endpoint", kTarget, "target with endpoint %d", endpoint);
  w.expect(w.targets.erase(target_id) == 1, "target.id", kTarget, "target_id %#llx ends and did not begin",
           number(target_id));
  if (Task* running = w.current()) w.close(*running, Construct::target, kind, "target end", kTarget);
}

void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t* target_data, ompt_id_t* host_op_id,
               unsigned teams) {
  Event event("target_submit_emi", "endpoint %d teams %u", endpoint, teams);
  World& w = world();
  w.count(endpoint == ompt_scope_begin ? "submit_begin" : "submit_end");
  w.expect(target_data != nullptr && w.targets.count(target_data->value) != 0, "submit.target", kSubmit,
           "target_data is that of no target region");
  w.expect(host_op_id != nullptr, "data.null", kSubmit, "host_op_id is NULL");
  if (host_op_id == nullptr) return;
  if (endpoint == ompt_scope_begin) {
    *host_op_id = w.next_id++;
    w.submits.insert(*host_op_id);
    return;
  }
  w.expect(endpoint == ompt_scope_end, "endpoint", kSubmit, "target_submit with endpoint %d", endpoint);
  w.expect(w.submits.erase(*host_op_id) == 1, "submit.pair", kSubmit, "submit %#llx ends and did not begin",
           number(*host_op_id));
}

void on_submit_plain(ompt_id_t target_id, ompt_id_t host_op_id, unsigned teams) {
  Event event("target_submit", "id %#llx op %#llx teams %u", number(target_id), number(host_op_id), teams);
  World& w = world();
  w.count("plain_submit");
  w.expect(w.targets.count(target_id) != 0, "submit.target", kSubmit,
           "target_id %#llx is that of no target region", number(target_id));
}

void on_device_initialize(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                          const char*) {
  {
    Event event("device_initialize", "device %d type %s", device, type != nullptr ? type : "NULL");
    World& w = world();
    w.count("device_initialize");
    w.expect(type != nullptr, "device.type", "4.5.2.19", "device %d has no type", device);
    Device& known = w.devices[device];
    w.expect(!known.initialized && !known.mentioned, "device.first", "4.5.2.19",
             "device %d is initialized after another event about it", device);
    known.initialized = true;
  }
  trace_device(device, handle,
               lookup);  // starts with the lock free: the runtime may ask for a buffer at once
}

void on_device_finalize(int device) {
  Event event("device_finalize", "device %d", device);
  World& w = world();
  w.count("device_finalize");
  w.expect(w.devices[device].initialized, "device.first", "4.5.2.20", "device %d was not initialized",
           device);
  w.devices[device] = Device{};
}

void on_device_load(int device, const char*, int64_t, void*, size_t bytes, void*, void*, uint64_t module) {
  Event event("device_load", "device %d bytes %zu module %#llx", device, bytes, number(module));
  World& w = world();
  w.count("device_load");
  w.expect(w.devices[device].initialized, "device.first", "4.5.2.21",
           "code is loaded on device %d, which was not "
           "initialized",
           device);
  w.devices[device].modules.insert(module);
}

void on_device_unload(int device, uint64_t module) {
  Event event("device_unload", "device %d module %#llx", device, number(module));
  World& w = world();
  w.count("device_unload");
  w.expect(w.devices[device].modules.erase(module) == 1, "device.load", "4.5.2.22",
           "module %#llx is unloaded from device %d and was not loaded", number(module), device);
}

}  // namespace limpid::check
