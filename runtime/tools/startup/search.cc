// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches the address space, the tool libraries and Archer for a tool.
#include "tools/startup/search.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/check.h"
#include "platform/program_symbol.h"

namespace limpid::tools::startup {

const char kRuntimeVersion[] = "Limpid " LIMPID_VERSION " (OpenMP 5.1, host)";

namespace {

constexpr size_t kMaxInterfaces = 4;

// Archer passes OpenMP's orders of memory accesses to ThreadSanitizer. On LLVM's runtime programs built with
// ThreadSanitizer load it without a setting, and report false races without it.
constexpr char kArcher[] = "libarcher.so";
constexpr char kOfThreadSanitizer[] = "__tsan_init";
// The Archer of LLVM 14 has such functions of its own, for programs without ThreadSanitizer. At the end of
// the initial task it reads the data of the region, which OpenMP 5.1 does not pass there (4.5.2.11), and ends
// the program.
constexpr char kOfOldArcher[] = "AnnotateHappensBefore";

// One search: the interfaces in their order, and what each found in the address space.
class Search {
 public:
  Search(std::span<const Interface> interfaces, Log& log)
      : interfaces_(
            interfaces.first(interfaces.size() < kMaxInterfaces ? interfaces.size() : kMaxInterfaces)),
        log_(log) {}

  const Interface* in_address_space();
  const Interface* in_libraries(const char* list);
  const Interface* in_archer();
  const Interface* in_library(const char* name);

  // Why the library that was tried last could not be opened; null: it could.
  const char* problem() const { return problem_; }

 private:
  void* open(const char* name);
  const Interface* in_open_library(void* library);
  bool accepts(const Interface& interface, void* function);

  std::span<const Interface> interfaces_;
  Log& log_;
  void* asked_[kMaxInterfaces] = {};
  const char* problem_ = nullptr;
};

const char* file_of(void* function) {
  Dl_info info;
  bool known = dladdr(function, &info) != 0 && info.dli_fname != nullptr;
  return known ? info.dli_fname : "unknown file";
}

bool Search::accepts(const Interface& interface, void* function) {
  log_.say("  %s found in %s, calling it... ", interface.symbol, file_of(function));
  bool accepted = interface.ask(function);
  log_.say(accepted ? "accepted.\n" : "declined (returned NULL).\n");
  return accepted;
}

const Interface* Search::in_address_space() {
  for (size_t i = 0; i < interfaces_.size(); ++i) {
    log_.say("Searching the address space for %s...\n", interfaces_[i].symbol);
    asked_[i] = dlsym(RTLD_DEFAULT, interfaces_[i].symbol);
    if (asked_[i] == nullptr) asked_[i] = platform::function_of_program(interfaces_[i].symbol);
    if (asked_[i] == nullptr) {
      log_.say("  not found.\n");
    } else if (accepts(interfaces_[i], asked_[i])) {
      return &interfaces_[i];
    }
  }
  return nullptr;
}

void* Search::open(const char* name) {
  log_.say("Opening tool library '%s'... ", name);
  void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  problem_ = nullptr;
  if (library == nullptr) {
    const char* reason = dlerror();
    problem_ = reason != nullptr ? reason : "no reason given";
    log_.say("failed: %s\n", problem_);
  } else {
    log_.say("opened.\n");
  }
  return library;
}

const Interface* Search::in_open_library(void* library) {
  for (size_t i = 0; i < interfaces_.size(); ++i) {
    void* function = dlsym(library, interfaces_[i].symbol);
    if (function == nullptr) {
      log_.say("  %s not found in it.\n", interfaces_[i].symbol);
    } else if (function == asked_[i]) {
      log_.say("  its %s has declined already.\n", interfaces_[i].symbol);
    } else if (accepts(interfaces_[i], function)) {
      return &interfaces_[i];  // the library stays open
    }
  }
  dlclose(library);
  return nullptr;
}

const Interface* Search::in_library(const char* name) {
  void* library = open(name);
  return library != nullptr ? in_open_library(library) : nullptr;
}

// Each name between colons; empty names are skipped.
const Interface* Search::in_libraries(const char* list) {
  while (*list != '\0') {
    size_t length = strcspn(list, ":");
    char name[PATH_MAX];
    if (length >= sizeof name) {
      log_.say("Skipping a tool library whose name is longer than %zu characters.\n", sizeof name - 1);
    } else if (length > 0) {
      memcpy(name, list, length);
      name[length] = '\0';
      if (const Interface* found = in_library(name)) return found;
    }
    list += length;
    if (*list == ':') ++list;
  }
  return nullptr;
}

const Interface* Search::in_archer() {
  if (dlsym(RTLD_DEFAULT, kOfThreadSanitizer) == nullptr) return nullptr;
  log_.say("ThreadSanitizer is in the process: Archer is its tool.\n");
  void* library = open(kArcher);
  if (library == nullptr || dlsym(library, kOfOldArcher) == nullptr)
    return library != nullptr ? in_open_library(library) : nullptr;
  base::warn(
      "%s is too old for OpenMP 5.1 and is not used: reported races may be false; expected: of LLVM 19 or "
      "newer",
      kArcher);
  dlclose(library);
  return nullptr;
}

}  // namespace

const Interface* find_tool(std::span<const Interface> interfaces, const char* libraries, Log& log) {
  Search search(interfaces, log);
  if (const Interface* found = search.in_address_space()) return found;
  if (libraries == nullptr || *libraries == '\0') {
    log.say("OMP_TOOL_LIBRARIES names no library.\n");
  } else if (const Interface* found = search.in_libraries(libraries)) {
    return found;
  }
  return search.in_archer();
}

FoundInLibrary find_tool_in(std::span<const Interface> interfaces, const char* library, Log& log) {
  Search search(interfaces, log);
  const Interface* found = search.in_library(library);
  const char* problem = search.problem() != nullptr ? search.problem() : "there is no tool in this library";
  return {found, found != nullptr ? nullptr : problem};
}

}  // namespace limpid::tools::startup
