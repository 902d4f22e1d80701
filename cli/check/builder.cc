// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/builder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "check/process.h"

namespace limpid::cli::check {
namespace {

namespace fs = std::filesystem;

constexpr int kBuildSeconds = 300;

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// FNV-1a: names files, protects nothing.
uint64_t hash_of(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string cache_directory(const std::string& scratch) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::string base = cache != nullptr && *cache == '/' ? cache
                     : home != nullptr && *home == '/' ? std::string(home) + "/.cache"
                                                       : "";
  std::string directory = base + "/limpid/check";
  std::error_code error;
  if (!base.empty()) fs::create_directories(directory, error);
  return base.empty() || error || access(directory.c_str(), W_OK | X_OK) != 0 ? scratch : directory;
}

std::string first_error(const std::string& output) {
  std::istringstream lines(output);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty()) first = line;
    if (line.find("rror") != std::string::npos) return line;
  }
  return first;
}

}  // namespace

Builder::Builder(const Layout& layout, std::string scratch)
    : share_(layout.check),
      include_(layout.include),
      cache_(cache_directory(scratch)),
      scratch_(std::move(scratch)) {
  shared_text_ = text_of(share_ + "/programs/check.h") + text_of(share_ + "/tool/told.h");
}

std::vector<std::string> Builder::command(const Program& program, const Compiler& compiler,
                                          const std::string& output) const {
  std::vector<std::string> words = {compiler.path, "-O1", "-g", "-fopenmp", "-o", output, program.source};
  auto add = [&words](std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (compiler.language != Language::fortran) add({"-w", "-pthread", "-idirafter", include_.c_str()});
  // A routine that a runtime may lack is called if it is there when the program starts.
  if (calls_gomp(compiler.family)) add({"-Wl,-z,dynamic-undefined-weak"});
  // Stands for LLVM's runtime while linking; when the program runs, the runtime that is checked takes its
  // place.
  std::string link = "-L" + share_ + "/link";
  if (!calls_gomp(compiler.family))
    add({"-fopenmp-version=51", link.c_str(), "-Wl,-z,dynamic-undefined-weak"});
  add({"-lm"});
  return words;
}

Built Builder::build(const Program& program, const Compiler& compiler) const {
  Built built = {&program, &compiler, "", ""};
  std::string name = fmt::format("{}.{}", program.name, compiler.family);
  std::string words = fmt::format("{}", fmt::join(command(program, compiler, ""), " "));
  uint64_t hash = hash_of(words + compiler.version + text_of(program.source) + shared_text_);
  std::string file = fmt::format("{}/{}.{:016x}", cache_, name, hash);
  if (access(file.c_str(), X_OK) == 0) {
    built.file = file;
    return built;
  }
  // Made under another name, so that nobody runs half a program.
  std::string unfinished = fmt::format("{}.{}", file, getpid());
  Job job;
  job.command = command(program, compiler, unfinished);
  job.environment = {{"LC_ALL", "C"}};
  job.directory = scratch_;
  job.seconds = kBuildSeconds;
  JobEnd end = run_job(job);
  std::error_code error;
  if (end.good()) fs::rename(unfinished, file, error);
  if (end.good() && !error) {
    built.file = file;
  } else {
    built.problem = end.timed_out ? "the compiler did not end" : first_error(end.err + end.out);
  }
  return built;
}

}  // namespace limpid::cli::check
