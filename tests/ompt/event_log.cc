// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "event_log.h"

#include <dlfcn.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "check/tool/names.h"

namespace event_log {
namespace {

using namespace limpid::check;  // the names

struct ThreadLog {
  std::vector<std::string> words;
  int depth = 0;        // implicit tasks under way
  long outermost = -1;  // number in the outermost region
};

std::mutex g_lock;
std::vector<ThreadLog*> g_logs;
thread_local ThreadLog* t_log = nullptr;
unsigned g_what = 0;
int g_begun = 0;
int g_ended = 0;
int g_failures = 0;
int g_foreign = 0;
ompt_function_lookup_t g_lookup = nullptr;
std::map<int, ompt_set_result_t> g_registration;
unsigned g_omp_version = 0;
std::string g_runtime_version;
std::atomic<Probe> g_probe{nullptr};

ThreadLog& my_log() {
  if (t_log == nullptr) {
    t_log = new ThreadLog;
    g_logs.push_back(t_log);
  }
  return *t_log;
}

void write(unsigned what, const std::string& word) {
  if (Probe probe = g_probe.load()) probe();
  std::lock_guard<std::mutex> guard(g_lock);
  if (g_what & what) my_log().words.push_back(word);
}

void check_code(const void* code, const char* event) {
  static const void* const program = [] {
    Dl_info info;
    dladdr(reinterpret_cast<void*>(&check_code), &info);
    return info.dli_fbase;
  }();
  Dl_info info;
  if (code != nullptr && dladdr(code, &info) != 0 && info.dli_fbase == program) return;
  std::lock_guard<std::mutex> guard(g_lock);
  if (g_foreign++ < 5) fprintf(stderr, "codeptr_ra %p of %s is not in the program\n", code, event);
}

void on_thread_begin(ompt_thread_t type, ompt_data_t*) {
  write(kRegions, "thread_begin:" + thread_name(type));
}
void on_thread_end(ompt_data_t*) {
  write(kRegions, "thread_end");
}

void on_parallel_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t*, unsigned requested, int flags,
                       const void* code) {
  check_code(code, "parallel_begin");
  bool league = flags & ompt_parallel_league;
  const char* invoker = flags & ompt_parallel_invoker_program ? ":program" : "";
  write(kRegions, (league ? "league_begin:" : "parallel_begin:") + std::to_string(requested) + invoker);
}

void on_parallel_end(ompt_data_t*, ompt_data_t*, int flags, const void* code) {
  check_code(code, "parallel_end");
  write(kRegions, flags & ompt_parallel_league ? "league_end" : "parallel_end");
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t*, unsigned size,
                      unsigned index, int flags) {
  std::string kind = flags & ompt_task_initial ? "initial" : "implicit";
  bool begin = endpoint == ompt_scope_begin;
  {
    std::lock_guard<std::mutex> guard(g_lock);
    ThreadLog& log = my_log();
    bool of_region = !(flags & ompt_task_initial);
    if (of_region && begin && log.depth++ == 0) log.outermost = index;
    if (of_region && !begin) --log.depth;
    if (of_region && begin) ++g_begun;
  }
  if (begin) {
    write(kRegions, kind + "_begin:" + std::to_string(size) + "/" + std::to_string(index));
  } else {
    bool right = size == 0 && parallel == nullptr;
    write(kRegions, kind + (right ? "_end" : "_end:WRONG"));
    std::lock_guard<std::mutex> guard(g_lock);
    if (!(flags & ompt_task_initial)) ++g_ended;  // after it is written: finish() waits for the count
  }
}

std::string end_of(ompt_scope_endpoint_t endpoint) {
  return endpoint == ompt_scope_begin ? "_begin" : "_end";
}

void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*,
                    const void* code) {
  check_code(code, "sync_region");
  write(kSync, "sync" + end_of(endpoint) + ":" + sync_name(kind));
}

void on_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*,
             const void* code) {
  check_code(code, "sync_region_wait");
  write(kWait, "wait" + end_of(endpoint) + ":" + sync_name(kind));
}

void on_reduction(ompt_sync_region_t, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*,
                  const void* code) {
  check_code(code, "reduction");
  write(kOther, "reduction" + end_of(endpoint));
}

void on_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, uint64_t count,
             const void* code) {
  check_code(code, "work");
  std::string word = "work" + end_of(endpoint) + ":" + work_name(type);
  write(kWork, endpoint == ompt_scope_begin ? word + ":" + std::to_string(count) : word);
}

void on_dispatch(ompt_data_t*, ompt_data_t*, ompt_dispatch_t kind, ompt_data_t instance) {
  if (kind == ompt_dispatch_section) {
    check_code(instance.ptr, "dispatch");
    write(kDispatch, "dispatch:section");
  } else if (kind == ompt_dispatch_iteration) {
    write(kDispatch, "dispatch:iteration:" + std::to_string(instance.value));
  } else {
    const auto& chunk = *static_cast<const ompt_dispatch_chunk_t*>(instance.ptr);
    write(kDispatch, "dispatch:" + dispatch_name(kind) + ":" + std::to_string(chunk.start) + "+" +
                         std::to_string(chunk.iterations));
  }
}

void on_task_create(ompt_data_t*, const ompt_frame_t*, ompt_data_t*, int flags, int dependences,
                    const void* code) {
  check_code(code, "task_create");
  write(kTasks, "create:" + task_flags(flags) + (dependences ? ":depend" : ""));
}

void on_task_schedule(ompt_data_t*, ompt_task_status_t status, ompt_data_t*) {
  write(kTasks, "switch:" + status_name(status));
}

void on_dependences(ompt_data_t*, const ompt_dependence_t* list, int count) {
  std::string word = "dependences";
  for (int i = 0; i < count; ++i) word += ":" + dependence_name(list[i].dependence_type);
  write(kDependences, word);
}

void on_task_dependence(ompt_data_t*, ompt_data_t*) {
  write(kDependences, "dependence");
}

void on_acquire(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t, const void* code) {
  check_code(code, "mutex_acquire");
  write(kMutex, "acquire:" + mutex_name(kind));
}

void on_acquired(ompt_mutex_t kind, ompt_wait_id_t, const void* code) {
  check_code(code, "mutex_acquired");
  write(kMutex, "acquired:" + mutex_name(kind));
}

void on_released(ompt_mutex_t kind, ompt_wait_id_t, const void* code) {
  check_code(code, "mutex_released");
  write(kMutex, "released:" + mutex_name(kind));
}

void on_lock_init(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t, const void* code) {
  check_code(code, "lock_init");
  write(kMutex, "lock_init:" + mutex_name(kind));
}

void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t, const void* code) {
  check_code(code, "lock_destroy");
  write(kMutex, "lock_destroy:" + mutex_name(kind));
}

void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t, const void* code) {
  check_code(code, "nest_lock");
  write(kMutex, "nest" + end_of(endpoint));
}

void on_cancel(ompt_data_t*, int flags, const void* code) {
  if ((flags & ompt_cancel_discarded_task) == 0) check_code(code, "cancel");
  write(kCancel, "cancel:" + cancel_name(flags));
}

int on_control_tool(uint64_t command, uint64_t modifier, void*, const void* code) {
  check_code(code, "control_tool");
  write(kOther, "control:" + std::to_string(command) + ":" + std::to_string(modifier));
  return 17;
}

void on_error(ompt_severity_t severity, const char* message, size_t length, const void* code) {
  check_code(code, "error");
  write(kOther, std::string("error:") + (severity == ompt_fatal ? "fatal:" : "warning:") +
                    std::string(message, length));
}

void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int, ompt_data_t*, ompt_data_t*,
               ompt_data_t*, const void* code) {
  check_code(code, "target");
  write(kOther, "target" + end_of(endpoint) + ":" + std::to_string(kind));
}

template <class Specified>
void on(ompt_callbacks_t event, Specified function) {
  auto set_callback = reinterpret_cast<ompt_set_callback_t>(g_lookup("ompt_set_callback"));
  g_registration[event] = set_callback(event, reinterpret_cast<ompt_callback_t>(function));
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  g_lookup = lookup;
  on<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, on_thread_begin);
  on<ompt_callback_thread_end_t>(ompt_callback_thread_end, on_thread_end);
  on<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, on_parallel_begin);
  on<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, on_parallel_end);
  on<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, on_implicit_task);
  on<ompt_callback_sync_region_t>(ompt_callback_sync_region, on_sync_region);
  on<ompt_callback_sync_region_t>(ompt_callback_sync_region_wait, on_wait);
  on<ompt_callback_sync_region_t>(ompt_callback_reduction, on_reduction);
  on<ompt_callback_work_t>(ompt_callback_work, on_work);
  on<ompt_callback_dispatch_t>(ompt_callback_dispatch, on_dispatch);
  on<ompt_callback_task_create_t>(ompt_callback_task_create, on_task_create);
  on<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, on_task_schedule);
  on<ompt_callback_dependences_t>(ompt_callback_dependences, on_dependences);
  on<ompt_callback_task_dependence_t>(ompt_callback_task_dependence, on_task_dependence);
  on<ompt_callback_mutex_acquire_t>(ompt_callback_mutex_acquire, on_acquire);
  on<ompt_callback_mutex_t>(ompt_callback_mutex_acquired, on_acquired);
  on<ompt_callback_mutex_t>(ompt_callback_mutex_released, on_released);
  on<ompt_callback_mutex_acquire_t>(ompt_callback_lock_init, on_lock_init);
  on<ompt_callback_mutex_t>(ompt_callback_lock_destroy, on_lock_destroy);
  on<ompt_callback_nest_lock_t>(ompt_callback_nest_lock, on_nest_lock);
  on<ompt_callback_cancel_t>(ompt_callback_cancel, on_cancel);
  on<ompt_callback_control_tool_t>(ompt_callback_control_tool, on_control_tool);
  on<ompt_callback_error_t>(ompt_callback_error, on_error);
  on<ompt_callback_target_emi_t>(ompt_callback_target_emi, on_target);
  return 1;
}

void finalize(ompt_data_t*) {}

}  // namespace

void start(unsigned what) {
  std::lock_guard<std::mutex> guard(g_lock);
  for (ThreadLog* log : g_logs) {
    log->words.clear();
    log->outermost = -1;
  }
  my_log().outermost = 0;
  g_what = what;
}

void finish() {
  for (int i = 0; i < 60000; ++i) {
    {
      std::lock_guard<std::mutex> guard(g_lock);
      if (g_begun == g_ended) {
        g_what = 0;
        return;
      }
    }
    usleep(1000);
  }
  fprintf(stderr, "%d implicit tasks began, only %d have ended after a minute\n", g_begun, g_ended);
  _exit(1);
}

std::string of(unsigned index) {
  std::lock_guard<std::mutex> guard(g_lock);
  std::string all;
  for (ThreadLog* log : g_logs) {
    if (log->outermost != static_cast<long>(index)) continue;
    for (const std::string& word : log->words) all += (all.empty() ? "" : " ") + word;
  }
  return all;
}

int count(const std::string& word) {
  std::lock_guard<std::mutex> guard(g_lock);
  int found = 0;
  for (const ThreadLog* log : g_logs)
    found += static_cast<int>(std::count(log->words.begin(), log->words.end(), word));
  return found;
}

void expect(const char* file, int line, unsigned index, const std::string& pattern) {
  regex_t compiled;
  if (regcomp(&compiled, ("^(" + pattern + ")$").c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
    fprintf(stderr, "%s:%d: not a regular expression: %s\n", file, line, pattern.c_str());
    exit(2);
  }
  std::string seen = of(index);
  if (regexec(&compiled, seen.c_str(), 0, nullptr, 0) != 0) {
    ++g_failures;
    fprintf(stderr, "%s:%d: thread %u:\n  expected %s\n  seen     %s\n", file, line, index, pattern.c_str(),
            seen.c_str());
  }
  regfree(&compiled);
}

void expect_equal(const char* file, int line, const char* what, long long actual, long long expected) {
  if (actual == expected) return;
  ++g_failures;
  fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, what, actual, expected);
}

int failures() {
  return g_failures;
}
int foreign_addresses() {
  return g_foreign;
}
ompt_interface_fn_t entry_point(const char* name) {
  return g_lookup != nullptr ? g_lookup(name) : nullptr;
}
ompt_set_result_t registration(ompt_callbacks_t event) {
  return g_registration[event];
}
unsigned omp_version() {
  return g_omp_version;
}
const std::string& runtime_version() {
  return g_runtime_version;
}
void set_probe(Probe probe) {
  g_probe = probe;
}

}  // namespace event_log

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(
    unsigned omp_version, const char* runtime_version) {
  static ompt_start_tool_result_t result = {event_log::initialize, event_log::finalize, ompt_data_none};
  event_log::g_omp_version = omp_version;
  event_log::g_runtime_version = runtime_version;
  return &result;
}
