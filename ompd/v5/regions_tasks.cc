// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel region and task handles (OpenMP 5.1, 5.5.6 and 5.5.7).
#include "model/tasks.h"
#include "v5/face.h"

namespace limpid::ompd::v5 {
namespace {

static_assert(kProgramStack == (ompt_frame_application | ompt_frame_stackaddress));

ompd_frame_info_t frame_info(uint64_t address, int64_t flags) {
  return {{ompd_segment_none, address}, flags};
}

}  // namespace
}  // namespace limpid::ompd::v5

using namespace limpid::ompd;
using namespace limpid::ompd::v5;

extern "C" {

ompd_rc_t ompd_get_curr_parallel_handle(ompd_thread_handle_t* thread_handle,
                                        ompd_parallel_handle_t** parallel_handle) {
  return code(follow(thread_of(thread_handle), current_region, kParallelMagic, parallel_handle));
}

ompd_rc_t ompd_get_enclosing_parallel_handle(ompd_parallel_handle_t* parallel_handle,
                                             ompd_parallel_handle_t** enclosing_parallel_handle) {
  return code(
      follow(region_of(parallel_handle), enclosing_region, kParallelMagic, enclosing_parallel_handle));
}

ompd_rc_t ompd_get_task_parallel_handle(ompd_task_handle_t* task_handle,
                                        ompd_parallel_handle_t** task_parallel_handle) {
  return code(follow(task_of(task_handle), region_of_task, kParallelMagic, task_parallel_handle));
}

ompd_rc_t ompd_rel_parallel_handle(ompd_parallel_handle_t* parallel_handle) {
  return code(release_handle(region_of(parallel_handle), kParallelMagic));
}

ompd_rc_t ompd_parallel_handle_compare(ompd_parallel_handle_t* parallel_handle_1,
                                       ompd_parallel_handle_t* parallel_handle_2, int* cmp_value) {
  return code(compare_handles(parallel_handle_1, parallel_handle_2, kParallelMagic, cmp_value));
}

ompd_rc_t ompd_get_curr_task_handle(ompd_thread_handle_t* thread_handle, ompd_task_handle_t** task_handle) {
  return code(follow(thread_of(thread_handle), current_task, kTaskMagic, task_handle));
}

ompd_rc_t ompd_get_generating_task_handle(ompd_task_handle_t* task_handle,
                                          ompd_task_handle_t** generating_task_handle) {
  return code(follow(task_of(task_handle), generating_task, kTaskMagic, generating_task_handle));
}

ompd_rc_t ompd_get_scheduling_task_handle(ompd_task_handle_t* task_handle,
                                          ompd_task_handle_t** scheduling_task_handle) {
  return code(follow(task_of(task_handle), scheduling_task, kTaskMagic, scheduling_task_handle));
}

ompd_rc_t ompd_get_task_in_parallel(ompd_parallel_handle_t* parallel_handle, int thread_num,
                                    ompd_task_handle_t** task_handle) {
  return code(
      follow(region_of(parallel_handle), implicit_task_in_region, thread_num, kTaskMagic, task_handle));
}

ompd_rc_t ompd_rel_task_handle(ompd_task_handle_t* task_handle) {
  return code(release_handle(task_of(task_handle), kTaskMagic));
}

ompd_rc_t ompd_task_handle_compare(ompd_task_handle_t* task_handle_1, ompd_task_handle_t* task_handle_2,
                                   int* cmp_value) {
  return code(compare_handles(task_handle_1, task_handle_2, kTaskMagic, cmp_value));
}

ompd_rc_t ompd_get_task_function(ompd_task_handle_t* task_handle, ompd_address_t* entry_point) {
  const Handle* task = task_of(task_handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (entry_point == nullptr) return ompd_rc_bad_input;
  uint64_t address = 0;
  const Rc rc = task_function(*task->process, task->object, address);
  if (rc == Rc::ok) *entry_point = {ompd_segment_none, address};
  return code(rc);
}

ompd_rc_t ompd_get_task_frame(ompd_task_handle_t* task_handle, ompd_frame_info_t* exit_frame,
                              ompd_frame_info_t* enter_frame) {
  const Handle* task = task_of(task_handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (exit_frame == nullptr || enter_frame == nullptr) return ompd_rc_bad_input;
  FrameInfo frame{};
  const Rc rc = task_frame(*task->process, task->object, frame);
  if (rc != Rc::ok) return code(rc);
  *exit_frame = frame_info(frame.exit, frame.exit_flags);
  *enter_frame = frame_info(frame.enter, frame.enter_flags);
  return ompd_rc_ok;
}
}
