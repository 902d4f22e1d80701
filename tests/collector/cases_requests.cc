// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each request with each error code that it can get, and lists that are malformed.
#include <limits.h>
#include <stdint.h>

#include "client.h"

using namespace client;

namespace {

volatile int g_sink;

void region() {
#pragma omp parallel num_threads(2)
  g_sink = 1;
}

int count_of(int event) {
  return g_seen[event].count;
}

// The life of a session: START once, everything else only in between, and START again.
void sequence() {
  static const struct {
    int request;
    int code;
  } kSteps[] = {
      {OMP_REQ_STATE, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_REGISTER, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_UNREGISTER, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_CURRENT_PRID, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_PARENT_PRID, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_PAUSE, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_RESUME, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_STOP, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_LAST, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_START, OMP_ERRCODE_OK},
      {OMP_REQ_START, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_STATE, OMP_ERRCODE_OK},
      {OMP_REQ_PAUSE, OMP_ERRCODE_OK},
      {OMP_REQ_PAUSE, OMP_ERRCODE_OK},
      {OMP_REQ_START, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_RESUME, OMP_ERRCODE_OK},
      {OMP_REQ_RESUME, OMP_ERRCODE_OK},
      {OMP_REQ_STOP, OMP_ERRCODE_OK},
      {OMP_REQ_STOP, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_STATE, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_START, OMP_ERRCODE_OK},
      {OMP_REQ_LAST, OMP_ERRCODE_UNKNOWN},
      {-1, OMP_ERRCODE_UNKNOWN},
      {INT_MAX, OMP_ERRCODE_UNKNOWN},
  };
  for (const auto& step : kSteps) {
    Entry entry;
    EXPECT_EQ(ask(entry, step.request, step.request == OMP_REQ_STATE ? 4 : 0), step.code);
  }
}

// mem of each size: what comes back, and how much.
void sizes() {
  static const struct {
    int request;
    int event;
    int mem_bytes;
    int code;
    int returned;
  } kRows[] = {
      {OMP_REQ_STATE, 0, 0, OMP_ERRCODE_MEM_TOO_SMALL, 4},
      {OMP_REQ_STATE, 0, 4, OMP_ERRCODE_OK, 4},
      {OMP_REQ_STATE, 0, 12, OMP_ERRCODE_OK, 4},
      {OMP_REQ_STATE, 0, 16, OMP_ERRCODE_OK, 4},
      {OMP_REQ_CURRENT_PRID, 0, 0, OMP_ERRCODE_MEM_TOO_SMALL, 8},
      {OMP_REQ_CURRENT_PRID, 0, 4, OMP_ERRCODE_MEM_TOO_SMALL, 8},
      {OMP_REQ_CURRENT_PRID, 0, 8, OMP_ERRCODE_OK, 8},
      {OMP_REQ_CURRENT_PRID, 0, 12, OMP_ERRCODE_OK, 8},
      {OMP_REQ_PARENT_PRID, 0, 4, OMP_ERRCODE_MEM_TOO_SMALL, 8},
      {OMP_REQ_PARENT_PRID, 0, 8, OMP_ERRCODE_OK, 8},
      {OMP_REQ_REGISTER, OMP_EVENT_JOIN, 0, OMP_ERRCODE_ERROR, 0},
      {OMP_REQ_REGISTER, OMP_EVENT_JOIN, 4, OMP_ERRCODE_ERROR, 0},
      {OMP_REQ_REGISTER, OMP_EVENT_JOIN, 8, OMP_ERRCODE_ERROR, 0},
      {OMP_REQ_REGISTER, OMP_EVENT_JOIN, 12, OMP_ERRCODE_OK, 0},
      {OMP_REQ_REGISTER, OMP_EVENT_JOIN, 16, OMP_ERRCODE_OK, 0},
      {OMP_REQ_REGISTER, 0, 16, OMP_ERRCODE_UNKNOWN, 0},
      {OMP_REQ_REGISTER, OMP_EVENT_THR_END_ATWT + 1, 12, OMP_ERRCODE_UNKNOWN, 0},
      {OMP_REQ_REGISTER, OMP_EVENT_THR_RESERVED_IMPL, 16, OMP_ERRCODE_UNKNOWN, 0},
      {OMP_REQ_REGISTER, -1, 16, OMP_ERRCODE_UNKNOWN, 0},
      {OMP_REQ_UNREGISTER, OMP_EVENT_JOIN, 0, OMP_ERRCODE_ERROR, 0},
      {OMP_REQ_UNREGISTER, OMP_EVENT_JOIN, 4, OMP_ERRCODE_OK, 0},
      {OMP_REQ_UNREGISTER, OMP_EVENT_FORK, 16, OMP_ERRCODE_OK, 0},  // there was none
      {OMP_REQ_UNREGISTER, 23, 4, OMP_ERRCODE_UNKNOWN, 0},
      {OMP_REQ_PAUSE, 0, 16, OMP_ERRCODE_OK, 0},
      {OMP_REQ_RESUME, 0, 4, OMP_ERRCODE_OK, 0},
  };
  for (const auto& row : kRows) {
    Entry entry;
    memcpy(entry.mem, &row.event, sizeof row.event);
    EXPECT_EQ(ask(entry, row.request, row.mem_bytes), row.code);
    EXPECT_EQ(entry.returned, row.returned);
    if (row.code == OMP_ERRCODE_OK || row.mem_bytes < 4) continue;
    int kept = -1;
    memcpy(&kept, entry.mem, sizeof kept);
    EXPECT_EQ(kept, row.event);  // an error leaves mem alone
  }
}

// Both layouts of REGISTER, the packed one with a pointer that is aligned to 4 bytes only.
void layouts() {
  void (*callback)(OMP_COLLECTORAPI_EVENT) = note;
  int event = OMP_EVENT_JOIN;
  Entry packed;
  memcpy(packed.mem, &event, sizeof event);
  memcpy(packed.mem + 4, &callback, sizeof callback);
  start_log();
  EXPECT_EQ(ask(packed, OMP_REQ_REGISTER, 12), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_JOIN), 1);
  EXPECT_EQ(forget(OMP_EVENT_JOIN), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_JOIN), 1);
  EXPECT_EQ(enroll(OMP_EVENT_JOIN, note), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_JOIN), 2);
}

std::atomic<int> g_others{0};

void note_other(OMP_COLLECTORAPI_EVENT) {
  ++g_others;
}

// A new callback replaces the one before; pausing keeps registrations, and takes new ones; STOP forgets all.
void registrations() {
  start_log();
  EXPECT_EQ(enroll(OMP_EVENT_FORK, note), OMP_ERRCODE_OK);
  EXPECT_EQ(enroll(OMP_EVENT_FORK, note_other), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_FORK), 0);
  EXPECT_EQ(g_others, 1);
  EXPECT_EQ(ask(OMP_REQ_PAUSE), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(g_others, 1);
  EXPECT_EQ(enroll(OMP_EVENT_FORK, note), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_FORK), 0);
  EXPECT_EQ(ask(OMP_REQ_RESUME), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_FORK), 1);
  EXPECT_EQ(enroll(OMP_EVENT_FORK, nullptr), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_FORK), 1);
  EXPECT_EQ(enroll(OMP_EVENT_FORK, note), OMP_ERRCODE_OK);
  EXPECT_EQ(ask(OMP_REQ_STOP), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
  region();
  EXPECT_EQ(count_of(OMP_EVENT_FORK), 1);
}

// Requests of one list are independent; an error in the middle keeps nobody.
void batches() {
  struct {
    Entry entries[6];
  } list;
  static const struct {
    int request;
    int value;
    int code;
  } kRows[6] = {
      {OMP_REQ_CURRENT_PRID, 0, OMP_ERRCODE_OK},
      {99, 0, OMP_ERRCODE_UNKNOWN},
      {OMP_REQ_REGISTER, 24, OMP_ERRCODE_UNKNOWN},
      {OMP_REQ_START, 0, OMP_ERRCODE_SEQUENCE_ERR},
      {OMP_REQ_UNREGISTER, OMP_EVENT_FORK, OMP_ERRCODE_OK},
      {OMP_REQ_STATE, 0, OMP_ERRCODE_OK},
  };
  int bytes[6 * sizeof(Entry) / sizeof(int) + 1] = {};
  for (int i = 0; i < 6; ++i) {
    Entry& entry = list.entries[i];
    entry.size = sizeof(Entry);
    entry.request = kRows[i].request;
    memcpy(entry.mem, &kRows[i].value, sizeof(int));
  }
  static_assert(sizeof(Entry) % 4 == 0);
  memcpy(bytes, &list, sizeof list);
  EXPECT_EQ(api()(bytes), 0);
  memcpy(&list, bytes, sizeof list);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(list.entries[i].code, kRows[i].code);
}

// The entry in front of a malformed one is processed, the malformed one and what follows is left alone.
void malformed() {
  for (int size : {1, 4, 15, 17, 18, 19, 22, -4, -16, INT_MIN, INT_MAX}) {
    int list[12] = {16, OMP_REQ_PAUSE, -1, -1, size, OMP_REQ_PAUSE, -1, -1, 0, 0, 0, 0};
    EXPECT_EQ(api()(list), -1);
    EXPECT_EQ(list[2], OMP_ERRCODE_OK);
    EXPECT_EQ(list[6], -1);
  }
  EXPECT_EQ(ask(OMP_REQ_RESUME), OMP_ERRCODE_OK);
  int empty = 0;
  EXPECT_EQ(api()(&empty), 0);
  EXPECT_EQ(api()(nullptr), -1);
  alignas(8) char unaligned[48] = {};
  for (int shift : {1, 2, 3}) {
    int header[4] = {16, OMP_REQ_PAUSE, -1, -1};
    memcpy(unaligned + shift, header, sizeof header);
    EXPECT_EQ(api()(unaligned + shift), -1);
    EXPECT_EQ(memcmp(unaligned + shift, header, sizeof header), 0);
  }
}

// A list that is aligned to 4 bytes only, with answers of 8 bytes in it.
void four_byte_alignment() {
  alignas(8) int memory[16] = {};
  int* list = memory + 1;
  list[0] = 24;
  list[1] = OMP_REQ_CURRENT_PRID;
  list[2] = list[3] = -1;
  list[4] = list[5] = -1;
  EXPECT_EQ(api()(list), 0);
  EXPECT_EQ(list[2], OMP_ERRCODE_OK);
  EXPECT_EQ(list[4] | list[5], 0);
}

}  // namespace

void before_start_cases() {
  sequence();
}

void request_cases() {
  EXPECT_EQ(ask(OMP_REQ_START), OMP_ERRCODE_OK);
  sizes();
  layouts();
  registrations();
  batches();
  malformed();
  four_byte_alignment();
}
