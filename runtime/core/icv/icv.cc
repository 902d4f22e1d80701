// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the environment once, and hands out the initial ICVs.
#include "core/icv/icv.h"

#include <string.h>

#include "base/check.h"
#include "core/icv/device_icvs.h"
#include "core/icv/devices.h"
#include "core/icv/display_env.h"
#include "core/icv/environment.h"
#include "core/icv/thread_lists.h"

namespace limpid::core {

constinit Environment g_environment;

namespace {

// If the host is the only device, "mandatory" leaves no default device for a device construct (5.2, section
// 21.2.10). A library that has devices asks default_device_var().
void settle_default_device(Environment& environment) {
  environment.global.wanted_device = environment.initial.default_device;
  if (environment.global.target_offload == TargetOffload::kMandatory)
    environment.initial.default_device = kInvalidDevice;
}

}  // namespace

void read_environment() {
  LIMPID_DCHECK(!g_environment.global.complete);  // any thread may read it from then on
  g_environment.global.own_runtime = find_own_runtime();
  read_variables(g_environment);
  settle_default_device(g_environment);
  set_num_teams_var(g_environment.num_teams);
  set_teams_thread_limit_var(g_environment.teams_thread_limit);
  set_stacksize_var(g_environment.global.stacksize);
  const char* format = g_environment.affinity_format;
  if (format == nullptr && g_environment.global.own_runtime == OwnRuntime::kLlvm)
    format = kLlvmAffinityFormat;
  if (format != nullptr) set_affinity_format(format, strlen(format));
  g_environment.global.complete = true;
  if (g_environment.global.display_env != DisplayEnv::kOff)
    display_environment(g_environment.global.display_env == DisplayEnv::kVerbose);
}

const GlobalIcvs& global_icvs() {
  return g_environment.global;
}

Icvs initial_icvs() {
  return g_environment.initial;
}

Icvs icvs_for_parallel(const Icvs& parent, std::uint8_t list_number) {
  Icvs icvs = parent;
  if (list_number != kEnvironmentList) [[unlikely]] {
    icvs.nthreads_list = list_number;
    icvs.nthreads_depth = 0;
  }
  if (icvs.nthreads_depth < UINT8_MAX) ++icvs.nthreads_depth;
  if (icvs.bind_depth < UINT8_MAX) ++icvs.bind_depth;
  const LevelList<std::uint32_t> threads = thread_list(icvs.nthreads_list);
  const LevelList<ProcBind>& binds = g_environment.global.bind_by_level;
  if (icvs.nthreads_depth < threads.count) icvs.nthreads = threads.values[icvs.nthreads_depth];
  if (icvs.bind_depth < binds.count) icvs.bind = binds.values[icvs.bind_depth];
  LIMPID_DCHECK(icvs.nthreads >= 1 && icvs.thread_limit >= 1);
  return icvs;
}

}  // namespace limpid::core
