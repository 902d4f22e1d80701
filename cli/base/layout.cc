// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/layout.h"

#include <filesystem>

namespace limpid::cli {

Layout find_layout() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  fs::path root = self.parent_path().parent_path().lexically_normal();
  fs::path lib = root / "lib";
  return {lib,
          lib / "liblimpid.so",
          lib / "liblimpid-recorder.so",
          lib / "liblimpid-check.so",
          root / "share/limpid/check",
          root / "include",
          root / "share/limpid/gdb/limpid.py",
          root / "share/limpid/page/page.html"};
}

bool Layout::is_runtime(const std::string& path) const {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::equivalent(path, runtime, ignored)) return true;
  fs::path real = fs::canonical(path, ignored);
  bool import_library = real.filename() == "libomp.so" || real.filename() == "libiomp5.so";
  return import_library && real.parent_path() == fs::canonical(lib, ignored);
}

}  // namespace limpid::cli
