// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control/control.h"

#include <limpid.h>

#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

enum Command : uint64_t { kStart = 1, kPause = 2, kFlush = 3, kEnd = 4 };  // omp_control_tool_t
enum Answer : int { kSuccess = 0, kIgnored = 1 };                          // omp_control_tool_result_t

bool change_phase(Session* session, uint64_t command, const char* name, uint64_t now) {
  session->sampler.before_phase(now);
  if (command == LIMPID_CONTROL_PHASE) {
    session->phases.change(&session->writer, name, now);
    return true;
  }
  if (*name == '\0') return false;
  if (command == LIMPID_CONTROL_PHASE_END) return session->phases.end(&session->writer, name, now);
  session->phases.begin(&session->writer, name, now);
  return true;
}

bool obey(Session* session, uint64_t command, const void* argument) {
  const uint64_t now = now_ns();
  switch (command) {
    case kStart:
      session->resume(now);
      return true;
    case kPause:
      session->pause(now);
      return true;
    case kFlush:
      session->sampler.flush(now);
      return true;
    case LIMPID_CONTROL_PHASE:
    case LIMPID_CONTROL_PHASE_BEGIN:
    case LIMPID_CONTROL_PHASE_END:
      return argument != nullptr && change_phase(session, command, static_cast<const char*>(argument), now);
    default:
      return false;
  }
}

}  // namespace

int control(Session* session, uint64_t command, const void* argument) {
  if (!session->active()) return kIgnored;
  if (command == kEnd) {
    session->end(profile::FinishReason::kEnded);
    return kSuccess;
  }
  const ErrnoGuard keep;
  session->lock_file();
  const bool can = session->active() && session->have_file() && !session->writer.finished();
  const bool done = can && obey(session, command, argument);
  session->unlock_file();
  return done ? kSuccess : kIgnored;
}

}  // namespace limpid::recorder
