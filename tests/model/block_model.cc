// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks of a recorder's trace: a thread that takes one has it alone until it leaves it, and the file holds all that
// were ever taken. The threads and the supply are the product's; the file is memory of the test.
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "session.h"
#include "trace/block_supply.h"
#include "trace/earlier_tasks.h"
#include "trace/thread_trace.h"

namespace limpid::recorder {
namespace {

using model::Execution;
using model::holds;
using model::require;

constexpr uint32_t kMostBlocks = 4;        // the first is the file's header
constexpr uint32_t kNotPut = kMostBlocks;  // the number of one that nobody may get
alignas(4096) uint8_t g_file[(kMostBlocks + 1) * trace::kBlockBytes];

constexpr model::Bounds kBounds{12'000, 6'000};
constexpr bool kRecycle = true;  // a flight recorder

// What the threads share, with the oldest values of a new process. One for all executions, because its tables are mapped.
TraceCommons g_commons;

struct Supplied {
  explicit Supplied(Execution& run, bool recycle) {
    require(g_commons.mapping.create("", sizeof g_file), "a file");
    for (uint32_t block = 0; block <= kMostBlocks; ++block) {
      trace::BlockHeader* const header = g_commons.mapping.block(block);
      *header = {};
      run.forget(header);
      run.forget(&header->end_ticks);
    }
    run.forget(&g_commons.numbers);
    g_commons.numbers.store(0, std::memory_order_relaxed);
    // What an old value of an entry would be.
    require(g_commons.queue.create(kMostBlocks), "a queue");
    for (uint32_t entry = 0; entry < 16; ++entry) g_commons.queue.put(kNotPut);
    require(supply.begin(recycle, 0), "begins");
    supply.refill(0);
  }

  BlockSupply supply{g_commons.mapping, g_commons.queue};
};

// A thread that is traced, writes one event into a block of its own, and leaves it. Whether it got one.
bool trace_one_event(ThreadTrace& part, ThreadSlot& slot) {
  part.begin(&g_commons, &slot);
  trace::Event event;
  event.kind = trace::EventKind::kThreadBegin;
  const uint64_t lost = part.lost();
  part.put_at_once(event);
  part.end();
  return part.lost() == lost;
}

// Zeroed memory, as the recorder has it, for one object of the type and the number.
template <class T, int kNumber = 0>
T& blank() {
  static void* const memory = malloc(sizeof(T));
  return *static_cast<T*>(memset(memory, 0, sizeof(T)));
}

struct Traced {
  ThreadTrace part;
  ThreadSlot slot;
};

template <int kThread>
bool trace_one_event() {
  auto& thread = blank<Traced, kThread>();
  return trace_one_event(thread.part, thread.slot);
}

template <int kThread>
uint64_t take_number() {
  auto& thread = blank<Traced, kThread>();
  thread.part.begin(&g_commons, &thread.slot);
  return thread.part.fresh_number();
}

TEST(BlockModel, ABlockHasOneThreadAtATimeAlsoWhenItIsUsedAgain) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Supplied supplied(run, kRecycle);
        sync::Atomic<int> done{0};
        run.thread([&] {
          for (int written = 0; written < 2; sync::yield()) written += trace_one_event<0>();
          done.fetch_add(1, std::memory_order_relaxed);
        });
        run.thread([&] {
          for (int written = 0; written < 2; sync::yield()) written += trace_one_event<1>();
          done.fetch_add(1, std::memory_order_relaxed);
        });
        run.thread([&] {
          for (; done.load(std::memory_order_relaxed) < 2; sync::yield()) supplied.supply.refill(0);
        });
        run.run();
        require(supplied.supply.recycled() > 0, "used again");
        require(g_commons.mapping.block(kNotPut)->magic == 0, "nobody got one that was not put");
      },
      kBounds));
}

TEST(BlockModel, NothingIsLostThatASupplyIsThereFor) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Supplied supplied(run, kRecycle);
        run.thread([] { require(trace_one_event<0>(), "the first block is there from the start"); });
        run.run();
      },
      {100, 100}));
}

// A spent file: those that ask get nothing, before and after it is closed.
TEST(BlockModel, TheFileHoldsAllThatWereTaken) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Supplied supplied(run, !kRecycle);
        uint32_t end = 0, taken[2] = {};
        for (uint32_t& most : taken)
          run.thread([&most] {
            for (int block = 0; block < 2; ++block) {
              const uint32_t number = g_commons.queue.take();
              if (number > most) most = number;
            }
          });
        run.thread([&] {
          supplied.supply.refill(0);
          end = supplied.supply.close();
        });
        run.run();
        for (uint32_t most : taken) require(most < end, "all blocks that were taken are in the file");
        require(g_commons.queue.take() == BlockQueue::kNone, "nobody gets one any more");
      },
      kBounds));
}

TEST(BlockModel, RegionsAndTasksHaveNumbersOfTheirOwn) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Supplied supplied(run, kRecycle);
        uint64_t numbers[2] = {};
        run.thread([&] { numbers[0] = take_number<0>(); });
        run.thread([&] { numbers[1] = take_number<1>(); });
        run.run();
        require(numbers[0] != numbers[1], "no number is used twice");
      },
      {1'000, 500}));
}

}  // namespace

// ---- The file: memory of this test ----

bool TraceMapping::create(const char*, uint64_t) {
  base_ = g_file;
  most_ = kMostBlocks;
  blocks_ = 1;
  return true;
}
uint32_t TraceMapping::extend(uint32_t count) {
  if (count > most_ - blocks_) count = most_ - blocks_;
  blocks_ += count;
  return count;
}
void TraceMapping::touch(uint32_t) {}

// What a thread begins with that was there before the recorder: none of these was.
void say_earlier_tasks(const Session&, ThreadTrace*) {}
Session& Session::get() {
  return blank<Session>();
}

}  // namespace limpid::recorder
