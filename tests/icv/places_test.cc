// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_PLACES and GOMP_CPU_AFFINITY.
#include <sched.h>

#include "core/icv/place_builder.h"
#include "environment_fixture.h"

namespace {

using namespace limpid::core;
using Lists = std::vector<std::vector<unsigned>>;

Lists lists_of(const Places& places) {
  Lists result;
  for (unsigned i = 0; i < places.count; ++i)
    result.emplace_back(places.processors_of(i), places.processors_of(i) + places.size_of(i));
  return result;
}

// Which processors there are differs between machines, so these tests use only number 0 where the environment
// is read …
class PlacesTest : public EnvironmentTest {
 protected:
  void SetUp() override {
    EnvironmentTest::SetUp();
    cpu_set_t mask;
    sched_getaffinity(0, sizeof mask, &mask);
    if (!CPU_ISSET(0, &mask)) GTEST_SKIP() << "processor 0 is not ours";
  }
};

TEST_F(PlacesTest, ExplicitListsInEveryForm) {
  const std::pair<const char*, Lists> cases[] = {
      {"{0}", {{0}}},
      {"0", {{0}}},
      {" { 0 } , {0}", {{0}, {0}}},
      {"{0}:3:0", {{0}, {0}, {0}}},
      {"{0,8000}", {{0}}},
      {"{0:4:2000}", {{0}}},
      {"{0},{7999}:2", {{0}}},
      {"{0,!7000,7000}", {{0}}},
      {"{8000}:3:-4000", {{0}}},
      {"{0},{0,7000},!{0,7000}", {{0}}},
      {"{7000,0,!7000}", {{0}}},
  };
  for (const auto& [value, expected] : cases) {
    const Environment e = read_with("OMP_PLACES", value);
    EXPECT_EQ(messages_, "") << value;
    EXPECT_EQ(lists_of(e.global.places), expected) << value;
    EXPECT_EQ(e.initial.bind, ProcBind::kTrue) << "places without OMP_PROC_BIND mean binding";
  }
}

TEST_F(PlacesTest, RefusesWhatIsNoPlaceList) {
  for (const char* value :
       {"",       "{}",     "{0",       "0}",         "{0},",    "{0}:",         "{0}:0", "{0}:2:",
        "{x}",    "cores(", "cores(0)", "cores(-1)",  "cores()", "cores 2",      "racks", "{0:3:-1}",
        "{9000}", "{8000}", "!{0}",     "{0}:2:9000", "{0} {0}", "threads,cores"})
    expect_refused("OMP_PLACES", value);
}

TEST_F(PlacesTest, AbstractNamesCoverTheMachine) {
  for (const char* name : {"threads", "CORES", "sockets", "ll_caches", "numa_domains"}) {
    const Environment e = read_with("OMP_PLACES", name);
    expect_silent();
    unsigned processors = 0;
    for (const auto& place : lists_of(e.global.places)) processors += place.size();
    EXPECT_EQ(processors, e.global.available_processors) << name;
  }
  EXPECT_EQ(read_with("OMP_PLACES", "threads").global.places.count, read().global.available_processors);
  EXPECT_EQ(read_with("OMP_PLACES", "threads( 1 )").global.places.count, 1u);
}

TEST_F(PlacesTest, CpuAffinityMakesAPlacePerProcessor) {
  const Environment e = read_with("GOMP_CPU_AFFINITY", "0 0,0-0 7000-8000:500");
  expect_silent();
  EXPECT_EQ(lists_of(e.global.places), (Lists{{0}, {0}, {0}}));
  EXPECT_EQ(e.initial.bind, ProcBind::kTrue);
  set("GOMP_CPU_AFFINITY", "0");
  EXPECT_EQ(read_with("OMP_PLACES", "{0},{0}").global.places.count, 2u) << "OMP_PLACES wins";
}

TEST_F(PlacesTest, ProcBindFalseKeepsThePlacesButDoesNotBind) {
  set("OMP_PROC_BIND", "false");
  const Environment e = read_with("OMP_PLACES", "{0}");
  EXPECT_EQ(e.initial.bind, ProcBind::kFalse);
  EXPECT_EQ(e.global.places.count, 1u);
}

// … and here, any numbers.
TEST(PlaceBuilder, ShiftsRemovesAndFilters) {
  limpid::platform::CpuSet pair;
  pair.add(4);
  pair.add(5);
  PlaceBuilder builder;
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(builder.add_shifted(pair, i * 2));
  EXPECT_FALSE(builder.add_shifted(pair, -5));
  limpid::platform::CpuSet gone;
  gone.add(6);
  gone.add(7);
  builder.remove(gone);
  limpid::platform::CpuSet allowed;
  for (unsigned cpu : {4u, 8u, 9u}) allowed.add(cpu);
  builder.keep_only(allowed);
  const Places places = builder.build();
  EXPECT_EQ(lists_of(places), (Lists{{4}, {8, 9}}));
  free(const_cast<std::uint32_t*>(places.first));
  free(const_cast<std::uint32_t*>(places.processors));
}

}  // namespace
