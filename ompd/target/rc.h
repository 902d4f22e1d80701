// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The return codes of both interfaces.
#pragma once

namespace limpid::ompd {

// How a call ends. The numbers are those of both interfaces; the last two are 5.x's alone.
enum class Rc : int {
  ok = 0,
  unavailable = 1,
  stale_handle = 2,
  bad_input = 3,
  error = 4,
  unsupported = 5,
  needs_state_tracking = 6,
  incompatible = 7,
  read_error = 8,
  write_error = 9,
  nomem = 10,
  incomplete = 11,
  callback_error = 12,
};

}  // namespace limpid::ompd
