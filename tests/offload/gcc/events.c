// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// stderr: finalized
// What an OMPT tool is told of GCC's devices: their life in order, each construct with its maps, operations and
// kernel, and nothing about the host. EVENTS_FORM: "emi", "old" for the older callbacks, or "refused", a tool that
// does not want to be one. EVENTS_OPERATIONS=0: without the stand-in for GCC's plug-in there are no operations on the
// device's memory.
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>

#include "driver.h"
#include "own_tool.h"

enum { kSize = 100, kMostDevices = 8 };

static char told[4096];
static int initialized[kMostDevices], finalized[kMostDevices], loaded, unloaded, is_child;
static int emi;
static uint64_t now_target;  // of the construct under way
static ompt_data_t* now_word;
static const void* now_code;
static uint64_t last_operation;
static ompt_get_target_info_t target_info;
static ompt_get_num_devices_t num_devices;

static void note(const char* word) {
  CHECK(strlen(told) + strlen(word) + 2 < sizeof told);
  if (*told) strcat(told, " ");
  strcat(told, word);
}

static void check_known(int device) {
  CHECK(device >= 0 && device < kMostDevices);
  CHECK(initialized[device] == 1 && finalized[device] == 0);
}

static void on_device(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                      const char* documentation) {
  CHECK(device >= 0 && device < kMostDevices);
  CHECK(type != NULL && strcmp(type, getenv("EVENTS_OPERATIONS") ? "GCC's libgomp" : "nvptx") == 0);
  CHECK(handle != NULL && lookup != NULL && documentation != NULL);
  initialized[device]++;
}

static void on_device_end(int device) {
  check_known(device);
  finalized[device]++;
}

static void on_load(int device, const char* file, int64_t offset, void* vma, size_t bytes, void* host,
                    void* there, uint64_t module) {
  check_known(device);
  CHECK(file != NULL && strstr(file, "events") != NULL && offset > 0 && vma != NULL);
  CHECK(bytes > 1000 && host != NULL && module != 0);
  loaded++;
}

static void on_unload(int device, uint64_t module) {
  check_known(device);
  unloaded++;
}

static const char* kind_text(ompt_target_t kind) {
  switch (kind) {
    case ompt_target:
      return "target";
    case ompt_target_nowait:
      return "target_nowait";
    case ompt_target_enter_data:
      return "enter";
    case ompt_target_enter_data_nowait:
      return "enter_nowait";
    case ompt_target_exit_data:
      return "exit";
    case ompt_target_exit_data_nowait:
      return "exit_nowait";
    case ompt_target_update:
      return "update";
    default:
      return "other";
  }
}

static void check_info(int device) {
  uint64_t asked_device = 99;
  ompt_id_t asked_target = 0;
  CHECK_EQ(target_info(&asked_device, &asked_target, NULL), 1);
  CHECK_EQ(asked_device, device);
  if (now_target == 0) now_target = asked_target;
  CHECK_EQ(asked_target, now_target);
  CHECK_EQ(num_devices(), expected_devices());
}

static void on_target_emi(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                          ompt_data_t* target_task, ompt_data_t* word, const void* code) {
  check_known(device);
  CHECK(task != NULL && word != NULL && code != NULL && target_task != task);
  if (endpoint == ompt_scope_begin) {
    CHECK_EQ(word->value, 0);
    word->value = 4711;
    now_word = word, now_code = code, now_target = 0;
    note(kind_text(kind));
  }
  check_info(device);
  CHECK(word == now_word && word->value == 4711 && code == now_code);
  if (endpoint == ompt_scope_end) note("."), now_word = NULL, now_code = NULL;
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                      ompt_id_t target, const void* code) {
  check_known(device);
  CHECK(target != 0);
  if (endpoint == ompt_scope_begin) now_target = 0, note(kind_text(kind)), now_code = code;
  check_info(device);
  CHECK_EQ(target, now_target);
  if (endpoint == ompt_scope_end) note("."), now_code = NULL;
}

static void note_operation(ompt_target_data_op_t kind, int source, int destination, size_t bytes) {
  const int host = omp_get_initial_device();
  switch (kind) {
    case ompt_target_data_alloc:
      CHECK(destination < host && bytes > 0);
      return note("alloc");
    case ompt_target_data_transfer_to_device:
      CHECK(destination < host && bytes > 0);
      return note(source == host ? "to" : "over");
    case ompt_target_data_transfer_from_device:
      CHECK(source < host && destination == host && bytes > 0);
      return note("from");
    case ompt_target_data_delete:
      CHECK(source < host);
      return note("delete");
    case ompt_target_data_transfer_to_device_async:
      return note("to_async");
    default:
      return note("other");
  }
}

static void on_operation_emi(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* word,
                             ompt_id_t* operation, ompt_target_data_op_t kind, void* source,
                             int source_device, void* destination, int destination_device, size_t bytes,
                             const void* code) {
  CHECK(word != NULL && operation != NULL && *operation != 0 && code != NULL);
  if (now_word != NULL) CHECK(word == now_word && code == now_code);
  if (endpoint == ompt_scope_begin) {
    CHECK(*operation != last_operation);
    last_operation = *operation;
    return;
  }
  CHECK_EQ(*operation, last_operation);
  if (kind == ompt_target_data_alloc) CHECK(destination != NULL);
  note_operation(kind, source_device, destination_device, bytes);
}

static void on_operation(ompt_id_t target, ompt_id_t operation, ompt_target_data_op_t kind, void* source,
                         int source_device, void* destination, int destination_device, size_t bytes,
                         const void* code) {
  CHECK(operation != 0 && code != NULL);
  if (now_code != NULL) CHECK(target == now_target && code == now_code);
  note_operation(kind, source_device, destination_device, bytes);
}

static void on_submit_emi(ompt_scope_endpoint_t endpoint, ompt_data_t* word, ompt_id_t* operation,
                          unsigned teams) {
  CHECK(word == now_word && operation != NULL && *operation != 0);
  if (endpoint == ompt_scope_begin) note("submit");
}

static void on_submit(ompt_id_t target, ompt_id_t operation, unsigned teams) {
  CHECK(target == now_target && operation != 0);
  note("submit");
}

static void note_maps(unsigned items, void** host, void** there, unsigned* flags) {
  char word[24];
  for (unsigned i = 0; i < items; i++) CHECK(there[i] == NULL && !(flags[i] & ompt_target_map_flag_shared));
  snprintf(word, sizeof word, "map:%u", items);
  note(word);
}

static void on_map_emi(ompt_data_t* word, unsigned items, void** host, void** there, size_t* bytes,
                       unsigned* flags, const void* code) {
  CHECK(word == now_word && code == now_code);
  note_maps(items, host, there, flags);
}

static void on_map(ompt_id_t target, unsigned items, void** host, void** there, size_t* bytes,
                   unsigned* flags, const void* code) {
  CHECK(target == now_target && code == now_code);
  note_maps(items, host, there, flags);
}

static int refused;  // the tool does not want to be one

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  const char* const form = getenv("EVENTS_FORM");
  emi = form == NULL || strcmp(form, "old") != 0;
  refused = form != NULL && strcmp(form, "refused") == 0;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  target_info = (ompt_get_target_info_t)lookup("ompt_get_target_info");
  num_devices = (ompt_get_num_devices_t)lookup("ompt_get_num_devices");
  set(ompt_callback_device_initialize, (ompt_callback_t)on_device);
  set(ompt_callback_device_finalize, (ompt_callback_t)on_device_end);
  set(ompt_callback_device_load, (ompt_callback_t)on_load);
  set(ompt_callback_device_unload, (ompt_callback_t)on_unload);
  if (emi) {
    set(ompt_callback_target_emi, (ompt_callback_t)on_target_emi);
    set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_operation_emi);
    set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit_emi);
    set(ompt_callback_target_map_emi, (ompt_callback_t)on_map_emi);
  } else {
    set(ompt_callback_target, (ompt_callback_t)on_target);
    set(ompt_callback_target_data_op, (ompt_callback_t)on_operation);
    set(ompt_callback_target_submit, (ompt_callback_t)on_submit);
    set(ompt_callback_target_map, (ompt_callback_t)on_map);
  }
  return !refused;
}

// The test wants to see it.
static void say_finalized(void) {
  const char line[] = "finalized\n";
  if (write(2, line, sizeof line - 1) < 0) check_leave();
}

// The devices that were initialized have been finalized, and their code unloaded.
static void finalize(ompt_data_t* data) {
  CHECK(!refused);
  for (int device = 0; device < expected_devices(); device++) {
    CHECK_EQ(initialized[device], 1);
    CHECK_EQ(finalized[device], is_child ? 0 : 1);
  }
  if (is_child) return;
  CHECK_EQ(unloaded, loaded);
  if (!getenv("EVENTS_OPERATIONS")) CHECK_EQ(loaded, expected_devices());
  say_finalized();
}

// Of the words those that are told without the stand-in.
static int is_told(const char* word) {
  static const char* const kOperations[] = {"alloc", "to", "from", "delete", "over", "to_async"};
  if (refused) return 0;
  if (!getenv("EVENTS_OPERATIONS")) return 1;
  for (size_t i = 0; i < sizeof kOperations / sizeof *kOperations; i++)
    if (strcmp(word, kOperations[i]) == 0) return 0;
  return 1;
}

// What was noted since the last time is the given words, and nothing else.
static void expect(const char* words) {
  char wanted[sizeof told] = "", copy[sizeof told];
  snprintf(copy, sizeof copy, "%s", words);
  for (char* word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
    if (!is_told(word)) continue;
    if (*wanted) strcat(wanted, " ");
    strcat(wanted, word);
  }
  if (strcmp(told, wanted) != 0) {
    fprintf(stderr, "told:     %s\nexpected: %s\n", told, wanted);
    check_leave();
  }
  *told = '\0';
}

static void constructs(int device) {
  int data[kSize] = {0};
  int x = 2;
#pragma omp target map(tofrom : data) device(device)
  data[0] = 1;
  expect("target map:1 alloc to submit from delete .");
#pragma omp target enter data map(to : data) device(device)
  expect("enter map:1 alloc to .");
#pragma omp target map(tofrom : data) firstprivate(x) device(device)
  data[0] += x;
  expect("target map:1 alloc to submit delete .");
#pragma omp target update from(data) device(device)
  expect("update from .");
  CHECK_EQ(data[0], 3);
#pragma omp target exit data map(from : data) device(device)
  expect("exit map:1 from delete .");
#pragma omp target data map(tofrom : data) device(device)
  expect("enter map:1 alloc to .");
  expect("exit from delete .");
  CHECK_EQ(data[0], 3);
}

static void tasks(void) {
  int data[kSize] = {0};
#pragma omp target map(tofrom : data) nowait
  data[0]++;
#pragma omp taskwait
  expect("target_nowait map:1 alloc to submit from delete .");
#pragma omp target map(tofrom : data) depend(inout : data)
  data[0]++;
  expect("target map:1 alloc to submit from delete .");
  CHECK_EQ(data[0], 2);
}

static void routines(int device) {
  int here = 4711, back = 0;
  int* const there = omp_target_alloc(sizeof *there, device);
  expect("alloc");
  CHECK_EQ(omp_target_memcpy(there, &here, sizeof here, 0, 0, device, omp_get_initial_device()), 0);
  expect("to");
  CHECK_EQ(omp_target_memcpy(there, there, sizeof here, 0, 0, device, device), 0);
  *told = '\0';
  CHECK_EQ(omp_target_memcpy(&back, there, sizeof here, 0, 0, omp_get_initial_device(), device), 0);
  expect("from");
  omp_target_free(there, device);
  expect("delete");
  CHECK_EQ(back, 4711);
}

// The child's tool is told of the devices that the parent has initialized.
static void child(void) {
  fflush(stderr);
  const pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    memset(initialized, 0, sizeof initialized);
    loaded = 0, is_child = 1;
    for (int device = 0; device < expected_devices(); device++) {
      int x = 0;
      *told = '\0';
#pragma omp target map(tofrom : x) device(device)
      x++;
      CHECK_EQ(x, 1);
      expect("target map:1 alloc to submit from delete .");
      CHECK_EQ(initialized[device], !refused);
    }
    if (!getenv("EVENTS_OPERATIONS") && !refused) CHECK_EQ(loaded, expected_devices());
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
  CHECK_EQ(omp_get_num_devices(), expected_devices());
  CHECK_EQ(initialized[0], 0);
  for (int device = 0; device < expected_devices(); device++) {
    constructs(device);
    routines(device);
  }
  tasks();
  child();
  if (refused) say_finalized();
  if (getenv("EVENTS_EXIT")) {  // from a thread that OpenMP does not know
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, end_process, NULL), 0);
    pthread_join(thread, NULL);
  }
  return 0;
}
