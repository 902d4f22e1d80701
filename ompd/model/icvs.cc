// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of internal control variables, with their scopes and readers.
#include "model/icvs.h"

#include "model/icv_values.h"
#include "model/tasks.h"
#include "model/threads.h"

namespace limpid::ompd {
namespace {

using namespace values;

// OpenMP 5.1, table 2.1; five variables also with the prefix that 5.5.10.1 demands, and two also by their names
// of 5.0. Scopes are those of table 2.3, with two exceptions that 5.5.10.1 allows: global variables are in the
// address space, where debuggers ask for them; a thread's number belongs to the thread.
constexpr Icv kIcvs[] = {
    {"num-procs-var", Scope::address_space, num_procs, nullptr},
    {"ompd-num-procs-var", Scope::address_space, num_procs, nullptr},
    {"cancel-var", Scope::address_space, cancel, truth_text<cancel>},
    {"debug-var", Scope::address_space, debug, enabled_text<debug>},
    {"display-affinity-var", Scope::address_space, display_affinity, truth_text<display_affinity>},
    {"affinity-format-var", Scope::address_space, no_number, affinity_format},
    {"max-task-priority-var", Scope::address_space, max_task_priority, nullptr},
    {"target-offload-var", Scope::address_space, target_offload, target_offload_text},
    {"tool-var", Scope::address_space, tool, enabled_text<tool>},
    {"tool-libraries-var", Scope::address_space, no_number, tool_libraries},
    {"tool-verbose-init-var", Scope::address_space, no_number, tool_verbose_init},
    {"def-sched-var", Scope::address_space, def_sched, def_sched_text},
    {"nteams-var", Scope::address_space, nteams, nullptr},
    {"teams-thread-limit-var", Scope::address_space, teams_thread_limit, nullptr},
    {"stacksize-var", Scope::address_space, stacksize, nullptr},
    {"wait-policy-var", Scope::address_space, wait_policy, wait_policy_text},
    {"thread-num-var", Scope::thread, thread_num, nullptr},
    {"ompd-thread-num-var", Scope::thread, thread_num, nullptr},
    {"levels-var", Scope::parallel, levels, nullptr},
    {"active-levels-var", Scope::parallel, active_levels, nullptr},
    {"team-size-var", Scope::parallel, team_size, nullptr},
    {"ompd-team-size-var", Scope::parallel, team_size, nullptr},
    {"dyn-var", Scope::task, dyn, truth_text<dyn>},
    {"nthreads-var", Scope::task, nthreads, nthreads_text},
    {"run-sched-var", Scope::task, run_sched, run_sched_text},
    {"bind-var", Scope::task, bind, bind_text},
    {"thread-limit-var", Scope::task, thread_limit, nullptr},
    {"max-active-levels-var", Scope::task, max_active_levels, nullptr},
    {"default-device-var", Scope::task, default_device, nullptr},
    {"def-allocator-var", Scope::task, def_allocator, def_allocator_text},
    {"final-task-var", Scope::task, final_task, truth_text<final_task>},
    {"ompd-final-task-var", Scope::task, final_task, truth_text<final_task>},
    {"ompd-final-var", Scope::task, final_task, truth_text<final_task>},
    {"implicit-task-var", Scope::task, implicit_task, truth_text<implicit_task>},
    {"ompd-implicit-task-var", Scope::task, implicit_task, truth_text<implicit_task>},
    {"ompd-implicit-var", Scope::task, implicit_task, truth_text<implicit_task>},
    {"explicit-task-var", Scope::task, explicit_task, truth_text<explicit_task>},
    {"place-partition-var", Scope::task, place_partition, place_partition_text},
};

Rc object_of_scope(const Process& process, Scope from, const Object& object, Scope to, Object& found) {
  const bool from_task = from == Scope::task || from == Scope::implicit_task;
  found = object;
  switch (to) {
    case Scope::global:
    case Scope::address_space:
      return from == Scope::global || from == Scope::address_space ? Rc::ok : Rc::bad_input;
    case Scope::thread: {
      if (from == Scope::thread) return check_thread(process, object);
      if (!from_task) return Rc::bad_input;
      const Rc rc = check_task(process, object);
      if (rc != Rc::ok) return rc;
      Reader reader(process);
      const uint64_t thread = reader.field(object.address, Name::task_thread);
      if (reader.ok() && thread == 0) return Rc::unavailable;
      found = {thread, reader.field(thread, Name::thread_id), Life::runs};
      return reader.rc();
    }
    case Scope::parallel:
      if (from == Scope::parallel) return check_region(process, object);
      if (from == Scope::thread) return current_region(process, object, found);
      return from_task ? region_of_task(process, object, found) : Rc::bad_input;
    case Scope::implicit_task:
    case Scope::task:
      if (from == Scope::thread) return current_task(process, object, found);
      return from_task ? check_task(process, object) : Rc::bad_input;
  }
  return Rc::bad_input;
}

// ompd_scope_implicit_task demands an implicit task.
Rc check_scope(const Process& process, Scope scope, const Object& object) {
  if (scope != Scope::implicit_task) return Rc::ok;
  const Rc rc = check_task(process, object);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  const bool is_wrong = is_explicit(reader, object.address);
  if (!reader.ok()) return reader.rc();
  return is_wrong ? Rc::bad_input : Rc::ok;
}

Rc find_place(const Process& process, const Icv& icv, Scope scope, const Object& object, Place& place) {
  Rc rc = check_scope(process, scope, object);
  if (rc == Rc::ok) rc = object_of_scope(process, scope, object, icv.scope, place.object);
  if (rc != Rc::ok || icv.scope != Scope::task) return rc;
  Reader task(process);
  if (!has_begun(task, place.object.address)) return task.ok() ? Rc::unavailable : task.rc();
  place.icvs = place.object.address + process.number(Name::task_icvs);
  Object region;
  rc = region_of_task(process, place.object, region);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  place.level = reader.field(region.address, Name::team_level);
  return reader.rc();
}

Rc write_text(const Process& process, const Icv& icv, const Place& place, Text& text) {
  Reader reader(process);
  if (icv.text != nullptr) {
    icv.text(reader, place, text);
    return reader.rc();
  }
  int64_t value = 0;
  const Rc rc = icv.number(reader, place, value);
  if (rc == Rc::ok) text.add(value);
  return rc;
}

}  // namespace

uint32_t icv_count() {
  return sizeof kIcvs / sizeof *kIcvs;
}

const Icv* icv_of(uint64_t number) {
  return number >= 1 && number <= icv_count() ? &kIcvs[number - 1] : nullptr;
}

const Icv* icv_named(const char* name) {
  for (const Icv& icv : kIcvs) {
    if (strcmp(icv.name, name) == 0) return &icv;
  }
  return nullptr;
}

Rc read_icv(const Process& process, const Icv& icv, Scope scope, const Object& object, int64_t& value) {
  Place place;
  const Rc rc = find_place(process, icv, scope, object, place);
  if (rc != Rc::ok) return rc;
  Reader reader(process);
  return icv.number(reader, place, value);
}

Rc read_icv(const Process& process, const Icv& icv, Scope scope, const Object& object, Text& text) {
  Place place;
  const Rc rc = find_place(process, icv, scope, object, place);
  return rc == Rc::ok ? write_text(process, icv, place, text) : rc;
}

Rc read_initial(const Process& process, const Icv& icv, Text& text) {
  Place place;
  place.icvs = process.number(Name::environment) + process.number(Name::environment_initial);
  return write_text(process, icv, place, text);
}

}  // namespace limpid::ompd
