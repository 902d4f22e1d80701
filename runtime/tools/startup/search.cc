// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/startup/search.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "platform/program_symbol.h"

namespace limpid::tools::startup {

const char kRuntimeVersion[] = "Limpid " LIMPID_VERSION " (OpenMP 5.1, host)";

namespace {

constexpr size_t kMaxInterfaces = 4;

// One search: the interfaces in their order, and what each found in the address space.
class Search {
 public:
  Search(std::span<const Interface> interfaces, Log& log)
      : interfaces_(
            interfaces.first(interfaces.size() < kMaxInterfaces ? interfaces.size() : kMaxInterfaces)),
        log_(log) {}

  const Interface* in_address_space();
  const Interface* in_libraries(const char* list);

 private:
  const Interface* in_library(const char* name);
  bool accepts(const Interface& interface, void* function);

  std::span<const Interface> interfaces_;
  Log& log_;
  void* asked_[kMaxInterfaces] = {};
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

const Interface* Search::in_library(const char* name) {
  log_.say("Opening tool library '%s'... ", name);
  void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    log_.say("failed: %s\n", reason != nullptr ? reason : "no reason given");
    return nullptr;
  }
  log_.say("opened.\n");
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

}  // namespace

const Interface* find_tool(std::span<const Interface> interfaces, const char* libraries, Log& log) {
  Search search(interfaces, log);
  if (const Interface* found = search.in_address_space()) return found;
  if (libraries == nullptr || *libraries == '\0') {
    log.say("OMP_TOOL_LIBRARIES names no library.\n");
    return nullptr;
  }
  return search.in_libraries(libraries);
}

}  // namespace limpid::tools::startup
