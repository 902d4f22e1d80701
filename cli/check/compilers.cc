// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/compilers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

#include "base/failure.h"
#include "check/process.h"
#include "record/target.h"

namespace limpid::cli::check {
namespace {

constexpr int kNewest = 40;
constexpr int kOldest = 10;

struct Driver {
  const char* family;
  Language language;
  const char* name;
};

constexpr Driver kDrivers[] = {
    {"gcc", Language::c, "gcc"},
    {"gcc", Language::cxx, "g++"},
    {"gcc", Language::fortran, "gfortran"},
    {"clang", Language::c, "clang"},
    {"clang", Language::cxx, "clang++"},
    {"flang", Language::fortran, "flang"},
};

std::string in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  for (const std::string& directory : record::split_path(path == nullptr ? "/usr/bin:/bin" : path)) {
    std::string candidate = directory + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return "";
}

// The ending that a family's drivers have in PATH: "" or "-22"; false if there is none.
bool ending_in_path(const std::string& family, std::string* ending) {
  ending->clear();
  if (!in_path(family).empty()) return true;
  for (int version = kNewest; version >= kOldest; --version) {
    *ending = fmt::format("-{}", version);
    if (!in_path(family + *ending).empty()) return true;
  }
  return false;
}

std::string version_of(const std::string& path, const std::string& scratch) {
  Job job;
  job.command = {path, "--version"};
  job.environment = {{"LC_ALL", "C"}};
  job.directory = scratch;
  JobEnd end = run_job(job);
  std::smatch match;
  std::string first = end.out.substr(0, end.out.find('\n'));
  // GCC puts a distribution's own version in brackets in front of its own, LLVM behind.
  first = std::regex_replace(first, std::regex("\\([^)]*\\)"), "");
  return end.good() && std::regex_search(first, match, std::regex("[0-9]+\\.[0-9]+(\\.[0-9]+)?"))
             ? match.str()
             : "?";
}

void add_family(const std::string& family, const std::string& folder, const std::string& ending,
                const std::string& scratch, std::vector<Compiler>* found) {
  for (const Driver& driver : kDrivers) {
    if (family != driver.family) continue;
    std::string path = in_path(folder + driver.name + ending);
    if (!path.empty()) found->push_back({family, driver.language, path, version_of(path, scratch)});
  }
}

void add_named(const std::string& name, const std::string& scratch, std::vector<Compiler>* found) {
  size_t slash = name.rfind('/');
  std::string folder = slash == std::string::npos ? "" : name.substr(0, slash + 1);
  std::string base = slash == std::string::npos ? name : name.substr(slash + 1);
  size_t dash = base.find('-');
  std::string family = base.substr(0, dash);
  std::string ending = dash == std::string::npos ? "" : base.substr(dash);
  if (family != "gcc" && family != "clang" && family != "flang") {
    throw Failure(
        kExitBadUsage,
        fmt::format(
            "--compiler: `{}` is none of gcc, clang, flang, or one of these with a version (clang-19)",
            name));
  }
  if (ending.empty() && folder.empty() && !ending_in_path(family, &ending)) ending.clear();
  size_t before = found->size();
  add_family(family, folder, ending, scratch, found);
  if (found->size() == before)
    throw Failure(kExitBadUsage, fmt::format("--compiler: there is no `{}`", name));
}

}  // namespace

bool calls_gomp(const std::string& family) {
  return family == "gcc";
}

std::vector<Compiler> find_compilers(const std::vector<std::string>& names, const std::string& scratch) {
  std::vector<Compiler> found;
  for (const std::string& name : names) add_named(name, scratch, &found);
  if (!names.empty()) return found;
  for (const char* family : {"gcc", "clang", "flang"}) {
    std::string ending;
    if (ending_in_path(family, &ending)) add_family(family, "", ending, scratch, &found);
  }
  return found;
}

std::string in_words(const std::vector<Compiler>& compilers) {
  std::vector<std::string> words;
  for (const Compiler& compiler : compilers) {
    std::string word = compiler.family + " " + compiler.version;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace limpid::cli::check
