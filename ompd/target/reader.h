// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the fields of the runtime's objects by name.
#pragma once

#include <stdint.h>

#include "target/process.h"

namespace limpid::ompd {

// Reads numbers of a process's objects. The first failure stays: after it every answer is 0, so a caller checks
// rc() once, at the end, or before it follows an address.
class Reader {
 public:
  explicit Reader(const Process& process) : process_(process) {}

  // The field of the object there, without and with its sign.
  uint64_t field(uint64_t object, Name name);
  int64_t signed_field(uint64_t object, Name name);

  // The number that a root is.
  uint64_t root(Name name) { return number(process_.number(name), process_[name].bytes); }

  // 1, 2, 4 or 8 bytes at an address; a pointer.
  uint64_t number(uint64_t address, uint32_t bytes);
  uint64_t pointer(uint64_t address) { return number(address, process_.sizes.of_pointer); }

  // Up to capacity - 1 characters of a text, and a zero. A text that goes on where memory ends is cut there.
  void text(uint64_t address, char* buffer, uint32_t capacity);

  // Marks all that was read as wrong: it is not what the runtime writes.
  void spoil(Rc rc = Rc::error) {
    if (rc_ == Rc::ok) rc_ = rc;
  }
  bool ok() const { return rc_ == Rc::ok; }
  Rc rc() const { return rc_; }
  const Process& process() const { return process_; }

 private:
  // More reads than an undamaged process needs for one question: damaged memory may lead in circles.
  static constexpr uint32_t kMostReads = 1 << 22;

  const Process& process_;
  uint32_t reads_ = 0;
  Rc rc_ = Rc::ok;
};

}  // namespace limpid::ompd
