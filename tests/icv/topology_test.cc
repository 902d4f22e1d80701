// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// read_topology() on made-up machines.
#include "platform/topology.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/icv/place_builder.h"

namespace {

namespace fs = std::filesystem;
using limpid::core::PlaceBuilder;
using limpid::core::Places;
using limpid::platform::CpuSet;
using limpid::platform::TopologyLevel;

// A machine in a folder: 2 sockets x 2 cores x 2 threads, numbered as Linux often does (siblings far apart):
// cpu, cpu + 4.
class TopologyTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("limpid-topology-" + std::to_string(getpid()));
    for (int cpu = 0; cpu < 8; ++cpu) describe(cpu);
    write("node/online", "0-1");
    write("node/node0/cpulist", "0-1,4-5");
    write("node/node1/cpulist", "2-3,6-7");
    for (unsigned cpu = 0; cpu < 8; ++cpu) all_.add(cpu);
  }
  void TearDown() override { fs::remove_all(root_); }

  void describe(int cpu) {
    const int core = cpu % 4;
    const std::string folder = "cpu/cpu" + std::to_string(cpu);
    const std::string siblings = std::to_string(core) + "," + std::to_string(core + 4);
    write(folder + "/topology/core_cpus_list", siblings);
    write(folder + "/topology/physical_package_id", core < 2 ? "0" : "1");
    write(folder + "/cache/index0/level", "1");
    write(folder + "/cache/index0/shared_cpu_list", siblings);
    write(folder + "/cache/index1/level", "3");
    write(folder + "/cache/index1/shared_cpu_list", core < 2 ? "0-1,4-5" : "2-3,6-7");
  }
  void write(const std::string& file, const std::string& text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << "\n";
  }

  std::vector<std::vector<unsigned>> groups(TopologyLevel level, const CpuSet& wanted, unsigned most = 100) {
    auto topology = limpid::platform::read_topology(root_.c_str(), wanted);
    PlaceBuilder builder;
    builder.add_groups(topology, level, most);
    limpid::platform::release_topology(topology);
    const Places places = builder.build();
    std::vector<std::vector<unsigned>> result;
    for (unsigned i = 0; i < places.count; ++i)
      result.emplace_back(places.processors_of(i), places.processors_of(i) + places.size_of(i));
    free(const_cast<std::uint32_t*>(places.first));
    free(const_cast<std::uint32_t*>(places.processors));
    return result;
  }

  fs::path root_;
  CpuSet all_;
};

using Groups = std::vector<std::vector<unsigned>>;

TEST_F(TopologyTest, GroupsByEveryLevel) {
  EXPECT_EQ(groups(TopologyLevel::kCore, all_), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(groups(TopologyLevel::kSocket, all_), (Groups{{0, 1, 4, 5}, {2, 3, 6, 7}}));
  EXPECT_EQ(groups(TopologyLevel::kLastLevelCache, all_), (Groups{{0, 1, 4, 5}, {2, 3, 6, 7}}));
  EXPECT_EQ(groups(TopologyLevel::kNumaDomain, all_), (Groups{{0, 1, 4, 5}, {2, 3, 6, 7}}));
}

TEST_F(TopologyTest, ListsThreadsSoThatNeighboursShareACore) {
  EXPECT_EQ(groups(TopologyLevel::kThread, all_), (Groups{{0}, {4}, {1}, {5}, {2}, {6}, {3}, {7}}));
}

TEST_F(TopologyTest, ACountKeepsTheFirstGroups) {
  EXPECT_EQ(groups(TopologyLevel::kCore, all_, 3), (Groups{{0, 4}, {1, 5}, {2, 6}}));
}

TEST_F(TopologyTest, SeesOnlyTheWantedProcessors) {
  CpuSet some;
  for (unsigned cpu : {1u, 2u, 6u}) some.add(cpu);
  EXPECT_EQ(groups(TopologyLevel::kCore, some), (Groups{{1}, {2, 6}}));
  EXPECT_EQ(groups(TopologyLevel::kSocket, some), (Groups{{1}, {2, 6}}));
}

TEST_F(TopologyTest, AMachineThatTellsNothingIsOneSocketOfCores) {
  fs::remove_all(root_);
  CpuSet two;
  two.add(0);
  two.add(1);
  EXPECT_EQ(groups(TopologyLevel::kCore, two), (Groups{{0}, {1}}));
  for (TopologyLevel level :
       {TopologyLevel::kSocket, TopologyLevel::kLastLevelCache, TopologyLevel::kNumaDomain})
    EXPECT_EQ(groups(level, two), (Groups{{0, 1}}));
}

TEST(CpuSet, FormatsRanges) {
  CpuSet set;
  for (unsigned cpu : {0u, 1u, 2u, 5u, 8191u}) set.add(cpu);
  char text[64];
  EXPECT_EQ(limpid::platform::format_cpu_list(set, text, sizeof text), 10u);
  EXPECT_STREQ(text, "0-2,5,8191");
  char small[4];
  EXPECT_EQ(limpid::platform::format_cpu_list(set, small, sizeof small), 10u);
  EXPECT_STREQ(small, "0-2");
  EXPECT_EQ(set.count(), 5u);
}

}  // namespace
