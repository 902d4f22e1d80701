// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/program_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/failure.h"

namespace limpid::cli::check {
namespace {

namespace fs = std::filesystem;

constexpr int kHeaderLines = 30;

bool language_of(const fs::path& file, Language* language) {
  std::string extension = file.extension();
  if (extension == ".c") *language = Language::c;
  if (extension == ".cc") *language = Language::cxx;
  if (extension == ".f90") *language = Language::fortran;
  return extension == ".c" || extension == ".cc" || extension == ".f90";
}

// What follows "KEY: " in a comment, if the line is one.
bool follows(const std::string& comment, const std::string& key, std::string* rest) {
  if (comment.rfind(key + ": ", 0) != 0) return false;
  *rest = comment.substr(key.size() + 2);
  return true;
}

void take_comment(const std::string& comment, Program* program) {
  std::string rest;
  if (follows(comment, "expect", &rest)) {
    std::string problem;
    std::optional<Expectation> expectation = parse_expectation(rest, &problem);
    if (!expectation)
      throw Failure(kExitBadUsage, fmt::format("{}: `expect: {}`: {}", program->source, rest, problem));
    program->expectations.push_back(*expectation);
  } else if (follows(comment, "env", &rest) && rest.find('=') != std::string::npos) {
    size_t at = rest.find('=');
    program->environment[rest.substr(0, at)] = rest.substr(at + 1);
  } else if (follows(comment, "threads", &rest)) {
    std::istringstream numbers(rest);
    for (int number = 0; numbers >> number;) program->threads.push_back(number);
  } else if (comment.rfind("not ", 0) == 0 && comment.find(": ") != std::string::npos) {
    size_t colon = comment.find(": ");
    program->not_for[comment.substr(4, colon - 4)] = comment.substr(colon + 2);
  } else if (comment.find("expect: ") != std::string::npos) {
    // Somebody, or a program that lays out comments, joined two lines: what is expected would be lost.
    throw Failure(kExitBadUsage, fmt::format("{}: `{}`: `expect:` stands at the beginning of a line",
                                             program->source, comment));
  }
}

Program read_program(const fs::path& file, Language language) {
  Program program;
  program.name = file.stem();
  program.source = file;
  program.language = language;
  std::ifstream lines(file);
  std::string line;
  for (int i = 0; i < kHeaderLines && std::getline(lines, line); ++i) {
    size_t at = line.rfind("// ", 0) == 0 ? 3 : line.rfind("! ", 0) == 0 ? 2 : 0;
    if (at != 0) take_comment(line.substr(at), &program);
  }
  return program;
}

}  // namespace

std::vector<Program> read_programs(const std::string& directory, const std::vector<std::string>& only) {
  std::vector<Program> programs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    Language language;
    if (!language_of(entry.path(), &language)) continue;
    bool wanted = only.empty() || std::find(only.begin(), only.end(), entry.path().stem()) != only.end();
    if (wanted) programs.push_back(read_program(entry.path(), language));
  }
  if (error)
    throw Failure(kExitBadUsage,
                  fmt::format("the programs to check with are missing: {}: {}", directory, error.message()));
  std::sort(programs.begin(), programs.end(),
            [](const Program& a, const Program& b) { return a.name < b.name; });
  for (const std::string& name : only) {
    bool found =
        std::any_of(programs.begin(), programs.end(), [&](const Program& p) { return p.name == name; });
    if (!found) throw Failure(kExitBadUsage, fmt::format("--only: no program `{}` in {}", name, directory));
  }
  return programs;
}

}  // namespace limpid::cli::check
