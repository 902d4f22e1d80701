// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_cancel and GOMP_cancellation_point: the cancel and cancellation point constructs.
#include "core/loop/cancel.h"

#include "core/data/entry.h"

using namespace limpid;

namespace {

// which: 1 parallel, 2 loop, 4 sections, 8 taskgroup.
events::CancelKind decode_kind(int which) {
  if (which & 1) return events::CancelKind::parallel;
  if (which & 2) return events::CancelKind::loop;
  if (which & 4) return events::CancelKind::sections;
  return events::CancelKind::taskgroup;
}

}  // namespace

extern "C" {

// do_cancel is the if clause; a cancel construct whose clause is false is a cancellation point.
bool GOMP_cancel(int which, bool do_cancel) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  events::CancelKind kind = decode_kind(which);
  return do_cancel ? core::cancel_construct(self, kind) : core::at_cancellation_point(self, kind);
}

bool GOMP_cancellation_point(int which) {
  if (!core::cancellation_is_on()) [[likely]]
    return false;
  return core::work_out_of_line(
      [which](core::Thread& self) { return core::at_cancellation_point(self, decode_kind(which)); });
}
}
