// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/outputs.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "analysis/blocked.h"

namespace limpid::cli::record {
namespace {

bool is_recent_file(const std::string& path, time_t start) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_mtime >= start - 1;
}

}  // namespace

std::vector<analysis::Input> find_outputs(const std::string& directory, const std::string& run_id,
                                          time_t start, int main_pid) {
  namespace fs = std::filesystem;
  std::vector<analysis::Input> inputs;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::string path = entry->path();
    // A user's output directory holds all sorts of files.
    if (!is_recent_file(path, start) || !analysis::is_profile(path)) continue;
    analysis::Input input;
    input.path = path;
    std::string ignored;
    if (!profile::read_profile(path, &input.profile, &ignored)) continue;
    if (input.profile.text("env:LIMPID_RUN") != run_id) continue;
    analysis::name_overhead(input.profile);
    analysis::name_blocked(input.profile);
    inputs.push_back(std::move(input));
  }
  std::sort(inputs.begin(), inputs.end(), [&](const analysis::Input& a, const analysis::Input& b) {
    bool a_main = static_cast<int>(a.profile.run.pid) == main_pid;
    bool b_main = static_cast<int>(b.profile.run.pid) == main_pid;
    return a_main != b_main ? a_main : a.path < b.path;
  });
  return inputs;
}

}  // namespace limpid::cli::record
