// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "elf/closure.h"

#include <glob.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>

namespace limpid::cli::elf {
namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// $ORIGIN, $LIB and $PLATFORM as the loader expands them.
std::string expanded(const std::string& directory, const std::string& file) {
  std::error_code ignored;
  fs::path real = fs::canonical(file, ignored);
  std::string origin = (real.empty() ? fs::path(file) : real).parent_path();
  std::string text = replaced(replaced(directory, "${ORIGIN}", origin), "$ORIGIN", origin);
  text = replaced(replaced(text, "${LIB}", "lib/x86_64-linux-gnu"), "$LIB", "lib/x86_64-linux-gnu");
  return replaced(replaced(text, "${PLATFORM}", "x86_64"), "$PLATFORM", "x86_64");
}

void read_conf(const std::string& path, std::vector<std::string>& directories, int depth) {
  std::ifstream file(path);
  std::string line;
  while (depth < 8 && std::getline(file, line)) {
    line.erase(std::min(line.find('#'), line.size()));
    size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    line = line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
    if (line.rfind("include", 0) != 0) {
      directories.push_back(line);
      continue;
    }
    std::string pattern = line.substr(std::min(line.find_first_not_of(" \t", 7), line.size()));
    if (!pattern.empty() && pattern[0] != '/') pattern = (fs::path(path).parent_path() / pattern).string();
    glob_t found{};
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
      for (size_t i = 0; i < found.gl_pathc; ++i) read_conf(found.gl_pathv[i], directories, depth + 1);
    }
    globfree(&found);
  }
}

struct Asker {
  Image image;
  std::vector<std::string> rpath;  // expanded, own and ancestors'
};

// Walks the loader's search for one program.
class Search {
 public:
  Search(const Image& program, const std::vector<std::string>& library_path)
      : program_(program), library_path_(library_path), system_(system_directories()) {}

  Closure run() {
    Closure closure;
    closure.program = program_;
    std::deque<Asker> queue = {{program_, own_rpath(program_)}};
    std::set<std::string> names;
    while (!queue.empty()) {
      Asker asker = std::move(queue.front());
      queue.pop_front();
      for (const std::string& name : asker.image.needed) {
        if (!names.insert(name).second) continue;
        Image image;
        Dependency dependency = find(name, asker, &image);
        if (!dependency.path.empty()) {
          std::vector<std::string> rpath = own_rpath(image);
          if (image.runpath.empty()) rpath.insert(rpath.end(), asker.rpath.begin(), asker.rpath.end());
          closure.libraries.push_back(image);
          queue.push_back({std::move(image), std::move(rpath)});
        }
        closure.dependencies.push_back(std::move(dependency));
      }
    }
    return closure;
  }

 private:
  static std::vector<std::string> own_rpath(const Image& image) {
    std::vector<std::string> directories;
    for (const std::string& directory : image.rpath) directories.push_back(expanded(directory, image.path));
    return directories;
  }

  // Whether the loader would take this file. Then `image` is what it says.
  bool fits(const std::string& path, Image* image) const {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return false;
    *image = {};
    return read_image(path, image) && image->machine == program_.machine &&
           image->elf_class == program_.elf_class;
  }

  std::string find_in(const std::vector<std::string>& directories, const std::string& name,
                      Image* image) const {
    for (const std::string& directory : directories) {
      std::string path = (fs::path(directory.empty() ? "." : directory) / name).string();
      if (fits(path, image)) return path;
    }
    return {};
  }

  // Looks in `directories` if nothing was found yet.
  void look_in(const std::vector<std::string>& directories, FoundBy where, Dependency& dependency,
               Image* image) const {
    if (!dependency.path.empty()) return;
    dependency.path = find_in(directories, dependency.name, image);
    if (!dependency.path.empty()) dependency.found_by = where;
  }

  Dependency find(const std::string& name, const Asker& asker, Image* image) const {
    Dependency dependency;
    dependency.name = name;
    dependency.needed_by = asker.image.path;
    if (name.find('/') != std::string::npos) {
      dependency.path = fits(name, image) ? name : "";
      dependency.found_by = dependency.path.empty() ? FoundBy::kNothing : FoundBy::kPath;
      return dependency;
    }
    std::vector<std::string> runpath;
    for (const std::string& directory : asker.image.runpath) {
      runpath.push_back(expanded(directory, asker.image.path));
    }
    if (runpath.empty()) look_in(asker.rpath, FoundBy::kRpath, dependency, image);
    look_in(library_path_, FoundBy::kLibraryPath, dependency, image);
    look_in(runpath, FoundBy::kRunpath, dependency, image);
    look_in(system_, FoundBy::kSystem, dependency, image);
    return dependency;
  }

  Image program_;
  std::vector<std::string> library_path_;
  std::vector<std::string> system_;
};

}  // namespace

std::string describe(FoundBy found_by) {
  switch (found_by) {
    case FoundBy::kPath:
      return "the path in the file";
    case FoundBy::kRpath:
      return "RPATH";
    case FoundBy::kLibraryPath:
      return "LD_LIBRARY_PATH";
    case FoundBy::kRunpath:
      return "RUNPATH";
    case FoundBy::kSystem:
      return "the system's directories";
    case FoundBy::kNothing:
      break;
  }
  return "nothing";
}

const Dependency* Closure::find(const std::string& name) const {
  auto found = std::find_if(dependencies.begin(), dependencies.end(),
                            [&](const Dependency& dependency) { return dependency.name == name; });
  return found == dependencies.end() ? nullptr : &*found;
}

Closure load_closure(const Image& program, const std::vector<std::string>& library_path) {
  return Search(program, library_path).run();
}

std::vector<std::string> system_directories(const std::string& conf) {
  std::vector<std::string> directories;
  read_conf(conf, directories, 0);
  for (const char* own :
       {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"}) {
    directories.emplace_back(own);
  }
  return directories;
}

bool is_openmp_library(const std::string& name) {
  std::string base = fs::path(name).filename();
  for (const char* stem : {"libgomp.so", "libomp.so", "libiomp5.so"}) {
    std::string full(stem);
    if (base == full || base.rfind(full + ".", 0) == 0) return true;
  }
  // Debian's libomp-19.so.5, and the copies in Python's wheels: libgomp-a34b3233.so.1.
  for (const char* stem : {"libgomp-", "libomp-", "libiomp5-"}) {
    if (base.rfind(stem, 0) == 0 && base.find(".so") != std::string::npos) return true;
  }
  return false;
}

}  // namespace limpid::cli::elf
