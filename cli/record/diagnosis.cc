// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace limpid::cli::record {
namespace {

namespace fs = std::filesystem;

std::string binary_of(const Target& target) {
  return target.interpreter.empty() ? target.path
                                    : fmt::format("{} (which runs {})", target.interpreter, target.path);
}

// Paths of the OpenMP runtimes that were in the process, by the profile's list of modules.
std::vector<std::string> runtimes_loaded(const std::vector<analysis::Input>& outputs) {
  std::vector<std::string> paths;
  for (const analysis::Input& output : outputs) {
    for (const profile::Module& module : output.profile.modules) {
      std::string name = fs::path(module.path).filename();
      bool runtime = elf::is_openmp_library(name) || name == "liblimpid.so";
      if (runtime && std::find(paths.begin(), paths.end(), module.path) == paths.end())
        paths.push_back(module.path);
    }
  }
  return paths;
}

std::string why_no_file(const Target& target, const Layout& layout) {
  std::error_code ignored;
  if (!fs::exists(layout.recorder, ignored)) {
    return fmt::format("the recorder is missing: {} (build it, or install Limpid again)", layout.recorder);
  }
  return fmt::format(
      "no profile was written. {} was started, but the recorder was not loaded into it. A wrapper may have "
      "cleared "
      "LD_PRELOAD (sudo, env -i, some job launchers): put `limpid record` behind the wrapper, next to the "
      "program",
      binary_of(target));
}

std::string why_not_connected(const Target& target, const Options& options, const Layout& layout,
                              const std::vector<std::string>& loaded) {
  auto foreign = std::find_if(loaded.begin(), loaded.end(),
                              [&](const std::string& path) { return !layout.is_runtime(path); });
  bool ours = std::any_of(loaded.begin(), loaded.end(),
                          [&](const std::string& path) { return layout.is_runtime(path); });
  if (ours) {
    return "Limpid's OpenMP runtime was loaded, but the program never used OpenMP: no parallel construct was "
           "reached";
  }
  if (foreign != loaded.end() && options.keep_runtime) {
    return fmt::format(
        "the program ran on {}, which offers tools no OMPT interface: leave --keep-runtime away", *foreign);
  }
  if (foreign != loaded.end()) {
    return fmt::format(
        "the program loaded {} from a place that goes before LD_LIBRARY_PATH and LD_PRELOAD (an absolute "
        "path in "
        "dlopen?): run it with a copy of the library path that holds {}",
        *foreign, layout.runtime);
  }
  if (target.is_elf && target.image().imports_openmp) {
    return fmt::format("{} calls OpenMP, but no OpenMP runtime was loaded: {} is missing?", binary_of(target),
                       layout.runtime);
  }
  return fmt::format(
      "{} uses no OpenMP: neither it nor its libraries ask for an OpenMP runtime. Was it compiled with "
      "-fopenmp?",
      binary_of(target));
}

}  // namespace

std::string foreseen(const Target& target) {
  switch (target.obstacle) {
    case Obstacle::kStatic:
      return fmt::format("{} is linked statically, so nothing can be put into it: link it without -static",
                         binary_of(target));
    case Obstacle::kStaticOpenMp:
      return fmt::format(
          "{} has its OpenMP runtime linked into itself, so Limpid's cannot take its place: link it against "
          "the shared "
          "library (no -static, no libgomp.a, no libomp.a)",
          binary_of(target));
    case Obstacle::kPrivileged:
      return fmt::format(
          "{} has setuid, setgid or file capabilities, and the loader ignores its variables for such "
          "programs: use a "
          "copy without them",
          binary_of(target));
    case Obstacle::kOtherMachine:
      return fmt::format("{} is built for {}, this Limpid is not: use the Limpid of that architecture",
                         binary_of(target), elf::machine_name(target.image()));
    case Obstacle::kNone:
      break;
  }
  return {};
}

std::string no_answer(const Target& target, const Options& options, const Layout& layout,
                      const std::vector<analysis::Input>& outputs) {
  bool connected = std::any_of(outputs.begin(), outputs.end(), [](const analysis::Input& output) {
    return output.profile.run.runtime_connected_ns != 0;
  });
  if (connected) return {};
  std::string known = foreseen(target);
  if (!known.empty()) return known;
  if (outputs.empty()) return why_no_file(target, layout);
  return why_not_connected(target, options, layout, runtimes_loaded(outputs));
}

}  // namespace limpid::cli::record
