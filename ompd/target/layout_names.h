// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entries of the runtime's table that the libraries use. A runtime that lacks one is not compatible.
#pragma once

#include <stdint.h>

// X(our name, name in the table)
#define LIMPID_LAYOUT_NAMES(X)                                                      \
  X(threads, "threads")                                                             \
  X(next_thread_id, "next_thread_id")                                               \
  X(environment, "environment")                                                     \
  X(device_icvs, "device_icvs")                                                     \
  X(devices, "devices")                                                             \
  X(device_count, "device_count")                                                   \
  X(device_begun, "Device.begun")                                                   \
  X(device_type, "Device.type")                                                     \
  X(device_engine, "Device.engine")                                                 \
  X(sizeof_device, "sizeof Device")                                                 \
  X(engine_llvm, "Engine.llvm")                                                     \
  X(observed, "observed")                                                           \
  X(debugger_observes, "debugger_observes")                                         \
  X(debugger_events, "debugger_events")                                             \
  X(body_wrappers, "body_wrappers")                                                 \
  X(body_wrapper_count, "body_wrapper_count")                                       \
  X(body_wrapper_body, "BodyWrapper.body")                                          \
  X(body_wrapper_code_offset, "BodyWrapper.code_offset")                            \
  X(sizeof_body_wrapper, "sizeof BodyWrapper")                                      \
  X(vendor_settings, "vendor_settings")                                             \
  X(system_stack_bytes, "system_stack_bytes")                                       \
  X(version_text, "version_text")                                                   \
  X(default_affinity_format, "default_affinity_format")                             \
  X(openmp_version, "openmp_version")                                               \
  X(no_thread_limit, "no_thread_limit")                                             \
  X(thread_task, "Thread.task")                                                     \
  X(thread_member, "Thread.member")                                                 \
  X(thread_team, "Thread.team")                                                     \
  X(thread_index, "Thread.index")                                                   \
  X(thread_state, "Thread.state")                                                   \
  X(thread_wait_id, "Thread.wait_id")                                               \
  X(thread_unobserved, "Thread.unobserved")                                         \
  X(thread_id, "Thread.id")                                                         \
  X(thread_native_id, "Thread.native_id")                                           \
  X(thread_native_handle, "Thread.native_handle")                                   \
  X(thread_tool_word, "Thread.tool_word")                                           \
  X(thread_next, "Thread.next_registered")                                          \
  X(thread_alive, "Thread.alive")                                                   \
  X(thread_announced_team, "Thread.announced_team")                                 \
  X(thread_announced_task, "Thread.announced_task")                                 \
  X(team_id, "Team.id")                                                             \
  X(team_code, "Team.code")                                                         \
  X(team_parent_task, "Team.parent_task")                                           \
  X(team_parent, "Team.parent")                                                     \
  X(team_created_at, "Team.created_at")                                             \
  X(team_tool_word, "Team.tool_word")                                               \
  X(team_region_tag, "Team.region_tag")                                             \
  X(team_head, "Team.head")                                                         \
  X(team_requested, "Team.requested")                                               \
  X(team_level, "Team.level")                                                       \
  X(team_active_level, "Team.active_level")                                         \
  X(team_number, "Team.team_number")                                                \
  X(team_league_size, "Team.league_size")                                           \
  X(team_league, "Team.league")                                                     \
  X(team_join_mode, "Team.join_mode")                                               \
  X(team_running, "Team.running")                                                   \
  X(team_announced, "Team.announced")                                               \
  X(team_size, "Team.size")                                                         \
  X(team_members, "Team.members")                                                   \
  X(team_fanout, "Team.fanout")                                                     \
  X(team_barrier_full, "Team.barrier_full")                                         \
  X(team_cancelled, "Team.cancelled")                                               \
  X(team_copies, "Team.copies")                                                     \
  X(workshare_turn, "Workshare.turn")                                               \
  X(team_shared_queue, "Team.shared_queue")                                         \
  X(sizeof_member, "sizeof Member")                                                 \
  X(member_team, "Member.team")                                                     \
  X(member_thread, "Member.thread")                                                 \
  X(member_index, "Member.index")                                                   \
  X(member_region_tag, "Member.region_tag")                                         \
  X(member_partition_first, "Member.partition_first")                               \
  X(member_partition_count, "Member.partition_count")                               \
  X(member_implicit_task, "Member.implicit_task")                                   \
  X(member_deque_top, "Member.deque_top")                                           \
  X(member_deque_bottom, "Member.deque_bottom")                                     \
  X(member_deque_slots, "Member.deque_slots")                                       \
  X(member_detached_tasks, "Member.detached_tasks")                                 \
  X(member_arrivals_expected, "Member.arrivals_expected")                           \
  X(member_barrier_missing, "Member.barrier_missing")                               \
  X(member_workshare, "Member.workshare")                                           \
  X(member_chunk_begin, "Member.chunk_begin")                                       \
  X(member_chunk_end, "Member.chunk_end")                                           \
  X(member_singles, "Member.singles")                                               \
  X(member_copies, "Member.copies")                                                 \
  X(deque_capacity, "deque_capacity")                                               \
  X(task_exit_frame, "Task.exit_frame")                                             \
  X(task_enter_frame, "Task.enter_frame")                                           \
  X(task_exit_frame_flags, "Task.exit_frame_flags")                                 \
  X(task_enter_frame_flags, "Task.enter_frame_flags")                               \
  X(task_icvs, "Task.icvs")                                                         \
  X(task_thread, "Task.thread")                                                     \
  X(task_suspended, "Task.suspended")                                               \
  X(task_parent, "Task.parent")                                                     \
  X(task_team, "Task.team")                                                         \
  X(task_body, "Task.body")                                                         \
  X(task_data, "Task.data")                                                         \
  X(task_id, "Task.id")                                                             \
  X(task_created_at, "Task.created_at")                                             \
  X(task_tool_word, "Task.tool_word")                                               \
  X(task_flags, "Task.flags")                                                       \
  X(task_kind, "Task.kind")                                                         \
  X(task_priority, "Task.priority")                                                 \
  X(task_successors, "Task.successors")                                             \
  X(task_unmet, "Task.unmet")                                                       \
  X(task_progress, "Task.progress")                                                 \
  X(body_done, "body_done")                                                         \
  X(task_next, "Task.next")                                                         \
  X(task_lower, "Task.lower")                                                       \
  X(edge_next, "Edge.next")                                                         \
  X(edge_successor, "Edge.successor")                                               \
  X(icvs_nthreads, "Icvs.nthreads")                                                 \
  X(icvs_thread_limit, "Icvs.thread_limit")                                         \
  X(icvs_default_device, "Icvs.default_device")                                     \
  X(icvs_run_sched_chunk, "Icvs.run_sched_chunk")                                   \
  X(icvs_run_sched_kind, "Icvs.run_sched_kind")                                     \
  X(icvs_run_sched_monotonic, "Icvs.run_sched_monotonic")                           \
  X(icvs_dynamic, "Icvs.dynamic")                                                   \
  X(icvs_max_active_levels, "Icvs.max_active_levels")                               \
  X(icvs_bind, "Icvs.bind")                                                         \
  X(icvs_def_allocator, "Icvs.def_allocator")                                       \
  X(environment_global, "Environment.global")                                       \
  X(environment_initial, "Environment.initial")                                     \
  X(global_nthreads_values, "GlobalIcvs.nthreads_values")                           \
  X(global_nthreads_count, "GlobalIcvs.nthreads_count")                             \
  X(global_bind_values, "GlobalIcvs.bind_values")                                   \
  X(global_bind_count, "GlobalIcvs.bind_count")                                     \
  X(global_places_count, "GlobalIcvs.places_count")                                 \
  X(global_places_first, "GlobalIcvs.places_first")                                 \
  X(global_places_processors, "GlobalIcvs.places_processors")                       \
  X(global_wait_policy, "GlobalIcvs.wait_policy")                                   \
  X(global_cancellation, "GlobalIcvs.cancellation")                                 \
  X(global_display_env, "GlobalIcvs.display_env")                                   \
  X(global_display_affinity, "GlobalIcvs.display_affinity")                         \
  X(global_max_task_priority, "GlobalIcvs.max_task_priority")                       \
  X(global_target_offload, "GlobalIcvs.target_offload")                             \
  X(global_tool_enabled, "GlobalIcvs.tool_enabled")                                 \
  X(global_tool_libraries, "GlobalIcvs.tool_libraries")                             \
  X(global_tool_verbose_init, "GlobalIcvs.tool_verbose_init")                       \
  X(global_debug_enabled, "GlobalIcvs.debug_enabled")                               \
  X(global_ompd_enabled, "GlobalIcvs.ompd_enabled")                                 \
  X(global_available_processors, "GlobalIcvs.available_processors")                 \
  X(device_num_teams, "DeviceIcvs.num_teams")                                       \
  X(device_teams_thread_limit, "DeviceIcvs.teams_thread_limit")                     \
  X(device_stacksize, "DeviceIcvs.stacksize")                                       \
  X(device_format_text, "DeviceIcvs.format_text")                                   \
  X(device_format_is_default, "DeviceIcvs.format_is_default")                       \
  X(kind_initial, "TaskKind.initial")                                               \
  X(kind_implicit, "TaskKind.implicit")                                             \
  X(kind_explicit, "TaskKind.explicit_")                                            \
  X(kind_target, "TaskKind.target")                                                 \
  X(flag_undeferred, "TaskFlags.kTaskUndeferred")                                   \
  X(flag_untied, "TaskFlags.kTaskUntied")                                           \
  X(flag_final, "TaskFlags.kTaskFinal")                                             \
  X(flag_mergeable, "TaskFlags.kTaskMergeable")                                     \
  X(flag_merged, "TaskFlags.kTaskMerged")                                           \
  X(flag_taskwait, "TaskFlags.kTaskTaskwait")                                       \
  X(flag_range_task, "TaskFlags.kTaskRange")                                        \
  X(join_mode_silent, "JoinMode.silent")                                            \
  X(lock_plain, "lock_plain")                                                       \
  X(state_undefined, "State.undefined")                                             \
  X(state_overhead, "State.overhead")                                               \
  X(state_work_serial, "State.work_serial")                                         \
  X(state_work_parallel, "State.work_parallel")                                     \
  X(state_work_reduction, "State.work_reduction")                                   \
  X(state_idle, "State.idle")                                                       \
  X(state_wait_barrier_explicit, "State.wait_barrier_explicit")                     \
  X(state_wait_barrier_implicit_workshare, "State.wait_barrier_implicit_workshare") \
  X(state_wait_barrier_implicit_parallel, "State.wait_barrier_implicit_parallel")   \
  X(state_wait_barrier_implementation, "State.wait_barrier_implementation")         \
  X(state_wait_barrier_teams, "State.wait_barrier_teams")                           \
  X(state_wait_taskwait, "State.wait_taskwait")                                     \
  X(state_wait_taskgroup, "State.wait_taskgroup")                                   \
  X(state_wait_lock, "State.wait_lock")                                             \
  X(state_wait_nest_lock, "State.wait_nest_lock")                                   \
  X(state_wait_critical, "State.wait_critical")                                     \
  X(state_wait_atomic, "State.wait_atomic")                                         \
  X(state_wait_ordered, "State.wait_ordered")                                       \
  X(state_wait_target, "State.wait_target")                                         \
  X(state_wait_target_map, "State.wait_target_map")                                 \
  X(state_wait_target_update, "State.wait_target_update")

namespace limpid::ompd {

enum class Name : uint16_t {
#define LIMPID_ENUMERATE(name, text) name,
  LIMPID_LAYOUT_NAMES(LIMPID_ENUMERATE)
#undef LIMPID_ENUMERATE
      count_,
};

inline constexpr uint32_t kNames = static_cast<uint32_t>(Name::count_);

}  // namespace limpid::ompd
