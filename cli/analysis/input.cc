// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "analysis/blocked.h"
#include "analysis/state.h"
#include "base/failure.h"

namespace limpid::cli::analysis {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".limpid") files.push_back(entry.path());
  }
  if (error) throw Failure(kExitBadInput, fmt::format("{}: cannot list: {}", directory, error.message()));
  if (files.empty()) {
    throw Failure(kExitBadInput,
                  fmt::format("{}: no profile in this directory (files named *.limpid)", directory));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string shell_word(const std::string& word) {
  static constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Whether a sample that hangs at this kind of node was taken inside the runtime. The recorder cuts the
// runtime's own frames off: user code that was interrupted itself ends in a leaf.
bool ends_in_runtime(profile::NodeKind kind) {
  return kind == profile::NodeKind::kFrame || kind == profile::NodeKind::kParallel ||
         kind == profile::NodeKind::kTeams || kind == profile::NodeKind::kTask;
}

}  // namespace

void name_overhead(profile::Profile& profile) {
  for (profile::Sample& sample : profile.samples) {
    bool inside = ends_in_runtime(profile.find_node(sample.node)->kind);
    if (inside && time_kind(sample.state) == TimeKind::kWork) sample.state = kOverhead;
  }
}

std::vector<std::string> expand_paths(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      throw Failure(kExitBadInput, fmt::format("{}: no such file or directory", path));
    }
    if (fs::is_directory(status)) {
      std::vector<std::string> inside = files_in(path);
      files.insert(files.end(), inside.begin(), inside.end());
    } else if (fs::is_regular_file(status)) {
      files.push_back(path);
    } else {
      throw Failure(kExitBadInput, fmt::format("{}: neither a file nor a directory", path));
    }
  }
  return files;
}

bool is_profile(const std::string& path) {
  FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  uint64_t magic = 0;
  bool whole = std::fread(&magic, sizeof magic, 1, file) == 1;
  std::fclose(file);
  return whole && magic == profile::kMagic;
}

Input read_input(const std::string& path) {
  Input input;
  input.path = path;
  std::string error;
  if (!profile::read_profile(path, &input.profile, &error))
    throw Failure(kExitBadInput, fmt::format("{}: {}", path, error));
  name_overhead(input.profile);
  name_blocked(input.profile);
  return input;
}

uint64_t end_of(const profile::Profile& profile) {
  uint64_t end = profile.end_ns();
  if (profile.finished) return end;
  for (const profile::Sample& sample : profile.samples) end = std::max(end, sample.time_ns);
  return end;
}

std::string command_of(const profile::Profile& profile, bool short_program) {
  std::string packed = profile.text("command");
  std::string line;
  bool first = true;
  for (size_t at = 0; at < packed.size();) {
    size_t end = std::min(packed.find('\0', at), packed.size());
    std::string word = packed.substr(at, end - at);
    if (first && short_program) word = fs::path(word).filename();
    line += (first ? "" : " ") + shell_word(word);
    first = false;
    at = end + 1;
  }
  return line;
}

}  // namespace limpid::cli::analysis
