// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool library of the interface of 2016 that plays a part, for startup.sh. It has an ompt_start_tool too,
// which always declines. OLD_PART says what it does: accept (default) or decline. It writes one line per call
// to the file named by ACTOR_LOG.
#include <fcntl.h>
#include <ompt-2016.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace {

void log(const char* format, ...) __attribute__((format(printf, 1, 2)));

void log(const char* format, ...) {
  int fd = open(getenv("ACTOR_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0644);
  va_list arguments;
  va_start(arguments, format);
  vdprintf(fd, format, arguments);
  va_end(arguments);
  close(fd);
}

bool g_over = false;
ompt_get_callback_fn_t g_get_callback = nullptr;

void on_thread_begin(ompt_thread_type_t, ompt_thread_id_t) {
  log("old %sthread_begin\n", g_over ? "LATE " : "");
}

void on_thread_end(ompt_thread_id_t) {
  log("old %sthread_end\n", g_over ? "LATE " : "");
}

void on_shutdown() {
  g_over = true;
  ompt_callback_t registered = nullptr;
  if (g_get_callback(ompt_event_runtime_shutdown, &registered) != 1) log("old FORGOTTEN\n");
  log("old shutdown\n");
}

void initialize(ompt_function_lookup_t lookup, const char* runtime_version, unsigned int version) {
  log("old initialize %u %s\n", version, runtime_version);
  g_get_callback = reinterpret_cast<ompt_get_callback_fn_t>(lookup("ompt_get_callback"));
  auto set = reinterpret_cast<ompt_set_callback_fn_t>(lookup("ompt_set_callback"));
  set(ompt_event_thread_begin, reinterpret_cast<ompt_callback_t>(on_thread_begin));
  set(ompt_event_thread_end, reinterpret_cast<ompt_callback_t>(on_thread_end));
  set(ompt_event_runtime_shutdown, on_shutdown);
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void* ompt_start_tool(unsigned, const char*) {
  log("new asked\n");
  return nullptr;
}

__attribute__((visibility("default"))) ompt_initialize_fn_t ompt_tool() {
  g_over = false;
  log("old asked\n");
  const char* part = getenv("OLD_PART");
  return part != nullptr && strcmp(part, "decline") == 0 ? nullptr : initialize;
}
}
