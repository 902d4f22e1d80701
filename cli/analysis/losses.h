// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace limpid::cli::analysis {

// Why a thread's time went into something else than the program.
enum class Cause : uint8_t {
  kImbalance,    // it waited for others of its team, which still worked
  kSerial,       // nothing ran but code outside of regions
  kLate,         // a region ran without it, or nobody did anything: a thread had to wake up first
  kLock,         // for a lock, a critical or an ordered section that another thread held
  kOverhead,     // OpenMP's own work, such as making tasks and handing out iterations; its own or another's
  kNoProcessor,  // it was ready to run without a processor, or waited for a thread that was
  kDevice,       // for a device that executed a construct, or for a thread that did
};
inline constexpr size_t kCauses = 7;

// `imbalance`, `serial code`, `late start`, `lock`, `overhead`, `no processor`, `device`.
std::string_view cause_name(Cause cause);

// Thread time by cause, in ns.
class Losses {
 public:
  uint64_t& operator[](Cause cause) { return ns_[static_cast<size_t>(cause)]; }
  uint64_t operator[](Cause cause) const { return ns_[static_cast<size_t>(cause)]; }
  Losses& operator+=(const Losses& more);
  uint64_t all_ns() const;

 private:
  std::array<uint64_t, kCauses> ns_{};
};

}  // namespace limpid::cli::analysis
