// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/chain.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/close_behind.h"
#include "elf/closure.h"

namespace limpid::cli::record {
namespace {

namespace fs = std::filesystem;

constexpr int kFirstPause = 2;  // ms; each pause is twice the one before
constexpr int kLongestPause = 4096;
constexpr size_t kMostProcesses = 4096;

std::string proc(pid_t pid, const char* file) {
  return fmt::format("/proc/{}/{}", pid, file);
}

// The root and what it and its descendants have started, as far as the kernel says (CONFIG_PROC_CHILDREN).
std::vector<pid_t> processes_of(pid_t root) {
  std::vector<pid_t> found = {root};
  for (size_t i = 0; i < found.size() && found.size() < kMostProcesses; ++i) {
    std::error_code error;
    for (fs::directory_iterator thread(proc(found[i], "task"), error), end; !error && thread != end;
         thread.increment(error)) {
      std::ifstream children(thread->path() / "children");
      for (pid_t child = 0; children >> child;) found.push_back(child);
    }
  }
  return found;
}

// Another OpenMP runtime that the process has mapped; empty if it has none, or ours.
std::string foreign_runtime(pid_t pid, const Layout& layout) {
  std::ifstream maps(proc(pid, "maps"));
  std::string foreign;
  std::string last;
  for (std::string line; std::getline(maps, line);) {
    size_t slash = line.find('/');
    if (slash == std::string::npos || line.compare(slash, std::string::npos, last) == 0) continue;
    last = line.substr(slash);
    std::string name = fs::path(last).filename();
    if (name != "liblimpid.so" && !elf::is_openmp_library(name)) continue;
    if (layout.is_runtime(last)) return {};
    if (foreign.empty()) foreign = last;
  }
  return foreign;
}

bool preload_names(pid_t pid, const Layout& layout) {
  std::ifstream file(proc(pid, "environ"), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  size_t at = ('\0' + text).find(std::string("\0LD_PRELOAD=", 12));
  if (at == std::string::npos) return false;
  return text.substr(at, text.find('\0', at) - at).find(layout.runtime) != std::string::npos;
}

// What programs that are not on Limpid will open. Two names of one file are one watch to the kernel.
void watch_system_runtimes(int inotify) {
  for (const std::string& directory : elf::system_directories()) {
    for (const char* name : {"libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"})
      inotify_add_watch(inotify, fmt::format("{}/{}", directory, name).c_str(), IN_OPEN);
  }
}

}  // namespace

std::string describe(const Stray& stray, const std::string& command) {
  std::string program = fs::path(stray.program).filename();
  std::string cause =
      stray.named
          ? "its loader does not take what LD_PRELOAD names (another architecture, or special rights?)"
          : fmt::format(
                "what started it did not pass LD_PRELOAD on. Put `limpid {}` behind that, next to the "
                "program",
                command);
  return fmt::format("{} (process {}) came up with {} instead of Limpid's runtime: {}", program, stray.pid,
                     stray.runtime, cause);
}

Chain::Chain(pid_t root, const Layout& layout) : root_(root), layout_(layout) {
  process_ = static_cast<int>(syscall(SYS_pidfd_open, root, 0));
  opened_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  watch_system_runtimes(opened_);
}

Chain::~Chain() {
  if (process_ >= 0) close(process_);
  if (opened_ >= 0) close(opened_);
}

void Chain::leave() {
  if (opened_ >= 0) close_behind(opened_);
  opened_ = -1;
}

std::optional<Stray> Chain::look() const {
  for (pid_t pid : processes_of(root_)) {
    std::string runtime = foreign_runtime(pid, layout_);
    if (runtime.empty()) continue;
    std::error_code ignored;
    fs::path program = fs::read_symlink(proc(pid, "exe"), ignored);
    return Stray{pid, program, runtime, preload_names(pid, layout_)};
  }
  return {};
}

// False: the root has ended.
bool Chain::wait(int milliseconds, bool* somebody_opened) const {
  pollfd files[] = {{process_, POLLIN, 0}, {opened_, POLLIN, 0}};
  int ready = poll(files, 2, milliseconds);
  if (ready < 0) return errno == EINTR;
  char events[4096];
  *somebody_opened = ready > 0 && files[1].revents != 0 && read(opened_, events, sizeof events) > 0;
  return files[0].revents == 0;
}

std::optional<Stray> Chain::watch() {
  if (process_ < 0) return {};
  int pause = kFirstPause;
  bool opened = false;
  while (wait(pause, &opened)) {
    if (std::optional<Stray> stray = look()) return stray;
    // Who opens a runtime has mapped it a moment later.
    pause = opened ? kFirstPause : std::min(2 * pause, kLongestPause);
  }
  return {};
}

}  // namespace limpid::cli::record
