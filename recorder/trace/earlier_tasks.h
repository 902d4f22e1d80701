// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::recorder {

class Session;
class ThreadTrace;

// The calling thread's trace begins in the midst of what it does, because the recorder was attached: says as events which
// initial and implicit tasks it is in, outermost first. Regions that began unseen get a number, and nothing else.
void say_earlier_tasks(const Session& session, ThreadTrace* part);

}  // namespace limpid::recorder
