// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// What constructs for a device of the library map, where they stand in the program, and the state of a thread
// that waits for the device: what the library itself does not say. Linked with it before the runtime, the
// program calls it past the runtime (MAPS=never), and only its own events come.
#include "check.h"

#include <dlfcn.h>
#include <omp-tools.h>
#include <omp.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "own_tool.h"

enum { kSize = 100, kMostItems = 40 };

static int never;
static ompt_get_state_t get_state;
static ompt_get_task_info_t get_task_info;
static struct {
  void* address;
  size_t bytes;
  unsigned flags;
} items[kMostItems];
static unsigned item_count;
static const void* last_code;
static int states_seen[0x200], in_construct;
static ompt_data_t* told_word;

static int state(void) {
  ompt_wait_id_t wait = 0;
  const int seen = get_state(&wait);
  // The number of the device and one: all constructs here are for the default one.
  if (seen >= ompt_state_wait_target && seen <= ompt_state_wait_target_update) CHECK_EQ(wait, 1);
  return seen;
}

static void check_code(const void* code) {
  Dl_info info;
  CHECK(code != NULL && dladdr(code, &info) != 0);
  CHECK(strstr(info.dli_fname, "maps") != NULL);
  if (!never) CHECK(info.dli_sname == NULL || strncmp(info.dli_sname, "limpid", 6) != 0);
}

// The frames of the task that waits for the device begin with the runtime's.
static void check_frame(void) {
  ompt_frame_t* frame = NULL;
  CHECK_EQ(get_task_info(0, NULL, NULL, &frame, NULL, NULL), 2);
  if (!never) CHECK(frame->enter_frame.ptr != NULL);
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                      ompt_data_t* target_task, ompt_data_t* word, const void* code) {
  check_code(code);
  check_frame();
  if (endpoint == ompt_scope_begin) {
    last_code = code;
    told_word = word;
    item_count = 0;
    memset(states_seen, 0, sizeof states_seen);
  }
  CHECK(code == last_code);
  in_construct = endpoint == ompt_scope_begin;
}

static void on_map(ompt_data_t* word, unsigned count, void** host, void** device, size_t* bytes,
                   unsigned* flags, const void* code) {
  CHECK(in_construct && word == told_word && code == last_code);
  for (unsigned i = 0; i < count; i++) {
    CHECK(item_count < kMostItems);
    items[item_count].address = host[i];
    items[item_count].bytes = bytes[i];
    items[item_count++].flags = flags[i];
  }
}

static void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* word,
                         ompt_id_t* id, ompt_target_data_op_t kind, void* source, int source_device,
                         void* destination, int destination_device, size_t bytes, const void* code) {
  if (!in_construct) return;
  CHECK(code == last_code);
  states_seen[state()]++;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  const char* word = getenv("MAPS");
  never = word != NULL && strcmp(word, "never") == 0;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  get_state = (ompt_get_state_t)lookup("ompt_get_state");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  set(ompt_callback_target_emi, (ompt_callback_t)on_target);
  set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_operation);
  const ompt_set_result_t wanted = never ? ompt_set_never : ompt_set_always;
  CHECK_EQ(set(ompt_callback_target_map_emi, (ompt_callback_t)on_map), wanted);
  return 1;
}

static void finalize(ompt_data_t* data) {}

static void expect_item(const void* address, size_t bytes, unsigned flags) {
  for (unsigned i = 0; i < item_count; i++) {
    if (items[i].address != address) continue;
    CHECK_EQ(items[i].bytes, bytes);
    CHECK_EQ(items[i].flags, flags);
    return;
  }
  CHECK(never);
}

static void expect(unsigned count, int wanted_state) {
  CHECK_EQ(item_count, never ? 0 : count);
  if (never) return;
  CHECK(states_seen[wanted_state] > 0);
  const int serial = state();
  CHECK_EQ(serial, ompt_state_work_serial);
}

static void regions(void) {
  int to[kSize] = {0}, from[kSize], both[kSize] = {0}, one = 1, inside = 0;
  int state_inside = 0;
  const ompt_get_state_t ask = get_state;  // the region, which is executed in this process, calls it
#pragma omp target map(to                                       \
                       : to) map(from                           \
                                 : from) map(always, tofrom     \
                                             : both) map(tofrom \
                                                         : state_inside) firstprivate(one, ask)
  {
    ompt_wait_id_t wait;
    state_inside = ask(&wait);
    for (int i = 0; i < kSize; i++) from[i] = both[i] += to[i] + one;
  }
  CHECK_EQ(both[5], 1);
  CHECK_EQ(state_inside, ompt_state_work_serial);
  expect(4, ompt_state_wait_target);
  expect_item(to, sizeof to, ompt_target_map_flag_to);
  expect_item(from, sizeof from, ompt_target_map_flag_from);
  expect_item(both, sizeof both,
              ompt_target_map_flag_to | ompt_target_map_flag_from | ompt_target_map_flag_always);
#pragma omp target nowait map(tofrom : inside)
  inside = 1;
#pragma omp taskwait
  CHECK_EQ(inside, 1);
  expect(1, ompt_state_wait_target);
}

static void data(void) {
  static int some[kSize], other[kSize];
#pragma omp target enter data map(to : some) map(alloc : other)
  expect(2, ompt_state_wait_target_map);
  expect_item(some, sizeof some, ompt_target_map_flag_to);
  expect_item(other, sizeof other, ompt_target_map_flag_alloc);
#pragma omp target update from(some)
  expect(1, ompt_state_wait_target_update);
  expect_item(some, sizeof some, ompt_target_map_flag_from);
#pragma omp target exit data map(release : some) map(delete : other)
  expect(2, ompt_state_wait_target_map);
  expect_item(some, sizeof some, ompt_target_map_flag_release);
  expect_item(other, sizeof other, ompt_target_map_flag_delete);
#pragma omp target data map(tofrom : some)
  expect(1, ompt_state_wait_target_map);
  expect(1, ompt_state_wait_target_map);
#pragma omp target enter data map(to : some) nowait
#pragma omp taskwait
  expect(1, ompt_state_wait_target_map);
#pragma omp target exit data map(from : some) nowait
#pragma omp taskwait
  expect(1, ompt_state_wait_target_map);
}

// The tool starts anew in the child, whose first construct is told as any other.
static void child(void) {
  const pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    int x = 0;
#pragma omp target map(tofrom : x)
    x++;
    expect(1, ompt_state_wait_target);
    expect_item(&x, sizeof x, ompt_target_map_flag_to | ompt_target_map_flag_from);
    _exit(0);
  }
  int status = 1;
  CHECK(waitpid(pid, &status, 0) == pid);
  CHECK_EQ(status, 0);
}

int main(void) {
  regions();
  data();
  child();
  return 0;
}
