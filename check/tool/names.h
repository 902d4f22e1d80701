// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short names of OMPT's enumerators; a value that is none of them comes as "?NUMBER".
#pragma once

#include <omp-tools.h>

#include <string>
#include <utility>

namespace limpid::check {

template <size_t N>
std::string named(int value, const std::pair<int, const char*> (&names)[N]) {
  for (const auto& [number, name] : names) {
    if (number == value) return name;
  }
  return "?" + std::to_string(value);
}

inline std::string thread_name(int type) {
  return named(
      type, {{ompt_thread_initial, "initial"}, {ompt_thread_worker, "worker"}, {ompt_thread_other, "other"}});
}

inline std::string sync_name(int kind) {
  return named(kind, {{ompt_sync_region_barrier_explicit, "barrier"},
                      {ompt_sync_region_barrier_implicit_workshare, "workshare"},
                      {ompt_sync_region_barrier_implicit_parallel, "parallel"},
                      {ompt_sync_region_barrier_implementation, "implementation"},
                      {ompt_sync_region_barrier_teams, "teams"},
                      {ompt_sync_region_barrier, "any_barrier"},
                      {ompt_sync_region_barrier_implicit, "any_implicit"},
                      {ompt_sync_region_taskwait, "taskwait"},
                      {ompt_sync_region_taskgroup, "taskgroup"}});
}

inline std::string work_name(int type) {
  return named(type, {{ompt_work_loop, "loop"},
                      {ompt_work_loop_static, "static"},
                      {ompt_work_loop_dynamic, "dynamic"},
                      {ompt_work_loop_guided, "guided"},
                      {ompt_work_loop_other, "other"},
                      {ompt_work_sections, "sections"},
                      {ompt_work_single_executor, "executor"},
                      {ompt_work_single_other, "bystander"},
                      {ompt_work_workshare, "workshare"},
                      {ompt_work_distribute, "distribute"},
                      {ompt_work_taskloop, "taskloop"},
                      {ompt_work_scope, "scope"}});
}

inline std::string dispatch_name(int kind) {
  return named(kind, {{ompt_dispatch_iteration, "iteration"},
                      {ompt_dispatch_section, "section"},
                      {ompt_dispatch_ws_loop_chunk, "chunk"},
                      {ompt_dispatch_taskloop_chunk, "taskloop_chunk"},
                      {ompt_dispatch_distribute_chunk, "distribute_chunk"}});
}

inline std::string target_name(int kind) {
  return named(kind, {{ompt_target, "target"},
                      {ompt_target_enter_data, "enter_data"},
                      {ompt_target_exit_data, "exit_data"},
                      {ompt_target_update, "update"},
                      {ompt_target_nowait, "target_nowait"},
                      {ompt_target_enter_data_nowait, "enter_data_nowait"},
                      {ompt_target_exit_data_nowait, "exit_data_nowait"},
                      {ompt_target_update_nowait, "update_nowait"}});
}

inline std::string data_op_name(int type) {
  return named(type, {{ompt_target_data_alloc, "alloc"},
                      {ompt_target_data_transfer_to_device, "to_device"},
                      {ompt_target_data_transfer_from_device, "from_device"},
                      {ompt_target_data_delete, "delete"},
                      {ompt_target_data_associate, "associate"},
                      {ompt_target_data_disassociate, "disassociate"},
                      {ompt_target_data_alloc_async, "alloc_async"},
                      {ompt_target_data_transfer_to_device_async, "to_device_async"},
                      {ompt_target_data_transfer_from_device_async, "from_device_async"},
                      {ompt_target_data_delete_async, "delete_async"}});
}

inline std::string mutex_name(int kind) {
  return named(kind, {{ompt_mutex_lock, "lock"},
                      {ompt_mutex_test_lock, "test_lock"},
                      {ompt_mutex_nest_lock, "nest_lock"},
                      {ompt_mutex_test_nest_lock, "test_nest_lock"},
                      {ompt_mutex_critical, "critical"},
                      {ompt_mutex_atomic, "atomic"},
                      {ompt_mutex_ordered, "ordered"}});
}

inline std::string status_name(int status) {
  return named(status, {{ompt_task_complete, "complete"},
                        {ompt_task_yield, "yield"},
                        {ompt_task_cancel, "cancel"},
                        {ompt_task_detach, "detach"},
                        {ompt_task_early_fulfill, "early_fulfill"},
                        {ompt_task_late_fulfill, "late_fulfill"},
                        {ompt_task_switch, "switch"},
                        {ompt_taskwait_complete, "taskwait_complete"}});
}

inline std::string dependence_name(int type) {
  return named(type, {{ompt_dependence_type_in, "in"},
                      {ompt_dependence_type_out, "out"},
                      {ompt_dependence_type_inout, "inout"},
                      {ompt_dependence_type_mutexinoutset, "mutexinoutset"},
                      {ompt_dependence_type_inoutset, "inoutset"},
                      {ompt_dependence_type_out_all_memory, "out_all_memory"},
                      {ompt_dependence_type_inout_all_memory, "inout_all_memory"},
                      {ompt_dependence_type_source, "source"},
                      {ompt_dependence_type_sink, "sink"}});
}

inline std::string task_flags(int flags) {
  std::string text = flags & ompt_task_taskwait ? "taskwait"
                     : flags & ompt_task_target ? "target"
                                                : "explicit";
  if (!(flags & (ompt_task_explicit | ompt_task_target | ompt_task_taskwait))) text = "?";
  if (flags & ompt_task_undeferred) text += ":undeferred";
  if (flags & ompt_task_untied) text += ":untied";
  if (flags & ompt_task_final) text += ":final";
  if (flags & ompt_task_mergeable) text += ":mergeable";
  if (flags & ompt_task_merged) text += ":merged";
  return text;
}

inline std::string cancel_name(int flags) {
  std::string construct = named(flags & 0xf, {{ompt_cancel_parallel, "parallel"},
                                              {ompt_cancel_sections, "sections"},
                                              {ompt_cancel_loop, "loop"},
                                              {ompt_cancel_taskgroup, "taskgroup"}});
  return construct + ":" +
         named(flags & ~0xf, {{ompt_cancel_activated, "activated"},
                              {ompt_cancel_detected, "detected"},
                              {ompt_cancel_discarded_task, "discarded"}});
}

}  // namespace limpid::check
