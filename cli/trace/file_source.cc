// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/file_source.h"

#include <fmt/format.h>

#include <filesystem>

namespace limpid::cli::tracing {
namespace {

// Beside the profile: under the name that it notes, or under its own one if both were renamed.
std::string path_of(const std::string& profile_path, const profile::Profile& profile) {
  const std::filesystem::path beside = limpid::trace::trace_path(profile_path);
  const std::string noted = profile.text("trace");
  std::error_code error;
  if (noted.empty() || std::filesystem::exists(beside, error)) return beside;
  return beside.parent_path() / std::filesystem::path(noted).filename();
}

}  // namespace

void FileSource::rewind() {
  cursors_.clear();
  for (const limpid::trace::TraceThread& thread : file_.threads()) cursors_.push_back(file_.events(thread));
}

std::unique_ptr<FileSource> open_trace(const std::string& profile_path, const profile::Profile& profile,
                                       std::string* why) {
  why->clear();
  const std::string path = path_of(profile_path, profile);
  std::error_code error;
  const bool there = std::filesystem::exists(path, error);
  if (!there && profile.text("trace").empty()) return nullptr;
  limpid::trace::TraceFile file;
  if (!file.open(path, why)) {
    *why = fmt::format("{}: {}", path, *why);
    return nullptr;
  }
  if (!file.belongs_to(profile)) {
    *why = fmt::format("{}: is of another run than {}", path, profile_path);
    return nullptr;
  }
  return std::make_unique<FileSource>(std::move(file));
}

}  // namespace limpid::cli::tracing
