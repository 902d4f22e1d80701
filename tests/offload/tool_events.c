// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// stderr: finalized
// What an OMPT tool is told of a device that belongs to the library: its life, each region with its
// operations in their order, and of the same regions nothing about the host.
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "own_tool.h"

enum { kSize = 100, kMostWords = 400, kMostDevices = 16 };

static int emi;  // which form of the callbacks
static char words[kMostWords][24];
static atomic_int count;
static atomic_int on_host;  // events of the host as a device
static atomic_int initialized, finalized, loaded, unloaded;
static uint64_t last_module;
static int is_known[kMostDevices];  // initialized, and not finalized
static ompt_get_target_info_t target_info;
static uint64_t told_target;  // of the region under way
static ompt_data_t* told_word;

static void note(const char* word) {
  const int at = atomic_fetch_add(&count, 1);
  CHECK(at < kMostWords);
  snprintf(words[at], sizeof words[at], "%s", word);
}

static void check_device(int device) {
  CHECK(device >= 0);
  if (device == omp_get_initial_device()) atomic_fetch_add(&on_host, 1);
}

static void on_device(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                      const char* documentation) {
  CHECK(type != NULL && handle != NULL && lookup != NULL);
  CHECK(strstr(type, "host") == NULL);
  CHECK(device >= 0 && device < kMostDevices && !is_known[device]);
  is_known[device] = 1;
  atomic_fetch_add(&initialized, 1);
}

static void on_device_end(int device) {
  CHECK(is_known[device]);
  is_known[device] = 0;
  atomic_fetch_add(&finalized, 1);
}

static void on_load(int device, const char* file, int64_t offset, void* vma, size_t bytes, void* host,
                    void* there, uint64_t module) {
  CHECK(bytes > 0 && host != NULL && is_known[device]);
  CHECK(file != NULL && strstr(file, "tool_events") != NULL);
  CHECK(offset > 0 && vma != NULL);
  CHECK(module > last_module);
  last_module = module;
  atomic_fetch_add(&loaded, 1);
}

static void on_unload(int device, uint64_t module) {
  CHECK(is_known[device] && module != 0 && module <= last_module);
  atomic_fetch_add(&unloaded, 1);
}

static const char* end_of(ompt_scope_endpoint_t endpoint, const char* begin, const char* end) {
  return endpoint == ompt_scope_begin ? begin : end;
}

static void note_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, const void* code) {
  CHECK(code != NULL);
  check_device(device);
  CHECK(is_known[device]);
  uint64_t asked_device = 99;
  ompt_id_t asked_target = 0;
  CHECK_EQ(target_info(&asked_device, &asked_target, NULL), 1);
  CHECK_EQ(asked_device, device);
  if (endpoint == ompt_scope_begin) told_target = asked_target;
  CHECK_EQ(asked_target, told_target);
  switch (kind) {
    case ompt_target:
      note(end_of(endpoint, "target(", ")"));
      break;
    case ompt_target_nowait:
      note(end_of(endpoint, "nowait(", ")"));
      break;
    case ompt_target_enter_data:
      note(end_of(endpoint, "enter(", ")"));
      break;
    case ompt_target_exit_data:
      note(end_of(endpoint, "exit(", ")"));
      break;
    default:
      note(end_of(endpoint, "other(", ")"));
  }
}

static void on_target_emi(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                          ompt_data_t* target_task, ompt_data_t* word, const void* code) {
  CHECK(task != NULL && word != NULL);
  CHECK(target_task != NULL && target_task != task);
  if (endpoint == ompt_scope_begin) {
    CHECK_EQ(word->value, 0);
    word->value = 4711;
    told_word = word;
  }
  CHECK_EQ(word->value, 4711);
  note_target(kind, endpoint, device, code);
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                      ompt_id_t target, const void* code) {
  CHECK(target != 0);
  note_target(kind, endpoint, device, code);
  CHECK_EQ(target, told_target);
}

static void note_operation(ompt_target_data_op_t kind, const void* code) {
  switch (kind) {
    case ompt_target_data_alloc:
      note("alloc");
      break;
    case ompt_target_data_transfer_to_device:
      note("to");
      break;
    case ompt_target_data_transfer_from_device:
      note("from");
      break;
    case ompt_target_data_delete:
      note("delete");
      break;
    default:
      note("operation?");
  }
}

// Some operations come before any region: the library prepares its devices.
static void on_operation_emi(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* word,
                             ompt_id_t* operation, ompt_target_data_op_t kind, void* source,
                             int source_device, void* destination, int destination_device, size_t bytes,
                             const void* code) {
  CHECK(operation != NULL && *operation != 0);
  if (told_word == NULL) return;
  if (endpoint == ompt_scope_end) note_operation(kind, code);
}

static void on_operation(ompt_id_t target, ompt_id_t operation, ompt_target_data_op_t kind, void* source,
                         int source_device, void* destination, int destination_device, size_t bytes,
                         const void* code) {
  CHECK(operation != 0);
  if (told_target == 0) return;
  CHECK_EQ(target, told_target);
  note_operation(kind, code);
}

static void on_submit_emi(ompt_scope_endpoint_t endpoint, ompt_data_t* word, ompt_id_t* operation,
                          unsigned teams) {
  CHECK(word == told_word && operation != NULL && *operation != 0);
  note(end_of(endpoint, "submit(", ")"));
}

static void on_submit(ompt_id_t target, ompt_id_t operation, unsigned teams) {
  CHECK_EQ(target, told_target);
  CHECK(operation != 0);
  note("submit(");
  note(")");
}

static int refused;  // the tool does not want to be one

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  const char* form = getenv("LOG_FORM");
  emi = form != NULL && strcmp(form, "old") != 0;
  refused = form != NULL && strcmp(form, "refused") == 0;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  target_info = (ompt_get_target_info_t)lookup("ompt_get_target_info");
  set(ompt_callback_device_initialize, (ompt_callback_t)on_device);
  set(ompt_callback_device_finalize, (ompt_callback_t)on_device_end);
  set(ompt_callback_device_load, (ompt_callback_t)on_load);
  set(ompt_callback_device_unload, (ompt_callback_t)on_unload);
  if (emi) {
    set(ompt_callback_target_emi, (ompt_callback_t)on_target_emi);
    set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_operation_emi);
    set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit_emi);
  } else {
    set(ompt_callback_target, (ompt_callback_t)on_target);
    set(ompt_callback_target_data_op, (ompt_callback_t)on_operation);
    set(ompt_callback_target_submit, (ompt_callback_t)on_submit);
  }
  return !refused;
}

// The test wants to see it.
static void say_finalized(void) {
  const char line[] = "finalized\n";
  if (write(2, line, sizeof line - 1) < 0) check_leave();
}

static void finalize(ompt_data_t* data) {
  CHECK(!refused);
  CHECK_EQ(finalized, initialized);
  CHECK_EQ(unloaded, loaded);
  say_finalized();
}

// What was noted since the last time is the given words, and nothing else.
static void expect(const char* wanted) {
  char got[kMostWords * 8] = "";
  for (int i = 0; i < count; i++) {
    if (i > 0) strcat(got, " ");
    strcat(got, words[i]);
  }
  if (strcmp(got, refused ? "" : wanted) != 0) {
    fprintf(stderr, "told:     %s\nexpected: %s\n", got, wanted);
    check_leave();
  }
  count = 0;
}

// The child's tool is told of the devices anew, before it uses one.
static void child(void) {
  const pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    int x = 0;
    memset(is_known, 0, sizeof is_known);
    initialized = loaded = 0;
    last_module = 0;
#pragma omp target map(tofrom : x)
    x++;
    CHECK_EQ(x, 1);
    expect("target( alloc to submit( ) from delete )");
    CHECK_EQ(initialized > 0, !refused);
    CHECK_EQ(loaded > 0, !refused);
    _exit(0);
  }
  int status = 1;
  CHECK(waitpid(pid, &status, 0) == pid);
  CHECK_EQ(status, 0);
}

static void* end_process(void* unused) {
  exit(0);
  return unused;
}

int main(void) {
  int data[kSize] = {0};
#pragma omp target map(tofrom : data)
  data[0] = 1;
  expect("target( alloc to submit( ) from delete )");
#pragma omp target enter data map(to : data)
  expect("enter( alloc to )");
#pragma omp target map(tofrom : data)
  data[0]++;
  expect("target( submit( ) )");
#pragma omp target exit data map(from : data)
  expect("exit( from delete )");
  CHECK_EQ(data[0], 2);
#pragma omp target nowait map(tofrom : data)
  data[0]++;
#pragma omp taskwait
  expect("nowait( alloc to submit( ) from delete )");
  CHECK_EQ(data[0], 3);
  CHECK_EQ(on_host, 0);
  CHECK_EQ(initialized > 0, !refused);
  CHECK_EQ(loaded > 0, !refused);
  child();
  if (refused) say_finalized();
  if (getenv("LOG_EXIT")) {  // from a thread that OpenMP does not know
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, end_process, NULL), 0);
    pthread_join(thread, NULL);
  }
  return 0;
}
