// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of events: all that can happen in a program, in the words of the OpenMP specification.
// Core emits each event once, on the thread on which it happens. Events hold references that are valid during
// the call.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::core {
struct Thread;
struct Team;
struct Task;
}  // namespace limpid::core

namespace limpid::events {

// With OMPT's numbers, as DependenceKind.
enum class Endpoint : uint8_t { begin = 1, end };

enum class ThreadKind : uint8_t { initial, worker, other };

enum class SyncKind : uint8_t {
  barrier_explicit,
  barrier_implicit_workshare,
  barrier_implicit_parallel,
  barrier_teams,
  barrier_implementation,
  taskwait,
  taskgroup,
  reduction,
};

enum class MutexKind : uint8_t { lock, nest_lock, test_lock, test_nest_lock, critical, atomic, ordered };

enum class WorkKind : uint8_t {
  loop_static,
  loop_dynamic,
  loop_guided,
  loop_other,
  sections,
  single_executor,
  single_other,
  workshare,
  distribute,
  taskloop,
  scope,
};

enum class DispatchKind : uint8_t { iteration, section, loop_chunk, taskloop_chunk, distribute_chunk };

// Why the thread left the prior task.
enum class TaskSwitch : uint8_t {
  complete,
  yield,
  cancel,
  detach,
  early_fulfill,
  late_fulfill,
  other,
  taskwait_complete
};

enum class CancelKind : uint8_t { parallel, sections, loop, taskgroup };
enum class CancelStage : uint8_t { activated, detected, discarded_task };

// With OMPT's numbers, so that a list need not be converted.
enum class DependenceKind : uint32_t { in = 1, out, inout, mutexinoutset, source, sink, inoutset };

struct Dependence {
  uint64_t variable;  // address of the storage; for doacross the iteration number of one dimension
  DependenceKind kind;
};

// One bit of the observed mask each; append only.
enum class EventId : uint8_t {
  thread_begin,
  thread_end,
  parallel_begin,
  parallel_end,
  implicit_task,
  task_create,
  task_schedule,
  dependences,
  task_dependence,
  sync_region,
  sync_wait,
  mutex_acquire,
  mutex_acquired,
  mutex_released,
  lock_init,
  lock_destroy,
  nest_lock,
  work,
  dispatch,
  masked,
  cancel,
  flush,
  reduction,
  control_tool,
  error,
  target,
  target_data_op,
  target_submit,
  target_map,
  idle,
  mutex_wait,
  device_begin,
  device_end,
  device_load,
  device_unload,
  count_,
};

struct ThreadBegin {
  static constexpr EventId kId = EventId::thread_begin;
  core::Thread& thread;
  ThreadKind kind;
};

struct ThreadEnd {
  static constexpr EventId kId = EventId::thread_end;
  core::Thread& thread;
};

// A worker has no region to work in: from its own begin, or the end of its implicit task, to the begin of its
// next implicit task, or its own end. A league counts as a region.
struct Idle {
  static constexpr EventId kId = EventId::idle;
  core::Thread& thread;
  Endpoint endpoint;
};

// A parallel region, or a league of teams, starts. The team exists; its members have not started.
struct ParallelBegin {
  static constexpr EventId kId = EventId::parallel_begin;
  core::Thread& thread;
  core::Task& encountering_task;
  core::Team& team;
  uint32_t requested;    // threads (or teams) asked for; the ICV's value if the program did not say
  bool league;           // teams construct
  bool runtime_invokes;  // the runtime calls the outlined function (false: after the old GOMP_parallel_start
                         // the program does)
  const void* return_address;
};

struct ParallelEnd {
  static constexpr EventId kId = EventId::parallel_end;
  core::Thread& thread;
  core::Task& encountering_task;
  core::Team& team;
  bool league;
  bool runtime_invokes;
  const void* return_address;
};

// An implicit or initial task. team is null at the end: the region may be gone by then (5.1, 4.5.2.11).
struct ImplicitTask {
  static constexpr EventId kId = EventId::implicit_task;
  core::Thread& thread;
  Endpoint endpoint;
  core::Team* team;
  core::Task& task;
  uint32_t team_size;  // at begin; 0 at end
  uint32_t index;      // thread number in the team, or team number in the league; 1 for the initial task
  bool initial;
};

struct TaskCreate {
  static constexpr EventId kId = EventId::task_create;
  core::Thread& thread;
  core::Task& parent;
  core::Task& task;
  bool has_dependences;
  const void* return_address;
};

// The thread switches from prior to next. next is null for completions without a switch (late fulfil,
// taskwait depend).
struct TaskSchedule {
  static constexpr EventId kId = EventId::task_schedule;
  core::Thread& thread;
  core::Task& prior;
  TaskSwitch reason;
  core::Task* next;
};

struct Dependences {
  static constexpr EventId kId = EventId::dependences;
  core::Thread& thread;
  core::Task& task;
  const Dependence* list;
  uint32_t count;
};

struct TaskDependence {
  static constexpr EventId kId = EventId::task_dependence;
  core::Thread& thread;
  core::Task& source;
  core::Task& sink;
};

// A thread enters or leaves a synchronization construct.
struct SyncRegion {
  static constexpr EventId kId = EventId::sync_region;
  core::Thread& thread;
  SyncKind kind;
  Endpoint endpoint;
  core::Team* team;  // null at the end of a barrier that ends a parallel region
  core::Task& task;
  const void* return_address;
};

// Inside a synchronization construct a thread begins or ends a wait. It does not wait while it runs a task.
struct SyncWait {
  static constexpr EventId kId = EventId::sync_wait;
  core::Thread& thread;
  SyncKind kind;
  Endpoint endpoint;
  core::Team* team;
  core::Task& task;
  const void* return_address;
};

struct MutexAcquire {
  static constexpr EventId kId = EventId::mutex_acquire;
  core::Thread& thread;
  MutexKind kind;
  uint32_t hint;
  uint32_t implementation;
  uint64_t wait_id;
  const void* return_address;
  bool owned = false;  // a nestable lock that the task owns already
};

struct MutexAcquired {
  static constexpr EventId kId = EventId::mutex_acquired;
  core::Thread& thread;
  MutexKind kind;
  uint64_t wait_id;
  const void* return_address;
};

struct MutexReleased {
  static constexpr EventId kId = EventId::mutex_released;
  core::Thread& thread;
  MutexKind kind;
  uint64_t wait_id;
  const void* return_address;
};

// A thread really waits for exclusive execution: another thread holds the lock, or it is not this iteration's
// turn. Between acquire and acquired, and only if the thread has to wait; kind is never one of the tests.
struct MutexWait {
  static constexpr EventId kId = EventId::mutex_wait;
  core::Thread& thread;
  MutexKind kind;
  Endpoint endpoint;
  uint64_t wait_id;
};

struct LockInit {
  static constexpr EventId kId = EventId::lock_init;
  core::Thread& thread;
  MutexKind kind;  // lock or nest_lock
  uint32_t hint;
  uint32_t implementation;
  uint64_t wait_id;
  const void* return_address;
};

struct LockDestroy {
  static constexpr EventId kId = EventId::lock_destroy;
  core::Thread& thread;
  MutexKind kind;
  uint64_t wait_id;
  const void* return_address;
};

// The owner of a nestable lock takes it once more (begin) or releases one level of several (end).
struct NestLock {
  static constexpr EventId kId = EventId::nest_lock;
  core::Thread& thread;
  Endpoint endpoint;
  uint64_t wait_id;
  const void* return_address;
};

struct Work {
  static constexpr EventId kId = EventId::work;
  core::Thread& thread;
  WorkKind kind;
  Endpoint endpoint;
  core::Team& team;
  core::Task& task;
  uint64_t count;  // iterations, sections; 1 for single
  const void* return_address;
};

// A thread is about to execute a chunk or a section.
struct Dispatch {
  static constexpr EventId kId = EventId::dispatch;
  struct Chunk {
    uint64_t start;  // first iteration (logical number); of a section its code address, 0 if unknown
    uint64_t iterations;
  };
  core::Thread& thread;
  core::Team& team;
  core::Task& task;
  DispatchKind kind;
  Chunk chunk;
};

struct Masked {
  static constexpr EventId kId = EventId::masked;
  core::Thread& thread;
  Endpoint endpoint;
  core::Team& team;
  core::Task& task;
  const void* return_address;
};

struct Cancel {
  static constexpr EventId kId = EventId::cancel;
  core::Thread& thread;
  core::Task& task;
  CancelKind kind;
  CancelStage stage;
  const void* return_address;
};

struct Flush {
  static constexpr EventId kId = EventId::flush;
  core::Thread& thread;
  const void* return_address;
};

struct Reduction {
  static constexpr EventId kId = EventId::reduction;
  core::Thread& thread;
  Endpoint endpoint;
  core::Team& team;
  core::Task& task;
  const void* return_address;
};

// omp_control_tool: the observer that owns the tool writes the answer.
struct ControlTool {
  static constexpr EventId kId = EventId::control_tool;
  core::Thread& thread;
  uint64_t command;
  uint64_t modifier;
  void* argument;
  const void* return_address;
  int& result;  // stays -2 (no tool) or -1 (no callback) unless an observer answers
};

struct ErrorDirective {
  static constexpr EventId kId = EventId::error;
  core::Thread& thread;
  bool fatal;
  const char* message;  // may be null; not terminated
  size_t length;
  const void* return_address;
};

enum class TargetKind : uint8_t { target, enter_data, exit_data, update };

// A target construct or data motion construct. offloaded, here and below: the device is one of an engine's
// (core/device/devices.h), which has been introduced; otherwise it is the host.
struct Target {
  static constexpr EventId kId = EventId::target;
  core::Thread& thread;
  TargetKind kind;
  bool nowait;
  Endpoint endpoint;
  int device;
  core::Task& task;         // that encountered the construct
  core::Task* target_task;  // null unless the construct has a task of its own
  uint64_t& target_word;    // tool word of this construct
  uint64_t target_id;
  const void* return_address;
  bool offloaded = false;
};

// Bits of TargetMap::flags.
enum MapFlag : uint32_t {
  kMapTo = 0x01,
  kMapFrom = 0x02,
  kMapAlloc = 0x04,
  kMapRelease = 0x08,
  kMapDelete = 0x10,
  kMapImplicit = 0x20,
  kMapAlways = 0x40,
  kMapPresent = 0x80,
  kMapClose = 0x100,
  kMapShared = 0x200,  // host and device use the same memory
};

// What a construct maps. Long lists are emitted in several parts.
struct TargetMap {
  static constexpr EventId kId = EventId::target_map;
  core::Thread& thread;
  int device;
  uint64_t& target_word;
  uint64_t target_id;
  uint32_t count;
  void** host;    // arrays of count elements
  void** mapped;  // each null if not known
  size_t* bytes;
  uint32_t* flags;
  const void* return_address;
  bool offloaded = false;
};

enum class DataOp : uint8_t { allocate, to_device, from_device, release, associate, disassociate };

// An operation on a device's memory.
struct TargetDataOp {
  static constexpr EventId kId = EventId::target_data_op;
  core::Thread& thread;
  Endpoint endpoint;
  DataOp kind;
  bool async;               // by a routine that does not wait for it
  core::Task* target_task;  // null when no target task executes it
  uint64_t& target_word;    // of the construct around it; a word of its own when there is none
  uint64_t target_id;       // 0: none
  uint64_t& operation;      // identifies the operation; an observer may change it at the begin
  void* source;             // null where there is none
  int source_device;
  void* destination;  // of an allocation: known at the end
  int destination_device;
  size_t bytes;
  int64_t began;  // clock of platform/clock.h; of libomptarget's devices: 0
  const void* return_address;
  bool offloaded = false;
};

// A target construct submits its region to the device; at the end event the region has completed.
struct TargetSubmit {
  static constexpr EventId kId = EventId::target_submit;
  core::Thread& thread;
  Endpoint endpoint;
  int device;
  uint64_t& target_word;
  uint64_t target_id;
  uint64_t& operation;       // as in TargetDataOp
  uint32_t requested_teams;  // 0: the program did not say
  uint32_t granted_teams;    // at the end; 0: not known
  int64_t began;             // as in TargetDataOp
  bool offloaded = false;
};

// The devices of engines, and the code on them.
struct DeviceBegin {
  static constexpr EventId kId = EventId::device_begin;
  core::Thread& thread;
  int device;
  const char* type;
  void* handle;  // see core/device/devices.h
  const char* documentation;
  // Functions for tools that the library has itself, with which its handle goes; null: it has none.
  void (*(*lookup)(const char* name))();
};

struct DeviceEnd {
  static constexpr EventId kId = EventId::device_end;
  core::Thread& thread;
  int device;
};

struct DeviceLoad {
  static constexpr EventId kId = EventId::device_load;
  core::Thread& thread;
  int device;
  const char* file;  // may be null
  int64_t offset_in_file;
  void* address_in_file;
  size_t bytes;
  void* host_address;
  void* device_address;
  uint64_t module;
};

struct DeviceUnload {
  static constexpr EventId kId = EventId::device_unload;
  core::Thread& thread;
  int device;
  uint64_t module;
};

}  // namespace limpid::events
