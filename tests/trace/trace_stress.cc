// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads write into a trace while others start, pause, flush and stop it: each buffer of the tool's comes
// back once, and each record in one of them. And a tool that starts the trace anew when it is asked for a buffer.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <thread>
#include <vector>

#include "core/team/attach.h"
#include "tests/seed.h"
#include "tools/trace/trace.h"

namespace limpid::core {
void keep_unobserved() {}
}  // namespace limpid::core

namespace limpid::tools::trace {
namespace {

using Record = uint64_t;  // a number of its own

constexpr int32_t kDevice = 0;
constexpr int kWriters = 3;
constexpr int kCommands = 2'000;

std::atomic<int> g_given{0};
std::atomic<int> g_returned{0};
std::atomic<uint64_t> g_sum_returned{0};
std::atomic<uint64_t> g_sum_written{0};
std::atomic<uint32_t> g_rooms{0};  // random bits: how large the next buffers are

std::atomic<Trace*> g_starts_anew{nullptr};  // what the next request starts anew

void a_callback() {}

void on_request(int32_t, Callback, void** address, size_t* bytes) {
  if (Trace* const trace = g_starts_anew.load()) {
    trace->stop();
    trace->start(kDevice, a_callback, a_callback);
  }
  const uint32_t room = g_rooms.load() >> (g_given.fetch_add(1) % 28) & 15;
  *bytes = room == 0 ? 1 : sizeof(Buffer) + room * sizeof(Record);  // sometimes too small for a record
  *address = malloc(*bytes);
}

// The buffer's memory is read without further order, as a tool does.
void on_complete(const Buffer& buffer) {
  for (size_t at = buffer.first; at < buffer.used; at += sizeof(Record))
    g_sum_returned += *reinterpret_cast<const Record*>(static_cast<const char*>(buffer.address) + at);
  free(buffer.address);
  ++g_returned;
}

size_t first_record(const void* address, size_t bytes) {
  const size_t first = end_of_header(address);
  return bytes >= first + sizeof(Record) ? first : 0;
}

constexpr Interface kRecordingThread{Interface::Asker::recording_thread, 0, first_record, on_request,
                                     on_complete};
constexpr Interface kOwnThread{Interface::Asker::own_thread, 0, first_record, on_request, on_complete};
// They live for ever: their threads end some time after the test.
constinit Trace g_traces[] = {Trace(kRecordingThread), Trace(kOwnThread)};

void write(Trace& trace, uint64_t number) {
  const Writing writing(trace, sizeof(Record));
  if (writing.room() == nullptr) return;
  *static_cast<Record*>(writing.room()) = number;
  g_sum_written += number;
}

void command(Trace& trace, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int round = 0; round < kCommands; ++round) {
    g_rooms = static_cast<uint32_t>(random());
    switch (random() % 8) {
      case 0:
        trace.stop();
        break;
      case 1:
        trace.flush();
        break;
      case 2:
        trace.pause(random() % 4 == 0);
        break;
      default:
        trace.start(kDevice, a_callback, a_callback);
    }
  }
}

void forget_counts() {
  g_given = g_returned = 0;
  g_sum_returned = g_sum_written = 0;
}

void stress(Trace& trace) {
  forget_counts();
  const uint64_t seed = test_seed();
  trace.start(kDevice, a_callback, a_callback);
  std::vector<std::thread> threads;
  std::atomic<int> commanders{2};
  for (uint64_t writer = 0; writer < kWriters; ++writer)
    threads.emplace_back([&, writer] {
      for (uint64_t number = writer; commanders != 0; number += kWriters) write(trace, number);
    });
  for (uint64_t commander = 0; commander < 2; ++commander)
    threads.emplace_back([&, commander] {
      command(trace, seed + commander);
      --commanders;
    });
  for (std::thread& thread : threads) thread.join();
  trace.stop();  // it may be paused
  g_rooms = UINT32_MAX;
  trace.start(kDevice, a_callback, a_callback);
  write(trace, 1);
  trace.end();
  EXPECT_GT(g_given, 0);
  EXPECT_EQ(g_returned, g_given);
  EXPECT_EQ(g_sum_returned, g_sum_written);
}

// A record of the trace that was stopped is not in the next, for which the tool would be asked again and again.
void start_anew_when_asked(Trace& trace) {
  forget_counts();
  g_rooms = UINT32_MAX;
  trace.start(kDevice, a_callback, a_callback);
  g_starts_anew = &trace;
  write(trace, 1);
  // Where the trace's own thread asks, the writer may return as soon as the trace is stopped.
  while (g_given != 1) std::this_thread::yield();
  g_starts_anew = nullptr;
  write(trace, 2);
  trace.stop();
  EXPECT_EQ(g_given, 2);
  EXPECT_EQ(g_returned, 2);
  EXPECT_EQ(g_sum_returned, 2);
}

TEST(TraceStartsAnew, ByTheRecordingThread) {
  start_anew_when_asked(g_traces[0]);
}
TEST(TraceStartsAnew, ByTheTracesOwnThread) {
  start_anew_when_asked(g_traces[1]);
}

TEST(TraceStress, RecordingThreadsAsk) {
  stress(g_traces[0]);
}
TEST(TraceStress, TheTracesOwnThreadAsks) {
  stress(g_traces[1]);
}

}  // namespace
}  // namespace limpid::tools::trace
