// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is found out about a program before it is started.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/failure.h"
#include "record/diagnosis.h"
#include "record/environment.h"
#include "record/target.h"
#include "support/files.h"

namespace limpid::cli::record {
namespace {

namespace fs = std::filesystem;
using test::fixture;
using test::ScratchDirectory;

// An installation that has the runtime's names, so that the search finds them. The files are this machine's
// libgomp: any shared library of the right machine will do.
class Inspect : public testing::Test {
 protected:
  Inspect() {
    layout_.lib = scratch_.path();
    layout_.runtime = scratch_.join("liblimpid.so");
    layout_.recorder = scratch_.join("liblimpid-recorder.so");
    Target bare = inspect_target(fixture("status-omp"), {});
    const elf::Dependency* openmp = bare.openmp();
    if (openmp == nullptr) throw std::runtime_error("the fixture needs no libgomp?");
    for (const char* name : {"libgomp.so.1", "liblimpid.so"}) fs::copy(openmp->path, scratch_.join(name));
  }
  Target inspect(const std::string& program) { return inspect_target(program, {scratch_.path()}); }

  ScratchDirectory scratch_;
  Layout layout_;
};

TEST_F(Inspect, OrdinaryProgramsTakeTheRuntimeFromThePath) {
  Target target = inspect(fixture("status-omp"));
  EXPECT_EQ(target.obstacle, Obstacle::kNone);
  ASSERT_NE(target.openmp(), nullptr);
  EXPECT_EQ(target.openmp()->path, scratch_.join("libgomp.so.1"));
  EXPECT_EQ(target.openmp()->found_by, elf::FoundBy::kLibraryPath);
  EXPECT_FALSE(needs_preload(target, layout_));
  Variables variables = runtime_variables(target, layout_);
  EXPECT_EQ(variables["LD_LIBRARY_PATH"].rfind(layout_.lib, 0), 0u);
  EXPECT_EQ(variables.count("LD_PRELOAD"), 0u);
}

TEST_F(Inspect, RunpathComesAfterThePath) {
  EXPECT_FALSE(needs_preload(inspect(fixture("status-runpath")), layout_));
}

TEST_F(Inspect, RpathComesBeforeThePathSoTheRuntimeIsPreloaded) {
  Target target = inspect(fixture("status-rpath"));
  ASSERT_NE(target.openmp(), nullptr);
  EXPECT_EQ(target.openmp()->found_by, elf::FoundBy::kRpath);
  EXPECT_TRUE(needs_preload(target, layout_));
  EXPECT_EQ(preload_path(target, layout_), layout_.runtime);
}

TEST_F(Inspect, FrontDoorsAreToldByTheCalls) {
  Target both = inspect(fixture("doors"));
  EXPECT_FALSE(both.image().gomp_calls.empty());
  EXPECT_EQ(both.image().kmp_calls, std::vector<std::string>{"__kmpc_barrier"});
  Target one = inspect(fixture("status-omp"));
  EXPECT_FALSE(one.image().gomp_calls.empty());
  EXPECT_TRUE(one.image().kmp_calls.empty());
}

TEST_F(Inspect, ObstaclesAreForeseen) {
  EXPECT_EQ(inspect(fixture("status-static")).obstacle, Obstacle::kStatic);
  EXPECT_NE(foreseen(inspect(fixture("status-static"))).find("statically"), std::string::npos);
  EXPECT_EQ(foreseen(inspect(fixture("status-omp"))), "");
  Target plain = inspect(fixture("status"));
  EXPECT_EQ(plain.openmp(), nullptr);
  EXPECT_FALSE(plain.may_load_openmp_late());
  EXPECT_TRUE(needs_preload(plain, layout_)) << "it may start a program that does";
}

TEST_F(Inspect, ARuntimeInsideIsSeenThoughAnotherIsAskedFor) {
  Target target = inspect(fixture("inside"));
  EXPECT_TRUE(target.image().imports_openmp);
  EXPECT_TRUE(target.image().defines_openmp);
  EXPECT_EQ(target.obstacle, Obstacle::kStaticOpenMp);
}

TEST_F(Inspect, ScriptsAreJudgedByTheirInterpreter) {
  std::string script = scratch_.write("script", "#!/usr/bin/env sh\nexit 0\n");
  fs::permissions(script, fs::perms::owner_all);
  Target target = inspect(script);
  EXPECT_EQ(fs::path(target.interpreter).filename(), "sh");
  EXPECT_TRUE(target.is_elf);
}

ExitCode refusal(const std::string& program) {
  try {
    inspect_target(program, {});
  } catch (const Failure& failure) {
    EXPECT_NE(std::string(failure.what()).find(program), std::string::npos);
    return failure.code();
  }
  return kExitOk;
}

TEST_F(Inspect, WhatCannotRunIsRefused) {
  EXPECT_EQ(refusal("no-such-program-anywhere"), kExitNotFound);
  EXPECT_EQ(refusal("/no/such/program"), kExitNotFound);
  EXPECT_EQ(refusal(scratch_.path()), kExitCannotExecute);
  EXPECT_EQ(refusal(scratch_.write("plain", "text")), kExitCannotExecute);
}

TEST(Environment, OursGoesInFrontOfTheUsers) {
  auto user = [](const std::string& name) { return name == "SET" ? std::string("theirs") : std::string(); };
  EXPECT_EQ(in_front("ours", "SET", user), "ours:theirs");
  EXPECT_EQ(in_front("ours", "UNSET", user), "ours") << "an empty entry would mean the current directory";
}

TEST(Environment, OutputNames) {
  ScratchDirectory scratch;
  EXPECT_EQ(output_pattern("/a/b.limpid"), "/a/b.limpid");
  EXPECT_EQ(output_pattern(scratch.path()), scratch.path() + "/%e%R.%p.limpid");
  EXPECT_EQ(output_pattern(scratch.path() + "/new/"), scratch.path() + "/new/%e%R.%p.limpid");
  EXPECT_EQ(output_pattern(""), fs::current_path().string() + "/%e%R.%p.limpid");
}

TEST(SplitPath, EmptyEntriesAreTheCurrentDirectory) {
  EXPECT_EQ(split_path("/a::/b"), (std::vector<std::string>{"/a", ".", "/b"}));
  EXPECT_TRUE(split_path("").empty());
}

}  // namespace
}  // namespace limpid::cli::record
