// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of environment variables (OpenMP 5.1, chapter 6) and the readers of the simple ones.
#include <stdlib.h>

#include "base/check.h"
#include "core/icv/affinity_format.h"
#include "core/icv/environment.h"
#include "platform/affinity.h"

namespace limpid::core {
namespace {

constexpr std::uint32_t kMaxInt = 0x7fffffff;
constexpr std::uint64_t kKilo = 1024;

bool whole_number(EnvText& text, std::uint32_t lowest, std::uint32_t& value) {
  std::uint32_t number = 0;
  if (!text.take_number(lowest, kMaxInt, number) || !text.at_end()) return false;
  value = number;
  return true;
}

bool whole_boolean(EnvText& text, bool& value) {
  bool read = false;
  if (!take_boolean(text, read) || !text.at_end()) return false;
  value = read;
  return true;
}

template <typename T>
bool whole_word(EnvText& text, const Word<T>* words, T& value) {
  T read{};
  if (!take_one_of(text, words, read) || !text.at_end()) return false;
  value = read;
  return true;
}

constexpr Word<bool> kEnabledWords[] = {{"enabled", true}, {"disabled", false}, {nullptr, false}};

// size[B|K|M|G], in kibibytes if there is no letter.
bool read_stack_size(EnvText& text, Environment& environment) {
  static constexpr Word<std::uint64_t> kUnits[] = {
      {"b", 1}, {"k", kKilo}, {"m", kKilo * kKilo}, {"g", kKilo * kKilo * kKilo}, {nullptr, 0}};
  std::int64_t size = 0;
  std::uint64_t unit = kKilo;
  if (!text.take_number(std::int64_t{1}, INT64_MAX, size)) return false;
  take_one_of(text, kUnits, unit);
  std::uint64_t bytes = 0;
  if (!text.at_end() || __builtin_mul_overflow(static_cast<std::uint64_t>(size), unit, &bytes)) return false;
  environment.global.stacksize = bytes;
  environment.stacksize_given = true;
  return true;
}

bool read_gomp_stack_size(EnvText& text, Environment& environment) {
  return environment.stacksize_given || read_stack_size(text, environment);
}

bool read_spin_count(EnvText& text, Environment& environment) {
  static constexpr Word<std::uint64_t> kUnits[] = {
      {"k", 1000}, {"m", 1000000}, {"g", 1000000000}, {"t", 1000000000000}, {nullptr, 0}};
  std::uint64_t count = UINT64_MAX;
  if (!text.take_word("infinite") && !text.take_word("infinity")) {
    std::int64_t number = 0;
    std::uint64_t unit = 1;
    if (!text.take_number(0, INT64_MAX, number)) return false;
    take_one_of(text, kUnits, unit);
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(number), unit, &count)) return false;
  }
  if (!text.at_end()) return false;
  environment.global.spin_count = count;
  environment.global.spin_count_given = true;
  return true;
}

bool read_dynamic(EnvText& text, Environment& environment) {
  bool value = false;
  if (!whole_boolean(text, value)) return false;
  environment.initial.dynamic = value ? 1 : 0;
  return true;
}

bool read_nested(EnvText& text, Environment& environment) {
  return whole_boolean(text, environment.nested);
}

// More levels than are supported count as kSupportedActiveLevels.
bool read_max_active_levels(EnvText& text, Environment& environment) {
  std::uint32_t levels = 0;
  if (!whole_number(text, 0, levels)) return false;
  environment.initial.max_active_levels =
      static_cast<std::uint8_t>(levels < kSupportedActiveLevels ? levels : kSupportedActiveLevels);
  environment.max_active_levels_given = true;
  return true;
}

bool read_wait_policy(EnvText& text, Environment& environment) {
  static constexpr Word<WaitPolicy> kWords[] = {
      {"active", WaitPolicy::kActive}, {"passive", WaitPolicy::kPassive}, {nullptr, {}}};
  return whole_word(text, kWords, environment.global.wait_policy);
}

bool read_thread_limit(EnvText& text, Environment& environment) {
  return whole_number(text, 1, environment.initial.thread_limit);
}

bool read_cancellation(EnvText& text, Environment& environment) {
  return whole_boolean(text, environment.global.cancellation);
}

bool read_display_env(EnvText& text, Environment& environment) {
  static constexpr Word<DisplayEnv> kWords[] = {{"true", DisplayEnv::kOn},
                                                {"false", DisplayEnv::kOff},
                                                {"verbose", DisplayEnv::kVerbose},
                                                {nullptr, {}}};
  return whole_word(text, kWords, environment.global.display_env);
}

bool read_display_affinity(EnvText& text, Environment& environment) {
  return whole_boolean(text, environment.global.display_affinity);
}

bool read_affinity_format(EnvText& text, Environment& environment) {
  environment.affinity_format = text.rest();
  return true;
}

bool read_default_device(EnvText& text, Environment& environment) {
  std::uint32_t device = 0;
  if (!whole_number(text, 0, device)) return false;
  environment.initial.default_device = static_cast<std::int32_t>(device);
  return true;
}

bool read_max_task_priority(EnvText& text, Environment& environment) {
  return whole_number(text, 0, environment.global.max_task_priority);
}

bool read_target_offload(EnvText& text, Environment& environment) {
  static constexpr Word<TargetOffload> kWords[] = {{"default", TargetOffload::kDefault},
                                                   {"mandatory", TargetOffload::kMandatory},
                                                   {"disabled", TargetOffload::kDisabled},
                                                   {nullptr, {}}};
  return whole_word(text, kWords, environment.global.target_offload);
}

// Another word is an error. It ends the program later, when tools are started.
bool read_tool(EnvText& text, Environment& environment) {
  const char* const value = text.rest();
  if (!whole_word(text, kEnabledWords, environment.global.tool_enabled))
    environment.global.wrong_tool = value;
  return true;
}

bool read_tool_libraries(EnvText& text, Environment& environment) {
  environment.global.tool_libraries = text.rest();
  return true;
}

// One of the words, or the name of a file.
bool read_tool_verbose_init(EnvText& text, Environment& environment) {
  static constexpr Word<const char*> kWords[] = {
      {"disabled", nullptr}, {"stdout", "stdout"}, {"stderr", "stderr"}, {nullptr, nullptr}};
  const char* const name = text.rest();
  if (whole_word(text, kWords, environment.global.tool_verbose_init)) return true;
  if (text.at_end()) return false;
  environment.global.tool_verbose_init = name;
  return true;
}

bool read_debug(EnvText& text, Environment& environment) {
  return whole_word(text, kEnabledWords, environment.global.debug_enabled);
}

bool read_ompd(EnvText& text, Environment& environment) {
  static constexpr Word<bool> kWords[] = {{"on", true}, {"off", false}, {nullptr, false}};
  return whole_word(text, kWords, environment.global.ompd_enabled);
}

bool read_cupti(EnvText& text, Environment& environment) {
  if (text.at_end()) return false;
  environment.global.cupti = text.rest();
  return true;
}

bool read_freed_memory(EnvText& text, Environment& environment) {
  static constexpr Word<bool> kWords[] = {{"keep", true}, {"return", false}, {nullptr, false}};
  return whole_word(text, kWords, environment.global.keeps_freed_memory);
}

// One word, or the path of a file.
bool read_engine_gcc(EnvText& text, Environment& environment) {
  static constexpr Word<const char*> kWords[] = {{"none", ""}, {nullptr, nullptr}};
  const char* const path = text.rest();
  if (whole_word(text, kWords, environment.global.engine_gcc)) return true;
  if (text.at_end()) return false;
  environment.global.engine_gcc = path;
  return true;
}

bool read_num_teams(EnvText& text, Environment& environment) {
  return whole_number(text, 1, environment.num_teams);
}

bool read_teams_thread_limit(EnvText& text, Environment& environment) {
  return whole_number(text, 1, environment.teams_thread_limit);
}

constexpr char kTrueOrFalse[] = "TRUE or FALSE";
constexpr char kPositive[] = "a positive number";
constexpr char kNotNegative[] = "a number that is not negative";
#ifdef LIMPID_JUDGE
constexpr char kWithoutExpected[] = "a list of heuristics as in runtime/base/heuristic.h";
#else
constexpr char kWithoutExpected[] =
    "nothing, because this build (without -DLIMPID_JUDGE=ON) can turn nothing off";
#endif
constexpr char kSizeWithUnit[] = "a positive size with an optional unit B, K, M or G";

constexpr Variable kVariables[] = {
    {"OMP_SCHEDULE", read_schedule, "[monotonic:|nonmonotonic:]static|dynamic|guided|auto[,CHUNK]",
     "dynamic,1; static for programs of LLVM's compilers"},
    {"OMP_NUM_THREADS", read_num_threads, "a list of positive numbers", "the number of processors"},
    {"OMP_DYNAMIC", read_dynamic, kTrueOrFalse, "FALSE"},
    {"OMP_PROC_BIND", read_proc_bind, "TRUE, FALSE, or a list of PRIMARY, MASTER, CLOSE and SPREAD",
     "FALSE, or TRUE if places are given"},
    {"OMP_PLACES", read_places,
     "threads, cores, sockets, ll_caches or numa_domains with an optional (COUNT), or a list of places like "
     "{0,1},{2:2},{4}:3:2 with at least one processor that this process may use",
     "no places"},
    {"OMP_STACKSIZE", read_stack_size, kSizeWithUnit, "the system's stack size"},
    {"GOMP_STACKSIZE", read_gomp_stack_size, kSizeWithUnit, "the system's stack size"},
    {"KMP_STACKSIZE", read_kmp_stack_size, kSizeWithUnit, "the system's stack size"},
    {"OMP_WAIT_POLICY", read_wait_policy, "ACTIVE or PASSIVE", "spinning for a while, then sleeping"},
    {"GOMP_SPINCOUNT", read_spin_count, "a number with an optional unit k, M, G or T, or INFINITE",
     "the count that fits the wait policy"},
    {"KMP_BLOCKTIME", read_block_time, "a number with an optional unit ms or us, or INFINITE",
     "the time that fits the wait policy"},
    {"KMP_LIBRARY", read_library, "SERIAL, TURNAROUND or THROUGHPUT", "THROUGHPUT"},
    {"OMP_NESTED", read_nested, kTrueOrFalse, "FALSE"},
    {"OMP_MAX_ACTIVE_LEVELS", read_max_active_levels, kNotNegative, "1"},
    {"OMP_THREAD_LIMIT", read_thread_limit, kPositive, "no limit"},
    {"OMP_CANCELLATION", read_cancellation, kTrueOrFalse, "FALSE"},
    {"OMP_DISPLAY_ENV", read_display_env, "TRUE, FALSE or VERBOSE", "FALSE"},
    {"OMP_DISPLAY_AFFINITY", read_display_affinity, kTrueOrFalse, "FALSE"},
    {"OMP_AFFINITY_FORMAT", read_affinity_format, "a format", kDefaultAffinityFormat},
    {"OMP_DEFAULT_DEVICE", read_default_device, kNotNegative, "0"},
    {"OMP_MAX_TASK_PRIORITY", read_max_task_priority, kNotNegative, "0"},
    {"OMP_TARGET_OFFLOAD", read_target_offload, "MANDATORY, DISABLED or DEFAULT", "DEFAULT"},
    {"OMP_TOOL", read_tool, "ENABLED or DISABLED", "ENABLED"},
    {"OMP_TOOL_LIBRARIES", read_tool_libraries, "a list of files", "none"},
    {"OMP_TOOL_VERBOSE_INIT", read_tool_verbose_init, "DISABLED, STDOUT, STDERR or a file name", "DISABLED"},
    {"OMP_DEBUG", read_debug, "ENABLED or DISABLED", "DISABLED"},
    {"OMP_OMPD", read_ompd, "ON or OFF", "OFF"},
    {"OMP_ALLOCATOR", read_allocator,
     "a predefined allocator like omp_high_bw_mem_alloc, or a memory space with optional traits like "
     "omp_default_mem_space:alignment=64,pinned=true",
     "omp_default_mem_alloc"},
    {"OMP_NUM_TEAMS", read_num_teams, kPositive, "unset"},
    {"OMP_TEAMS_THREAD_LIMIT", read_teams_thread_limit, kPositive, "unset"},
    {"LIMPID_CUPTI", read_cupti, "a file name", "CUDA's own names of it"},
    {"LIMPID_ENGINE_GCC", read_engine_gcc, "NONE or the path of GCC's libgomp.so.1",
     "the one that would be found without Limpid"},
    {"LIMPID_FREED_MEMORY", read_freed_memory, "KEEP or RETURN", "KEEP"},
    {"LIMPID_WITHOUT", read_without, kWithoutExpected, "none is off"},
};

void read_variable(const Variable& variable, Environment& environment) {
  const char* const value = getenv(variable.name);
  if (value == nullptr) return;
  EnvText text(value);
  if (variable.read(text, environment)) return;
  base::warn("%s=\"%s\": expected %s; using the default (%s)", variable.name, value, variable.expected,
             variable.fallback);
}

constexpr Variable kCpuAffinity = {"GOMP_CPU_AFFINITY", read_cpu_affinity,
                                   "processor numbers and ranges like \"0 3 1-2 4-15:2\"", "no places"};

// Places without OMP_PROC_BIND mean binding; binding without places means the default places (5.1, section
// 6.4).
void settle_binding(Environment& environment) {
  GlobalIcvs& global = environment.global;
  if (global.places.count == 0) read_variable(kCpuAffinity, environment);
  LIMPID_DCHECK(!environment.proc_bind_given || global.bind_by_level.count >= 1);
  if (environment.proc_bind_given)
    environment.initial.bind = global.bind_by_level.values[0];
  else
    environment.initial.bind = global.places.count > 0 ? ProcBind::kTrue : ProcBind::kFalse;
  if (environment.initial.bind != ProcBind::kFalse && global.places.count == 0)
    make_default_places(environment);
}

void settle_levels(Environment& environment) {
  if (environment.max_active_levels_given) return;
  const GlobalIcvs& global = environment.global;
  const bool several =
      environment.nested || global.nthreads_by_level.count > 1 || global.bind_by_level.count > 1;
  environment.initial.max_active_levels = several ? kSupportedActiveLevels : 1;
}

}  // namespace

void read_variables(Environment& environment) {
  if (environment.global.own_runtime == OwnRuntime::kLlvm) {
    environment.initial.run_sched_kind = ScheduleKind::kStatic;
    environment.initial.run_sched_chunk = 0;
  }
  platform::CpuSet& processors = environment.global.processors;
  platform::affinity_of_this_thread(processors);
  environment.global.available_processors = processors.count();
  for (const Variable& variable : kVariables) read_variable(variable, environment);
  settle_binding(environment);
  settle_levels(environment);
  const LevelList<std::uint32_t>& threads = environment.global.nthreads_by_level;
  constexpr std::int32_t kSerial = 1;
  environment.initial.nthreads = environment.global.library == kSerial ? 1
                                 : threads.count > 0                   ? threads.values[0]
                                                     : environment.global.available_processors;
}

}  // namespace limpid::core
