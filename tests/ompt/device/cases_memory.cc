// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory routines: each operation with the program's own values, in both forms of the callback; and
// callbacks that are registered alone.
#include <omp.h>
#include <string.h>

#include "cases.h"
#include "device_log.h"

using namespace device_log;

#pragma weak omp_target_memcpy_async  // newer than the library that GCC 12 links

namespace {

volatile int g_sink;

// The one operation since clear(), as its last callback told it; both callbacks of the newer form agree.
Event operation(ompt_target_data_op_t type) {
  std::string number = std::to_string(type);
  EXPECT_WORDS(old_form() ? "op:" + number : "op_begin:" + number + " op_end:" + number);
  auto all = events();
  if (all.empty()) return {};
  const Event& last = all.back();
  const int host = omp_get_initial_device();
  EXPECT_EQ(last.source_device, host);
  EXPECT_EQ(last.destination_device, host);
  EXPECT_EQ(last.code != nullptr && last.operation != 0, 1);
  EXPECT_EQ(last.inside, 0);
  if (old_form()) {
    EXPECT_EQ(static_cast<long long>(last.operation), static_cast<long long>(last.info_operation));
  } else {
    EXPECT_EQ(all.front().operation == last.operation && all.front().target == last.target, 1);
    EXPECT_EQ(last.operation > 1000000, 1);  // as the tool set it
    EXPECT_EQ(last.target != nullptr && last.target_task == nullptr, 1);
  }
  return last;
}

void allocation() {
  const int host = omp_get_initial_device();
  clear();
  void* memory = omp_target_alloc(123, host);
  Event event = operation(ompt_target_data_alloc);
  EXPECT_EQ(event.destination == memory && event.bytes == 123, 1);
  clear();
  omp_target_free(memory, host);
  event = operation(ompt_target_data_delete);
  EXPECT_EQ(event.source == memory, 1);
  clear();
  EXPECT_EQ(omp_target_alloc(0, host) == nullptr, 1);
  EXPECT_EQ(omp_target_alloc(8, 99) == nullptr, 1);
  omp_target_free(nullptr, host);
  EXPECT_WORDS("");  // nothing happened on a device
}

void copies() {
  const int host = omp_get_initial_device();
  char from[64] = "abcdefgh";
  char to[64] = "";
  clear();
  EXPECT_EQ(omp_target_memcpy(to, from, 5, 8, 2, host, host), 0);
  EXPECT_EQ(memcmp(to + 8, "cdefg", 5), 0);
  Event event = operation(ompt_target_data_transfer_to_device);
  EXPECT_EQ(event.destination == to + 8 && event.source == from + 2 && event.bytes == 5, 1);
  clear();
  EXPECT_EQ(omp_target_memcpy(to, from, 5, 0, 0, 99, host) != 0, 1);
  EXPECT_WORDS("");
  size_t volume[2] = {2, 3}, zero[2] = {0, 0}, shape[2] = {8, 8};
  EXPECT_EQ(omp_target_memcpy_rect(to, from, 1, 2, volume, zero, zero, shape, shape, host, host), 0);
  event = operation(ompt_target_data_transfer_to_device);
  EXPECT_EQ(event.bytes, 6);
  // The host's memory is associated with nothing else.
  clear();
  EXPECT_EQ(omp_target_associate_ptr(to, from, 8, 0, host) != 0, 1);
  EXPECT_EQ(omp_target_disassociate_ptr(to, host) != 0, 1);
  EXPECT_WORDS("");
}

// A copy that nobody waits for is a target task, and the operation names it.
void asynchronous_copy() {
  const int host = omp_get_initial_device();
  char from[8] = "abc";
  char to[8] = "";
  clear();
#pragma omp parallel num_threads(1)
  {
    EXPECT_EQ(omp_target_memcpy_async(to, from, 4, 0, 0, host, host, 0, nullptr), 0);
#pragma omp taskwait
  }
  EXPECT_EQ(memcmp(to, "abc", 4), 0);
  const std::string op = old_form() ? "op:18" : "op_begin:18 op_end:18";
  EXPECT_WORDS("create:target(:undeferred)? schedule:switch " + op + " schedule:complete");
  auto all = events();
  if (all.size() < 3 || old_form()) return;
  EXPECT_EQ(all[2].target_task == all[0].task && all[2].target_task_value != 0, 1);
  EXPECT_EQ(all[3].target_task == all[0].task, 1);
}

}  // namespace

void memory_cases() {
  g_sink = omp_get_max_threads();
  omp_target_free(omp_target_alloc(8, omp_get_initial_device()), omp_get_initial_device());
  allocation();
  copies();
  asynchronous_copy();
}

// Memory before any construct: the device is initialized for that too, and no code was loaded.
void first_memory_cases() {
  void* memory = omp_target_alloc(8, omp_get_initial_device());
  const std::string op = old_form() ? "op:1" : "op_begin:1 op_end:1";
  EXPECT_WORDS("initial_begin initialize " + op);
  omp_target_free(memory, omp_get_initial_device());
}

// Each callback comes whether or not others are registered.
void alone_cases() {
#pragma omp target
  {}
  const ompt_callbacks_t all[] = {ompt_callback_target,
                                  ompt_callback_target_map,
                                  ompt_callback_target_submit,
                                  ompt_callback_target_data_op,
                                  ompt_callback_target_emi,
                                  ompt_callback_target_map_emi,
                                  ompt_callback_target_submit_emi,
                                  ompt_callback_target_data_op_emi};
  const struct {
    ompt_callbacks_t event;
    const char* words;
  } kCases[] = {{ompt_callback_target_data_op_emi, "op_begin:1 op_end:1 op_begin:4 op_end:4"},
                {ompt_callback_target_data_op, "op:1 op:4"},
                {ompt_callback_target_emi, "target_begin:1 target_end:1"},
                {ompt_callback_target, "target_begin:1 target_end:1"},
                {ompt_callback_target_map_emi, "map:0x203"},
                {ompt_callback_target_map, "map:0x203"},
                {ompt_callback_target_submit_emi, "submit_begin submit_end"},
                {ompt_callback_target_submit, "submit"}};
  for (ompt_callbacks_t event : all) set(event, false);
  set(ompt_callback_implicit_task, false);
  for (const auto& one : kCases) {
    EXPECT_EQ(set(one.event, true), ompt_set_always);
    clear();
    int value = 0;
#pragma omp target map(tofrom : value)
    value = 1;
    omp_target_free(omp_target_alloc(8, omp_get_initial_device()), omp_get_initial_device());
    g_sink = value;
    EXPECT_WORDS(one.words);
    EXPECT_EQ(set(one.event, false), ompt_set_always);
  }
}
