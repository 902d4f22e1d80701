// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool for events.c: writes down, for each thread, what its constructs state, as words. The program takes
// the words of the calling thread with events_taken().
#include <omp-tools.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { kRoom = 1 << 16 };

static __thread char text[kRoom], taken[kRoom];
static __thread size_t used;
static __thread const void* begun_at;
static __thread int same_address;

__attribute__((format(printf, 1, 2))) static void note(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  used += (size_t)vsnprintf(text + used, kRoom - used, format, arguments);
  va_end(arguments);
}

// The end of a construct is another call than its begin.
static char which(ompt_scope_endpoint_t endpoint, const void* code) {
  if (endpoint == ompt_scope_begin) begun_at = code;
  if (endpoint == ompt_scope_end && (code == begun_at || code == NULL)) same_address = 1;
  return endpoint == ompt_scope_begin ? '(' : ')';
}

const char* events_taken(void) {
  memcpy(taken, text, used + 1);
  used = 0;
  text[0] = 0;
  return taken;
}

int events_shared_an_address(void) {
  return same_address;
}

static const char* work_name(ompt_work_t kind) {
  switch (kind) {
    case ompt_work_loop_static:
      return "static";
    case ompt_work_loop_dynamic:
      return "dynamic";
    case ompt_work_sections:
      return "sections";
    case ompt_work_single_executor:
      return "single";
    case ompt_work_single_other:
      return "other";
    case ompt_work_distribute:
      return "distribute";
    default:
      return "unexpected";
  }
}

static void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* team, ompt_data_t* task,
                    uint64_t count, const void* code) {
  if (kind == ompt_work_single_other) return note("other%c ", endpoint == ompt_scope_begin ? '(' : ')');
  note("%s%c%lu ", work_name(kind), which(endpoint, code), (unsigned long)count);
}

static void on_dispatch(ompt_data_t* team, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  if (kind == ompt_dispatch_section) return note("section ");
  const ompt_dispatch_chunk_t* chunk = instance.ptr;
  note("%lu+%lu ", (unsigned long)chunk->start, (unsigned long)chunk->iterations);
}

static void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* team, ompt_data_t* task,
                      const void* code) {
  note("masked%c ", which(endpoint, code));
}

static void on_flush(ompt_data_t* thread, const void* code) {
  note("flush ");
}

static void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* team,
                         ompt_data_t* task, const void* code) {
  note("reduction%c ", which(endpoint, code));
}

static void on_sync(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* team,
                    ompt_data_t* task, const void* code) {
  if (kind == ompt_sync_region_barrier_implicit_parallel || endpoint == ompt_scope_end) return;
  note(kind == ompt_sync_region_barrier_explicit             ? "barrier "
       : kind == ompt_sync_region_barrier_implicit_workshare ? "implicit "
                                                             : "inner ");
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_work, (ompt_callback_t)on_work);
  set(ompt_callback_dispatch, (ompt_callback_t)on_dispatch);
  set(ompt_callback_masked, (ompt_callback_t)on_masked);
  set(ompt_callback_flush, (ompt_callback_t)on_flush);
  set(ompt_callback_reduction, (ompt_callback_t)on_reduction);
  set(ompt_callback_sync_region, (ompt_callback_t)on_sync);
  return 1;
}

static void finalize(ompt_data_t* data) {}

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
