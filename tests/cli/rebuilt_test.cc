// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that are not any more what they were when they were recorded.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "profile_reader.h"
#include "support/known_run.h"

namespace limpid::test {
namespace {

TEST(Rebuilt, TheRecorderNotesWhichFileRan) {
  ScratchDirectory scratch;
  std::string program = scratch.join("program");
  std::filesystem::copy(fixture("shapes-no-build-id"), program);
  struct stat ran;
  ASSERT_EQ(stat(program.c_str(), &ran), 0);
  Outcome recorded = shell(std::string(LIMPID_COMMAND) + " record -q -o p.limpid ./program", scratch.path());
  ASSERT_EQ(recorded.exit, 0) << recorded.err;
  profile::Profile profile;
  std::string error;
  ASSERT_TRUE(profile::read_profile(scratch.join("p.limpid"), &profile, &error)) << error;
  bool seen = false;
  for (const profile::Module& module : profile.modules) {
    if (!module.path.ends_with("/program")) {
      EXPECT_TRUE(module.file_bytes == 0 || module.build_id.empty()) << module.path;
      continue;
    }
    seen = true;
    EXPECT_EQ(module.file_bytes, static_cast<uint64_t>(ran.st_size));
    EXPECT_EQ(module.file_modified_ns / 1'000'000'000, static_cast<uint64_t>(ran.st_mtim.tv_sec));
    EXPECT_EQ(module.file_modified_ns % 1'000'000'000, static_cast<uint64_t>(ran.st_mtim.tv_nsec));
  }
  EXPECT_TRUE(seen);
}

// The notes of a report on a program at `path` that has no names.
std::vector<std::string> notes_on(const std::string& path, const std::string& build_id) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1);
  writer.module(0x1000, 0x1000, 0x100000, path, build_id);
  writer.thread(0, profile::ThreadType::kInitial, 0, 10);
  uint32_t root = writer.node(0, profile::NodeKind::kProgram);
  writer.sample(0, writer.node(root, profile::NodeKind::kLeaf, 0x2000), 0x000, 10, 10);
  writer.finish(10);
  return analyze_files({scratch.write("p.limpid", writer.bytes())}).notes;
}

TEST(Rebuilt, WhatIsWrongWithAFileIsSaid) {
  EXPECT_EQ(notes_on("/nowhere/program", ""),
            std::vector<std::string>{"no names for program: the file is not there any more"});
  EXPECT_EQ(notes_on(fixture("shapes"), "some other build id"),
            std::vector<std::string>{
                "no names for shapes: the file was changed since the recording; record again"});
  EXPECT_EQ(notes_on(fixture("shapes-stripped"), ""),
            std::vector<std::string>{
                "no names for shapes-stripped: stripped; install its debug symbols, or record an "
                "unstripped one"});
}

}  // namespace
}  // namespace limpid::test
