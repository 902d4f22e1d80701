// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/ompt5/search.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

namespace limpid::tools::ompt5 {

const char kRuntimeVersion[] = "Limpid " LIMPID_VERSION " (OpenMP 5.1, host)";

namespace {

using StartTool = ompt_start_tool_result_t* (*)(unsigned, const char*);

constexpr char kStartTool[] = "ompt_start_tool";

StartTool start_tool_in(void* handle) {
  return reinterpret_cast<StartTool>(dlsym(handle, kStartTool));
}

const char* file_of(StartTool function) {
  Dl_info info;
  bool known = dladdr(reinterpret_cast<void*>(function), &info) != 0 && info.dli_fname != nullptr;
  return known ? info.dli_fname : "unknown file";
}

ompt_start_tool_result_t* ask(StartTool start_tool, Log& log) {
  log.say("  %s found in %s, calling it... ", kStartTool, file_of(start_tool));
  ompt_start_tool_result_t* result = start_tool(kOpenmpVersion, kRuntimeVersion);
  log.say(result != nullptr ? "accepted.\n" : "declined (returned NULL).\n");
  return result;
}

ompt_start_tool_result_t* search_library(const char* name, StartTool asked_before, Log& log) {
  log.say("Opening tool library '%s'... ", name);
  void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    log.say("failed: %s\n", reason != nullptr ? reason : "no reason given");
    return nullptr;
  }
  log.say("opened.\n");
  StartTool start_tool = start_tool_in(library);
  ompt_start_tool_result_t* result = nullptr;
  if (start_tool == nullptr) {
    log.say("  %s not found in it.\n", kStartTool);
  } else if (start_tool == asked_before) {
    log.say("  its %s has declined already.\n", kStartTool);
  } else {
    result = ask(start_tool, log);
  }
  if (result == nullptr) dlclose(library);
  return result;
}

// Calls each name between colons; empty names are skipped.
ompt_start_tool_result_t* search_libraries(const char* list, StartTool asked_before, Log& log) {
  while (*list != '\0') {
    size_t length = strcspn(list, ":");
    char name[PATH_MAX];
    if (length >= sizeof name) {
      log.say("Skipping a tool library whose name is longer than %zu characters.\n", sizeof name - 1);
    } else if (length > 0) {
      memcpy(name, list, length);
      name[length] = '\0';
      if (ompt_start_tool_result_t* result = search_library(name, asked_before, log)) return result;
    }
    list += length;
    if (*list == ':') ++list;
  }
  return nullptr;
}

}  // namespace

ompt_start_tool_result_t* find_tool(const char* libraries, Log& log) {
  log.say("Searching the address space for %s...\n", kStartTool);
  StartTool start_tool = start_tool_in(RTLD_DEFAULT);
  if (start_tool == nullptr) {
    log.say("  not found.\n");
  } else if (ompt_start_tool_result_t* result = ask(start_tool, log)) {
    return result;
  }
  if (libraries == nullptr || *libraries == '\0') {
    log.say("OMP_TOOL_LIBRARIES names no library.\n");
    return nullptr;
  }
  return search_libraries(libraries, start_tool, log);
}

}  // namespace limpid::tools::ompt5
