// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "info/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <vector>

#include "base/failure.h"
#include "base/layout.h"
#include "base/style.h"
#include "info/settings.h"
#include "record/diagnosis.h"
#include "record/environment.h"
#include "record/target.h"

namespace limpid::cli::info {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> user_library_path() {
  const char* user = std::getenv("LD_LIBRARY_PATH");
  return record::split_path(user == nullptr ? "" : user);
}

std::vector<std::string> with_own(const Layout& layout) {
  std::vector<std::string> path = user_library_path();
  path.insert(path.begin(), layout.lib);
  return path;
}

// What kind of runtime a file is, as far as its place and name tell.
std::string kind_of(const std::string& path, const Layout& layout) {
  if (layout.is_runtime(path)) return "Limpid";
  std::error_code ignored;
  std::string name = fs::canonical(path, ignored).filename();
  return name.rfind("libgomp", 0) == 0 ? "GCC's" : name.rfind("libiomp", 0) == 0 ? "Intel's" : "LLVM's";
}

void describe_needs(const record::Target& target, const Layout& layout) {
  for (const elf::Dependency& dependency : target.closure.dependencies) {
    if (!elf::is_openmp_library(dependency.name)) continue;
    fmt::print("  needs     {} (asked for by {})\n", dependency.name, dependency.needed_by);
    if (dependency.path.empty())
      fmt::print("  gets      nothing: not found\n");
    else
      fmt::print("  gets      {}: {}, found by {}\n", dependency.path, kind_of(dependency.path, layout),
                 elf::describe(dependency.found_by));
  }
  if (target.openmp() == nullptr) {
    fmt::print("  needs     no OpenMP runtime at start; {} a program that does\n",
               target.may_load_openmp_late() ? "may load one later, or start" : "may start");
  }
}

// One line for the calls of one family of compilers, with the files that they are in.
void describe_door(const char* compilers, const std::vector<const elf::Image*>& files,
                   std::vector<std::string> elf::Image::*calls) {
  std::set<std::string> names;
  std::string where;
  for (const elf::Image* image : files) {
    const std::vector<std::string>& own = image->*calls;
    if (own.empty()) continue;
    names.insert(own.begin(), own.end());
    where += (where.empty() ? "" : ", ") + fs::path(image->path).filename().string();
  }
  if (!names.empty())
    fmt::print("  built by  {}: {} of its entry points, in {}\n", compilers, names.size(), where);
}

// Runtimes call themselves: only what is none of them says who built the program.
void describe_doors(const record::Target& target) {
  std::vector<const elf::Image*> files = {&target.image()};
  for (const elf::Image& image : target.closure.libraries)
    if (!elf::is_openmp_library(image.path)) files.push_back(&image);
  describe_door("gcc, g++ or gfortran (GOMP)", files, &elf::Image::gomp_calls);
  describe_door("clang, flang or Intel's compilers (KMP)", files, &elf::Image::kmp_calls);
  auto builds = [](const elf::Image* image) {
    return !image->gomp_calls.empty() || !image->kmp_calls.empty();
  };
  auto calls = [](const elf::Image* image) { return image->imports_openmp; };
  if (std::none_of(files.begin(), files.end(), builds) && std::any_of(files.begin(), files.end(), calls))
    fmt::print("  built by  unknown: calls routines (omp_*) only\n");
}

// As `run` and `record` look for it: with our directory in front.
void describe_replacement(const record::Target& target, const Layout& layout) {
  record::Target replaced = record::inspect_target(target.given, with_own(layout));
  record::Variables variables = record::runtime_variables(replaced, layout);
  std::string settings;
  for (const auto& [name, value] : variables) settings += fmt::format(" {}={}", name, value);
  fmt::print("  on Limpid by{}\n", settings);
}

void describe_settings(const Layout& layout) {
  Settings settings = ask_runtime(layout.runtime);
  fmt::print(
      "  there     {} processors, {}\n", settings.processors,
      settings.places == 0 ? "no places: threads are not bound" : fmt::format("{} places", settings.places));
  for (const std::string& message : settings.messages) fmt::print("  problem   {}\n", printable(message));
  for (const std::string& value : settings.values) fmt::print("            {}\n", printable(value));
}

}  // namespace

void describe_program(const std::string& file) {
  Layout layout = find_layout();
  record::Target target = record::inspect_target(file, user_library_path());
  if (!target.interpreter.empty()) fmt::print("{}: script, run by {}\n", target.path, target.interpreter);
  if (!target.is_elf)
    throw Failure(kExitBadInput, fmt::format("{}: neither a profile nor an ELF program", file));
  fmt::print("{}: {} program{}\n", target.image().path, elf::machine_name(target.image()),
             target.image().interpreter.empty() ? ", linked statically" : "");
  std::string problem = record::foreseen(target);
  if (!problem.empty()) {
    fmt::print("  problem   {}\n", problem);
    return;
  }
  describe_needs(target, layout);
  describe_doors(target);
  describe_replacement(target, layout);
  describe_settings(layout);
}

}  // namespace limpid::cli::info
