// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model's side of the recorder's seam: stands in for recorder/shared_word.h in the model tests.
#pragma once

#include "sync/atomic.h"

namespace limpid::recorder {

using sync::Atomic;
using sync::AtomicRef;
using sync::reads_plain;
using sync::writes_plain;

}  // namespace limpid::recorder
