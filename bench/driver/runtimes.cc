// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtimes.h"

#include <fmt/core.h>
#include <stdlib.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace fs = std::filesystem;

namespace bench {
namespace {

const std::vector<const char*> kNamesOfLibgomp = {"libgomp.so.1"};
const std::vector<const char*> kNamesOfLibomp = {"libgomp.so.1", "libomp.so.5"};
constexpr int kGoodLibomp = 19;  // the version that numbers in the documentation compare with

// A folder in which programs find the library under each of the names that it can answer to.
Runtime link_runtime(const std::string& name, const fs::path& library, const ScratchFolder& scratch,
                     const std::vector<const char*>& names) {
  const fs::path folder = scratch.path() / name;
  fs::create_directories(folder);
  for (const char* link : names) fs::create_symlink(fs::canonical(library), folder / link);
  return {name, fs::canonical(library), folder, Runtime::Role::kPeer};
}

std::vector<fs::path> library_folders() {
  std::vector<fs::path> folders;
  for (const char* root : {"/usr/lib", "/lib"}) {
    for (const char* machine : {"x86_64-linux-gnu", "aarch64-linux-gnu"})
      folders.push_back(fs::path(root) / machine);
    folders.push_back(std::string(root) + "64");
    folders.push_back(root);
  }
  return folders;
}

// 19 for ".../llvm-19"; -1 for anything else.
int llvm_version(const fs::path& folder) {
  const std::string name = folder.filename();
  constexpr std::string_view kPrefix = "llvm-";
  int version = -1;
  if (name.starts_with(kPrefix))
    std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), version);
  return version;
}

struct Libomp {
  fs::path library;
  int version = -1;
};

Libomp newest_under(const fs::path& root) {
  Libomp best;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root, ignored)) {
    const fs::path library = entry.path() / "lib" / "libomp.so.5";
    const int version = llvm_version(entry.path());
    if (version > best.version && fs::exists(library)) best = {library, version};
  }
  return best;
}

void download_libomp(const fs::path& cache) {
  const std::string package = fmt::format("libomp5-{}", kGoodLibomp);
  fmt::print(stderr, "bench: downloading {} to {}\n", package, cache.string());
  fs::create_directories(cache);
  const std::string command = fmt::format(
      "cd '{}' && timeout 60 apt-get download {} >/dev/null 2>&1 && dpkg -x {}_*.deb . >/dev/null 2>&1",
      cache.string(), package, package);
  if (std::system(command.c_str()) != 0) fmt::print(stderr, "bench: {} could not be downloaded\n", package);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string pattern = fs::temp_directory_path() / "limpid-bench-XXXXXX";
  if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot make a folder like " + pattern);
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Runtime runtime_in_folder(const std::string& name, const fs::path& folder, Runtime::Role role) {
  const fs::path library = folder / "libgomp.so.1";
  if (!fs::exists(library)) {
    throw std::runtime_error(
        fmt::format("{} is \"{}\", expected a folder with libgomp.so.1", name, folder.string()));
  }
  return {name, fs::canonical(library), fs::canonical(folder), role};
}

std::optional<Runtime> find_libgomp(const ScratchFolder& scratch) {
  for (const fs::path& folder : library_folders()) {
    if (fs::exists(folder / "libgomp.so.1"))
      return link_runtime("libgomp", folder / "libgomp.so.1", scratch, kNamesOfLibgomp);
  }
  return std::nullopt;
}

std::optional<Runtime> find_libomp(const ScratchFolder& scratch, const fs::path& cache, bool download) {
  if (const char* named = std::getenv("LIMPID_BENCH_LIBOMP")) {
    if (!fs::is_regular_file(named)) {
      throw std::runtime_error(
          fmt::format("LIMPID_BENCH_LIBOMP is \"{}\", expected the file libomp.so.5", named));
    }
    return link_runtime("libomp", named, scratch, kNamesOfLibomp);
  }
  Libomp best = newest_under("/usr/lib");
  const fs::path unpacked = cache / "usr/lib";
  if (best.version < kGoodLibomp) {
    if (download && newest_under(unpacked).version < 0) download_libomp(cache);
    if (const Libomp cached = newest_under(unpacked); cached.version > best.version) best = cached;
  }
  if (best.version >= 0) return link_runtime("libomp", best.library, scratch, kNamesOfLibomp);
  for (const fs::path& folder : library_folders()) {
    if (fs::exists(folder / "libomp.so.5"))
      return link_runtime("libomp", folder / "libomp.so.5", scratch, kNamesOfLibomp);
  }
  return std::nullopt;
}

}  // namespace bench
