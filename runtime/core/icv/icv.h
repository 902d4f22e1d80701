// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The internal control variables (OpenMP 5.1, section 2.4): those of a data environment and those of the
// process.
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

// wait-policy-var. kDefault: OMP_WAIT_POLICY was not given, each wait uses its own default policy.
enum class WaitPolicy : std::uint8_t { kDefault, kActive, kPassive };

enum class TargetOffload : std::uint8_t { kDefault, kMandatory, kDisabled };

enum class DisplayEnv : std::uint8_t { kOff, kOn, kVerbose };

// The highest value of max-active-levels-var, returned by omp_get_supported_active_levels.
constexpr std::uint32_t kSupportedActiveLevels = 255;

// thread-limit-var if no limit was set.
constexpr std::uint32_t kNoThreadLimit = 0x7fffffff;

// omp_default_mem_alloc, the initial value of def-allocator-var.
constexpr std::uint64_t kDefaultMemAlloc = 1;

// The ICVs of one data environment. Copied by value when a task is created; only the task that owns the copy
// writes to it, so no field is atomic. A debugger reads these at any time: keep it flat and small.
struct Icvs {
  std::uint32_t nthreads;            // nthreads-var, first element: >= 1
  std::uint32_t thread_limit;        // thread-limit-var: >= 1, kNoThreadLimit if unlimited
  std::int32_t default_device;       // default-device-var
  std::int32_t run_sched_chunk;      // run-sched-var, chunk: 0 for static without a chunk (blocks)
  ScheduleKind run_sched_kind;       // run-sched-var, kind
  std::uint8_t run_sched_monotonic;  // run-sched-var, 1 with the monotonic modifier
  std::uint8_t dynamic;              // dyn-var
  std::uint8_t max_active_levels;    // max-active-levels-var: 0 .. kSupportedActiveLevels
  ProcBind bind;                     // bind-var, first element
  std::uint8_t nthreads_list;        // where nthreads-var's further elements are: see core/icv/thread_lists.h
  std::uint8_t nthreads_depth;       // how many elements of that list are used up by nesting
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

// The ICVs of the whole process, from the environment. Constant after read_environment(). ICVs that a routine
// may set are in core/icv/device_icvs.h.
struct GlobalIcvs {
  OwnRuntime own_runtime = OwnRuntime::kGcc;  // what the program was linked with
  LevelList<std::uint32_t> nthreads_by_level;
  LevelList<ProcBind> bind_by_level;
  Places places;  // place-partition-var of the initial task = all of them; count 0: no places in use
  std::uint64_t stacksize = 0;  // stacksize-var in bytes as first given; 0: not given, the system's default
  WaitPolicy wait_policy = WaitPolicy::kDefault;
  std::uint64_t spin_count = 0;  // GOMP_SPINCOUNT; valid if spin_count_given
  bool spin_count_given = false;
  // LLVM's variables. The ones above take precedence.
  bool block_time_given = false;
  // KMP_BLOCKTIME in milliseconds, INT32_MAX: infinite; valid if block_time_given.
  std::int32_t block_time = 0;
  std::int32_t library = 0;   // KMP_LIBRARY: 1 serial, 2 turnaround, 3 throughput; 0: not given
  bool cancellation = false;  // cancel-var
  DisplayEnv display_env = DisplayEnv::kOff;
  bool display_affinity = false;        // display-affinity-var
  std::uint32_t max_task_priority = 0;  // max-task-priority-var
  TargetOffload target_offload = TargetOffload::kDefault;
  std::int32_t wanted_device = 0;        // OMP_DEFAULT_DEVICE, whether or not there is such a device
  bool tool_enabled = true;              // tool-var: OMP_TOOL
  const char* wrong_tool = nullptr;      // OMP_TOOL's value, if it is not a valid word
  const char* tool_libraries = nullptr;  // tool-libraries-var: colon-separated, null: not given
  // tool-verbose-init-var: "stdout", "stderr" or a file name; null: disabled.
  const char* tool_verbose_init = nullptr;
  bool debug_enabled = false;   // debug-var: OMP_DEBUG
  bool ompd_enabled = false;    // OMP_OMPD, the same for OMPD 2.0
  const char* cupti = nullptr;  // LIMPID_CUPTI: the library of device times, null: not given
  // LIMPID_ENGINE_GCC: a path; empty: no engine; null: the one that is found.
  const char* engine_gcc = nullptr;
  bool keeps_freed_memory = true;  // LIMPID_FREED_MEMORY: see platform/freed_memory.h
  platform::CpuSet processors;     // of the process at start
  // Number of these processors, the result of omp_get_num_procs at start: >= 1.
  std::uint32_t available_processors = 1;
  bool complete = false;  // read_environment() has returned
};

// Reads every OMP_* variable, reports bad values on stderr, prints OMP_DISPLAY_ENV's table. Called once, when
// the runtime starts, before it has a second thread. Uses libc's malloc; its allocations are never freed.
void read_environment();

// Constant after read_environment(); before that, the defaults. Async-signal-safe.
const GlobalIcvs& global_icvs();

// The initial ICVs of the process's initial task.
Icvs initial_icvs();

// The ICVs of the implicit tasks of a parallel region: as the encountering task's, but nthreads-var and
// bind-var lose their first list element (5.1, table 2.3 and section 2.4.3). With list_number, nthreads-var
// is first replaced by the list of the region's num_threads clause, whose first element is for the region
// itself.
Icvs icvs_for_parallel(const Icvs& parent, std::uint8_t list_number = 0);

}  // namespace limpid::core
