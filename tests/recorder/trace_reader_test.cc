// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace_reader.h"

#include <gtest/gtest.h>

#include <random>

#include "../seed.h"
#include "../trace_image.h"

namespace limpid::trace {
namespace {

using test::TraceImage;

void expect_same(const Event& a, const Event& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.time_ns, b.time_ns);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.other, b.other);
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.place, b.place);
  EXPECT_EQ(a.number, b.number);
  EXPECT_EQ(a.detail, b.detail);
}

TraceFile open(const std::vector<std::byte>& bytes) {
  TraceFile file;
  std::string error;
  EXPECT_TRUE(file.open(std::make_shared<MemorySource>(bytes), &error)) << error;
  return file;
}

std::vector<Event> events_of(const TraceFile& file, size_t thread, uint64_t* damaged = nullptr) {
  std::vector<Event> all;
  if (thread >= file.threads().size()) return all;
  TraceCursor cursor = file.events(file.threads()[thread]);
  for (Event e; cursor.next(&e);) all.push_back(e);
  if (damaged != nullptr) *damaged = cursor.damaged();
  return all;
}

Event event(EventKind kind, uint64_t at, uint64_t id = 0, uint64_t other = 0, uint8_t detail = 0) {
  Event e;
  e.kind = kind;
  e.time_ns = at;
  e.id = id;
  e.other = other;
  e.detail = detail;
  return e;
}

// Numbers of all magnitudes, often a neighbour of one that was there.
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : random_(seed) {}
  uint64_t any(unsigned bits = 64) {
    const uint64_t fresh = random_() >> (random_() % 64);
    const uint64_t value = random_() % 3 == 0 ? fresh : last_ + random_() % 3;
    last_ = bits == 64 ? value : value & ((uint64_t{1} << bits) - 1);
    return last_;
  }
  uint64_t operator()() { return random_(); }

 private:
  std::mt19937_64 random_;
  uint64_t last_ = 0;
};

Event any_event(Numbers* numbers, uint64_t* now) {
  *now += (*numbers)() >> ((*numbers)() % 16 == 0 ? 20 : 40 + (*numbers)() % 24);
  *now &= (uint64_t{1} << 52) - 1;  // beyond that, doubles have no single ticks
  Event e = event(static_cast<EventKind>(1 + (*numbers)() % 29), *now, numbers->any(), numbers->any(),
                  static_cast<uint8_t>(numbers->any(8)));
  // Where it comes first in a block, the reader adds what is open.
  if (e.kind == EventKind::kResume) e.kind = EventKind::kPause;
  if ((*numbers)() % 2 == 0) e.count = numbers->any();
  if ((*numbers)() % 2 == 0) e.place = static_cast<uint32_t>(numbers->any(32));
  if ((*numbers)() % 2 == 0) e.number = static_cast<uint32_t>(numbers->any(32));
  return e;
}

TEST(TraceReader, GivesBackEachKindWithEachField) {
  TraceImage image;
  std::vector<Event> told;
  uint64_t now = 5;
  for (int round = 0; round < 3; ++round) {
    for (uint8_t kind = 1; kind <= 29; ++kind) {
      for (int field = 0; field < 7; ++field) {
        Event e = event(static_cast<EventKind>(kind), ++now);
        if (field == 1) e.id = ~0ull;
        if (field == 2) e.other = ~0ull - 7;
        if (field == 3) e.count = 1ull << 63;
        if (field == 4) e.place = ~0u;
        if (field == 5) e.number = ~0u;
        if (field == 6) e.detail = 255;
        image.add(3, e);
        told.push_back(e);
      }
    }
  }
  const auto bytes = image.bytes();
  const TraceFile file = open(bytes);
  ASSERT_EQ(file.threads().size(), 1u);
  EXPECT_EQ(file.threads()[0].id, 3u);
  EXPECT_EQ(file.events(), told.size());
  const std::vector<Event> read = events_of(file, 0);
  ASSERT_EQ(read.size(), told.size());
  for (size_t i = 0; i < told.size(); ++i) expect_same(read[i], told[i]);
}

TEST(TraceReader, GivesBackRandomEventsOfSeveralThreads) {
  Numbers numbers(test_seed());
  TraceImage image;
  std::map<uint32_t, std::vector<Event>> told;
  std::map<uint32_t, uint64_t> now;
  for (int i = 0; i < 60000; ++i) {
    const auto thread = static_cast<uint32_t>(numbers() % 4);
    uint64_t time = now[thread];
    const Event e = any_event(&numbers, &time);
    if (time < now[thread]) continue;  // the end of time
    now[thread] = time;
    image.add(thread, e);
    told[thread].push_back(e);
  }
  const auto bytes = image.bytes();
  const TraceFile file = open(bytes);
  ASSERT_EQ(file.threads().size(), told.size());
  for (size_t t = 0; t < file.threads().size(); ++t) {
    const std::vector<Event>& expected = told[file.threads()[t].id];
    const std::vector<Event> read = events_of(file, t);
    ASSERT_EQ(read.size(), expected.size());
    EXPECT_GT(file.threads()[t].blocks, 2u);
    for (size_t i = 0; i < expected.size(); ++i) expect_same(read[i], expected[i]);
  }
}

TEST(TraceReader, ATimeBeforeTheEventBeforeIsTheSameTime) {
  TraceImage image;
  image.add(0, event(EventKind::kMaskedBegin, 100)).add(0, event(EventKind::kMaskedEnd, 99));
  const auto bytes = image.bytes();
  const std::vector<Event> read = events_of(open(bytes), 0);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[1].time_ns, 100u);
}

// A region with a barrier in a loop, and tasks made and run at once: what makes up most of a trace.
TEST(TraceReader, UsualEventsAreSmall) {
  TraceImage image;
  uint64_t now = 1000, events = 0;
  const auto add = [&](uint64_t after, EventKind kind, uint64_t id, uint64_t other, uint8_t detail,
                       uint32_t place = 0) {
    Event e = event(kind, now += after, id, other, detail);
    e.place = place;
    image.add(0, e);
    ++events;
  };
  add(0, EventKind::kImplicitBegin, 1, 0, 0);
  for (uint64_t fresh = 2; fresh < 1000; ++fresh) {
    add(150, EventKind::kTaskCreate, fresh, 1, kTaskUntied, 77);
    add(100, EventKind::kTaskSchedule, 1, fresh, kStatusSwitch);
    add(300, EventKind::kTaskSchedule, fresh, 1, kStatusComplete);
    add(200, EventKind::kSyncBegin, 1, 0, 4, 78);
    add(50, EventKind::kWaitBegin, 1, 0, 4);
    add(900, EventKind::kWaitEnd, 1, 0, 4);
    add(50, EventKind::kSyncEnd, 1, 0, 4);
  }
  const auto bytes = image.bytes();
  const TraceFile file = open(bytes);
  EXPECT_EQ(file.events(), events);
  EXPECT_LT(file.bytes(), 3 * events);
}

TEST(TraceReader, SaysWhatIsLostAndWhatIsOpen) {
  TraceImage image;
  Event outer = event(EventKind::kImplicitBegin, 10, 1, 0);
  outer.count = 1;
  Event inner = event(EventKind::kImplicitBegin, 20, 3, 2);
  inner.number = 4;
  inner.count = 8;
  image.add(0, outer).add(0, inner).add(0, event(EventKind::kTaskSchedule, 30, 3, 9, kStatusSwitch));
  image.block(0).lost_after = 12;
  image.new_block(0);
  image.add(0, event(EventKind::kTaskSchedule, 50, 9, 3, kStatusComplete));
  const auto bytes = image.bytes();
  const std::vector<Event> read = events_of(open(bytes), 0);
  ASSERT_EQ(read.size(), 8u);
  EXPECT_EQ(read[3].kind, EventKind::kLost);
  EXPECT_EQ(read[3].count, 12u);
  EXPECT_EQ(read[3].time_ns, 30u);
  outer.time_ns = inner.time_ns = 30;
  expect_same(read[4], outer);
  expect_same(read[5], inner);
  expect_same(read[6], event(EventKind::kTaskSchedule, 30, 3, 9, kStatusSwitch));
  expect_same(read[7], event(EventKind::kTaskSchedule, 50, 9, 3, kStatusComplete));
}

TEST(TraceReader, ABlockThatIsGoneCounts) {
  TraceImage image;
  for (uint64_t block = 0; block < 3; ++block) {
    for (uint64_t i = 0; i < 5; ++i) image.add(7, event(EventKind::kMaskedBegin, block * 100 + i, i + 1));
    image.new_block(7);
  }
  image.block_in_order(0).magic = 0;
  image.block_in_order(1).lost_after = 2;
  const auto bytes = image.bytes();
  const std::vector<Event> read = events_of(open(bytes), 0);
  ASSERT_EQ(read.size(), 12u);
  EXPECT_EQ(read[0].kind, EventKind::kLost);
  EXPECT_EQ(read[0].count, 5u);
  EXPECT_EQ(read[6].kind, EventKind::kLost);
  EXPECT_EQ(read[6].count, 2u);
}

TEST(TraceReader, AfterAPauseItSaysWhatIsOpen) {
  TraceImage image;
  Event outer = event(EventKind::kImplicitBegin, 10, 1, 0);
  outer.count = 1;
  image.add(0, outer).add(0, event(EventKind::kPause, 20));
  image.new_block(0);
  image.add(0, event(EventKind::kResume, 40)).add(0, event(EventKind::kMaskedBegin, 50, 1));
  const auto bytes = image.bytes();
  const std::vector<Event> read = events_of(open(bytes), 0);
  ASSERT_EQ(read.size(), 5u);
  expect_same(read[2], event(EventKind::kResume, 40));
  outer.time_ns = 40;
  expect_same(read[3], outer);
  expect_same(read[4], event(EventKind::kMaskedBegin, 50, 1));
}

TEST(TraceReader, LostAtTheEndAndBeforeTheBeginning) {
  TraceImage image;
  image.add(0, event(EventKind::kThreadBegin, 10)).add(0, event(EventKind::kMaskedBegin, 20));
  image.block(0).lost_before = 3;
  image.block(0).lost_after = 4;
  const auto bytes = image.bytes();
  const std::vector<Event> read = events_of(open(bytes), 0);
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[0].count, 3u);
  EXPECT_EQ(read[3].kind, EventKind::kLost);
  EXPECT_EQ(read[3].count, 4u);
  EXPECT_EQ(read[3].time_ns, 20u);
}

TEST(TraceReader, NonsenseEndsABlockAndCounts) {
  TraceImage image;
  for (uint64_t i = 0; i < 5; ++i) image.add(0, event(EventKind::kMaskedBegin, i, 1));
  const uint64_t whole = image.block(0).progress & (kOneEvent - 1);
  for (uint64_t i = 0; i < 3; ++i) image.add(0, event(EventKind::kMaskedBegin, i + 6, 1));
  auto bytes = image.bytes();
  bytes[kBlockBytes + kEventsOffset + whole] = std::byte{0};  // no kind
  uint64_t damaged = 0;
  const std::vector<Event> read = events_of(open(bytes), 0, &damaged);
  ASSERT_EQ(read.size(), 6u);
  EXPECT_EQ(read[5].kind, EventKind::kLost);
  EXPECT_EQ(read[5].count, 3u);
  EXPECT_EQ(damaged, 1u);
}

TEST(TraceReader, TicksBecomeNanoseconds) {
  TraceImage image;
  image.header().begin = {1000, 50};
  image.header().latest = 1;
  image.header().later[1] = {3000, 1050};
  image.add(0, event(EventKind::kThreadBegin, 2000)).add(0, event(EventKind::kThreadEnd, 5000));
  image.add(1, event(EventKind::kThreadBegin, 1));  // before the beginning
  const auto bytes = image.bytes();
  const TraceFile file = open(bytes);
  EXPECT_EQ(events_of(file, 0)[0].time_ns, 550u);
  EXPECT_EQ(events_of(file, 0)[1].time_ns, 2050u);
  EXPECT_EQ(events_of(file, 1)[0].time_ns, 0u);
}

TEST(TraceReader, KnowsItsProfile) {
  TraceImage image;
  image.header().pid = 12;
  image.header().start_monotonic_ns = 34;
  image.header().start_realtime_ns = 56;
  const auto bytes = image.bytes();
  const TraceFile file = open(bytes);
  profile::Profile profile;
  profile.run.pid = 12;
  profile.header.start_monotonic_ns = 34;
  profile.header.start_realtime_ns = 56;
  EXPECT_TRUE(file.belongs_to(profile));
  profile.header.start_realtime_ns = 57;
  EXPECT_FALSE(file.belongs_to(profile));
}

TEST(TraceReader, RefusesOtherFiles) {
  TraceFile file;
  std::string error;
  std::vector<std::byte> bytes(10);
  EXPECT_FALSE(file.open(std::make_shared<MemorySource>(bytes), &error));
  EXPECT_EQ(error, "too short to be a Limpid trace (10 bytes)");
  bytes.resize(kBlockBytes);
  EXPECT_FALSE(file.open(std::make_shared<MemorySource>(bytes), &error));
  EXPECT_EQ(error, "not a Limpid trace");
  TraceImage image;
  image.header().version_major = 9;
  bytes = image.bytes();
  EXPECT_FALSE(file.open(std::make_shared<MemorySource>(bytes), &error));
  EXPECT_NE(error.find("format 9"), std::string::npos);
  EXPECT_FALSE(file.open("/nowhere/at-all", &error));
  EXPECT_EQ(error, "cannot open: No such file or directory");
}

// Any damage to a good file ends in an answer, and in no more events than its bytes can hold.
TEST(TraceReader, SurvivesGarbage) {
  Numbers numbers(test_seed());
  TraceImage image;
  uint64_t now[3] = {};
  for (int i = 0; i < 3000; ++i) {
    const auto thread = static_cast<uint32_t>(numbers() % 3);
    image.add(thread, any_event(&numbers, &now[thread]));
    if (numbers() % 500 == 0) image.new_block(thread);
  }
  const std::vector<std::byte> good = image.bytes();
  for (int round = 0; round < 500; ++round) {
    std::vector<std::byte> bytes = good;
    for (int i = 0; i < 1 + round % 60; ++i) {
      // Headers more often than their size says.
      const size_t block = numbers() % (bytes.size() / kBlockBytes) * kBlockBytes;
      const size_t within = numbers() % (numbers() % 2 == 0 ? 2 * kEventsOffset : size_t{kBlockBytes});
      bytes[block + within] = static_cast<std::byte>(numbers());
    }
    if (numbers() % 3 == 0) bytes.resize(numbers() % (bytes.size() + 1));
    TraceFile file;
    std::string error;
    if (!file.open(std::make_shared<MemorySource>(bytes), &error)) {
      EXPECT_FALSE(error.empty());
      continue;
    }
    uint64_t read = 0, last = 0;
    for (const TraceThread& thread : file.threads()) {
      TraceCursor cursor = file.events(thread);
      last = 0;
      for (Event e; cursor.next(&e); ++read) {
        ASSERT_GE(e.time_ns, last);
        last = e.time_ns;
      }
    }
    ASSERT_LE(read, bytes.size());
  }
}

}  // namespace
}  // namespace limpid::trace
