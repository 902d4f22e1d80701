// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is in the records of a trace: every type once, with the values of its construct, and ids that are
// those of the callbacks.
#include <omp.h>

#include <algorithm>
#include <set>

#include "cases.h"
#include "device_log.h"
#include "trace.h"

using namespace device_log;
using trace::Record;

#pragma weak omp_control_tool

extern "C" {  // GCC makes no calls for these constructs, LLVM's compilers do
int __kmpc_masked(const void* place, int thread, int filter) __attribute__((weak));
void __kmpc_end_masked(const void* place, int thread) __attribute__((weak));
void __kmpc_flush(const void* place) __attribute__((weak));
}

namespace {

constexpr size_t kBuffer = 1 << 16;
volatile int g_sink;

const trace::Entries& ask() {
  return trace::entries();
}
ompt_device_t* host() {
  return trace::device();
}

// The OMPT records of what run does, with these types enabled.
template <class Run>
std::vector<Record> traced(std::initializer_list<unsigned> types, Run run) {
  ask().set_ompt(host(), 0, 0);
  for (unsigned type : types) ask().set_ompt(host(), 1, type);
  trace::start(kBuffer);
  run();
  EXPECT_EQ(ask().stop(host()), 1);
  return trace::take();
}

const ompt_record_ompt_t& only(const std::vector<Record>& records) {
  static const ompt_record_ompt_t none = {};
  EXPECT_EQ(records.size(), 1);
  return records.empty() ? none : records[0].ompt;
}

Event callback(const std::string& name) {
  for (const Event& event : events())
    if (event.name == name) return event;
  EXPECT_EQ(0, 1);
  return {};
}

void target_and_map() {
  clear();
  int value = 0;
  std::vector<Record> all =
      traced({ompt_callback_target, ompt_callback_target_map, ompt_callback_target_submit}, [&] {
#pragma omp target map(tofrom : value)
        value = 1;
      });
  EXPECT_EQ(all.size(), 4);
  if (all.size() != 4) return;
  const ompt_record_target_t& begin = all[0].ompt.record.target;
  const ompt_record_target_t& end = all[3].ompt.record.target;
  EXPECT_EQ(begin.kind == ompt_target && begin.endpoint == ompt_scope_begin && end.endpoint == ompt_scope_end,
            1);
  EXPECT_EQ(begin.device_num, omp_get_initial_device());
  EXPECT_EQ(begin.codeptr_ra == callback("target_begin").code, 1);
  for (const Record& one : all) {
    EXPECT_EQ(one.ompt.target_id != 0 && one.ompt.target_id == begin.target_id, 1);
    EXPECT_EQ(one.ompt.thread_id == all[0].ompt.thread_id && one.ompt.thread_id != 0, 1);
  }
  EXPECT_EQ(static_cast<long long>(begin.target_id),
            static_cast<long long>(callback("target_begin").info_target));
  EXPECT_EQ(begin.task_id != 0 && begin.task_id == end.task_id, 1);
  // Besides the variable, what the lambda has captured is mapped.
  const auto items = std::count(all[1].text.begin(), all[1].text.end(), ';');
  EXPECT_EQ(all[1].ompt.record.target_map.nitems, items);
  const std::string item = std::to_string(reinterpret_cast<uintptr_t>(&value)) + "+4/515;";
  EXPECT_EQ(all[1].text.find(item) != std::string::npos, 1);
  EXPECT_EQ(all[1].ompt.record.target_map.target_id == begin.target_id, 1);
  const ompt_record_target_kernel_t& kernel = all[2].ompt.record.target_kernel;
  const Event submit = callback(old_form() ? "submit" : "submit_end");
  EXPECT_EQ(static_cast<long long>(kernel.host_op_id), static_cast<long long>(submit.operation));
  EXPECT_EQ(kernel.requested_num_teams == 1 && kernel.granted_num_teams == 1, 1);
  EXPECT_EQ(all[2].ompt.time <= kernel.end_time && all[0].ompt.time <= all[2].ompt.time, 1);
}

void teams_granted() {
  std::vector<Record> all = traced({ompt_callback_target_submit_emi}, [] {
#pragma omp target teams num_teams(3)
    g_sink = 1;
  });
  EXPECT_EQ(only(all).record.target_kernel.requested_num_teams, 3);
  EXPECT_EQ(only(all).record.target_kernel.granted_num_teams, 3);
}

// The record carries what the tool made of the operation's id.
void data_operation() {
  char from[16] = "abc", to[16];
  clear();
  for (unsigned type : {ompt_callback_target_data_op, ompt_callback_target_data_op_emi}) {
    clear();
    const int device = omp_get_initial_device();
    std::vector<Record> all = traced({type}, [&] { omp_target_memcpy(to, from, 3, 1, 0, device, device); });
    const ompt_record_ompt_t& one = only(all);
    const ompt_record_target_data_op_t& op = one.record.target_data_op;
    EXPECT_EQ(one.type, static_cast<int>(type));
    EXPECT_EQ(op.optype == ompt_target_data_transfer_to_device && op.bytes == 3, 1);
    EXPECT_EQ(op.src_addr == from && op.dest_addr == to + 1, 1);
    EXPECT_EQ(op.src_device_num == device && op.dest_device_num == device, 1);
    EXPECT_EQ(op.codeptr_ra == events().back().code, 1);
    EXPECT_EQ(static_cast<long long>(op.host_op_id), static_cast<long long>(events().back().operation));
    EXPECT_EQ(one.time != 0 && one.time <= op.end_time && one.target_id == 0, 1);
  }
}

void native_records() {
  char from[16] = "abc", to[16];
  ask().set_ompt(host(), 0, 0);
  EXPECT_EQ(ask().set_native(host(), 1, ompt_native_kernel_execution | ompt_native_data_motion_explicit),
            ompt_set_always);
  clear();
  trace::start(kBuffer);
#pragma omp target
  g_sink = 1;
  omp_target_memcpy(to, from, 3, 1, 0, omp_get_initial_device(), omp_get_initial_device());
  EXPECT_EQ(ask().stop(host()), 1);
  EXPECT_EQ(ask().set_native(host(), 0, 0xff), ompt_set_always);
  std::vector<Record> all = trace::take();
  EXPECT_EQ(all.size(), 2);
  for (const Record& one : all) {
    EXPECT_EQ(one.kind, ompt_record_native);
    EXPECT_EQ(one.native.rclass, ompt_record_native_event);
    EXPECT_EQ(one.native.type != nullptr && one.native.start_time <= one.native.end_time, 1);
    EXPECT_EQ(one.operation != 0, 1);
  }
  if (all.size() == 2)
    EXPECT_EQ(static_cast<long long>(all[1].operation), static_cast<long long>(events().back().operation));
}

void regions_and_work() {
  std::vector<Record> all = traced({ompt_callback_parallel_begin, ompt_callback_parallel_end,
                                    ompt_callback_implicit_task, ompt_callback_work, ompt_callback_dispatch},
                                   [] {
#pragma omp parallel num_threads(1)
#pragma omp for schedule(dynamic, 2)
                                     for (int i = 0; i < 3; ++i) g_sink = i;
                                   });
  EXPECT_EQ(all.size(), 8);
  if (all.size() != 8) return;
  const auto& begin = all[0].ompt.record.parallel_begin;
  const auto& task = all[1].ompt.record.implicit_task;
  const auto& work = all[2].ompt.record.work;
  const auto& first = all[3].ompt.record.dispatch;
  const auto& end = all[7].ompt.record.parallel_end;
  EXPECT_EQ(begin.parallel_id != 0 && begin.parallel_id == end.parallel_id, 1);
  EXPECT_EQ(begin.encountering_task_id != 0 && begin.encountering_task_id == end.encountering_task_id, 1);
  EXPECT_EQ(begin.requested_parallelism, 1);
  EXPECT_EQ(task.parallel_id == begin.parallel_id && task.actual_parallelism == 1 && task.index == 0, 1);
  EXPECT_EQ(task.task_id != 0 && work.task_id == task.task_id && work.parallel_id == begin.parallel_id, 1);
  EXPECT_EQ(work.wstype == ompt_work_loop_dynamic && work.count == 3, 1);
  EXPECT_EQ(first.kind == ompt_dispatch_ws_loop_chunk && first.task_id == task.task_id, 1);
  EXPECT_EQ(all[3].chunk.start == 0 && all[3].chunk.iterations == 2, 1);
  EXPECT_EQ(all[4].chunk.start == 2 && all[4].chunk.iterations == 1, 1);
  const auto& over = all[6].ompt.record.implicit_task;
  EXPECT_EQ(over.endpoint == ompt_scope_end && over.parallel_id == 0 && over.actual_parallelism == 0, 1);
}

// In a target region also what workers do carries its id.
void inside_a_target() {
  std::vector<Record> all = traced({ompt_callback_implicit_task, ompt_callback_target}, [] {
#pragma omp target
#pragma omp parallel num_threads(3)
    g_sink = 1;
  });
  ompt_id_t target = 0;
  std::set<ompt_id_t> threads;
  int begun = 0;
  for (const Record& one : all) {
    if (one.ompt.type == ompt_callback_target) target = one.ompt.record.target.target_id;
    if (one.ompt.type != ompt_callback_implicit_task) continue;
    if (one.ompt.record.implicit_task.endpoint != ompt_scope_begin) continue;
    ++begun;
    threads.insert(one.ompt.thread_id);
    EXPECT_EQ(one.ompt.target_id == target && target != 0, 1);
  }
  EXPECT_EQ(begun, 4);  // the region's initial task and three implicit ones
  EXPECT_EQ(threads.size(), 3);
}

void tasks() {
  int x = 0;
  std::vector<Record> all = traced({ompt_callback_task_create, ompt_callback_task_schedule,
                                    ompt_callback_dependences, ompt_callback_task_dependence},
                                   [&] {
#pragma omp parallel num_threads(2)
#pragma omp single
                                     {
#pragma omp task depend(out : x)
                                       x = 1;
#pragma omp task depend(in : x) depend(inout : g_sink)
                                       g_sink = x;
                                     }
                                   });
  std::vector<ompt_id_t> created;
  size_t dependences = 0;
  for (const Record& one : all) {
    const auto& record = one.ompt.record;
    if (one.ompt.type == ompt_callback_task_create) {
      created.push_back(record.task_create.new_task_id);
      EXPECT_EQ(record.task_create.has_dependences, 1);
    }
    if (one.ompt.type == ompt_callback_dependences) {
      ++dependences;
      EXPECT_EQ(!created.empty() && record.dependences.task_id == created.back(), 1);
      EXPECT_EQ(record.dependences.ndeps, created.size());
    }
    if (one.ompt.type == ompt_callback_task_dependence)
      EXPECT_EQ(created.size() == 2 && record.task_dependence.src_task_id == created[0] &&
                    record.task_dependence.sink_task_id == created[1],
                1);
  }
  EXPECT_EQ(created.size(), 2);
  EXPECT_EQ(dependences, 3);
}

// All that a program of GCC can make happen, so that each type of record comes at least once.
void everything() {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  omp_init_nest_lock(&nest);
  omp_set_nest_lock(&nest);
  omp_set_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  omp_destroy_nest_lock(&nest);
  int value = 0;
#pragma omp target map(tofrom : value)
  value = 1;
  omp_target_free(omp_target_alloc(8, omp_get_initial_device()), omp_get_initial_device());
  omp_control_tool(2, 3, nullptr);
  if (__kmpc_masked(nullptr, 0, 0) != 0) __kmpc_end_masked(nullptr, 0);
  __kmpc_flush(nullptr);
#pragma omp parallel num_threads(6)
  {
#pragma omp barrier
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; ++i) g_sink = i;
#pragma omp single
    {
#pragma omp taskgroup
      {
#pragma omp task
        {
          g_sink = 1;
#pragma omp cancel taskgroup
        }
      }
#pragma omp task depend(out : value)
      value = 1;
#pragma omp task depend(in : value)
      g_sink = value;
    }
  }
}

bool is_balanced(const std::vector<Record>& all, int type) {
  int open = 0;
  for (const Record& one : all) {
    if (one.ompt.type != type) continue;
    const auto& record = one.ompt.record;
    const auto endpoint = type == ompt_callback_work ? record.work.endpoint : record.masked.endpoint;
    open += endpoint == ompt_scope_begin ? 1 : -1;
  }
  return open == 0;
}

// The fields of one record make sense.
void check(const Record& one) {
  const auto& record = one.ompt.record;
  switch (one.ompt.type) {
    case ompt_callback_thread_begin:
      EXPECT_EQ(record.thread_begin.thread_type, ompt_thread_worker);
      break;
    case ompt_callback_task_schedule:
      EXPECT_EQ(record.task_schedule.prior_task_id != 0 && record.task_schedule.prior_task_status != 0, 1);
      break;
    case ompt_callback_masked:
      EXPECT_EQ(record.masked.task_id != 0 && record.masked.codeptr_ra != nullptr, 1);
      break;
    case ompt_callback_flush:
      EXPECT_EQ(record.flush.codeptr_ra != nullptr, 1);
      break;
    case ompt_callback_sync_region:
    case ompt_callback_sync_region_wait:
      EXPECT_EQ(record.sync_region.task_id != 0 && record.sync_region.codeptr_ra != nullptr, 1);
      EXPECT_EQ(record.sync_region.kind >= ompt_sync_region_barrier_explicit, 1);
      break;
    case ompt_callback_lock_init:
    case ompt_callback_mutex_acquire:
      EXPECT_EQ(record.mutex_acquire.wait_id != 0 && record.mutex_acquire.kind != 0, 1);
      EXPECT_EQ(record.mutex_acquire.impl != 0 && record.mutex_acquire.codeptr_ra != nullptr, 1);
      break;
    case ompt_callback_lock_destroy:
    case ompt_callback_mutex_acquired:
    case ompt_callback_mutex_released:
      EXPECT_EQ(record.mutex.wait_id != 0 && record.mutex.kind != 0, 1);
      break;
    case ompt_callback_nest_lock:
      EXPECT_EQ(record.nest_lock.wait_id != 0, 1);
      break;
    case ompt_callback_cancel:
      EXPECT_EQ(record.cancel.task_id != 0 && (record.cancel.flags & ompt_cancel_taskgroup) != 0, 1);
      break;
    case ompt_callback_control_tool:
      EXPECT_EQ(record.control_tool.command == 2 && record.control_tool.modifier == 3, 1);
      break;
    case ompt_callback_error:
      EXPECT_EQ(one.text == "in the trace" && record.error.severity == ompt_warning, 1);
      break;
    default:
      break;
  }
}

void every_type() {
  ask().set_ompt(host(), 1, 0);
  trace::start(kBuffer);
  everything();
#pragma omp error at(execution) severity(warning) message("in the trace")
  EXPECT_EQ(ask().stop(host()), 1);
  std::set<int> seen;
  ompt_device_time_t last = 0;
  const std::vector<Record> all = trace::take();
  for (const Record& one : all) {
    seen.insert(one.ompt.type);
    EXPECT_EQ(one.ompt.time != 0 && one.ompt.thread_id != 0, 1);
    last = std::max(last, one.ompt.time);
    check(one);
  }
  // Workers may leave the last barrier when the trace has stopped; all else that began has ended.
  for (int type : {ompt_callback_work, ompt_callback_masked}) EXPECT_EQ(is_balanced(all, type), 1);
  EXPECT_EQ(last <= ask().time(host()), 1);
  for (int type : {ompt_callback_parallel_begin,
                   ompt_callback_parallel_end,
                   ompt_callback_task_create,
                   ompt_callback_task_schedule,
                   ompt_callback_implicit_task,
                   ompt_callback_control_tool,
                   ompt_callback_sync_region_wait,
                   ompt_callback_mutex_released,
                   ompt_callback_dependences,
                   ompt_callback_work,
                   ompt_callback_target_map_emi,
                   ompt_callback_sync_region,
                   ompt_callback_lock_init,
                   ompt_callback_lock_destroy,
                   ompt_callback_mutex_acquire,
                   ompt_callback_mutex_acquired,
                   ompt_callback_nest_lock,
                   ompt_callback_cancel,
                   ompt_callback_dispatch,
                   ompt_callback_target_emi,
                   ompt_callback_target_data_op_emi,
                   ompt_callback_target_submit_emi,
                   ompt_callback_error})
    if (seen.count(type) == 0) EXPECT_EQ(type, -1);
}

}  // namespace

void record_cases() {
#pragma omp target
  g_sink = 1;
  target_and_map();
  teams_granted();
  data_operation();
  native_records();
  regions_and_work();
  inside_a_target();
  tasks();
  every_type();
}
