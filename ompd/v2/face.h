// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the functions of OMPD 2.0 have in common.
#pragma once

#include "model/handle.h"
#include "ompd-2.h"

namespace limpid::ompd::v2 {

extern const Access kAccess;
bool is_initialized();

// The two codes that 5.x added are errors here.
inline ompd_rc_t code(Rc rc) {
  return rc == Rc::incomplete || rc == Rc::callback_error ? ompd_rc_error : static_cast<ompd_rc_t>(rc);
}

// An internal control variable of the handle's object, by name.
ompd_rc_t give_icv(const Handle* handle, const char* name, int64_t* value);

inline ompd_address_t address_of(uint64_t address) {
  return {OMPD_SEGMENT_UNSPECIFIED, address};
}

}  // namespace limpid::ompd::v2
