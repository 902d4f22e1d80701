// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the events of a device library's devices.
// The library takes these functions for a tool's callbacks.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/kmp/offload.h"
#include "abi/kmp/offload_construct.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/device/device_library.h"
#include "core/device/devices.h"
#include "core/icv/devices.h"
#include "events/emit.h"
#include "omp-tools.h"
#include "platform/own_code.h"

namespace limpid::abi {
namespace {

using events::Endpoint;

// The task whose operations the thread carries out. A thread that asks about a task in flight does the rest
// of that task's work.
core::Task& task_at_work(const core::Thread& self) {
  return self.asking.about != nullptr ? *self.asking.about : *self.task;
}

// The task that encountered the construct, and the target task that carries it out.
struct Tasks {
  explicit Tasks(const core::Thread& self) : Tasks(task_at_work(self)) {}
  explicit Tasks(core::Task& current)
      : target(current.kind == core::TaskKind::target ? &current : nullptr),
        encountering(target != nullptr ? *current.family.parent.load(std::memory_order_relaxed) : current) {}
  core::Task* target;
  core::Task& encountering;
};

// The tool's data word, or `own` where the library passes none.
uint64_t& word_of(ompt_data_t* data, uint64_t& own) {
  return data != nullptr ? data->value : own;
}

uint64_t new_id(core::Thread& self) {
  return self.ids.unique.next(core::g_unique_ids);
}

bool decode_kind(ompt_target_t kind, events::TargetKind& decoded) {
  switch (kind) {
    case ompt_target:
    case ompt_target_nowait:
      decoded = events::TargetKind::target;
      return true;
    case ompt_target_enter_data:
    case ompt_target_enter_data_nowait:
      decoded = events::TargetKind::enter_data;
      return true;
    case ompt_target_exit_data:
    case ompt_target_exit_data_nowait:
      decoded = events::TargetKind::exit_data;
      return true;
    case ompt_target_update:
    case ompt_target_update_nowait:
      decoded = events::TargetKind::update;
      return true;
  }
  return false;
}

// False: an operation that OpenMP 5.1 does not know.
bool decode_operation(ompt_target_data_op_t operation, events::DataOp& decoded) {
  switch (operation) {
    case ompt_target_data_alloc:
    case ompt_target_data_alloc_async:
      decoded = events::DataOp::allocate;
      return true;
    case ompt_target_data_transfer_to_device:
    case ompt_target_data_transfer_to_device_async:
      decoded = events::DataOp::to_device;
      return true;
    case ompt_target_data_transfer_from_device:
    case ompt_target_data_transfer_from_device_async:
      decoded = events::DataOp::from_device;
      return true;
    case ompt_target_data_delete:
    case ompt_target_data_delete_async:
      decoded = events::DataOp::release;
      return true;
    case ompt_target_data_associate:
      decoded = events::DataOp::associate;
      return true;
    case ompt_target_data_disassociate:
      decoded = events::DataOp::disassociate;
      return true;
  }
  return false;
}

// The library names the host by its number among the devices, or as omp_initial_device.
void emit_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t*, ompt_data_t*,
                 ompt_data_t* target_data, const void* code) {
  core::Thread& self = core::this_thread();
  events::TargetKind decoded;
  if (!decode_kind(kind, decoded)) return;
  if (endpoint == ompt_scope_begin) {
    core::introduce_device(self, device);
    self.target.id = new_id(self);
    self.target.device = device;
  }
  const Tasks tasks(self);
  uint64_t own = 0;
  ForwardedConstruct* const forwarded = ForwardedConstruct::current();
  if (forwarded != nullptr) code = forwarded->code();
  events::emit<events::Target>(self, decoded, tasks.target != nullptr, static_cast<Endpoint>(endpoint),
                               device, tasks.encountering, tasks.target, word_of(target_data, own),
                               self.target.id, code, true);
  if (endpoint == ompt_scope_begin && forwarded != nullptr)
    forwarded->emit_maps(self, device, word_of(target_data, own), self.target.id);
  if (endpoint == ompt_scope_end) self.target.id = 0;
}

// At its begin an operation gets a number, which an observer may change.
void begin_operation(core::Thread& self, ompt_scope_endpoint_t endpoint, ompt_id_t& operation) {
  if (endpoint == ompt_scope_begin) operation = new_id(self);
  self.target.operation = operation;
}

// The rest of a construct that is done when its device has finished comes after the event of the construct's
// end: it belongs to the target task alone. The code address from the library is then in the asking runtime.
void emit_data_operation(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* target_data,
                         ompt_id_t* operation, ompt_target_data_op_t kind, void* source, int source_device,
                         void* destination, int destination_device, size_t bytes, const void* code) {
  core::Thread& self = core::this_thread();
  events::DataOp decoded;
  if (!decode_operation(kind, decoded)) return;
  const Tasks tasks(self);
  const core::Task* const late = self.asking.about;
  if (const ForwardedConstruct* const forwarded = ForwardedConstruct::current()) code = forwarded->code();
  if (platform::is_own_code(code)) code = self.return_address;  // a routine that calls the library itself
  if (late != nullptr) code = late->created_at;
  uint64_t own_word = 0;
  ompt_id_t own_operation = 0;
  ompt_id_t& number = operation != nullptr ? *operation : own_operation;
  begin_operation(self, endpoint, number);
  events::emit<events::TargetDataOp>(
      self, static_cast<Endpoint>(endpoint), decoded, kind >= ompt_target_data_alloc_async, tasks.target,
      late != nullptr ? own_word : word_of(target_data, own_word),
      late != nullptr ? uint64_t{0} : self.target.id, number, source, source_device, destination,
      destination_device, bytes, int64_t{0}, code, true);
  self.target.operation = 0;
}

// The library's plug-in for the host executes a region here and now, between the two events.
constinit thread_local ForwardedConstruct* t_outside = nullptr;

void begin_kernel(core::Thread& self) {
  const core::Device* const device = core::device_with_number(self.target.device);
  if (device == nullptr || device->works_in_calls()) t_outside = ForwardedConstruct::pause();
}

void end_kernel() {
  ForwardedConstruct::resume(t_outside);
  t_outside = nullptr;
}

// The number of teams that are granted is not passed.
void emit_submission(ompt_scope_endpoint_t endpoint, ompt_data_t* target_data, ompt_id_t* operation,
                     unsigned int requested_teams) {
  core::Thread& self = core::this_thread();
  if (endpoint == ompt_scope_end) end_kernel();
  uint64_t own_word = 0;
  ompt_id_t own_operation = 0;
  ompt_id_t& number = operation != nullptr ? *operation : own_operation;
  begin_operation(self, endpoint, number);
  events::emit<events::TargetSubmit>(self, static_cast<Endpoint>(endpoint), int{self.target.device},
                                     word_of(target_data, own_word), self.target.id, number,
                                     uint32_t{requested_teams}, 0u, int64_t{0}, true);
  self.target.operation = 0;
  if (endpoint == ompt_scope_begin) begin_kernel(self);
}

// CUDA's devices have their computing capability as type: the driver numbers them in the library's order.
int32_t ordinal_of(int device, const char* type) {
  constexpr char kCuda[] = "sm_";
  if (type == nullptr || strncmp(type, kCuda, sizeof kCuda - 1) != 0) return -1;
  int32_t before = 0;
  for (int32_t other = 0; other < device; ++other) {
    const core::Device* const known = core::device_with_number(other);
    if (known != nullptr && known->facts.ordinal >= 0) ++before;
  }
  return before;
}

ompt_interface_fn_t look_up(const char* name);

// Until now the library passes on what it was given; one that traces its devices passes functions for it.
bool traces(ompt_function_lookup_t lookup) {
  return lookup != nullptr && lookup != &look_up && lookup("ompt_start_trace") != nullptr;
}

void emit_device_begin(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                       const char* documentation) {
  core::begin_device(core::this_thread(), {device, core::Engine::llvm, type, documentation, handle,
                                           ordinal_of(device, type), traces(lookup) ? lookup : nullptr});
}

void emit_device_end(int device) {
  core::end_device(core::this_thread(), device);
}

// The library passes neither the image's file nor a number of its own for it.
void emit_device_load(int device, const char*, int64_t, void*, size_t bytes, void* host_address,
                      void* device_address, uint64_t) {
  core::load_module(core::this_thread(), device, {host_address, device_address, bytes});
}

template <class Specified, class Ours>
ompt_callback_t callback(Ours ours) {
  const Specified specified = ours;
  return reinterpret_cast<ompt_callback_t>(specified);
}

// The library asks once for each callback, mostly when it connects. Of a pair it gets the newer form, which
// has both ends. It never emits target maps.
int get_callback(ompt_callbacks_t event, ompt_callback_t* where) {
  ompt_callback_t found = nullptr;
  if (event == ompt_callback_target_emi) found = callback<ompt_callback_target_emi_t>(&emit_target);
  if (event == ompt_callback_target_data_op_emi)
    found = callback<ompt_callback_target_data_op_emi_t>(&emit_data_operation);
  if (event == ompt_callback_target_submit_emi)
    found = callback<ompt_callback_target_submit_emi_t>(&emit_submission);
  if (event == ompt_callback_device_initialize)
    found = callback<ompt_callback_device_initialize_t>(&emit_device_begin);
  if (event == ompt_callback_device_finalize)
    found = callback<ompt_callback_device_finalize_t>(&emit_device_end);
  if (event == ompt_callback_device_load) found = callback<ompt_callback_device_load_t>(&emit_device_load);
  if (found == nullptr) return 0;
  *where = found;
  return 1;
}

// The library passes these on to its callbacks, which find the tasks themselves.
ompt_data_t* get_task_data() {
  return reinterpret_cast<ompt_data_t*>(&Tasks(core::this_thread()).encountering.tool_word);
}
ompt_data_t* get_target_task_data() {
  core::Task* const task = Tasks(core::this_thread()).target;
  return task != nullptr ? reinterpret_cast<ompt_data_t*>(&task->tool_word) : nullptr;
}
void* get_task_info_target() {  // null: the library keeps the words of a region itself
  return nullptr;
}

struct Entry {
  const char* name;
  ompt_interface_fn_t function;
};

ompt_interface_fn_t look_up(const char* name) {
  const Entry entries[] = {
      {"ompt_get_callback", reinterpret_cast<ompt_interface_fn_t>(&get_callback)},
      {"ompt_get_task_data", reinterpret_cast<ompt_interface_fn_t>(&get_task_data)},
      {"ompt_get_target_task_data", reinterpret_cast<ompt_interface_fn_t>(&get_target_task_data)},
      {"ompt_get_task_info_target", reinterpret_cast<ompt_interface_fn_t>(&get_task_info_target)},
  };
  for (const Entry& entry : entries) {
    if (name != nullptr && strcmp(entry.name, name) == 0) return entry.function;
  }
  return nullptr;
}

bool somebody_observes() {
  constexpr uint64_t kEvents =
      events::bit(events::EventId::target) | events::bit(events::EventId::target_data_op) |
      events::bit(events::EventId::target_submit) | events::bit(events::EventId::device_begin);
  return events::is_any_observed(kEvents);
}

constinit ompt_start_tool_result_t* g_library = nullptr;

void end_library() {
  if (g_library != nullptr && g_library->finalize != nullptr) g_library->finalize(nullptr);
  g_library = nullptr;
}

}  // namespace
}  // namespace limpid::abi

using namespace limpid;

extern "C" {

// LLVM's libomptarget calls this before it searches for devices, with locks of its own held. Starts the tool
// if it has not been started. With a tool, the library is initialized as the tool's helper, and ended before
// the tool.
void ompt_libomp_connect(ompt_start_tool_result_t* library) {
  core::note_library_of_devices(abi::constructs_are_forwarded());
  core::this_thread();
  abi::note_device_library();
  if (library == nullptr || library->initialize == nullptr || !abi::somebody_observes()) return;
  library->initialize(abi::look_up, 0, nullptr);
  abi::g_library = library;
  core::at_end_of_tools(abi::end_library);
}
}
