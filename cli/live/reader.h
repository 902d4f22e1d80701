// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "live/memory.h"
#include "live/picture.h"

namespace limpid::cli::live {

// Reads a process through libompd.so, with process_vm_readv behind it. One at a time: libompd has one table of callbacks.
class Reader {
 public:
  // Throws Failure as Memory does, and without libompd.so.
  explicit Reader(pid_t pid);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Throws Failure if the process has ended, or has not used OpenMP yet. The table of all tasks is what takes long where
  // there are many: `tasks`, if it is given, stands in the picture instead.
  Picture read(std::shared_ptr<const TaskTable> tasks = nullptr);
  Memory& memory() { return *memory_; }

 private:
  class Library;
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Library> library_;
};

}  // namespace limpid::cli::live
