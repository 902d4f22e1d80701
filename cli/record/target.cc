// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/target.h"

#include <fmt/format.h>
#include <gelf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/failure.h"

namespace limpid::cli::record {
namespace {

bool is_regular(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

std::string find_program(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* path = std::getenv("PATH");
  for (const std::string& directory : split_path(path == nullptr ? "/bin:/usr/bin" : path)) {
    std::string candidate = directory + "/" + program;
    if (is_regular(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  throw Failure(kExitNotFound, fmt::format("{}: no such program in PATH", program));
}

void check_executable(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) {
    ExitCode code = errno == ENOENT || errno == ENOTDIR ? kExitNotFound : kExitCannotExecute;
    throw Failure(code, fmt::format("{}: {}", path, std::strerror(errno)));
  }
  if (S_ISDIR(info.st_mode)) throw Failure(kExitCannotExecute, fmt::format("{}: is a directory", path));
  if (access(path.c_str(), X_OK) != 0) {
    throw Failure(kExitCannotExecute, fmt::format("{}: not executable (chmod +x?)", path));
  }
}

// The program that runs a script, `env` looked through; empty if the file is no script.
std::string interpreter_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line) || line.size() > 4096 || line.rfind("#!", 0) != 0) return {};
  std::istringstream words(line.substr(2));
  std::string interpreter;
  std::string argument;
  words >> interpreter;
  bool env = interpreter.size() >= 4 && interpreter.compare(interpreter.size() - 4, 4, "/env") == 0;
  if (!env) return interpreter;
  while (words >> argument) {
    if (argument[0] != '-' && argument.find('=') == std::string::npos) return find_program(argument);
  }
  return interpreter;
}

bool is_privileged(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return false;
  bool other_user = (info.st_mode & S_ISUID) != 0 && info.st_uid != getuid();
  bool other_group = (info.st_mode & S_ISGID) != 0 && info.st_gid != getgid();
  bool capabilities = getxattr(path.c_str(), "security.capability", nullptr, 0) > 0 && getuid() != 0;
  return other_user || other_group || capabilities;
}

#if defined(__x86_64__)
constexpr int kOwnMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int kOwnMachine = EM_AARCH64;
#endif

Obstacle obstacle_of(const Target& target, const std::string& path) {
  const elf::Image& image = target.image();
  if (image.machine != kOwnMachine || image.elf_class != ELFCLASS64) return Obstacle::kOtherMachine;
  if (image.interpreter.empty()) return Obstacle::kStatic;
  if (is_privileged(path)) return Obstacle::kPrivileged;
  // A program that hands its own symbols to others (-rdynamic) may define omp_* without having the runtime;
  // one that asks for a shared runtime has none inside.
  if (image.defines_openmp && target.openmp() == nullptr) return Obstacle::kStaticOpenMp;
  return Obstacle::kNone;
}

}  // namespace

std::vector<std::string> split_path(const std::string& list) {
  std::vector<std::string> parts;
  if (list.empty()) return parts;
  size_t begin = 0;
  for (size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = list.find(':', begin);
    std::string part = list.substr(begin, end == std::string::npos ? end : end - begin);
    parts.push_back(part.empty() ? "." : part);  // an empty entry means the current directory
  }
  return parts;
}

const elf::Dependency* Target::openmp() const {
  auto found = std::find_if(closure.dependencies.begin(), closure.dependencies.end(),
                            [](const elf::Dependency& d) { return elf::is_openmp_library(d.name); });
  return found == closure.dependencies.end() ? nullptr : &*found;
}

bool Target::may_load_openmp_late() const {
  // The C library itself uses dlopen (for name services and the like): that says nothing about the program.
  bool library = std::any_of(closure.libraries.begin(), closure.libraries.end(), [](const elf::Image& image) {
    return image.imports_dlopen && image.soname.rfind("libc.so", 0) != 0;
  });
  return image().imports_dlopen || library;
}

Target inspect_target(const std::string& program, const std::vector<std::string>& library_path) {
  Target target;
  target.given = program;
  target.path = find_program(program);
  check_executable(target.path);
  target.interpreter = interpreter_of(target.path);
  std::string binary = target.interpreter.empty() ? target.path : target.interpreter;
  elf::Image image;
  target.is_elf = elf::read_image(binary, &image);
  if (!target.is_elf) return target;
  target.closure = elf::load_closure(image, library_path);
  target.obstacle = obstacle_of(target, binary);
  return target;
}

}  // namespace limpid::cli::record
