// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>

namespace limpid::cli::live {

// Processor time of the threads of a process between two looks, from the kernel.
class CpuUse {
 public:
  explicit CpuUse(pid_t pid) : pid_(pid) {}

  // Looks at the threads with these kernel's numbers. `now_ns`: CLOCK_MONOTONIC.
  template <typename Numbers>
  void look(const Numbers& threads, uint64_t now_ns) {
    begin(now_ns);
    for (const uint64_t thread : threads) look_at(thread);
  }

  // Of one processor, since the look before; empty: the thread was not there then, or the kernel does not say.
  std::optional<double> share(uint64_t thread) const;

 private:
  void begin(uint64_t now_ns);
  void look_at(uint64_t thread);

  pid_t pid_;
  uint64_t before_ns_ = 0;
  uint64_t now_ns_ = 0;
  std::map<uint64_t, uint64_t> before_;
  std::map<uint64_t, uint64_t> now_;
};

}  // namespace limpid::cli::live
