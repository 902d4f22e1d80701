// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/outputs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "analysis/input.h"
#include "base/failure.h"
#include "record/environment.h"

namespace limpid::cli::record {
namespace {

bool is_recent_file(const std::string& path, time_t start) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_mtime >= start - 1;
}

}  // namespace

std::vector<analysis::Origin> find_outputs(const std::string& directory, const std::string& run_id,
                                           time_t start, int main_pid) {
  namespace fs = std::filesystem;
  std::vector<analysis::Origin> outputs;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::string path = entry->path();
    // A user's output directory holds all sorts of files.
    if (!is_recent_file(path, start) || !analysis::is_profile(path)) continue;
    analysis::Origin origin;
    std::string ignored;
    if (!analysis::read_origin(path, &origin, &ignored) || origin.run_id != run_id) continue;
    outputs.push_back(std::move(origin));
  }
  std::sort(outputs.begin(), outputs.end(), [&](const analysis::Origin& a, const analysis::Origin& b) {
    bool a_main = static_cast<int>(a.pid) == main_pid;
    bool b_main = static_cast<int>(b.pid) == main_pid;
    return a_main != b_main ? a_main : a.path < b.path;
  });
  return outputs;
}

std::string output_directory(const std::string& output) {
  std::string pattern = output_pattern(output);
  std::filesystem::path directory = std::filesystem::path(pattern).parent_path();
  std::string name = directory;
  // The recorder reads %% as one per cent sign.
  for (size_t at = name.find("%%"); at != std::string::npos; at = name.find("%%", at + 1)) name.erase(at, 1);
  if (!output.empty() && output.back() == '/') {
    std::error_code ignored;
    std::filesystem::create_directories(name, ignored);
  }
  if (access(name.c_str(), W_OK | X_OK) != 0) {
    throw Failure(kExitNotStarted,
                  fmt::format("{}: cannot write a profile there: {}", name, std::strerror(errno)));
  }
  return name;
}

}  // namespace limpid::cli::record
