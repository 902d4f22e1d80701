// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/symbolizer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <set>

#include "code/file_bytes.h"

#include "support/files.h"

namespace limpid::cli::symbols {
namespace {

using test::Extent;
using test::extent_of;
using test::fixture;

// Every address of a function, looked up.
class Symbols : public testing::TestWithParam<const char*> {
 protected:
  std::vector<const Location*> locate_all(const std::string& symbol) {
    uint32_t module = symbolizer_.add_module({fixture(GetParam()), ""});
    Extent extent = extent_of(fixture(GetParam()), symbol);
    std::vector<const Location*> all;
    for (uint64_t at = extent.address; at < extent.address + extent.size; ++at) {
      all.push_back(&symbolizer_.locate(module, at));
    }
    return all;
  }

  Symbolizer symbolizer_;
};

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename();
}

TEST_P(Symbols, InlinedCallsAreFramesWithTheirCallSites) {
  bool seen_inlined = false;
  for (const Location* location : locate_all("outer")) {
    ASSERT_EQ(location->detail, Detail::kSource);
    const Frame& last = location->frames.back();
    EXPECT_EQ(last.name.text, "outer");
    EXPECT_EQ(last.decl_line, 16);
    EXPECT_FALSE(last.inlined);
    if (location->frames.size() < 3) continue;
    seen_inlined = true;
    EXPECT_EQ(location->frames[0].name.text, "innermost");
    EXPECT_TRUE(location->frames[0].inlined);
    EXPECT_EQ(base_name(location->frames[0].file), "shapes.cc");
    EXPECT_EQ(location->frames[1].name.text, "middle");
    EXPECT_EQ(location->frames[1].line, 13);
    EXPECT_EQ(location->frames[2].line, 18);
  }
  EXPECT_TRUE(seen_inlined);
}

TEST_P(Symbols, TemplatesInNamespacesAreDemangled) {
  for (const Location* location : locate_all("_ZN6shapes5scaleIdEEvT_i")) {
    EXPECT_EQ(location->frames.back().name.text, "shapes::scale<double>");
    EXPECT_EQ(location->frames.back().name.full, "void shapes::scale<double>(double, int)");
  }
}

TEST_P(Symbols, OutlinedBodiesAreNamedByTheirFunction) {
  std::set<int> lines;
  for (const Location* location : locate_all("_ZN6shapes6regionEd._omp_fn.0")) {
    const Frame& frame = location->frames.back();
    EXPECT_EQ(frame.name.text, "shapes::region");
    EXPECT_EQ(frame.name.suffix, "._omp_fn.0");
    EXPECT_TRUE(frame.name.outlined);
    EXPECT_EQ(base_name(frame.decl_file), "shapes.cc");
    lines.insert(frame.line);
  }
  EXPECT_TRUE(lines.contains(31)) << "the call of innermost()";
}

INSTANTIATE_TEST_SUITE_P(Builds, Symbols, testing::Values("shapes", "shapes-nopie", "shapes-dwarf4"));

TEST(Symbolizer, WithoutDebugInformationSymbolsAreLeft) {
  Symbolizer symbolizer;
  std::string file = fixture("shapes-nodebug");
  uint32_t module = symbolizer.add_module({file, ""});
  Extent extent = extent_of(file, "outer");
  const Location& location = symbolizer.locate(module, extent.address + 4);
  EXPECT_EQ(location.detail, Detail::kSymbol);
  EXPECT_EQ(location.frames.front().name.text, "outer");
  EXPECT_EQ(location.offset, 4u);
  EXPECT_FALSE(symbolizer.has_debug_info(module));
}

TEST(Symbolizer, StrippedProgramsAreModulePlusOffset) {
  Symbolizer symbolizer;
  std::string file = fixture("shapes-stripped");
  uint32_t module = symbolizer.add_module({file, ""});
  // The same code as in the build that has symbols.
  Extent extent = extent_of(fixture("shapes-nodebug"), "outer");
  char expected[64];
  snprintf(expected, sizeof expected, "shapes-stripped+%#lx", static_cast<unsigned long>(extent.address));
  for (uint64_t at = extent.address; at < extent.address + extent.size; at += 3) {
    const Location& location = symbolizer.locate(module, at);
    EXPECT_EQ(location.detail, Detail::kModule);
    EXPECT_EQ(location.frames.front().name.text, expected) << "all addresses of a function are one function";
  }
}

TEST(Symbolizer, DebugInformationIsFoundThroughItsLink) {
  Symbolizer symbolizer;
  uint32_t module = symbolizer.add_module({fixture("split/shapes"), ""});
  Extent extent = extent_of(fixture("shapes"), "outer");
  const Location& location = symbolizer.locate(module, extent.address);
  EXPECT_EQ(location.detail, Detail::kSource);
  EXPECT_EQ(location.frames.back().name.text, "outer");
}

TEST(Symbolizer, AChangedFileGivesNoNames) {
  Symbolizer symbolizer;
  uint32_t module = symbolizer.add_module({fixture("shapes"), "00112233445566778899aabbccddeeff00112233"});
  Extent extent = extent_of(fixture("shapes"), "outer");
  EXPECT_EQ(symbolizer.identity(module), Identity::kChanged);
  EXPECT_EQ(symbolizer.locate(module, extent.address).detail, Detail::kModule);
}

TEST(Symbolizer, DebugFilesAreFoundByBuildId) {
  test::ScratchDirectory scratch;
  std::string id = elf::Handle(fixture("shapes")).build_id();
  if (id.empty()) GTEST_SKIP() << "this compiler writes no build ids";
  std::string directory = scratch.join(".build-id/" + id.substr(0, 2));
  std::filesystem::create_directories(directory);
  std::filesystem::copy(fixture("split/.debug/shapes.debug"), directory + "/" + id.substr(2) + ".debug");
  Symbolizer symbolizer(DebugRoots{{scratch.path()}});
  uint32_t module = symbolizer.add_module({"/nowhere/any-more/shapes", id});
  Extent extent = extent_of(fixture("shapes"), "outer");
  EXPECT_EQ(symbolizer.identity(module), Identity::kMissing);
  EXPECT_EQ(symbolizer.locate(module, extent.address).detail, Detail::kSource);
}

// Without a build id, size and time of the file that ran have to be those of the file found.
TEST(Symbolizer, AFileRebuiltWithoutBuildIdGivesNoNames) {
  std::string file = fixture("shapes-no-build-id");
  ASSERT_EQ(elf::Handle(file).build_id(), "");
  struct stat now;
  ASSERT_EQ(stat(file.c_str(), &now), 0);
  uint64_t bytes = static_cast<uint64_t>(now.st_size);
  uint64_t modified =
      static_cast<uint64_t>(now.st_mtim.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.st_mtim.tv_nsec);
  Symbolizer symbolizer;
  uint32_t same = symbolizer.add_module({file, "", bytes, modified});
  uint32_t larger = symbolizer.add_module({file, "", bytes - 1, modified});
  uint32_t later = symbolizer.add_module({file, "", bytes, modified - 1});
  uint32_t unknown = symbolizer.add_module({file, ""});
  EXPECT_EQ(symbolizer.identity(same), Identity::kSame);
  EXPECT_EQ(symbolizer.identity(larger), Identity::kChanged);
  EXPECT_EQ(symbolizer.identity(later), Identity::kChanged);
  EXPECT_EQ(symbolizer.identity(unknown), Identity::kUnknown);
  uint64_t outer = extent_of(file, "outer").address;
  EXPECT_EQ(symbolizer.locate(same, outer).detail, Detail::kSource);
  EXPECT_EQ(symbolizer.locate(later, outer).detail, Detail::kModule);
}

// ---- functions that name and place do not tell apart

class Lambdas : public testing::TestWithParam<const char*> {
 protected:
  Lambdas() : file_(fixture(GetParam())), module_(symbolizer_.add_module({file_, ""})) {}

  // Name -> identities of all functions, inlined ones too, whose name begins with `begin`.
  std::map<std::string, std::set<std::string>> functions_like(const std::string& begin) {
    std::map<std::string, std::set<std::string>> found;
    elf::Handle file(file_);
    code::FileBytes bytes(file);
    uint64_t first = extent_of(file_, "heavy").address & ~0xfffULL;
    for (uint64_t at = first - 0x1000; at < first + 0x2000; ++at) {
      if (bytes.code_from(at).empty()) continue;
      for (const Frame& frame : symbolizer_.locate(module_, at).frames) {
        if (frame.name.text.starts_with(begin)) found[frame.name.text].insert(frame.identity);
      }
    }
    return found;
  }

  std::string file_;
  Symbolizer symbolizer_;
  uint32_t module_;
};

TEST_P(Lambdas, InstantiationsStayApart) {
  auto instances = functions_like("call<");
  EXPECT_EQ(instances.size(), 2u);
  for (const auto& [name, identities] : instances) EXPECT_EQ(identities.size(), 1u) << name;
  EXPECT_EQ(functions_like("Mesh::each<").size(), 2u);
}

TEST_P(Lambdas, BodiesAreNamedWithTheirFunction) {
  auto bodies = functions_like("lambdas::");
  EXPECT_EQ(bodies.size(), 4u);
  std::set<std::string> all;
  for (const auto& [name, identities] : bodies) {
    EXPECT_NE(name.find("::operator()"), std::string::npos) << name;
    EXPECT_EQ(identities.size(), 1u) << name;
    all.insert(identities.begin(), identities.end());
  }
  EXPECT_EQ(all.size(), 4u);
}

// Where DWARF numbers files from 0, the function's own file is often that one.
TEST_P(Lambdas, AFunctionThatOnlyInlinesHasItsOwnFile) {
  const Location& location = symbolizer_.locate(module_, extent_of(file_, "heavy").address);
  EXPECT_EQ(location.frames.back().name.text, "heavy");
  EXPECT_EQ(base_name(location.frames.back().decl_file), "lambdas.cc");
  EXPECT_EQ(location.frames.back().decl_line, 21);
}

INSTANTIATE_TEST_SUITE_P(Builds, Lambdas, testing::Values(LIMPID_TEST_LAMBDA_BUILDS));

TEST(Symbolizer, MissingAndOddFilesAreNoErrors) {
  Symbolizer symbolizer;
  test::ScratchDirectory scratch;
  for (const std::string& path : {std::string("/does/not/exist"), std::string("[vdso]"), std::string(""),
                                  scratch.write("text", "no ELF at all"), std::string("/dev/null")}) {
    uint32_t module = symbolizer.add_module({path, ""});
    EXPECT_FALSE(symbolizer.locate(module, 0x1234).frames.empty()) << path;
  }
}

}  // namespace
}  // namespace limpid::cli::symbols
