// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives way to another thread of the process, where it costs no turn.
#include "sync/give_way.h"

#include "platform/clock.h"
#include "sync/atomic.h"
#include "sync/policy.h"
#include "sync/processor_turns.h"

namespace limpid::sync {

// Nothing was awaited, so a thread of the process may have computed here all the time, too. Waits on this processor had better
// sleep beside that one as well; those of loops elsewhere had not.
void give_way() {
  if (!policy::enabled(policy::lost_turns)) return yield();
  const int64_t begin = platform::monotonic_ns();
  if (ProcessorTurns::are_lost_here_at(begin)) return;
  ProcessorTurns::note_poll(begin);
  yield();
  ProcessorTurns::note_yield(begin, platform::monotonic_ns());
}

}  // namespace limpid::sync
