// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC's plug-ins import of their libgomp.so.1: the loader takes this runtime for it, and the engine answers.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <atomic>

#include "abi/gomp/engine.h"
#include "base/check.h"

using namespace limpid;

namespace {

// The plug-in may ask while the engine opens.
template <class Function>
Function* of_engine(Function&, const char* name) {
  return reinterpret_cast<Function*>(abi::function_of_engine(name));
}

constexpr size_t kLongestMessage = 2048;

// The plug-in describes each launch, and the engine prints it only where GOMP_DEBUG is set when it opens.
bool engine_debugs() {
  enum class Answer : uint8_t { unknown, no, yes };
  static constinit std::atomic<Answer> known{Answer::unknown};
  Answer answer = known.load(std::memory_order_relaxed);
  if (answer == Answer::unknown) {
    answer = getenv("GOMP_DEBUG") != nullptr ? Answer::yes : Answer::no;
    known.store(answer, std::memory_order_relaxed);
  }
  return answer == Answer::yes;
}

}  // namespace

extern "C" {

void* GOMP_PLUGIN_malloc(size_t bytes) {
  auto* const theirs = of_engine(GOMP_PLUGIN_malloc, "GOMP_PLUGIN_malloc");
  return theirs != nullptr ? theirs(bytes) : malloc(bytes);
}
void* GOMP_PLUGIN_malloc_cleared(size_t bytes) {
  auto* const theirs = of_engine(GOMP_PLUGIN_malloc_cleared, "GOMP_PLUGIN_malloc_cleared");
  return theirs != nullptr ? theirs(bytes) : calloc(1, bytes);
}
void* GOMP_PLUGIN_realloc(void* memory, size_t bytes) {
  auto* const theirs = of_engine(GOMP_PLUGIN_realloc, "GOMP_PLUGIN_realloc");
  return theirs != nullptr ? theirs(memory, bytes) : realloc(memory, bytes);
}

// The engine's own text begins with its name. A list of arguments cannot be passed on.
void GOMP_PLUGIN_debug(int kind, const char* format, ...) {
  if (!engine_debugs()) return;
  auto* const theirs = of_engine(GOMP_PLUGIN_debug, "GOMP_PLUGIN_debug");
  char text[kLongestMessage];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (theirs != nullptr) theirs(kind, "%s", text);
}
void GOMP_PLUGIN_error(const char* format, ...) {
  auto* const theirs = of_engine(GOMP_PLUGIN_error, "GOMP_PLUGIN_error");
  char text[kLongestMessage];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (theirs != nullptr)
    theirs("%s", text);
  else
    base::warn("%s", text);
}
void GOMP_PLUGIN_fatal(const char* format, ...) {
  auto* const theirs = of_engine(GOMP_PLUGIN_fatal, "GOMP_PLUGIN_fatal");
  char text[kLongestMessage];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (theirs != nullptr) theirs("%s", text);
  base::warn("%s", text);
  exit(EXIT_FAILURE);
}

// Of OpenACC and of asynchronous plug-ins.
void* GOMP_PLUGIN_acc_thread() {
  auto* const theirs = of_engine(GOMP_PLUGIN_acc_thread, "GOMP_PLUGIN_acc_thread");
  return theirs != nullptr ? theirs() : nullptr;
}
void* GOMP_PLUGIN_goacc_thread() {
  auto* const theirs = of_engine(GOMP_PLUGIN_goacc_thread, "GOMP_PLUGIN_goacc_thread");
  return theirs != nullptr ? theirs() : nullptr;
}
int GOMP_PLUGIN_acc_default_dim(unsigned dimension) {
  auto* const theirs = of_engine(GOMP_PLUGIN_acc_default_dim, "GOMP_PLUGIN_acc_default_dim");
  return theirs != nullptr ? theirs(dimension) : 0;
}
void GOMP_PLUGIN_goacc_profiling_dispatch(void* profile, void* event, void* api) {
  auto* const theirs =
      of_engine(GOMP_PLUGIN_goacc_profiling_dispatch, "GOMP_PLUGIN_goacc_profiling_dispatch");
  if (theirs != nullptr) theirs(profile, event, api);
}
void GOMP_PLUGIN_async_unmap_vars(void* variables, int async) {
  auto* const theirs = of_engine(GOMP_PLUGIN_async_unmap_vars, "GOMP_PLUGIN_async_unmap_vars");
  if (theirs != nullptr) theirs(variables, async);
}
void GOMP_PLUGIN_target_task_completion(void* task) {
  auto* const theirs = of_engine(GOMP_PLUGIN_target_task_completion, "GOMP_PLUGIN_target_task_completion");
  if (theirs != nullptr) theirs(task);
}
// Its arguments differ from release to release; each is a word.
void GOMP_PLUGIN_target_rev(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f,
                            uintptr_t g, uintptr_t h, uintptr_t i) {
  auto* const theirs = of_engine(GOMP_PLUGIN_target_rev, "GOMP_PLUGIN_target_rev");
  if (theirs != nullptr) theirs(a, b, c, d, e, f, g, h, i);
}
}
