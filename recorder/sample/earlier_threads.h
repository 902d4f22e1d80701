// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "attach_request.h"

namespace limpid::recorder {

class Session;

// The threads of OpenMP that were there before the recorder was attached are sampled from now on. They themselves learn of
// it with their next event; until then the runtime is asked where they are. Other threads the sampler finds.
void adopt_earlier_threads(Session* session, const formats::Attachment& attachment, uint64_t now);

}  // namespace limpid::recorder
