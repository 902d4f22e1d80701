// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints each ICV as a value that its environment variable would take.
#include "core/icv/display_env.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/icv/device_icvs.h"
#include "core/icv/icv.h"
#include "platform/affinity.h"

namespace limpid::core {
namespace {

const char* word_of(bool value) {
  return value ? "TRUE" : "FALSE";
}
const char* enabled_word(bool value) {
  return value ? "ENABLED" : "DISABLED";
}
const char* word_of(ProcBind bind) {
  static constexpr const char* kWords[] = {"FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"};
  return kWords[static_cast<int>(bind)];
}
const char* word_of(ScheduleKind kind) {
  static constexpr const char* kWords[] = {"", "STATIC", "DYNAMIC", "GUIDED", "AUTO"};
  return kWords[static_cast<int>(kind)];
}
const char* word_of(TargetOffload offload) {
  static constexpr const char* kWords[] = {"DEFAULT", "MANDATORY", "DISABLED"};
  return kWords[static_cast<int>(offload)];
}
const char* allocator_word(std::uint64_t handle) {
  static constexpr const char* kWords[] = {"",
                                           "omp_default_mem_alloc",
                                           "omp_large_cap_mem_alloc",
                                           "omp_const_mem_alloc",
                                           "omp_high_bw_mem_alloc",
                                           "omp_low_lat_mem_alloc",
                                           "omp_cgroup_mem_alloc",
                                           "omp_pteam_mem_alloc",
                                           "omp_thread_mem_alloc"};
  return handle < sizeof kWords / sizeof kWords[0] ? kWords[handle] : "an allocator with traits";
}
const char* text_or(const char* text, const char* otherwise) {
  return text != nullptr ? text : otherwise;
}

void open_line(const char* name) {
  fprintf(stderr, "  [host] %s='", name);
}
void close_line() {
  fputs("'\n", stderr);
}

[[gnu::format(printf, 2, 3)]] void line(const char* name, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  open_line(name);
  vfprintf(stderr, format, arguments);
  close_line();
  va_end(arguments);
}

void show_num_threads(const GlobalIcvs& global, const Icvs& initial) {
  open_line("OMP_NUM_THREADS");
  fprintf(stderr, "%u", initial.nthreads);
  for (std::uint32_t i = 1; i < global.nthreads_by_level.count; ++i)
    fprintf(stderr, ",%u", global.nthreads_by_level.values[i]);
  close_line();
}

void show_proc_bind(const GlobalIcvs& global, const Icvs& initial) {
  open_line("OMP_PROC_BIND");
  fputs(word_of(initial.bind), stderr);
  for (std::uint32_t i = 1; i < global.bind_by_level.count; ++i)
    fprintf(stderr, ",%s", word_of(global.bind_by_level.values[i]));
  close_line();
}

void show_schedule(const Icvs& initial) {
  open_line("OMP_SCHEDULE");
  fprintf(stderr, "%s%s", initial.run_sched_monotonic != 0 ? "MONOTONIC:" : "",
          word_of(initial.run_sched_kind));
  if (initial.run_sched_kind != ScheduleKind::kAuto && initial.run_sched_chunk > 0)
    fprintf(stderr, ",%d", initial.run_sched_chunk);
  close_line();
}

void show_places(const Places& places) {
  open_line("OMP_PLACES");
  for (std::uint32_t place = 0; place < places.count; ++place) {
    fputs(place == 0 ? "{" : ",{", stderr);
    for (std::uint32_t i = 0; i < places.size_of(place); ++i)
      fprintf(stderr, i == 0 ? "%u" : ",%u", places.processors_of(place)[i]);
    fputs("}", stderr);
  }
  close_line();
}

// A thread's stack size if none was given: the C library's default.
std::size_t system_stack_size() {
  pthread_attr_t attributes;
  std::size_t size = 0;
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_destroy(&attributes);
  return size;
}

void show_threads_and_levels(const GlobalIcvs& global, const Icvs& initial) {
  line("OMP_DYNAMIC", "%s", word_of(initial.dynamic != 0));
  line("OMP_NESTED", "%s", word_of(initial.max_active_levels > 1));
  show_num_threads(global, initial);
  show_schedule(initial);
  show_proc_bind(global, initial);
  show_places(global.places);
  line("OMP_STACKSIZE", "%zuB", global.stacksize != 0 ? global.stacksize : system_stack_size());
  line("OMP_WAIT_POLICY", "%s", global.wait_policy == WaitPolicy::kActive ? "ACTIVE" : "PASSIVE");
  line("OMP_THREAD_LIMIT", "%u", initial.thread_limit);
  line("OMP_MAX_ACTIVE_LEVELS", "%u", static_cast<unsigned>(initial.max_active_levels));
  line("OMP_NUM_TEAMS", "%u", num_teams_var());
  line("OMP_TEAMS_THREAD_LIMIT", "%u", teams_thread_limit_var());
}

void show_the_rest(const GlobalIcvs& global, const Icvs& initial) {
  char format[kMaxAffinityFormat];
  copy_affinity_format(format, sizeof format);
  line("OMP_CANCELLATION", "%s", word_of(global.cancellation));
  line("OMP_DEFAULT_DEVICE", "%d", initial.default_device);
  line("OMP_MAX_TASK_PRIORITY", "%u", global.max_task_priority);
  line("OMP_DISPLAY_AFFINITY", "%s", word_of(global.display_affinity));
  line("OMP_AFFINITY_FORMAT", "%s", format);
  line("OMP_ALLOCATOR", "%s", allocator_word(initial.def_allocator));
  line("OMP_TARGET_OFFLOAD", "%s", word_of(global.target_offload));
  line("OMP_TOOL", "%s", enabled_word(global.tool_enabled));
  line("OMP_TOOL_LIBRARIES", "%s", text_or(global.tool_libraries, ""));
  line("OMP_TOOL_VERBOSE_INIT", "%s", text_or(global.tool_verbose_init, "DISABLED"));
  line("OMP_DEBUG", "%s", enabled_word(global.debug_enabled));
  line("OMP_OMPD", "%s", global.ompd_enabled ? "ON" : "OFF");
}

void show_vendor_variables(const GlobalIcvs& global) {
  if (!global.spin_count_given)
    line("GOMP_SPINCOUNT", "%s", "");
  else
    line("GOMP_SPINCOUNT", "%llu", static_cast<unsigned long long>(global.spin_count));
  line("GOMP_STACKSIZE", "%llu", static_cast<unsigned long long>(global.stacksize));
  line("LIMPID_CUPTI", "%s", text_or(global.cupti, ""));
  const char* const engine = text_or(global.engine_gcc, "");
  line("LIMPID_ENGINE_GCC", "%s", global.engine_gcc != nullptr && *engine == '\0' ? "NONE" : engine);
  line("LIMPID_FREED_MEMORY", "%s", global.keeps_freed_memory ? "KEEP" : "RETURN");
}

}  // namespace

void display_environment(bool verbose) {
  const GlobalIcvs& global = global_icvs();
  const Icvs initial = initial_icvs();
  flockfile(stderr);
  fputs("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP='202011'\n", stderr);
  show_threads_and_levels(global, initial);
  show_the_rest(global, initial);
  if (verbose) show_vendor_variables(global);
  fputs("OPENMP DISPLAY ENVIRONMENT END\n", stderr);
  funlockfile(stderr);
}

}  // namespace limpid::core
