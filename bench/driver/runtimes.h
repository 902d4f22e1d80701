// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which OpenMP runtimes there are to compare, and how a program is made to load one of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bench {

struct Runtime {
  enum class Role { kSubject, kPeer, kOther };
  std::string name;
  std::filesystem::path library;  // the real file, for the record
  std::filesystem::path folder;   // holds it under the names that programs ask for; goes into LD_LIBRARY_PATH
  Role role = Role::kOther;
  std::filesystem::path tool = {};            // preloaded into the program, if not empty
  std::vector<std::string> environment = {};  // NAME=VALUE, beside what every runtime gets
};

// A folder of the driver's own that disappears with it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A runtime whose folder already has the name libgomp.so.1. Throws with a message if it has not.
Runtime runtime_in_folder(const std::string& name, const std::filesystem::path& folder, Runtime::Role role);

// libgomp where the system's loader finds it; nothing if it is not installed.
std::optional<Runtime> find_libgomp(const ScratchFolder& scratch);

// The newest libomp that is installed, or the one that LIMPID_BENCH_LIBOMP names, or (with `download`)
// Debian's libomp5-19 unpacked under `cache`: apt-get download needs no root.
std::optional<Runtime> find_libomp(const ScratchFolder& scratch, const std::filesystem::path& cache,
                                   bool download);

}  // namespace bench
