// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/icv/affinity_format.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using limpid::core::AffinityFields;
using limpid::core::format_affinity;

AffinityFields sample_facts() {
  AffinityFields facts = {1, 2, 3, 4, 5, -1, 777, 778, "node7", {}};
  for (unsigned cpu : {0u, 1u, 2u, 3u, 8u, 10u, 11u}) facts.thread_affinity.add(cpu);
  return facts;
}

std::string formatted(const char* format) {
  char text[512];
  const std::size_t length = format_affinity(text, sizeof text, format, sample_facts());
  EXPECT_EQ(length, std::string(text).size());
  return text;
}

TEST(AffinityFormat, KnowsEveryShortName) {
  EXPECT_EQ(formatted("%t %T %L %n %N %a %H %P %i %A"), "1 2 3 4 5 -1 node7 777 778 0-3,8,10-11");
}

TEST(AffinityFormat, KnowsEveryLongName) {
  EXPECT_EQ(
      formatted(
          "%{team_num} %{num_teams} %{nesting_level} %{thread_num} %{num_threads} %{ancestor_tnum} %{host} "
          "%{process_id} %{native_thread_id} %{thread_affinity}"),
      "1 2 3 4 5 -1 node7 777 778 0-3,8,10-11");
}

TEST(AffinityFormat, WidthPadsOnTheRightAndDotJustifies) {
  EXPECT_EQ(formatted("[%5n][%.5n][%0.5n][%0.4a][%8H][%.8H]"),
            "[4    ][    4][00004][-001][node7   ][   node7]");
}

TEST(AffinityFormat, WidthDoesNotCut) {
  EXPECT_EQ(formatted("%2H"), "node7");
}

TEST(AffinityFormat, PercentAndUnknownFields) {
  EXPECT_EQ(formatted("100%% %q %{no_such}"), "100% undefined undefined");
  EXPECT_EQ(formatted("%"), "undefined");
  EXPECT_EQ(formatted("%{thread_num"), "4");
}

TEST(AffinityFormat, CutsAtTheBufferButCountsTheWhole) {
  char text[6];
  EXPECT_EQ(format_affinity(text, sizeof text, "host=%H", sample_facts()), 10u);
  EXPECT_STREQ(text, "host=");
  EXPECT_EQ(format_affinity(nullptr, 0, "host=%H", sample_facts()), 10u);
}

}  // namespace
