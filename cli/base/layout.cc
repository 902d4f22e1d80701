// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/layout.h"

#include <filesystem>

namespace limpid::cli {

Layout find_layout() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  fs::path lib = (self.parent_path().parent_path() / "lib").lexically_normal();
  return {lib, lib / "liblimpid.so", lib / "liblimpid-recorder.so"};
}

}  // namespace limpid::cli
