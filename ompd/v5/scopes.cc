// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Display control variables, ICVs, tool data (OpenMP 5.1, 5.5.9 and 5.5.10).
#include "model/icvs.h"
#include "model/settings.h"
#include "model/tasks.h"
#include "model/threads.h"
#include "v5/face.h"

namespace limpid::ompd::v5 {
namespace {

// A handle given as void*, and its scope.
struct Scoped {
  const Process* process = nullptr;
  Object object;
  Scope scope{};
};

uint64_t magic_for(ompd_scope_t scope) {
  switch (scope) {
    case ompd_scope_thread:
      return kThreadMagic;
    case ompd_scope_parallel:
      return kParallelMagic;
    case ompd_scope_implicit_task:
    case ompd_scope_task:
      return kTaskMagic;
    case ompd_scope_global:
    case ompd_scope_address_space:
      return kProcessMagic;
  }
  return 0;
}

bool is_ours(uint64_t magic) {
  return magic == kProcessMagic || magic == kThreadMagic || magic == kParallelMagic || magic == kTaskMagic;
}

// bad_input: handle and scope do not match (table 5.1).
Rc match(void* handle, ompd_scope_t scope, Scoped& scoped) {
  const uint64_t wanted = magic_for(scope);
  if (wanted == 0) return Rc::bad_input;
  if (handle == nullptr) return Rc::stale_handle;
  const uint64_t magic = *static_cast<const uint64_t*>(handle);
  if (!is_ours(magic)) return Rc::stale_handle;
  if (magic != wanted) return Rc::bad_input;
  scoped.scope = static_cast<Scope>(scope);
  if (magic == kProcessMagic) {
    scoped.process = process_of(handle);
  } else {
    const Handle* object = handle_of(handle, magic);
    scoped.process = object->process;
    scoped.object = object->object;
  }
  return Rc::ok;
}

// The address of the tool word in an object that still exists.
Rc tool_word(const Scoped& scoped, uint64_t& word) {
  const Process& process = *scoped.process;
  Rc rc = Rc::bad_input;
  Name field{};
  switch (scoped.scope) {
    case Scope::thread:
      rc = check_thread(process, scoped.object);
      field = Name::thread_tool_word;
      break;
    case Scope::parallel:
      rc = check_region(process, scoped.object);
      field = Name::team_tool_word;
      break;
    case Scope::implicit_task:
    case Scope::task:
      rc = check_task(process, scoped.object);
      field = Name::task_tool_word;
      break;
    case Scope::global:
    case Scope::address_space:
      break;
  }
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  if (scoped.scope == Scope::implicit_task && is_explicit(reader, scoped.object.address))
    return Rc::bad_input;
  if (field == Name::task_tool_word && !has_begun(reader, scoped.object.address))
    return reader.ok() ? Rc::unavailable : reader.rc();
  uint64_t object = scoped.object.address;
  // The teams of a league are one region: the first team has its tool word.
  if (field == Name::team_tool_word) object = reader.field(object, Name::team_head);
  word = reader.field(object, field);
  return reader.rc();
}

}  // namespace
}  // namespace limpid::ompd::v5

using namespace limpid::ompd;
using namespace limpid::ompd::v5;

extern "C" {

ompd_rc_t ompd_get_display_control_vars(ompd_address_space_handle_t* address_space_handle,
                                        const char* const** control_vars) {
  const Process* process = process_of(address_space_handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (control_vars == nullptr) return ompd_rc_bad_input;
  return code(make_settings(*process, control_vars));
}

ompd_rc_t ompd_rel_display_control_vars(const char* const** control_vars) {
  if (control_vars == nullptr || *control_vars == nullptr) return ompd_rc_bad_input;
  if (!is_initialized()) return ompd_rc_error;
  const char* const* vector = *control_vars;
  *control_vars = nullptr;
  return code(release_settings(kAccess, vector));
}

ompd_rc_t ompd_enumerate_icvs(ompd_address_space_handle_t* handle, ompd_icv_id_t current,
                              ompd_icv_id_t* next_id, const char** next_icv_name, ompd_scope_t* next_scope,
                              int* more) {
  if (process_of(handle) == nullptr) return ompd_rc_stale_handle;
  if (next_id == nullptr || next_icv_name == nullptr || next_scope == nullptr || more == nullptr)
    return ompd_rc_bad_input;
  const Icv* icv = current < icv_count() ? icv_of(current + 1) : nullptr;
  if (icv == nullptr) return ompd_rc_bad_input;
  const Rc rc = copy_text(kAccess, icv->name, next_icv_name);
  if (rc != Rc::ok) return code(rc);
  *next_id = current + 1;
  *next_scope = static_cast<ompd_scope_t>(icv->scope);
  *more = current + 1 < icv_count();
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_icv_from_scope(void* handle, ompd_scope_t scope, ompd_icv_id_t icv_id,
                                  ompd_word_t* icv_value) {
  Scoped scoped;
  Rc rc = match(handle, scope, scoped);
  if (rc != Rc::ok) return code(rc);
  const Icv* icv = icv_of(icv_id);
  if (icv == nullptr || icv_value == nullptr) return ompd_rc_bad_input;
  int64_t value = 0;
  rc = read_icv(*scoped.process, *icv, scoped.scope, scoped.object, value);
  if (rc == Rc::ok || rc == Rc::incomplete) *icv_value = value;
  return code(rc);
}

ompd_rc_t ompd_get_icv_string_from_scope(void* handle, ompd_scope_t scope, ompd_icv_id_t icv_id,
                                         const char** icv_string) {
  Scoped scoped;
  Rc rc = match(handle, scope, scoped);
  if (rc != Rc::ok) return code(rc);
  const Icv* icv = icv_of(icv_id);
  if (icv == nullptr || icv_string == nullptr) return ompd_rc_bad_input;
  Text text;
  rc = read_icv(*scoped.process, *icv, scoped.scope, scoped.object, text);
  if (rc == Rc::ok) rc = copy_text(kAccess, text.c_str(), icv_string);
  return code(rc);
}

ompd_rc_t ompd_get_tool_data(void* handle, ompd_scope_t scope, ompd_word_t* value, ompd_address_t* ptr) {
  Scoped scoped;
  Rc rc = match(handle, scope, scoped);
  if (rc != Rc::ok) return code(rc);
  if (value == nullptr || ptr == nullptr) return ompd_rc_bad_input;
  uint64_t word = 0;
  rc = tool_word(scoped, word);
  if (rc != Rc::ok) return code(rc);
  *value = static_cast<ompd_word_t>(word);
  *ptr = {ompd_segment_none, word};
  return ompd_rc_ok;
}
}
