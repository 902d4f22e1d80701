// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/profile_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "profile_reader.h"

namespace limpid::recorder {
namespace {

class ProfileFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/limpid-profile-file-XXXXXX";
    folder_ = mkdtemp(name);
    path_ = folder_ + "/x.limpid";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static void add_node(ProfileFile* file, uint32_t id, uint32_t parent) {
    auto* r = file->append<profile::NodeRecord>(profile::RecordType::kNode);
    ASSERT_NE(r, nullptr);
    r->id = id;
    r->parent = parent;
    r->kind = static_cast<uint32_t>(id == 1 ? profile::NodeKind::kProgram : profile::NodeKind::kFrame);
    file->commit(r);
  }

  std::string folder_, path_;
};

TEST_F(ProfileFileTest, GrowsAndIsCutAtTheEnd) {
  static ProfileFile file;
  ASSERT_TRUE(file.create(path_.c_str(), false, 1, 2));
  for (uint32_t id = 1; id <= 50000; ++id) add_node(&file, id, id / 2);
  file.close(false);
  profile::Profile p;
  std::string error;
  ASSERT_TRUE(profile::read_profile(path_, &p, &error)) << error;
  EXPECT_EQ(p.nodes.size(), 50000u);
  EXPECT_EQ(p.skipped, 0u);
  EXPECT_FALSE(p.damaged);
  EXPECT_EQ(std::filesystem::file_size(path_),
            sizeof(profile::FileHeader) + 50000 * sizeof(profile::NodeRecord));
}

TEST_F(ProfileFileTest, IsReadableAfterKill) {
  const pid_t child = fork();
  if (child == 0) {
    static ProfileFile file;
    if (!file.create(path_.c_str(), false, 1, 2)) _exit(1);
    for (uint32_t id = 1; id <= 100; ++id) add_node(&file, id, id / 2);
    auto* half_done = file.append<profile::NodeRecord>(profile::RecordType::kNode);
    half_done->id = 101;
    half_done->parent = 1;
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  profile::Profile p;
  std::string error;
  ASSERT_TRUE(profile::read_profile(path_, &p, &error)) << error;
  EXPECT_EQ(p.nodes.size(), 100u);
  EXPECT_FALSE(p.damaged);
  EXPECT_FALSE(p.finished);
}

TEST_F(ProfileFileTest, TakenNamesAreNotOverwritten) {
  static ProfileFile first, second;
  ASSERT_TRUE(first.create(path_.c_str(), false, 1, 2));
  ASSERT_TRUE(second.create(path_.c_str(), false, 1, 2));
  EXPECT_EQ(std::string(second.path()), folder_ + "/x." + std::to_string(getpid()) + ".limpid");
  first.close(false);
  second.close(true);
  EXPECT_TRUE(std::filesystem::exists(path_));
  EXPECT_FALSE(std::filesystem::exists(second.path()));
}

TEST_F(ProfileFileTest, TheSameProcessAgainHasANumber) {
  static ProfileFile first, second;
  const std::string name = folder_ + "/x." + std::to_string(getpid());
  ASSERT_TRUE(first.create((name + ".limpid").c_str(), false, 1, 2));
  ASSERT_TRUE(second.create((name + ".limpid").c_str(), false, 1, 2));
  EXPECT_EQ(std::string(second.path()), name + ".2.limpid");
  first.close(false);
  second.close(true);
}

// A program that closes all descriptors, and then uses their numbers for files of its own.
TEST_F(ProfileFileTest, SurvivesAndSparesTheProgramsDescriptors) {
  static ProfileFile file;
  ASSERT_TRUE(file.create(path_.c_str(), false, 1, 2));
  add_node(&file, 1, 0);
  int ours = -1;
  for (int fd = 3; fd < 2048; ++fd) {
    char link[64], target[512] = {};
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (readlink(link, target, sizeof target - 1) > 0 && path_ == target) ours = fd;
  }
  ASSERT_GT(ours, 2);
  const std::string other = folder_ + "/program-file";
  const int users = open(other.c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(dup2(users, ours), 0);
  for (uint32_t id = 2; id <= 50000; ++id) add_node(&file, id, 1);
  file.close(false);
  EXPECT_EQ(std::filesystem::file_size(other), 0u);
  profile::Profile p;
  std::string error;
  ASSERT_TRUE(profile::read_profile(path_, &p, &error)) << error;
  EXPECT_EQ(p.nodes.size(), 50000u);
  close(ours);
  close(users);
}

TEST_F(ProfileFileTest, SaysWhyItCannotBeCreated) {
  static ProfileFile file;
  EXPECT_FALSE(file.create((folder_ + "/missing/x.limpid").c_str(), false, 1, 2));
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace limpid::recorder
