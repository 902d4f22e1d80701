// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verdict.h"

#include <gtest/gtest.h>

namespace bench {
namespace {

const Construct kBarrier = {"barrier", "barrier"};

std::vector<Runtime> three_runtimes() {
  return {{"limpid", "", "", Runtime::Role::kSubject},
          {"libgomp", "", "", Runtime::Role::kPeer},
          {"libomp", "", "", Runtime::Role::kPeer}};
}

// Each round in a launch of its own.
Series series(const std::vector<double>& ns) {
  Series all;
  for (double value : ns) all.rounds.push_back({value, static_cast<int>(all.rounds.size())});
  return all;
}
Series broken() {
  return {{}, "killed by signal 11"};
}

TEST(Quantile, InterpolatesAndDoesNotNeedOrder) {
  EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.25), 7);
  EXPECT_DOUBLE_EQ(quantile({0, 10}, 0.25), 2.5);
}

TEST(GeometricMean, IsTheRootOfTheProduct) {
  EXPECT_NEAR(geometric_mean({0.5, 8}), 2, 1e-12);
}

TEST(Judge, ComparesWithTheBetterPeerWithinRounds) {
  // In each round libomp takes half of what Limpid takes, although all of them vary tenfold between rounds.
  const Verdict verdict =
      judge(kBarrier, three_runtimes(), {series({10, 100, 20}), series({50, 500, 90}), series({5, 50, 10})});
  EXPECT_EQ(verdict.better_peer, "libomp");
  EXPECT_DOUBLE_EQ(verdict.ratio.value(), 0.5);
  EXPECT_DOUBLE_EQ(verdict.ratio_low.value(), 0.5);
  EXPECT_DOUBLE_EQ(verdict.ns[0].value(), 20);
}

TEST(Judge, ALaunchHasOneVoice) {
  // One slow launch of three, with more rounds than the others together: one of three ratios.
  Series limpid, libgomp;
  for (int round = 0; round < 20; ++round) {
    limpid.rounds.push_back({20, 0});
    libgomp.rounds.push_back({10, 0});
  }
  for (int launch : {1, 1, 2, 2}) {
    limpid.rounds.push_back({10, launch});
    libgomp.rounds.push_back({10, launch});
  }
  const Verdict verdict = judge(kBarrier, three_runtimes(), {limpid, libgomp, broken()});
  EXPECT_EQ(verdict.ratios, (std::vector<double>{0.5, 1, 1}));
  EXPECT_DOUBLE_EQ(verdict.ratio.value(), 1);
}

TEST(Judge, SaysWhatTheTransfersTake) {
  const Construct region = {"parallel", "region", 2};
  Series limpid = series({141, 150}), libgomp = series({424, 430});
  for (Series* s : {&limpid, &libgomp}) {
    s->rounds[0].transfer = 58;
    s->rounds[1].transfer = 62;
  }
  EXPECT_DOUBLE_EQ(judge(region, three_runtimes(), {broken(), libgomp, broken()}).transfers_ns.value(), 120);
  EXPECT_DOUBLE_EQ(judge(region, three_runtimes(), {limpid, libgomp, broken()}).transfers_ns.value(), 120);
  EXPECT_FALSE(judge(region, three_runtimes(), {series({1}), series({2}), series({3})}).transfers_ns);
}

TEST(MedianInterval, LeavesOutAsManyAsChanceMayPutOnOneSide) {
  // Of 6 values all are below the median once in 64 times: the range covers it in 96.9 of 100 cases.
  const Interval six = median_interval({6, 1, 5, 2, 4, 3});
  EXPECT_DOUBLE_EQ(six.low, 1);
  EXPECT_DOUBLE_EQ(six.high, 6);
  std::vector<double> many;
  for (int i = 1; i <= 31; ++i) many.push_back(i);
  const Interval interval =
      median_interval(many);  // 9 or fewer of 31 are below in 1.5 of 100 cases, 10 in 3.5
  EXPECT_DOUBLE_EQ(interval.low, 10);
  EXPECT_DOUBLE_EQ(interval.high, 22);
  const Interval one = median_interval({7});
  EXPECT_DOUBLE_EQ(one.low, 7);
  EXPECT_DOUBLE_EQ(one.high, 7);
}

TEST(Judge, LeavesOutAPeerThatFailed) {
  const Verdict verdict = judge(kBarrier, three_runtimes(), {series({10}), series({20}), broken()});
  EXPECT_EQ(verdict.better_peer, "libgomp");
  EXPECT_FALSE(verdict.ns[2].has_value());
  EXPECT_DOUBLE_EQ(verdict.ratio.value(), 2);
}

TEST(Summarize, NamesWhatIsBelowAndWhatFailed) {
  const auto runtimes = three_runtimes();
  const Verdict slow = judge({"slow", ""}, runtimes, {series({10}), series({5}), series({6})});
  const Verdict fast = judge({"fast", ""}, runtimes, {series({10}), series({80}), series({90})});
  const Verdict gone = judge({"gone", ""}, runtimes, {broken(), series({5}), series({6})});
  const auto below = [](const Verdict& verdict) { return verdict.ratio.value_or(1) < 0.7; };
  const Summary summary = summarize(2, 1, below, runtimes, {slow, fast, gone});
  EXPECT_EQ(summary.below, std::vector<std::string>{"slow"});
  EXPECT_EQ(summary.failed, std::vector<std::string>{"gone"});
  EXPECT_NEAR(summary.means[0].value(), 2, 1e-12);
  EXPECT_FALSE(summary.passed);
  EXPECT_TRUE(summarize(2, 1, below, runtimes, {fast}).passed);
  EXPECT_FALSE(summarize(2, 9, below, runtimes, {fast}).passed) << "its mean is 8";
}

TEST(Summarize, WithoutTheSubjectNothingPasses) {
  std::vector<Runtime> peers = three_runtimes();
  peers.erase(peers.begin());
  const Summary summary = summarize(2, 1, [](const Verdict&) { return false; }, peers,
                                    {judge(kBarrier, peers, {series({4}), series({2})})});
  EXPECT_FALSE(summary.passed);
  EXPECT_DOUBLE_EQ(summary.means[0].value(), 0.5);
  EXPECT_DOUBLE_EQ(summary.means[1].value(), 1);
}

}  // namespace
}  // namespace bench
