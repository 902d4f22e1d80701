// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initialization, address spaces, display control variables (OMPD 2.0, sections 4, 7.1, 8 and 13).
#include "model/icvs.h"
#include "model/settings.h"
#include "target/reader.h"
#include "v2/face.h"

namespace limpid::ompd::v2 {
namespace {

constexpr int kVersion = 2;

constinit ompd_callbacks_t g_callbacks = {};
constinit bool g_initialized = false;

ompd_address_space_context_t* context_of(void* context) {
  return static_cast<ompd_address_space_context_t*>(context);
}

Rc allocate(uint64_t bytes, void** memory) {
  return g_callbacks.d_alloc_memory(bytes, memory) == ompd_rc_ok && *memory != nullptr ? Rc::ok : Rc::nomem;
}

Rc release(void* memory) {
  return g_callbacks.d_free_memory(memory) == ompd_rc_ok ? Rc::ok : Rc::callback_error;
}

Rc sizes(void* context, TypeSizes* found) {
  ompd_target_type_sizes_t raw = {};
  if (g_callbacks.t_sizeof_prim_type(context_of(context), &raw) != ompd_rc_ok) return Rc::callback_error;
  const auto narrow = [](int size) { return static_cast<uint8_t>(size); };
  *found = {narrow(raw.sizeof_char), narrow(raw.sizeof_short),     narrow(raw.sizeof_int),
            narrow(raw.sizeof_long), narrow(raw.sizeof_long_long), narrow(raw.sizeof_pointer)};
  return Rc::ok;
}

Rc symbol(void* context, const char* name, uint64_t* address) {
  ompd_address_t found = {OMPD_SEGMENT_UNSPECIFIED, 0};
  if (g_callbacks.t_symbol_addr(context_of(context), nullptr, name, &found) != ompd_rc_ok)
    return Rc::incompatible;
  *address = found.address;
  return Rc::ok;
}

Rc read(void* context, uint64_t address, uint64_t bytes, void* buffer) {
  const ompd_address_t from = address_of(address);
  const auto count = static_cast<ompd_tword_t>(bytes);
  const ompd_rc_t rc = g_callbacks.t_read_memory(context_of(context), nullptr, &from, count, buffer);
  return rc == ompd_rc_ok ? Rc::ok : Rc::read_error;
}

Rc write(void* context, uint64_t address, uint64_t bytes, const void* buffer) {
  if (g_callbacks.t_write_memory == nullptr) return Rc::write_error;
  const ompd_address_t to = address_of(address);
  const auto count = static_cast<ompd_tword_t>(bytes);
  const ompd_rc_t rc = g_callbacks.t_write_memory(context_of(context), nullptr, &to, count, buffer);
  return rc == ompd_rc_ok ? Rc::ok : Rc::write_error;
}

Rc to_host(void* context, const void* input, uint32_t unit_bytes, uint32_t count, void* output) {
  const ompd_rc_t rc = g_callbacks.target_to_host(context_of(context), input, static_cast<int>(unit_bytes),
                                                  static_cast<int>(count), output);
  return rc == ompd_rc_ok ? Rc::ok : Rc::callback_error;
}

Rc to_target(void* context, const void* input, uint32_t unit_bytes, uint32_t count, void* output) {
  const ompd_rc_t rc = g_callbacks.host_to_target(context_of(context), input, static_cast<int>(unit_bytes),
                                                  static_cast<int>(count), output);
  return rc == ompd_rc_ok ? Rc::ok : Rc::callback_error;
}

// The callbacks that this library needs.
bool are_complete(const ompd_callbacks_t& table) {
  return table.d_alloc_memory != nullptr && table.d_free_memory != nullptr &&
         table.t_sizeof_prim_type != nullptr && table.t_symbol_addr != nullptr &&
         table.t_read_memory != nullptr && table.target_to_host != nullptr && table.host_to_target != nullptr;
}

// A number of the process, as it was at its start.
ompd_rc_t give_number(const Process* process, uint64_t base, Name name, ompd_tword_t* value) {
  if (process == nullptr) return ompd_rc_stale_handle;
  if (value == nullptr) return ompd_rc_bad_input;
  Reader reader(*process);
  const uint64_t number = reader.field(process->number(Name::environment) + base, name);
  if (reader.ok()) *value = static_cast<ompd_tword_t>(number);
  return code(reader.rc());
}

}  // namespace

constinit const Access kAccess = {allocate, release, sizes, symbol, read, write, to_host, to_target};

bool is_initialized() {
  return g_initialized;
}

}  // namespace limpid::ompd::v2

using namespace limpid::ompd;
using namespace limpid::ompd::v2;

extern "C" {

ompd_rc_t ompd_get_version(int* version) {
  if (version == nullptr) return ompd_rc_bad_input;
  *version = kVersion;
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_version_string(const char** string) {
  if (string == nullptr) return ompd_rc_bad_input;
  *string = "Limpid " LIMPID_VERSION " OMPD library (OMPD 2.000)";
  return ompd_rc_ok;
}

ompd_rc_t ompd_initialize(const ompd_callbacks_t* callbacks) {
  if (callbacks == nullptr || !are_complete(*callbacks)) return ompd_rc_bad_input;
  g_callbacks = *callbacks;
  g_initialized = true;
  return ompd_rc_ok;
}

ompd_rc_t ompd_finalize(void) {
  if (!g_initialized) return ompd_rc_error;
  g_initialized = false;
  return ompd_rc_ok;
}

ompd_rc_t ompd_process_initialize(ompd_address_space_context_t* context,
                                  ompd_address_space_handle_t** handle) {
  if (context == nullptr || handle == nullptr) return ompd_rc_bad_input;
  *handle = nullptr;
  if (!g_initialized) return ompd_rc_error;
  Process* process = nullptr;
  const Rc rc = open_process(kAccess, context, &process);
  *handle = reinterpret_cast<ompd_address_space_handle_t*>(process);
  return code(rc);
}

ompd_rc_t ompd_release_address_space_handle(ompd_address_space_handle_t* handle) {
  Process* process = process_of(handle);
  return process != nullptr ? code(close_process(process)) : ompd_rc_stale_handle;
}

ompd_rc_t ompd_get_num_procs(ompd_address_space_handle_t* handle, ompd_tword_t* val) {
  const Process* process = process_of(handle);
  const uint64_t global = process != nullptr ? process->number(Name::environment_global) : 0;
  return give_number(process, global, Name::global_available_processors, val);
}

ompd_rc_t ompd_get_thread_limit(ompd_address_space_handle_t* handle, ompd_tword_t* val) {
  const Process* process = process_of(handle);
  const uint64_t initial = process != nullptr ? process->number(Name::environment_initial) : 0;
  return give_number(process, initial, Name::icvs_thread_limit, val);
}

ompd_rc_t ompd_get_display_control_vars(ompd_address_space_handle_t* handle,
                                        const char* const** control_var_values) {
  const Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (control_var_values == nullptr) return ompd_rc_bad_input;
  return code(make_settings(*process, control_var_values));
}

ompd_rc_t ompd_release_display_control_vars(const char* const* control_var_values) {
  if (control_var_values == nullptr) return ompd_rc_bad_input;
  if (!is_initialized()) return ompd_rc_error;
  return code(release_settings(kAccess, control_var_values));
}
}
