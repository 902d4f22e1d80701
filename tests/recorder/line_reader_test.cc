// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/line_reader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace limpid::recorder {
namespace {

// Lines of every length around the buffer's own: those that fit come, with their places.
TEST(LineReader, LeavesOutWhatDoesNotFit) {
  const std::string path = ::testing::TempDir() + "limpid-lines";
  std::vector<std::pair<uint64_t, std::string>> expected;
  uint64_t at = 0;
  {
    std::ofstream file(path);
    for (size_t length = 0; length < 40; ++length) {
      const std::string line(length, static_cast<char>('a' + length % 26));
      file << line << '\n';
      if (length < 16) expected.emplace_back(at, line);
      at += length + 1;
    }
    file << "no end";
  }
  std::FILE* file = std::fopen(path.c_str(), "r");
  ASSERT_NE(file, nullptr);
  char buffer[16];
  LineReader lines(fileno(file), buffer, sizeof buffer);
  std::vector<std::pair<uint64_t, std::string>> found;
  std::string_view line;
  for (uint64_t offset; lines.next(&line, &offset);) found.emplace_back(offset, line);
  std::fclose(file);
  std::filesystem::remove(path);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace limpid::recorder
