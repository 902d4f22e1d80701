// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's own life, processes, versions (OpenMP 5.1, 5.5.1 to 5.5.4).
#include "model/text.h"
#include "target/reader.h"
#include "v5/face.h"

namespace limpid::ompd::v5 {
namespace {

constexpr ompd_word_t kApiVersion = 202011;
constexpr ompd_word_t kServedVersions[] = {201811, 202011, 202111};
constexpr uint32_t kLongestVersion = 256;

constinit ompd_callbacks_t g_callbacks = {};
constinit bool g_initialized = false;

ompd_address_space_context_t* context_of(void* context) {
  return static_cast<ompd_address_space_context_t*>(context);
}

Rc allocate(uint64_t bytes, void** memory) {
  return g_callbacks.alloc_memory(bytes, memory) == ompd_rc_ok && *memory != nullptr ? Rc::ok : Rc::nomem;
}

Rc release(void* memory) {
  return g_callbacks.free_memory(memory) == ompd_rc_ok ? Rc::ok : Rc::callback_error;
}

Rc sizes(void* context, TypeSizes* found) {
  ompd_device_type_sizes_t raw = {};
  if (g_callbacks.sizeof_type(context_of(context), &raw) != ompd_rc_ok) return Rc::callback_error;
  *found = {raw.sizeof_char, raw.sizeof_short,     raw.sizeof_int,
            raw.sizeof_long, raw.sizeof_long_long, raw.sizeof_pointer};
  return Rc::ok;
}

Rc symbol(void* context, const char* name, uint64_t* address) {
  ompd_address_t found = {ompd_segment_none, 0};
  if (g_callbacks.symbol_addr_lookup(context_of(context), nullptr, name, &found, nullptr) != ompd_rc_ok)
    return Rc::incompatible;
  *address = found.address;
  return Rc::ok;
}

Rc read(void* context, uint64_t address, uint64_t bytes, void* buffer) {
  const ompd_address_t from = {ompd_segment_none, address};
  const ompd_rc_t rc = g_callbacks.read_memory(context_of(context), nullptr, &from, bytes, buffer);
  return rc == ompd_rc_ok ? Rc::ok : Rc::read_error;
}

Rc write(void* context, uint64_t address, uint64_t bytes, const void* buffer) {
  if (g_callbacks.write_memory == nullptr) return Rc::write_error;
  const ompd_address_t to = {ompd_segment_none, address};
  const ompd_rc_t rc = g_callbacks.write_memory(context_of(context), nullptr, &to, bytes, buffer);
  return rc == ompd_rc_ok ? Rc::ok : Rc::write_error;
}

Rc to_host(void* context, const void* input, uint32_t unit_bytes, uint32_t count, void* output) {
  const ompd_rc_t rc = g_callbacks.device_to_host(context_of(context), input, unit_bytes, count, output);
  return rc == ompd_rc_ok ? Rc::ok : Rc::callback_error;
}

Rc to_target(void* context, const void* input, uint32_t unit_bytes, uint32_t count, void* output) {
  const ompd_rc_t rc = g_callbacks.host_to_device(context_of(context), input, unit_bytes, count, output);
  return rc == ompd_rc_ok ? Rc::ok : Rc::callback_error;
}

// The callbacks that this library needs: LLVM's plug-in for gdb has no write_memory.
bool are_complete(const ompd_callbacks_t& table) {
  return table.alloc_memory != nullptr && table.free_memory != nullptr && table.sizeof_type != nullptr &&
         table.symbol_addr_lookup != nullptr && table.read_memory != nullptr &&
         table.device_to_host != nullptr && table.host_to_device != nullptr;
}

bool is_served(ompd_word_t version) {
  for (const ompd_word_t served : kServedVersions) {
    if (version == served) return true;
  }
  return false;
}

}  // namespace

constinit const Access kAccess = {allocate, release, sizes, symbol, read, write, to_host, to_target};

bool is_initialized() {
  return g_initialized;
}

}  // namespace limpid::ompd::v5

using namespace limpid::ompd;
using namespace limpid::ompd::v5;

extern "C" {

ompd_rc_t ompd_initialize(ompd_word_t api_version, const ompd_callbacks_t* callbacks) {
  if (callbacks == nullptr || !are_complete(*callbacks)) return ompd_rc_bad_input;
  if (!is_served(api_version)) return ompd_rc_unsupported;
  g_callbacks = *callbacks;
  g_initialized = true;
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_api_version(ompd_word_t* version) {
  if (version == nullptr) return ompd_rc_bad_input;
  *version = kApiVersion;
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_version_string(const char** string) {
  if (string == nullptr) return ompd_rc_bad_input;
  *string = "Limpid " LIMPID_VERSION " OMPD library (OpenMP 5.1)";
  return ompd_rc_ok;
}

ompd_rc_t ompd_finalize(void) {
  if (!g_initialized) return ompd_rc_unsupported;
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

// Devices belong to engines, which do not say what the state of OpenMP on them is: nothing could be answered about the
// handle. What the host has to do with a device its threads tell (ompd_get_state).
ompd_rc_t ompd_device_initialize(ompd_address_space_handle_t* process_handle,
                                 ompd_address_space_context_t* device_context, ompd_device_t, ompd_size_t,
                                 void* id, ompd_address_space_handle_t** device_handle) {
  if (process_of(process_handle) == nullptr) return ompd_rc_stale_handle;
  if (device_context == nullptr || id == nullptr || device_handle == nullptr) return ompd_rc_bad_input;
  *device_handle = nullptr;
  return ompd_rc_unsupported;
}

ompd_rc_t ompd_rel_address_space_handle(ompd_address_space_handle_t* handle) {
  Process* process = process_of(handle);
  return process != nullptr ? code(close_process(process)) : ompd_rc_stale_handle;
}

ompd_rc_t ompd_get_omp_version(ompd_address_space_handle_t* address_space, ompd_word_t* omp_version) {
  const Process* process = process_of(address_space);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (omp_version == nullptr) return ompd_rc_bad_input;
  *omp_version = static_cast<ompd_word_t>(process->number(Name::openmp_version));
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_omp_version_string(ompd_address_space_handle_t* address_space, const char** string) {
  const Process* process = process_of(address_space);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (string == nullptr) return ompd_rc_bad_input;
  char text[kLongestVersion] = {};
  Reader reader(*process);
  reader.text(process->number(Name::version_text), text, sizeof text);
  return code(reader.ok() ? copy_text(kAccess, text, string) : reader.rc());
}
}
