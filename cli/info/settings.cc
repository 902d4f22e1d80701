// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "info/settings.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <sstream>

#include "base/failure.h"

namespace limpid::cli::info {
namespace {

constexpr const char* kProcessors = "limpid-processors ";
constexpr const char* kPlaces = "limpid-places ";

template <typename Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

// In the child, whose standard error is the pipe: the runtime's own table, then what that does not say.
[[noreturn]] void answer(const std::string& file) {
  setenv("OMP_TOOL", "disabled", 1);  // a question is no program to be observed
  unsetenv("OMP_DISPLAY_ENV");
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) _exit(1);
  auto* display = find<void(int)>(library, "omp_display_env");
  auto* processors = find<int()>(library, "omp_get_num_procs");
  auto* places = find<int()>(library, "omp_get_num_places");
  if (display == nullptr || processors == nullptr || places == nullptr) _exit(1);
  display(1);  // with the variables of compilers' runtimes and our own
  std::string facts = fmt::format("{}{}\n{}{}\n", kProcessors, processors(), kPlaces, places());
  ssize_t ignored = write(STDERR_FILENO, facts.data(), facts.size());
  static_cast<void>(ignored);
  _exit(0);
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  ssize_t count = 0;
  while ((count = read(descriptor, buffer.data(), buffer.size())) > 0)
    text.append(buffer.data(), static_cast<size_t>(count));
  return text;
}

// One line of the answer. Of the table the host's variables count; those about tools were ours to change.
void take_line(const std::string& line, Settings& settings) {
  const std::string host = "[host] ";
  size_t at = line.find(host);
  if (line.rfind(kProcessors, 0) == 0)
    settings.processors = std::atoi(line.c_str() + std::string(kProcessors).size());
  if (line.rfind(kPlaces, 0) == 0) settings.places = std::atoi(line.c_str() + std::string(kPlaces).size());
  if (line.rfind("limpid: ", 0) == 0) settings.messages.push_back(line.substr(8));
  if (at == std::string::npos) return;
  std::string value = line.substr(at + host.size());
  if (value.rfind("OMP_TOOL", 0) != 0) settings.values.push_back(value);
}

}  // namespace

Settings ask_runtime(const std::string& library) {
  int ends[2];
  if (pipe(ends) != 0) throw Failure(kExitBadInput, "no pipe to ask the runtime through");
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    answer(library);
  }
  close(ends[1]);
  std::string text = pid > 0 ? read_all(ends[0]) : "";
  close(ends[0]);
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0)
    throw Failure(kExitBadInput, fmt::format("{}: cannot be asked about its settings", library));
  Settings settings;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) take_line(line, settings);
  return settings;
}

}  // namespace limpid::cli::info
