// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker as an OMPT tool: OMP_TOOL_LIBRARIES=liblimpid-check.so. It observes only; the program's output
// and exit status are its own. See report.h for the variables that it reads.
#include <pthread.h>

#include "callbacks.h"
#include "entry_checks.h"
#include "rules.h"
#include "states.h"
#include "storm.h"
#include "world.h"

namespace limpid::check {
namespace {

const char* g_runtime_version = "";
unsigned g_omp_version = 0;

void fork_child() {
  reset_lock_after_fork();
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  static const int registered = pthread_atfork(nullptr, nullptr, fork_child);
  static_cast<void>(registered);
  World& w = world();
  w.start(g_runtime_version, g_omp_version, lookup);
  check_entry_points(w, lookup);
  enumerate_states(w);
  register_callbacks(w);
  prepare_storm(w.ask);
  return 1;
}

void finalize(ompt_data_t*) {
  end_storm();
  Lock lock;
  World& w = world();
  w.place = {"finalize", w.thread().id, nullptr};
  if (const char* finding = storm_finding())
    w.expect(false, "inquiry.signal", "4.6.1", "in a signal handler: %s", finding);
  check_end_of_program();
  tell_summary();
  w.finalized = true;
}

}  // namespace
}  // namespace limpid::check

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(
    unsigned int omp_version, const char* runtime_version) {
  static ompt_start_tool_result_t result = {limpid::check::initialize, limpid::check::finalize,
                                            ompt_data_none};
  limpid::check::g_runtime_version = runtime_version != nullptr ? runtime_version : "";
  limpid::check::g_omp_version = omp_version;
  return &result;
}
