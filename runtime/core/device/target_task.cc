// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating target tasks, with copies of the program's lists and data blocks.
#include "core/device/target_task.h"

#include <string.h>

#include "base/check.h"
#include "core/icv/devices.h"
#include "core/task/create/create.h"
#include "platform/cpu.h"

namespace limpid::core {
namespace {

// A target task executes the runtime's own code, so it is inside the runtime from its first instruction on.
class InsideRuntime {
 public:
  explicit InsideRuntime(Thread& self) : task_(*self.task) {
    self.return_address = task_.created_at;
    task_.frame.set_enter_in_runtime();
  }
  ~InsideRuntime() { task_.frame.clear_enter_in_runtime(); }
  InsideRuntime(const InsideRuntime&) = delete;
  InsideRuntime& operator=(const InsideRuntime&) = delete;

 private:
  Task& task_;
};

TaskSpec target_task_spec(Task::Body body, void* data, std::size_t bytes, const TargetSchedule& when) {
  TaskSpec spec;
  spec.body = body;
  spec.data = data;
  spec.data_size = bytes;
  spec.data_align = alignof(std::max_align_t);
  spec.kind = TaskKind::target;
  spec.deferrable = when.nowait;
  spec.dependences = when.dependences;
  spec.dependence_count = when.count;
  return spec;
}

// The clauses' lists belong to the program, so the task gets a copy of the map items if they are observed.
std::size_t bytes_of_maps(const MapView& maps) {
  return maps_observed() ? maps.count * sizeof(MapItem) : 0;
}

bool taken_item(const void* list, std::size_t index, MapItem& item) {
  item = static_cast<const MapItem*>(list)[index];
  return true;
}

MapView take_maps(void* room, std::size_t room_bytes, const MapView& maps) {
  auto* const items = static_cast<MapItem*>(room);
  LIMPID_DCHECK(reinterpret_cast<std::uintptr_t>(room) % alignof(MapItem) == 0);
  std::size_t count = 0;
  for (std::size_t index = 0; index < room_bytes / sizeof(MapItem); ++index)
    if (maps.item(maps.list, index, items[count])) ++count;
  return {items, count, taken_item};
}

// A region as the data of its target task; followed in memory by its data block and then by its maps.
struct alignas(std::max_align_t) Job {
  TargetRegion region;
  const TargetBlock* block;  // valid while the task is created
  std::size_t maps_at;       // offset from the end of the job
  std::size_t maps_bytes;
  bool nowait;
  std::int32_t device;
};

template <class Job>
void* block_of(Job& job) {
  return &job + 1;
}

void make_job(void* to, void* from) {
  auto& made = *static_cast<Job*>(to);
  const auto& original = *static_cast<const Job*>(from);
  made = original;
  original.block->fill(block_of(made), original.region.data);
  made.region.data = block_of(made);
  made.region.maps =
      take_maps(static_cast<char*>(block_of(made)) + made.maps_at, made.maps_bytes, original.region.maps);
}

TargetContext context_of(Task& task, bool nowait, std::int32_t device) {
  LIMPID_DCHECK(task.kind == TaskKind::target);
  return {*task.family.parent.load(std::memory_order_relaxed), &task, nowait, device};
}

std::size_t rounded_for_maps(std::size_t bytes) {
  return (bytes + alignof(MapItem) - 1) / alignof(MapItem) * alignof(MapItem);
}

void run_job(void* data) {
  Thread& self = this_thread();
  const InsideRuntime inside(self);
  const auto& job = *static_cast<const Job*>(data);
  const auto run = job.device == kHostItself ? run_target : hand_over_region;
  run(self, job.region, context_of(*self.task, job.nowait, job.device));
}

// A data motion likewise; its block is empty on the host.
struct alignas(std::max_align_t) MotionJob {
  DataMotion motion;
  const TargetBlock* block;
  std::size_t maps_at;
  std::size_t maps_bytes;
  bool nowait;
  std::int32_t device;
};

void make_data_motion(void* to, void* from) {
  auto& made = *static_cast<MotionJob*>(to);
  const auto& original = *static_cast<const MotionJob*>(from);
  made = original;
  if (original.block->fill != nullptr) {
    original.block->fill(block_of(made), original.motion.data);
    made.motion.data = block_of(made);
  }
  made.motion.maps =
      take_maps(static_cast<char*>(block_of(made)) + made.maps_at, made.maps_bytes, original.motion.maps);
}

void run_data_motion(void* data) {
  Thread& self = this_thread();
  const InsideRuntime inside(self);
  const auto& job = *static_cast<const MotionJob*>(data);
  const TargetContext context = context_of(*self.task, job.nowait, job.device);
  if (job.motion.body == nullptr)
    move_data(self, job.motion.kind, context, job.motion.maps);
  else
    hand_over_motion(self, job.motion, context);
}

void run_copy(void* data) {
  Thread& self = this_thread();
  const InsideRuntime inside(self);
  copy_memory(self, *static_cast<const TargetCopy*>(data), true);
}
void run_fill(void* data) {
  fill_memory(*static_cast<const TargetFill*>(data));
}
void run_rectangle(void* data) {
  Thread& self = this_thread();
  const InsideRuntime inside(self);
  copy_rectangle(self, *static_cast<const TargetRectCopy*>(data), true);
}

constexpr int kRectArrays = 5;

std::size_t rectangle_bytes(const TargetRectCopy& copy) {
  return sizeof(TargetRectCopy) +
         kRectArrays * static_cast<std::size_t>(copy.dimensions) * sizeof(std::size_t);
}

// The routine's arrays belong to its caller, so the task gets copies.
void take_rectangle(void* to, void* from) {
  auto& made = *static_cast<TargetRectCopy*>(to);
  made = *static_cast<const TargetRectCopy*>(from);
  auto* next = reinterpret_cast<std::size_t*>(&made + 1);
  const auto count = static_cast<std::size_t>(made.dimensions);
  for (const std::size_t** array : {&made.volume, &made.destination_offsets, &made.source_offsets,
                                    &made.destination_dimensions, &made.source_dimensions}) {
    memcpy(next, *array, count * sizeof(std::size_t));
    *array = next;
    next += count;
  }
}

}  // namespace

void run_target_task(Thread& self, const TargetRegion& region, const TargetBlock& block,
                     const TargetSchedule& when) {
  const std::size_t maps_at = rounded_for_maps(block.bytes);
  Job job = {region, &block, maps_at, bytes_of_maps(region.maps), when.nowait, when.device};
  TaskSpec spec = target_task_spec(run_job, &job, sizeof(Job) + maps_at + job.maps_bytes, when);
  spec.copy = make_job;
  create_task(self, spec);
}

void move_data_in_task(Thread& self, const DataMotion& motion, const TargetBlock& block,
                       const TargetSchedule& when) {
  const std::size_t maps_at = rounded_for_maps(block.bytes);
  MotionJob job = {motion, &block, maps_at, bytes_of_maps(motion.maps), when.nowait, when.device};
  TaskSpec spec = target_task_spec(run_data_motion, &job, sizeof job + maps_at + job.maps_bytes, when);
  spec.copy = make_data_motion;
  create_task(self, spec);
}

int copy_memory_in_task(Thread& self, const TargetCopy& copy, const TargetSchedule& when) {
  if (const int error = check_devices(copy)) return error;
  TargetCopy data = copy;
  create_task(self, target_task_spec(run_copy, &data, sizeof data, when));
  return 0;
}

int copy_rectangle_in_task(Thread& self, const TargetRectCopy& copy, const TargetSchedule& when) {
  if (copy.destination == nullptr && copy.source == nullptr) return kMaxDimensions;
  if (const int error = check_rectangle(copy)) return error;
  TargetRectCopy data = copy;
  TaskSpec spec = target_task_spec(run_rectangle, &data, rectangle_bytes(copy), when);
  spec.copy = take_rectangle;
  create_task(self, spec);
  return 0;
}

void fill_memory_in_task(Thread& self, const TargetFill& fill, const TargetSchedule& when) {
  TargetFill data = fill;
  create_task(self, target_task_spec(run_fill, &data, sizeof data, when));
}

}  // namespace limpid::core
