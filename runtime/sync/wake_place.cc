// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the waker's processor leaves a sleeper's affinity mask, and comes back.
#include "sync/wake_place.h"

#include "base/check.h"
#include "platform/affinity.h"
#include "platform/keeps_errno.h"
#include "platform/processor.h"
#include "sync/policy.h"

namespace limpid::sync {
namespace {

// False, and nothing changed: the sleeper could not run there anyway, or nowhere else, or the kernel refuses.
bool leave_out(uint64_t native_id, uint32_t processor) {
  platform::CpuSet mask;
  if (!platform::affinity_of_thread(native_id, mask) || !mask.has(processor)) return false;
  mask.remove(processor);
  return mask.next(0) != platform::kMaxProcessors && platform::bind_thread(native_id, mask);
}

// Others may have changed the mask meanwhile: it is read anew.
void take_back(uint64_t native_id, uint32_t processor) {
  platform::CpuSet mask;
  if (!platform::affinity_of_thread(native_id, mask)) return;
  mask.add(processor);
  platform::bind_thread(native_id, mask);
}

}  // namespace

void WakePlace::begin_sleep(int64_t now) {
  LIMPID_DCHECK(now > 0 && state_.load(std::memory_order_relaxed) == kAwake);
  state_.store(now, std::memory_order_release);  // [wake_place.asleep]
}

void WakePlace::end_sleep() {
  const int64_t state = state_.exchange(kAwake, std::memory_order_acquire);  // [wake_place.left_out]
  LIMPID_DCHECK(state != kAwake);
  if (state > kLeftOut) [[likely]]
    return;
  const platform::KeepsErrno keeps_errno;
  take_back(platform::kThisThread, static_cast<uint32_t>(kLeftOut - state));
}

void WakePlace::avoid_waker(int64_t now, const uint64_t& native_id) {
  if (!policy::enabled(policy::woken_apart)) return;
  int64_t since = state_.load(std::memory_order_relaxed);
  LIMPID_DCHECK(since >= kAwake);  // one waker at a time
  if (since == kAwake || now - since < policy::kLongSleepNs ||
      !state_.compare_exchange_strong(since, kChanging, std::memory_order_acquire))  // [wake_place.asleep]
    return;
  sync::reads_plain(&native_id);
  LIMPID_DCHECK(native_id != platform::kThisThread);
  const platform::KeepsErrno keeps_errno;
  const uint32_t here = platform::current_processor() % platform::kMaxProcessors;
  const bool changed = leave_out(native_id, here);
  int64_t state = kChanging;
  const bool sleeps = state_.compare_exchange_strong(state, changed ? kLeftOut - here : since,
                                                     std::memory_order_release);  // [wake_place.left_out]
  LIMPID_DCHECK(sleeps || state >= kAwake);
  if (changed && !sleeps) take_back(native_id, here);
}

}  // namespace limpid::sync
