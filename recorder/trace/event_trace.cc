// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/event_trace.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

#include "messages.h"
#include "session.h"
#include "system.h"
#include "trace/earlier_tasks.h"

namespace limpid::recorder {

namespace {

// Made before the first event; the thread that supplies makes more at once.
constexpr uint64_t kFirstBlocks = 64;

constexpr uint64_t kUpdateEvery = kSecond / 20;

// Three or four nanoseconds: finer than an event is long, and short enough for one byte between most.
constexpr uint32_t kCycleShift = 3;

constexpr uint32_t bits(trace::FileFlag flag) {
  return static_cast<uint32_t>(flag);
}

}  // namespace

void EventTrace::open() {
  const TraceSettings& wanted = session_.settings.trace;
  if (is_open() || failed_ || !wanted.on) return;
  commons_.clock = &session_.clock;
  commons_.steady = session_.clock.steady();
  commons_.tick_shift = session_.clock.steady() ? kCycleShift : 0;
  char path[PATH_MAX];
  const char* profile = session_.file.path();
  if (std::snprintf(path, sizeof path, "%s%s", profile, trace::kNameSuffix) >=
          static_cast<int>(sizeof path) ||
      !commons_.mapping.create(path, wanted.size)) {
    failed_ = true;
    message("cannot write %s%s: %s; events are not traced", profile, trace::kNameSuffix,
            std::strerror(errno));
    return;
  }
  const double ticks = static_cast<double>(wanted.keep_ns) / session_.clock.scale();
  if (!blocks_.begin(wanted.recycle, static_cast<uint64_t>(ticks) >> commons_.tick_shift)) {
    failed_ = true;
    message("no memory for the trace's tables; events are not traced");
    return;
  }
  write_header();
  const char* name = std::strrchr(path, '/');
  name = name == nullptr ? path : name + 1;
  session_.writer.info("trace", name, std::strlen(name));
  blocks_.refill(commons_.now(), kFirstBlocks);
  open_.store(true, std::memory_order_relaxed);
  if (!thread_.start(this))
    message("cannot create the trace's thread: %s; events may be lost", std::strerror(errno));
}

void EventTrace::write_header() {
  const TraceSettings& wanted = session_.settings.trace;
  trace::FileHeader* h = commons_.mapping.header();
  h->version_major = trace::kVersionMajor;
  h->version_minor = trace::kVersionMinor;
  h->block_bytes = trace::kBlockBytes;
  h->flags = (wanted.chunks ? bits(trace::FileFlag::kChunks) : 0) |
             (wanted.recycle ? bits(trace::FileFlag::kRecycles) : 0);
  h->pid = static_cast<uint32_t>(getpid());
  h->start_monotonic_ns = session_.origin_ns;
  h->start_realtime_ns = session_.origin_realtime_ns();
  h->tick_shift = commons_.tick_shift;
  h->begin = {ticks_at_origin() >> commons_.tick_shift, 0};
  h->size_limit = uint64_t{commons_.mapping.most()} * trace::kBlockBytes;
  h->keep_ns = wanted.keep_ns;
  set_clock();
  __atomic_store_n(&h->magic, trace::kMagic, __ATOMIC_RELEASE);
}

// A forked child's time begins later than the clock did.
uint64_t EventTrace::ticks_at_origin() const {
  const CycleClock& clock = session_.clock;
  const auto after = static_cast<int64_t>(session_.origin_ns - clock.start_ns());
  const double ticks = static_cast<double>(after) / clock.scale();
  return clock.start_ticks() + static_cast<uint64_t>(static_cast<int64_t>(ticks));
}

// The moment on the clocks between whose two looks the least time passed: another thread may have had the
// processor in between.
void EventTrace::set_clock() {
  trace::ClockPoint best{};
  uint64_t narrowest = ~0ull;
  for (int i = 0; i < 5; ++i) {
    const uint64_t before = session_.clock.now();
    const uint64_t ns = now_ns();
    const uint64_t width = session_.clock.now() - before;
    if (width >= narrowest) continue;
    narrowest = width;
    best = {(before + width / 2) >> commons_.tick_shift, ns - session_.origin_ns};
  }
  trace::FileHeader* h = commons_.mapping.header();
  const uint32_t other = 1 - (h->latest & 1);
  h->later[other] = best;
  __atomic_store_n(&h->latest, other, __ATOMIC_RELEASE);
}

// What threads have lost, those included that are gone: their parts stay with the slots.
uint64_t EventTrace::lost() const {
  uint64_t all = 0;
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* slot = session_.threads.slot(i);
    const ThreadTrace* part = slot == nullptr ? nullptr : slot->trace.load(std::memory_order_acquire);
    if (part != nullptr) all += part->lost();
  }
  return all;
}

void EventTrace::update(uint64_t now) {
  updated_ns_ = now;
  set_clock();
  trace::FileHeader* h = commons_.mapping.header();
  store_in_place(&h->lost, lost());
  store_in_place(&h->recycled, blocks_.recycled());
}

bool EventTrace::supply() {
  const bool busy = blocks_.busy();
  if (!blocks_.refill(commons_.now())) {
    message("the trace is full: cannot extend %s: %s%s", commons_.mapping.path(),
            std::strerror(commons_.mapping.error()),
            session_.settings.trace.recycle ? "; it keeps the latest events" : "");
  }
  const uint64_t now = now_ns();
  if (now - updated_ns_ < kUpdateEvery) return busy;
  update(now);
  // Places that events name. A round of samples that finds the lock taken is left out, so not for nothing.
  if (session_.writer.has_new_nodes() && session_.try_lock_file()) {
    if (session_.file.is_open() && !session_.writer.finished()) session_.writer.write_nodes();
    session_.unlock_file();
  }
  return busy;
}

ThreadTrace* EventTrace::begin_thread() {
  ThreadSlot* slot = ThreadRegistry::current();
  if (slot == nullptr || !session_.settings.trace.on || failed_) return nullptr;
  ThreadTrace* part = slot->trace.load(std::memory_order_relaxed);
  if (part == nullptr) {
    part = static_cast<ThreadTrace*>(map_pages(sizeof(ThreadTrace)));
    if (part == nullptr) return nullptr;
    slot->trace.store(part, std::memory_order_release);
  }
  part->begin(&commons_, slot);
  if (inherited_) part->stand_where(inheritance_);
  inherited_ = false;
  trace::Event e;
  e.kind = trace::EventKind::kThreadBegin;
  part->put(e);
  return part;
}

ThreadTrace* EventTrace::begin_in_midst() {
  ThreadTrace* part = begin_thread();
  if (part != nullptr && session_.attachment() != nullptr) say_earlier_tasks(session_, part);
  return part;
}

void EventTrace::mark(trace::EventKind kind, uint64_t id) {
  ThreadTrace* part = is_open() ? this_thread() : nullptr;
  if (part == nullptr) return;
  trace::Event e;
  e.kind = kind;
  e.id = id;
  part->put(e);
}

void EventTrace::finish(uint64_t patience_ns) {
  if (!open_.exchange(false, std::memory_order_relaxed)) return;
  // Without a mark of its end: that thread may still write the file.
  if (!thread_.stop(patience_ns)) return;
  session_.writer.write_nodes();
  const uint32_t blocks = blocks_.close();
  update(now_ns());
  trace::FileHeader* h = commons_.mapping.header();
  store_in_place(&h->flags, h->flags | bits(trace::FileFlag::kFinished));
  for (uint32_t i = 1; i < blocks; ++i) commons_.mapping.give_back_rest(i);
  commons_.mapping.close(blocks);
}

void EventTrace::forget_earlier() {
  failed_ = false;
  commons_.paused.store(false, std::memory_order_relaxed);
  commons_.queue.clear();
  ++commons_.recording;
  forget_blocks();
}

void EventTrace::forget_parent() {
  thread_.forget();
  open_.store(false, std::memory_order_relaxed);
  failed_ = false;
  commons_.mapping.abandon();
  commons_.queue.clear();
  if (const ThreadTrace* part = ThreadTrace::current()) {
    inheritance_ = part->memory();
    inherited_ = true;
  }
  forget_blocks();
}

// Of all threads: their slots are used again.
void EventTrace::forget_blocks() {
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* slot = session_.threads.slot(i);
    ThreadTrace* part = slot == nullptr ? nullptr : slot->trace.load(std::memory_order_relaxed);
    if (part == nullptr) continue;
    part->forget_block();
    part->end();
  }
}

void EventTrace::continue_in_child() {
  if (inherited_) this_thread();
}

}  // namespace limpid::recorder
