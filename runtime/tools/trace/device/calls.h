// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For which operation each of the driver's latest calls was made. The driver numbers all its calls; the record of
// what the device did for one has this number.
#pragma once

#include <stdint.h>

#include "sync/atomic.h"

namespace limpid::tools::trace {

class Calls {
 public:
  // A call is forgotten when so many newer ones of its set are there. Calls that only ask for something are
  // numbered, too, but not noted: those that are noted can lie far apart.
  static constexpr uint32_t kKeptOfSet = 8;
  static constexpr int kSetBits = 13;
  static uint32_t set_of(uint32_t call);

  // False: there is no memory. Once is enough.
  bool prepare();
  // On the thread that makes the call, before the device works for it. operation: not 0.
  void note(uint32_t call, uint32_t operation);
  // 0: none, or the call is forgotten. On any thread.
  uint32_t operation_of(uint32_t call) const;

 private:
  // A call in the upper half and its operation: one word, so that they are always of one call. 0: empty.
  struct alignas(64) Set {
    sync::Atomic<uint64_t> places[kKeptOfSet];
  };

  Set* sets_ = nullptr;
};

}  // namespace limpid::tools::trace
