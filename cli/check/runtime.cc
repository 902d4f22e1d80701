// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/runtime.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/failure.h"
#include "elf/image.h"

namespace limpid::cli::check {

namespace fs = std::filesystem;

Runtime choose_runtime(const std::string& library, const Layout& layout, const std::string& scratch) {
  Runtime runtime;
  std::error_code error;
  runtime.library = fs::absolute(library.empty() ? layout.runtime : library, error);
  elf::Image image;
  if (!fs::is_regular_file(runtime.library, error) || !elf::read_image(runtime.library, &image))
    throw Failure(kExitBadUsage,
                  fmt::format("--runtime: {} is no library that can be read", runtime.library));
  runtime.gomp = image.offers_gomp;
  runtime.kmp = image.offers_kmp;
  if (!runtime.gomp && !runtime.kmp) {
    throw Failure(
        kExitBadUsage,
        fmt::format("--runtime: {} is no OpenMP runtime: it has neither GOMP_parallel nor __kmpc_fork_call",
                    runtime.library));
  }
  runtime.names = scratch + "/names";
  fs::create_directories(runtime.names, error);
  for (const char* name : {"libgomp.so.1", "libgomp.so", "libomp.so", "libomp.so.5", "libiomp5.so"}) {
    fs::create_symlink(runtime.library, runtime.names + "/" + name, error);
    if (error) throw Failure(kExitBadUsage, fmt::format("{}/{}: {}", runtime.names, name, error.message()));
  }
  return runtime;
}

}  // namespace limpid::cli::check
