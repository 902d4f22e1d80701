// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/close_behind.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace limpid::cli {
namespace {

std::array<int, 2> new_pipe() {
  std::array<int, 2> ends = {-1, -1};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  return ends;
}

TEST(CloseBehind, TheLastCopyIsClosed) {
  const std::array<int, 2> ends = new_pipe();
  close_behind(ends[1]);
  EXPECT_EQ(fcntl(ends[1], F_GETFD), -1) << "it is closed here at once";
  char none;
  EXPECT_EQ(read(ends[0], &none, 1), 0) << "and comes back only when nobody has it";
  close(ends[0]);
}

TEST(CloseBehind, NobodyWaitsForTheOtherProcess) {
  const std::array<int, 2> ends = new_pipe();
  close_behind(ends[1]);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  close(ends[0]);
}

TEST(CloseBehind, OurStreamsEndWithUs) {
  const std::array<int, 2> output = new_pipe(), kept = new_pipe();
  const int before = dup(STDOUT_FILENO);
  dup2(output[1], STDOUT_FILENO);
  close(output[1]);
  close_behind(kept[1]);
  dup2(before, STDOUT_FILENO);  // our last copy of the pipe's end
  close(before);
  char none;
  EXPECT_EQ(read(output[0], &none, 1), 0);
  for (int end : {output[0], kept[0]}) close(end);
}

TEST(CloseBehind, ManyAtOnceEachHaveTheirOwnRoom) {
  for (int i = 0; i < 20; ++i) {
    const std::array<int, 2> ends = new_pipe();
    close_behind(ends[1]);
    char none;
    EXPECT_EQ(read(ends[0], &none, 1), 0);
    close(ends[0]);
  }
}

}  // namespace
}  // namespace limpid::cli
