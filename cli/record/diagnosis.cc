// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/diagnosis.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace limpid::cli::record {
namespace {

namespace fs = std::filesystem;

constexpr off_t kFirstPiece = 256 << 10;  // of a profile; the recorder needs it at once

std::string binary_of(const Target& target) {
  return target.interpreter.empty() ? target.path
                                    : fmt::format("{} (which runs {})", target.interpreter, target.path);
}

profile::Profile profile_of(const analysis::Origin& output) {
  profile::Profile profile;
  std::string ignored;
  profile::read_profile(output.path, &profile, &ignored);
  return profile;
}

// Paths of the OpenMP runtimes that were in the process, by the profile's list of modules.
std::vector<std::string> runtimes_loaded(const std::vector<analysis::Origin>& outputs) {
  std::vector<std::string> paths;
  for (const analysis::Origin& output : outputs) {
    const profile::Profile profile = profile_of(output);
    for (const profile::Module& module : profile.modules) {
      std::string name = fs::path(module.path).filename();
      bool runtime = elf::is_openmp_library(name) || name == "liblimpid.so";
      if (runtime && std::find(paths.begin(), paths.end(), module.path) == paths.end())
        paths.push_back(module.path);
    }
  }
  return paths;
}

// Whether the recorder was seen at work in `module`.
bool ran_in(const profile::Profile& profile, const std::string& module) {
  return std::any_of(profile.nodes.begin(), profile.nodes.end(), [&](const profile::Node& node) {
    bool frame = node.kind == profile::NodeKind::kFrame || node.kind == profile::NodeKind::kLeaf;
    const profile::Module* found = frame ? profile.find_module(node, node.value) : nullptr;
    return found != nullptr && found->path == module;
  });
}

// What the recorder met when it made its file: empty if a file can be made.
std::string why_not_writable(const std::string& directory) {
  std::string path = directory + "/.limpid-XXXXXX";
  int fd = mkostemp(path.data(), O_CLOEXEC);
  if (fd < 0) return std::strerror(errno);
  unlink(path.c_str());
  auto old = std::signal(SIGXFSZ, SIG_IGN);
  int error = posix_fallocate(fd, 0, kFirstPiece);
  std::signal(SIGXFSZ, old);
  close(fd);
  return error == 0 ? "" : std::strerror(error);
}

std::string why_no_file(const Target& target, const Layout& layout, const std::string& directory) {
  std::error_code ignored;
  if (!fs::exists(layout.recorder, ignored)) {
    return fmt::format("the recorder is missing: {} (build it, or install Limpid again)", layout.recorder);
  }
  std::string obstacle = why_not_writable(directory);
  if (!obstacle.empty()) return fmt::format("no profile was written: {}: {}", directory, obstacle);
  return fmt::format(
      "no profile was written. {} was started; if the recorder says nothing above, it was killed before the "
      "first sample, or the recorder was not loaded into it: a wrapper may have cleared LD_PRELOAD (sudo, "
      "env -i, some job launchers). Then put `limpid record` behind the wrapper, next to the program",
      binary_of(target));
}

// Another runtime was in a process that had ours, and nobody used ours.
std::string why_beside(const std::string& foreign, const Layout& layout,
                       const std::vector<analysis::Origin>& outputs) {
  bool used = std::any_of(outputs.begin(), outputs.end(), [&](const analysis::Origin& output) {
    return ran_in(profile_of(output), foreign);
  });
  if (!used) {
    return fmt::format(
        "Limpid's OpenMP runtime and {} were loaded, but neither was seen at work: the program reached no "
        "parallel "
        "construct, or none that took long",
        foreign);
  }
  return fmt::format(
      "the program ran on {}, although Limpid's runtime was loaded before it: what uses it is bound to it "
      "(RTLD_DEEPBIND, dlmopen, dlsym). Let a link to {} take the place of that file",
      foreign, layout.runtime);
}

std::string why_not_connected(const Target& target, const Options& options, const Layout& layout,
                              const std::vector<analysis::Origin>& outputs) {
  const std::vector<std::string> loaded = runtimes_loaded(outputs);
  auto foreign = std::find_if(loaded.begin(), loaded.end(),
                              [&](const std::string& path) { return !layout.is_runtime(path); });
  bool ours = std::any_of(loaded.begin(), loaded.end(),
                          [&](const std::string& path) { return layout.is_runtime(path); });
  if (foreign != loaded.end() && options.keep_runtime) {
    return fmt::format(
        "the program ran on {}, which offers tools no OMPT interface: leave --keep-runtime away", *foreign);
  }
  if (foreign != loaded.end() && ours) return why_beside(*foreign, layout, outputs);
  if (foreign != loaded.end()) {
    return fmt::format(
        "the program loaded {}: what started it passed on an LD_PRELOAD that has the recorder but not {}",
        *foreign, layout.runtime);
  }
  bool asks = target.openmp() != nullptr || target.image().imports_openmp;
  if (asks && ours) {
    return "Limpid's OpenMP runtime was loaded, but the program never used OpenMP: no parallel construct was "
           "reached";
  }
  if (target.is_elf && target.image().imports_openmp) {
    return fmt::format("{} calls OpenMP, but no OpenMP runtime was loaded: {} is missing?", binary_of(target),
                       layout.runtime);
  }
  return fmt::format(
      "{} uses no OpenMP: neither it nor its libraries ask for an OpenMP runtime, and nothing that it loaded "
      "or "
      "started reached a parallel construct. Was it compiled with -fopenmp?",
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
                      const Outcome& outcome) {
  if (outcome.stray) return describe(*outcome.stray, "record");
  const std::vector<analysis::Origin>& outputs = outcome.outputs;
  bool connected = std::any_of(outputs.begin(), outputs.end(),
                               [](const analysis::Origin& output) { return output.openmp; });
  if (connected) return {};
  std::string known = foreseen(target);
  if (!known.empty()) return known;
  if (outputs.empty()) return why_no_file(target, layout, outcome.directory);
  return why_not_connected(target, options, layout, outputs);
}

}  // namespace limpid::cli::record
