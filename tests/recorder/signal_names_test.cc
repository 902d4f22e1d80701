// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/signal_names.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace limpid::recorder {
namespace {

TEST(SignalNames, NumbersAndNames) {
  EXPECT_EQ(signal_number("10"), SIGUSR1);
  EXPECT_EQ(signal_number("USR2"), SIGUSR2);
  EXPECT_EQ(signal_number("sigprof"), SIGPROF);
  EXPECT_EQ(signal_number("RTMIN+4"), SIGRTMIN + 4);
  EXPECT_EQ(signal_number("SIGRTMAX-1"), SIGRTMAX - 1);
  EXPECT_EQ(signal_number("RTMIN+0"), SIGRTMIN);
}

TEST(SignalNames, WhatIsNoneIsNone) {
  const std::string too_far = "RTMIN+" + std::to_string(SIGRTMAX - SIGRTMIN + 1);
  for (const std::string& text :
       {std::string("0"), std::string("-1"), std::string("65"), std::string("10x"), std::string(""),
        std::string("NONE"), std::string("RTMIN+"), std::string("RTMIN+four"), std::string("RTMIN+4x"),
        std::string("RTMAX-"), std::string("RTMAX--1"), std::string("RTMIN+-1"), too_far})
    EXPECT_EQ(signal_number(text.c_str()), 0) << text;
}

TEST(SignalNames, AreReadBack) {
  for (const int number : {SIGURG, SIGWINCH, SIGRTMIN, SIGRTMIN + 5, SIGRTMAX})
    EXPECT_EQ(signal_number(name_of_signal(number).text), number) << name_of_signal(number).text;
}

}  // namespace
}  // namespace limpid::recorder
