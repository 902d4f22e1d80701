// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "attach/stopped_thread.h"
#include "live/memory.h"

namespace limpid::cli::attach {

// Whether a stopped thread may be made to create another one. What it was in the midst of must not be needed for that: it
// is not inside of the C library or the loader, nor of a library with a memory allocator or a pthread_create() of its
// own, not even further out on its stack. A thread that sleeps at a futex of the OpenMP runtime is.
class SafePlace {
 public:
  SafePlace(live::Memory& memory, const std::string& runtime);
  ~SafePlace();
  SafePlace(const SafePlace&) = delete;
  SafePlace& operator=(const SafePlace&) = delete;

  // False also if its stack cannot be followed to its end.
  bool holds(const StoppedThread& thread);

 private:
  enum class Kind { kProgram, kRuntime, kLibrary };  // kLibrary: not to be interrupted
  class Modules;

  Kind kind_of(uint64_t address);

  live::Memory& memory_;
  std::string runtime_;
  std::unique_ptr<Modules> modules_;
  std::unordered_map<std::string, Kind> kinds_;  // by file
};

}  // namespace limpid::cli::attach
