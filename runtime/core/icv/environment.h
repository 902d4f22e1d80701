// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of the OMP_* environment variables, and the readers that fill them in.
#pragma once

#include "core/icv/env_text.h"
#include "core/icv/icv.h"

namespace limpid::core {

// Each field starts with the value for an absent or wrong variable. A field that points to an array owns it
// for the life of the process. The `_given` flags are true only for variables that were present and valid.
struct Environment {
  GlobalIcvs global;
  Icvs initial = {1, kNoThreadLimit,  0, 1, ScheduleKind::kDynamic, 0, 0, 1, ProcBind::kFalse, 0, 0,
                  0, kDefaultMemAlloc};
  std::uint32_t num_teams = 0;
  std::uint32_t teams_thread_limit = 0;
  const char* affinity_format = nullptr;
  bool max_active_levels_given = false;
  bool nested = false;
  bool proc_bind_given = false;
  bool stacksize_given = false;
};

// The environment of the process. Constant once global.complete is set.
extern Environment g_environment;

// One environment variable: how its value is read, and the texts of the warning about a wrong value.
struct Variable {
  const char* name;
  // Reads a whole value. On success stores it; on failure leaves `environment` as it was.
  bool (*read)(EnvText& text, Environment& environment);
  const char* expected;
  const char* fallback;  // the default that replaces a wrong value
};

// Reads all variables in the right order and derives defaults of some from others. Messages about wrong
// values go to stderr. global.own_runtime must be set.
void read_variables(Environment& environment);

// The readers that need a file of their own.
bool read_places(EnvText& text, Environment& environment);          // OMP_PLACES
bool read_cpu_affinity(EnvText& text, Environment& environment);    // GOMP_CPU_AFFINITY
bool read_allocator(EnvText& text, Environment& environment);       // OMP_ALLOCATOR
bool read_num_threads(EnvText& text, Environment& environment);     // OMP_NUM_THREADS
bool read_proc_bind(EnvText& text, Environment& environment);       // OMP_PROC_BIND
bool read_schedule(EnvText& text, Environment& environment);        // OMP_SCHEDULE
bool read_kmp_stack_size(EnvText& text, Environment& environment);  // KMP_STACKSIZE
bool read_block_time(EnvText& text, Environment& environment);      // KMP_BLOCKTIME
bool read_library(EnvText& text, Environment& environment);         // KMP_LIBRARY
bool read_without(EnvText& text, Environment& environment);         // LIMPID_WITHOUT

// The default places if threads are bound and the user gave no places: one per core.
void make_default_places(Environment& environment);

}  // namespace limpid::core
