// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The internal control variables (OpenMP 5.1, section 2.4): the ones that travel with a task, and the ones of
// the process.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/icv/own_runtime.h"
#include "core/icv/places.h"
#include "platform/affinity.h"

namespace limpid::core {

// Values are those of omp_sched_t without its monotonic bit.
enum class ScheduleKind : std::uint8_t { kStatic = 1, kDynamic = 2, kGuided = 3, kAuto = 4 };

// Values are those of omp_proc_bind_t.
enum class ProcBind : std::uint8_t { kFalse = 0, kTrue = 1, kPrimary = 2, kClose = 3, kSpread = 4 };

// What wait-policy-var says. kDefault: OMP_WAIT_POLICY was not given, the waiters choose.
enum class WaitPolicy : std::uint8_t { kDefault, kActive, kPassive };

enum class TargetOffload : std::uint8_t { kDefault, kMandatory, kDisabled };

enum class DisplayEnv : std::uint8_t { kOff, kOn, kVerbose };

// The highest value of max-active-levels-var: what omp_get_supported_active_levels answers.
constexpr std::uint32_t kSupportedActiveLevels = 255;

// thread-limit-var when nobody set a limit.
constexpr std::uint32_t kNoThreadLimit = 0x7fffffff;

// omp_default_mem_alloc, the initial value of def-allocator-var.
constexpr std::uint64_t kDefaultMemAlloc = 1;

// The ICVs of one data environment. Copied by value when a task is created; only the task that owns the copy
// writes to it, so no field is atomic. A debugger reads these at any time: keep it flat and small.
struct Icvs {
  std::uint32_t nthreads;            // nthreads-var, first element: >= 1
  std::uint32_t thread_limit;        // thread-limit-var: >= 1, kNoThreadLimit when unlimited
  std::int32_t default_device;       // default-device-var
  std::int32_t run_sched_chunk;      // run-sched-var, chunk: 0 for static when none was given (blocks)
  ScheduleKind run_sched_kind;       // run-sched-var, kind
  std::uint8_t run_sched_monotonic;  // run-sched-var, 1 with the monotonic modifier
  std::uint8_t dynamic;              // dyn-var
  std::uint8_t max_active_levels;    // max-active-levels-var: 0 .. kSupportedActiveLevels
  ProcBind bind;                     // bind-var, first element
  std::uint8_t nthreads_list;        // where nthreads-var's further elements are: see core/icv/thread_lists.h
  std::uint8_t nthreads_depth;       // how many elements of that list the nesting has taken
  std::uint8_t bind_depth;           // the same for bind-var and OMP_PROC_BIND
  std::uint64_t def_allocator;       // def-allocator-var: an omp_allocator_handle_t

  bool operator==(const Icvs&) const = default;
};
static_assert(sizeof(Icvs) == 32 && std::is_trivially_copyable_v<Icvs>, "copied into every task");

// A list in the environment that has one value per nesting level (OMP_NUM_THREADS=8,4,2). Empty: the variable
// was not given.
template <typename T>
struct LevelList {
  const T* values = nullptr;
  std::uint32_t count = 0;
};

// The ICVs of the whole process as the environment gave them. Never changes after read_environment(), except
// for what core/icv/device_icvs.h holds because a routine may set it.
struct GlobalIcvs {
  OwnRuntime own_runtime = OwnRuntime::kGcc;  // what the program was linked with
  LevelList<std::uint32_t> nthreads_by_level;
  LevelList<ProcBind> bind_by_level;
  Places places;  // place-partition-var of the initial task = all of them; count 0: no places in use
  std::uint64_t stacksize = 0;  // stacksize-var in bytes as first given; 0: not, use the system's default
  WaitPolicy wait_policy = WaitPolicy::kDefault;
  std::uint64_t spin_count = 0;  // GOMP_SPINCOUNT; valid when spin_count_given
  bool spin_count_given = false;
  // What LLVM's users set; the ones above count for more.
  bool block_time_given = false;
  std::int32_t block_time = 0;  // KMP_BLOCKTIME in milliseconds, INT32_MAX without end; valid when given
  std::int32_t library = 0;     // KMP_LIBRARY: 1 serial, 2 turnaround, 3 throughput; 0: not given
  bool cancellation = false;    // cancel-var
  DisplayEnv display_env = DisplayEnv::kOff;
  bool display_affinity = false;        // display-affinity-var
  std::uint32_t max_task_priority = 0;  // max-task-priority-var
  TargetOffload target_offload = TargetOffload::kDefault;
  std::int32_t wanted_device = 0;        // OMP_DEFAULT_DEVICE, whether or not there is such a device
  bool tool_enabled = true;              // tool-var: OMP_TOOL
  const char* wrong_tool = nullptr;      // its value, if that is neither of its words
  const char* tool_libraries = nullptr;  // tool-libraries-var: colon-separated, null when not given
  const char* tool_verbose_init =
      nullptr;                  // tool-verbose-init-var: "stdout", "stderr" or a file name; null: disabled
  bool debug_enabled = false;   // debug-var: OMP_DEBUG
  bool ompd_enabled = false;    // OMP_OMPD, of OMPD 2.0: the same for its users
  platform::CpuSet processors;  // the process's at start
  std::uint32_t available_processors =
      1;                  // how many these are, what omp_get_num_procs answered at start: >= 1
  bool complete = false;  // read_environment() is over
};

// Reads every OMP_* variable, reports bad values on stderr, prints OMP_DISPLAY_ENV's table. Called once, when
// the runtime starts, before a second thread of it exists. Uses libc's malloc; what it allocates lives as
// long as the process.
void read_environment();

// Constant after read_environment(); before that, the defaults. Async-signal-safe.
const GlobalIcvs& global_icvs();

// What the initial task of the process starts with.
Icvs initial_icvs();

// The ICVs of the implicit tasks of a parallel region: as the encountering task's, but nthreads-var and
// bind-var lose their first list element (5.1, table 2.3 and section 2.4.3). With list_number the list of the
// region's num_threads clause, whose first element is the region's own, takes the place of nthreads-var's.
Icvs icvs_for_parallel(const Icvs& parent, std::uint8_t list_number = 0);

}  // namespace limpid::core
