// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "../seed.h"
#include "base/base64.h"
#include "base/failure.h"
#include "page/document.h"
#include "page/picture.h"
#include "page/sources.h"
#include "support/device_run.h"
#include "support/files.h"
#include "support/known_run.h"

namespace limpid::cli::page {
namespace {

using analysis::Stretch;
using analysis::Timeline;
using analysis::Tree;
using nlohmann::json;
using test::ScratchDirectory;

Tree::Key key_of(const std::string& name, Tree::Kind kind = Tree::Kind::kFunction) {
  Tree::Key key;
  key.name = name;
  key.kind = kind;
  return key;
}

// A tree of work and waiting, and a timeline that draws from it.
struct Drawn {
  Tree tree;
  std::vector<uint32_t> nodes;
  Timeline timeline;

  Drawn(size_t threads, size_t stretches, uint64_t seed) {
    for (int i = 0; i < 20; ++i) {
      const uint32_t node = tree.child(Tree::kRoot, key_of("f" + std::to_string(i)), true);
      nodes.push_back(node);
      nodes.push_back(tree.child(node, key_of("<implicit barrier>", Tree::Kind::kWait), true));
    }
    std::mt19937_64 random(seed);
    for (size_t thread = 0; thread < threads; ++thread) {
      uint64_t at = random() % 1000;
      for (size_t i = 0; i < stretches; ++i) {
        const uint64_t end = at + 1'000 + random() % 5'000'000;
        timeline.stretches.push_back(
            {thread, at, end, nodes[(i / 1000 + random() % 3) % nodes.size()], 0, 0, 0});
        at = end + (random() % 10 == 0 ? 700'000 : 0);
      }
    }
  }
};

using Sums = std::map<std::pair<size_t, uint32_t>, uint64_t>;

// Nanoseconds by thread and what `group` makes of a node. Also looks that no two stretches of a thread overlap.
template <typename Group>
Sums sums_of(const std::vector<Stretch>& all, Group group) {
  Sums sums;
  const Stretch* last = nullptr;
  for (const Stretch& stretch : all) {
    EXPECT_LT(stretch.begin_ns, stretch.end_ns);
    if (last != nullptr && last->thread == stretch.thread) {
      EXPECT_LE(last->end_ns, stretch.begin_ns);
    }
    last = &stretch;
    sums[{stretch.thread, group(stretch.node)}] += stretch.end_ns - stretch.begin_ns;
  }
  return sums;
}

TEST(Picture, SmallTimelinesStayAsTheyAre) {
  const Drawn drawn(2, 50, test_seed());
  Timeline picture = drawn.timeline;
  fit(picture, drawn.tree, 100);
  EXPECT_EQ(picture.grain_ns, 0u);
  EXPECT_EQ(picture.stretches.size(), 100u);
}

TEST(Picture, PoolsKeepTheSumOfEachThreadAndNode) {
  const Drawn drawn(4, 20'000, test_seed());
  Timeline picture = drawn.timeline;
  fit(picture, drawn.tree, 10'000);
  EXPECT_LE(picture.stretches.size(), 10'000u);
  EXPECT_GT(picture.grain_ns, 0u);
  ASSERT_FALSE(picture.coarse);
  const auto node = [](uint32_t index) { return index; };
  EXPECT_EQ(sums_of(picture.stretches, node), sums_of(drawn.timeline.stretches, node));
}

// As where many processes come one after the other: what was made small is made smaller.
TEST(Picture, WhatWasPooledIsPooledAgain) {
  const Drawn drawn(4, 20'000, test_seed());
  Timeline picture = drawn.timeline;
  for (const size_t most : {40'000, 20'000, 10'000, 500}) {
    const uint64_t before = picture.grain_ns;
    fit(picture, drawn.tree, most);
    EXPECT_LE(picture.stretches.size(), most);
    EXPECT_GT(picture.grain_ns, before);
  }
  const auto kind = [&](uint32_t index) { return static_cast<uint32_t>(drawn.tree.at(index).key.kind); };
  EXPECT_EQ(sums_of(picture.stretches, kind), sums_of(drawn.timeline.stretches, kind));
}

TEST(Picture, CoarseOnesKeepTheSumOfEachClassOfTime) {
  const Drawn drawn(4, 20'000, test_seed());
  Timeline picture = drawn.timeline;
  fit(picture, drawn.tree, 500);
  EXPECT_LE(picture.stretches.size(), 500u);
  ASSERT_TRUE(picture.coarse);
  const auto kind = [&](uint32_t index) { return static_cast<uint32_t>(drawn.tree.at(index).key.kind); };
  EXPECT_EQ(sums_of(picture.stretches, kind), sums_of(drawn.timeline.stretches, kind));
}

TEST(Sources, AreTheLinesAroundTheCostlyOnes) {
  ScratchDirectory scratch;
  std::string text;
  for (int line = 1; line <= 100; ++line) text += "line " + std::to_string(line) + "\n";
  const std::string path = scratch.write("a.c", text);
  const auto sources = sources_of({{path, 10, "f", {}},
                                   {path, 14, "f", {}},
                                   {path, 2, "g", {}},
                                   {path, 99, "g", {}},
                                   {scratch.path() + "/missing.c", 1, "h", {}},
                                   {"", 0, "i", {}}});
  ASSERT_EQ(sources.size(), 1u);
  const std::vector<Excerpt>& excerpts = sources.at(path);
  ASSERT_EQ(excerpts.size(), 2u);
  EXPECT_EQ(excerpts[0].first, 1);
  EXPECT_EQ(excerpts[0].lines.size(), 18u);
  EXPECT_EQ(excerpts[1].first, 95);
  EXPECT_EQ(excerpts[1].lines.back(), "line 100");
}

TEST(Base64, IsThatOfTheRfc) {
  const char* const texts[][2] = {{"", ""},
                                  {"f", "Zg=="},
                                  {"fo", "Zm8="},
                                  {"foo", "Zm9v"},
                                  {"foob", "Zm9vYg=="},
                                  {"fooba", "Zm9vYmE="},
                                  {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, packed] : texts) EXPECT_EQ(base64(plain), packed);
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Page, CarriesTheReportAndATimelineThatAddsUp) {
  ScratchDirectory scratch;
  analysis::Options wanted;
  wanted.timeline = true;
  const analysis::Analysis known =
      test::analyze_files({scratch.write("one.limpid", test::KnownRun().bytes())}, wanted);
  const json data = json::parse(page_data(known, {}));
  EXPECT_NEAR(data["report"]["totals"]["thread_s"].get<double>(), 0.8, 1e-9);
  const json& timeline = data["timeline"];
  uint64_t sum_us = 0;
  for (const json& length : timeline["lengths_us"]) sum_us += length.get<uint64_t>();
  EXPECT_EQ(sum_us, 800'000u);
  EXPECT_EQ(timeline["counts"], json::array({2, 3}));
  // Thread 0 worked in main, then in the first region; thread 1 was idle, then there, then at the barrier.
  EXPECT_EQ(timeline["regions"], json::array({0, 1, 0, 1, 1}));
  EXPECT_EQ(timeline["untimed_s"], 0.0);
  // Idle time stands below the code that caused it, so the timeline's own node for it is behind the tree's.
  ASSERT_EQ(timeline["left_out_nodes"].size(), 1u);
  EXPECT_EQ(timeline["left_out_nodes"][0]["name"], "<idle>");
  EXPECT_EQ(timeline["nodes"][2], data["node_regions"].size());
}

TEST(Page, RowsOfDevicesHaveTheReportsSums) {
  ScratchDirectory scratch;
  analysis::Options wanted;
  wanted.timeline = true;
  const analysis::Analysis run =
      test::analyze_files({scratch.write("d.limpid", test::DeviceRun().bytes())}, wanted);
  const json data = json::parse(page_data(run, {}));
  const json& devices = data["devices"];
  EXPECT_EQ(devices["counts"], json::array({1, 2, 1, 1}));
  EXPECT_EQ(devices["lengths_ns"], json::array({30'000'000, 20'000'000, 10'000'000, 10'000'000, 5'000'000}));
  EXPECT_EQ(devices["gaps_ns"], json::array({50'000'000, 30'000'000, 30'000'000, 85'000'000, 20'000'000}));
  EXPECT_EQ(devices["rows"].size(), 1u);
  EXPECT_EQ(devices["rows"][0]["type"], "sm_90");
  EXPECT_EQ(devices["works"].size(), 4u);
  ASSERT_EQ(devices["places"].size(), 1u);
  EXPECT_NE(devices["places"][0].get<std::string>().find("main  shapes.cc:"), std::string::npos);
}

std::string with_phases(uint32_t pid, uint64_t start_ms, const char* second, bool many = false) {
  test::ProfileWriter writer(start_ms);
  writer.run(pid);
  writer.thread(0, profile::ThreadType::kInitial, 0, 100);
  writer.sample(0, writer.node(0, profile::NodeKind::kProgram), 0x000, 100, 100);
  writer.phase_name(1, "solve");
  writer.phase_name(2, second);
  writer.phase(2, 50, 1000);
  writer.phase(1, 30, 40);
  writer.phase(1, 10, 20);
  for (uint64_t i = 0; many && i < 50'000; ++i) writer.phase(1, i / 1000, i / 1000 + 1);
  writer.finish(100);
  return writer.bytes();
}

// Those of the first process that has them; what has not ended lasts until the recording does.
TEST(Page, PhasesAreLanes) {
  ScratchDirectory scratch;
  analysis::Options wanted;
  wanted.timeline = true;
  const std::string one = scratch.write("1.limpid", with_phases(1, 5000, "output"));
  const std::string two = scratch.write("2.limpid", with_phases(2, 5200, "input"));
  const json phases = json::parse(page_data(test::analyze_files({one, two}, wanted), {}))["phases"];
  EXPECT_EQ(phases["names"], json::array({"output", "solve", "input"}));
  EXPECT_EQ(phases["lanes"], json::array({0, 1, 1, 2}));
  EXPECT_EQ(phases["begins_us"], json::array({50'000, 10'000, 30'000, 250'000}));
  EXPECT_EQ(phases["ends_us"], json::array({100'000, 20'000, 40'000, 300'000}));
}

TEST(Page, OfVeryManyPhasesNeighboursAreOne) {
  ScratchDirectory scratch;
  analysis::Options wanted;
  wanted.timeline = true;
  const std::string file = scratch.write("1.limpid", with_phases(1, 0, "output", true));
  const json phases = json::parse(page_data(test::analyze_files({file}, wanted), {}))["phases"];
  EXPECT_LE(phases["lanes"].size(), 20'000u);
  EXPECT_EQ(phases["begins_us"][1], 0);
  EXPECT_EQ(phases["ends_us"].back(), 50'000);
}

TEST(Page, PutsDataAndNameInTheirPlaces) {
  ScratchDirectory scratch;
  const analysis::Analysis known =
      test::analyze_files({scratch.write("one.limpid", test::KnownRun().bytes())});
  const std::string page = document(known, {}, "<title><!--limpid-title--></title>[<!--limpid-data-->]");
  EXPECT_EQ(page.find("<title>./shapes 'one two'</title>[H4sI"), 0u) << page.substr(0, 80);
  EXPECT_THROW(document(known, {}, "<title><!--limpid-title--></title>"), Failure);
}

}  // namespace
}  // namespace limpid::cli::page
