// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sampler while it is told to look away, and when all that it knows shall be in the file.
#include <algorithm>

#include "sample/sampler.h"
#include "sample/thread_times.h"
#include "session.h"

namespace limpid::recorder {

namespace {

bool is_over(const ThreadSlot& slot) {
  return slot.life.load(std::memory_order_acquire) == ThreadSlot::kEnded;
}
bool is_asked(const ThreadSlot& slot) {
  return slot.phase.load(std::memory_order_acquire) != ThreadSlot::kIdle;
}

}  // namespace

// Begins another record where the phase is another one: of a sample in each there may be a record.
void Sampler::enter_phase(ThreadSlot* slot, uint32_t phase) {
  SamplerView& view = slot->sampler;
  if (view.phase != phase) view.sample = nullptr;
  view.phase = phase;
}

// What was seen last holds up to now. Of a thread that has still to answer it is not known yet.
void Sampler::settle(ThreadSlot* slot, uint64_t now) {
  SamplerView& view = slot->sampler;
  if (!view.begun) session_.writer.begin_thread(slot);
  collect(slot);
  if (is_over(*slot)) return finish_thread(slot);
  key_of_nothing(slot);
  if (is_asked(*slot)) return;
  if (view.accounted_ns < std::min(now, paused_ns_)) hold(slot, now);
}

void Sampler::settle_all(uint64_t now) {
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* slot = session_.threads.slot(i);
    if (slot != nullptr && (slot->is_live() || is_over(*slot))) settle(slot, now);
  }
}

void Sampler::flush(uint64_t now) {
  if (session_.modules.count() == 0) session_.modules.refresh();
  phase_ = session_.phases.number_at(now);
  settle_all(now);
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* slot = session_.threads.slot(i);
    if (slot != nullptr && slot->is_live() && slot->cache != nullptr) slot->cache->flush_all();
  }
  session_.writer.write_totals(session_.clock.scale());
  session_.writer.write_modules();
  update_counters(now);
}

void Sampler::pause(uint64_t now) {
  flush(now);
  become_full();
  paused_ns_ = now;
}

// Threads come and go in a pause as ever.
void Sampler::paused_round(uint64_t now) {
  was_paused_ = true;
  settle_all(now);
  update_counters(now);
}

// Threads begin anew: what is seen of them first holds from here on.
void Sampler::resume(uint64_t now) {
  phase_ = session_.phases.number_at(now);
  settle_all(now);
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* slot = session_.threads.slot(i);
    if (slot == nullptr || !slot->is_live()) continue;
    if (is_asked(*slot)) extend(slot, paused_ns_);
    SamplerView& view = slot->sampler;
    view.sample = view.open = nullptr;
    view.have_key = false;
    view.phase = phase_;
    view.share.stop();
  }
  resumed_ns_ = now;
  paused_ns_ = kNotPaused;
}

}  // namespace limpid::recorder
