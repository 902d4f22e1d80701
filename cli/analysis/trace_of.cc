// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/trace_of.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <filesystem>

namespace limpid::cli::analysis {
namespace {

namespace fs = std::filesystem;

std::string number_word(uint64_t n) {
  if (n < 1'000'000) return fmt::format("{}", n);
  if (n < 1'000'000'000) return fmt::format("{:.1f} million", static_cast<double>(n) / 1e6);
  return fmt::format("{:.1f} thousand million", static_cast<double>(n) / 1e9);
}

std::string size_word(uint64_t bytes) {
  if (bytes < 10000) return fmt::format("{} bytes", bytes);
  if (bytes < 10'000'000) return fmt::format("{} kB", bytes / 1000);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

}  // namespace

bool is_trace(const std::string& path) {
  std::FILE* f = std::fopen(path.c_str(), "rb");
  if (f == nullptr) return false;
  uint64_t magic = 0;
  const bool read = std::fread(&magic, sizeof magic, 1, f) == 1;
  std::fclose(f);
  return read && magic == trace::kMagic;
}

std::optional<TraceOf> find_trace(const Input& input) {
  std::vector<std::string> candidates = {trace::trace_path(input.path)};
  // The profile may have another name now; its trace perhaps has not. A name in a file is no path.
  const std::string recorded = input.profile.text("trace");
  if (!recorded.empty() && recorded.find('/') == std::string::npos)
    candidates.push_back(fs::path(input.path).parent_path() / recorded);
  for (const std::string& path : candidates) {
    TraceOf found{path, {}};
    std::string ignored;
    if (is_trace(path) && found.file.open(path, &ignored) && found.file.belongs_to(input.profile))
      return found;
  }
  return {};
}

std::string trace_words(const std::vector<TraceOf>& traces) {
  uint64_t events = 0, bytes = 0, lost = 0;
  for (const TraceOf& t : traces) {
    events += t.file.events();
    bytes += t.file.size();
    lost += t.file.header().lost;
  }
  return fmt::format("{} events in {}, {} lost", number_word(events), size_word(bytes),
                     lost == 0 ? "none" : number_word(lost));
}

}  // namespace limpid::cli::analysis
