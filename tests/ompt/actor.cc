// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool library that plays a part, for the tests of start-up and end. ACTOR_NAME is its name (set when it is
// built); the variable <NAME>_PART says what it does: accept (default), decline, inactive, busy,
// joins. It writes one line per call to the file named by ACTOR_LOG.
#include <dlfcn.h>
#include <fcntl.h>
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace {

bool g_finalized = false;
ompt_finalize_tool_t g_finalize_tool = nullptr;

void log(const char* format, ...) __attribute__((format(printf, 1, 2)));

void log(const char* format, ...) {
  char line[300];
  int length = snprintf(line, sizeof line, "%s ", ACTOR_NAME);
  va_list arguments;
  va_start(arguments, format);
  length += vsnprintf(line + length, sizeof line - static_cast<size_t>(length) - 2, format, arguments);
  va_end(arguments);
  line[length++] = '\n';
  int fd = open(getenv("ACTOR_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0644);
  ssize_t written = write(fd, line, static_cast<size_t>(length));
  static_cast<void>(written);
  close(fd);
}

bool plays(const char* part) {
  const char* value = getenv(ACTOR_NAME "_PART");
  return value != nullptr && strcmp(value, part) == 0;
}

void check_late(const char* event) {
  if (g_finalized) log("LATE %s", event);
}

void on_thread_begin(ompt_thread_t type, ompt_data_t*) {
  check_late("thread_begin");
  log("thread_begin %d", type);
}

void on_thread_end(ompt_data_t*) {
  check_late("thread_end");
  log("thread_end");
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, unsigned, unsigned,
                      int flags) {
  check_late("implicit_task");
  log("%s_%s", flags & ompt_task_initial ? "initial" : "implicit",
      endpoint == ompt_scope_begin ? "begin" : "end");
}

void on_work(ompt_work_t, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, uint64_t, const void*) {
  check_late("work");
  log("work_%s", endpoint == ompt_scope_begin ? "begin" : "end");
}

// omp_control_tool(4): the program asks the tool to end itself.
int on_control_tool(uint64_t command, uint64_t, void*, const void*) {
  check_late("control_tool");
  if (command == 4) g_finalize_tool();
  return 0;
}

void* idle_thread(void*) {
  return nullptr;
}

// What an initializer may do: load libraries, allocate, start threads, ask the runtime.
void be_busy() {
  void* library = dlopen("libm.so.6", RTLD_NOW);
  void* memory = malloc(1 << 20);
  pthread_t thread;
  pthread_create(&thread, nullptr, idle_thread, nullptr);
  pthread_join(thread, nullptr);
  log("busy %d %d %d", library != nullptr, memory != nullptr, omp_get_max_threads() > 0);
  free(memory);
}

// A thread of the tool's own that uses OpenMP, while the initializer waits for its end.
void* use_openmp(void* answer) {
  int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
  inside += 1;
  *static_cast<int*>(answer) = inside;
  return nullptr;
}

void join_a_user() {
  int answer = 0;
  pthread_t thread;
  pthread_create(&thread, nullptr, use_openmp, &answer);
  pthread_join(thread, nullptr);
  log("joined %d", answer);
}

int initialize(ompt_function_lookup_t lookup, int initial_device, ompt_data_t* data) {
  log("initialize device %d data %d", initial_device, static_cast<int>(data->value));
  if (plays("busy")) be_busy();
  if (plays("joins")) join_a_user();
  auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  g_finalize_tool = reinterpret_cast<ompt_finalize_tool_t>(lookup("ompt_finalize_tool"));
  set_callback(ompt_callback_thread_begin, reinterpret_cast<ompt_callback_t>(on_thread_begin));
  set_callback(ompt_callback_thread_end, reinterpret_cast<ompt_callback_t>(on_thread_end));
  set_callback(ompt_callback_implicit_task, reinterpret_cast<ompt_callback_t>(on_implicit_task));
  set_callback(ompt_callback_work, reinterpret_cast<ompt_callback_t>(on_work));
  set_callback(ompt_callback_control_tool, reinterpret_cast<ompt_callback_t>(on_control_tool));
  return plays("inactive") ? 0 : 1;
}

void finalize(ompt_data_t* data) {
  log("finalize data %d", static_cast<int>(data->value));
  g_finalized = true;
}

ompt_start_tool_result_t g_result = {initialize, finalize, {41}};

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(
    unsigned omp_version, const char* runtime_version) {
  g_finalized = false;
  log("start %u %s", omp_version, runtime_version);
  return plays("decline") ? nullptr : &g_result;
}
