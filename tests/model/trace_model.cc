// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine of traces: every buffer that the tool gave comes back once, with every record, and no thread
// waits for ever.
#include "tools/trace/trace.h"

#include "core/team/attach.h"
#include "model.h"
#include "platform/memory.h"
#include "platform/os_thread.h"
#include "platform/sleep_probe.h"

// What the engine calls of the system and of core. Threads are the model's, and no thread seems to hang.
namespace {
void* g_thread_id = nullptr;  // each thread has its own
std::uintptr_t g_last_id = 0;

void take_id() {
  g_thread_id = reinterpret_cast<void*>(++g_last_id);
}
}  // namespace

namespace limpid::platform {

int start_thread(void* (*entry)(void*), void* argument, size_t) {
  model::Execution::current()->thread([=] {
    take_id();
    entry(argument);
  });
  return 0;
}

uint64_t native_thread_id() {
  return reinterpret_cast<std::uintptr_t>(g_thread_id);
}

bool SleepProbe::still_asleep(uint64_t) {
  return switches_ == 0;
}

void* map_pages(size_t bytes) {
  return malloc(bytes);
}
void unmap_pages(void* pages, size_t) {
  free(pages);
}

}  // namespace limpid::platform

namespace limpid::core {
void keep_unobserved() {}
}  // namespace limpid::core

namespace limpid::tools::trace {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

constexpr model::Bounds kBounds{30'000, 10'000};
constexpr int32_t kDevice = 0;
constexpr size_t kRecord = 8;
constexpr size_t kRoom = sizeof(Buffer) + kRecord;  // for one record
constexpr int kMostBuffers = 8;

// The tool: its buffers, and what came back.
struct Tool {
  alignas(Buffer) char memory[kMostBuffers][kRoom] = {};
  size_t room = kRoom;
  Plain<int> given{0};  // one thread at a time is in the request, and in the completion
  Plain<int> records{0};
  int returned[kMostBuffers] = {};
  void (*in_request)(Trace&) = nullptr;
  void (*in_complete)(Trace&) = nullptr;
  Trace* trace = nullptr;
  Callback takes_records = nullptr;  // the only callback that gets them, if not null

  int all_returned() const {
    int all = 0;
    for (int times : returned) all += times;
    return all;
  }
};
Tool* g_tool = nullptr;

size_t first_record(const void* address, size_t bytes) {
  return bytes >= kRoom ? end_of_header(address) : 0;
}

void on_request(int32_t, Callback, void** address, size_t* bytes) {
  const int number = g_tool->given.get();
  g_tool->given.set(number + 1);
  if (g_tool->in_request != nullptr) g_tool->in_request(*g_tool->trace);
  require(number < kMostBuffers, "few buffers");
  *address = g_tool->memory[number];
  *bytes = g_tool->room;
}

void on_complete(const Buffer& buffer) {
  if (g_tool->in_complete != nullptr) g_tool->in_complete(*g_tool->trace);
  const auto* address = static_cast<const char*>(buffer.address);
  const auto number = static_cast<size_t>(address - g_tool->memory[0]) / kRoom;
  require(++g_tool->returned[number] == 1, "a buffer comes back once");
  require(buffer.bytes == g_tool->room, "as it was given");
  if (g_tool->takes_records != nullptr && !buffer.empty())
    require(buffer.complete == g_tool->takes_records, "the records of a trace come to its own callback");
  for (size_t at = buffer.first; at < buffer.used; at += kRecord) {
    Execution::current()->read_plain(address + at);
    g_tool->records.set(g_tool->records.get() + 1);
  }
}

constexpr Interface kRecordingThread{Interface::Asker::recording_thread, kRoom, first_record, on_request,
                                     on_complete};
constexpr Interface kOwnThread{Interface::Asker::own_thread, kRoom, first_record, on_request, on_complete};

void a_callback() {}
void another_callback() {}

// True if the record was written.
int write(Trace& trace) {
  const Writing writing(trace, kRecord);
  if (writing.room() == nullptr) return 0;
  Execution::current()->write_plain(writing.room());
  return 1;
}

// A trace that has started, and its tool.
struct Started {
  Started(Execution& execution, const Interface& interface) : run(execution), trace(interface) {
    run.keep_for_each_thread(&g_thread_id);
    g_last_id = 0;
    take_id();
    g_tool = &tool;
    tool.trace = &trace;
    for (auto& buffer : tool.memory)
      for (char& byte : buffer) run.forget(&byte);
    require(trace.start(kDevice, a_callback, a_callback), "starts");
  }
  template <class Body>
  void thread(Body body) {
    run.thread([=] {
      take_id();
      body();
    });
  }
  void check(int written) {
    require(tool.all_returned() == tool.given.get(), "every buffer came back");
    require(tool.records.get() == written, "with every record");
  }

  Execution& run;
  Tool tool;
  Trace trace;
};

class TraceModel : public testing::TestWithParam<const Interface*> {};

TEST_P(TraceModel, AFlushedRecordHasReachedTheTool) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        Started started(run, *GetParam());
        started.thread([&] {
          require(write(started.trace) == 1, "recorded");
          require(started.trace.flush(), "flushed");
          require(started.tool.records.get() == 1, "delivered");
        });
        run.run();
        started.check(1);
      },
      kBounds));
}

TEST_P(TraceModel, TwoThreadsShareAndAThirdStops) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        Started started(run, *GetParam());
        int written[2] = {};
        for (int& mine : written) started.thread([&] { mine = write(started.trace); });
        started.thread([&] { require(started.trace.stop(), "stopped"); });
        run.run();
        started.check(written[0] + written[1]);
      },
      kBounds));
}

// What the tool is asked for when the trace stops has come back when the stop returns.
TEST_P(TraceModel, AStopWaitsForTheRequest) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        Started started(run, *GetParam());
        int written = 0;
        started.thread([&] { written = write(started.trace); });
        started.thread([&] {
          started.trace.stop();
          started.check(started.tool.records.get());
        });
        run.run();
        started.check(written);
      },
      kBounds));
}

// The tool gives the buffer only when a thread that waited for it has gone on, which takes the stop.
TEST_P(TraceModel, AStopReleasesThoseThatWaitForABuffer) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        static sync::Atomic<int>* went_on;
        sync::Atomic<int> count{0};
        went_on = &count;
        Started started(run, *GetParam());
        started.tool.in_request = [](Trace&) {
          while (went_on->load(std::memory_order_relaxed) == 0) sync::relax();
        };
        int written[2] = {};
        for (int& mine : written)
          started.thread([&] {
            mine = write(started.trace);
            went_on->fetch_add(1, std::memory_order_relaxed);
          });
        started.thread([&] { started.trace.stop(); });
        run.run();
        started.check(written[0] + written[1]);
      },
      kBounds));
}

// The tool stops the trace while it is asked, and another thread starts it again. No record comes before the
// stop, as there is no buffer.
TEST_P(TraceModel, StoppedInTheRequestAndStartedAgain) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        Started started(run, *GetParam());
        started.tool.in_request = [](Trace& trace) {
          g_tool->in_request = nullptr;
          trace.stop();
        };
        started.tool.takes_records = another_callback;
        int written[2] = {};
        started.thread([&] { written[0] = write(started.trace); });
        started.thread([&] {
          started.trace.start(kDevice, another_callback, another_callback);
          written[1] = write(started.trace);
          started.trace.end();
          require(!started.trace.start(kDevice, a_callback, a_callback), "no start after the end");
        });
        run.run();
        started.check(written[0] + written[1]);
      },
      kBounds));
}

// Commands in a completion do not wait for the thread that they run on, although another buffer is due.
TEST_P(TraceModel, StoppedInTheCompletion) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        Started started(run, *GetParam());
        started.tool.in_complete = [](Trace& trace) {
          trace.flush();
          trace.stop();
        };
        int written = 0;
        started.thread([&] {
          written = write(started.trace);
          written += write(started.trace);
        });
        run.run();
        started.check(written);
      },
      kBounds));
}

// Nothing is recorded; the one buffer comes back all the same, and a new start asks for another.
TEST_P(TraceModel, BuffersThatAreTooSmall) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        Started started(run, *GetParam());
        started.tool.room = kRoom - 1;
        for (int thread = 0; thread < 2; ++thread)
          started.thread([&] { require(write(started.trace) == 0, "no room"); });
        run.run();
        require(started.tool.given.get() == 1, "asked once");
        started.check(0);
        require(started.trace.start(kDevice, a_callback, a_callback), "a new start");
      },
      kBounds));
}

// The end waits for the thread that asks and for the one that delivers; afterwards nothing comes.
TEST_P(TraceModel, TheEnd) {
  EXPECT_TRUE(holds(
      [this](Execution& run) {
        Started started(run, *GetParam());
        int written = 0;
        started.thread([&] {
          written = write(started.trace);
          written += write(started.trace);
        });
        started.thread([&] {
          started.trace.end();
          started.check(started.tool.records.get());
        });
        run.run();
        started.check(written);
      },
      kBounds));
}

INSTANTIATE_TEST_SUITE_P(Askers, TraceModel, testing::Values(&kRecordingThread, &kOwnThread),
                         [](const auto& asker) {
                           return asker.param == &kOwnThread ? "OwnThread" : "RecordingThread";
                         });

}  // namespace
}  // namespace limpid::tools::trace
