// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_cancel*: the cancel and cancellation point constructs.
#include "core/loop/cancel.h"

#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/loop/loop.h"

using namespace limpid;
using abi::Ident;

namespace {

events::CancelKind decode_kind(int32_t kind) {
  switch (kind) {
    case 1:
      return events::CancelKind::parallel;
    case 2:
      return events::CancelKind::loop;
    case 3:
      return events::CancelKind::sections;
    default:
      return events::CancelKind::taskgroup;
  }
}

// A thread that leaves a loop early need not report its end.
int32_t leave(core::Thread& self, events::CancelKind kind, bool cancelled) {
  const bool workshare = kind == events::CancelKind::loop || kind == events::CancelKind::sections;
  if (cancelled && workshare) core::leave_abandoned(self);
  return cancelled;
}

}  // namespace

extern "C" {

int32_t __kmpc_cancel(const Ident*, int32_t, int32_t which) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const events::CancelKind kind = decode_kind(which);
  return leave(self, kind, core::cancel_construct(self, kind));
}

int32_t __kmpc_cancellationpoint(const Ident*, int32_t, int32_t which) {
  if (!core::cancellation_is_on()) [[likely]]
    return 0;
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const events::CancelKind kind = decode_kind(which);
  return leave(self, kind, core::at_cancellation_point(self, kind));
}
// An extension: the status, without leaving the construct.
int kmp_get_cancellation_status(int kind) {
  return core::construct_is_cancelled(core::this_thread(), decode_kind(kind));
}
int32_t kmp_get_cancellation_status_(const int32_t* kind) {
  return kmp_get_cancellation_status(*kind);
}
}
