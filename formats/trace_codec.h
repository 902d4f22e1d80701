// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packs events into a block and unpacks them. Both sides keep the same Memory of what came before and guess
// each field of an event from it; only what was guessed wrong is written. An event is
//
//     head       kind (5 bits), length of the time (2 bits), whether anything was guessed wrong (1 bit)
//     time       ticks since the event before, 1, 2, 4 or 8 bytes
//     [wrong]    a bit for each field that follows
//     [fields]   how far each is from the guess: zigzag, 7 bits a byte
//
// In this file Event::time_ns is in ticks. Libc alone: used in the user's process and offline.
#pragma once

#include <cstdint>
#include <cstring>

#include "trace.h"
#include "trace_event.h"

namespace limpid::trace {

// What one thread's events so far (within a block) say about the next one.
class Memory {
 public:
  // The memory that a block begins with.
  [[gnu::always_inline]] void begin(const BlockHeader& block) {
    std::memset(static_cast<void*>(this), 0, sizeof *this);
    time_ = block.begin_ticks;
    task_ = block.task;
    region_ = block.region;
    depth_ = block.open_depth;
    const uint32_t known = depth_ < kMaxOpenTasks ? depth_ : kMaxOpenTasks;
    for (uint32_t i = 0; i < known; ++i) open_[i] = block.open[i];
  }

  // The state that a block which begins now has to repeat.
  void describe(BlockHeader* block) const {
    block->begin_ticks = time_;
    block->task = task_;
    block->region = region_;
    block->open_depth = depth_;
    const uint32_t known = depth_ < kMaxOpenTasks ? depth_ : kMaxOpenTasks;
    for (uint32_t i = 0; i < known; ++i) block->open[i] = open_[i];
  }

  uint64_t time() const { return time_; }
  uint64_t task() const { return task_; }
  uint64_t region() const { return region_; }

  // The guess for an event of this kind. Its `detail` is in the guess; for the other fields the true detail
  // may be put in first, see guess_rest().
  [[gnu::always_inline]] Event guess(EventKind kind) const {
    const Site& site = sites_[site_of(kind)];
    Event e;
    e.time_ns = time_;
    e.kind = kind;
    e.detail = site.detail;
    e.place = site.place;
    return e;
  }
  [[gnu::always_inline]] void guess_rest(Event* e) const;

  // The event happened.
  [[gnu::always_inline]] void follow(const Event& e);

 private:
  // What was said where the program was when it last came this way: by kind, and the place met before.
  struct Site {
    uint64_t count;
    uint64_t other;
    uint32_t place;
    uint32_t number;
    uint8_t detail;
  };
  static constexpr uint32_t kSites = 64;
  static constexpr uint32_t kUnder = 16;

  [[gnu::always_inline]] uint32_t site_of(EventKind kind) const {
    return (place_ * 29 + static_cast<uint32_t>(kind)) % kSites;
  }
  [[gnu::always_inline]] void begin_implicit(const Event& e);
  [[gnu::always_inline]] void end_implicit();
  [[gnu::always_inline]] void schedule(const Event& e);

  uint64_t time_;
  uint64_t task_, region_;
  uint64_t fresh_;    // latest new number of a task or region
  uint64_t begun_;    // region that the thread began, or was last in
  uint64_t ended_;    // region whose implicit task ended last
  uint64_t started_;  // task that was last switched to
  uint64_t address_;  // of the latest dependence
  uint64_t mutex_;    // latest wait id asked for
  uint64_t iteration_;
  uint32_t place_;  // latest that was not 0
  uint32_t under_depth_;
  uint32_t depth_;
  bool created_;            // the latest event was a task's creation
  uint64_t under_[kUnder];  // tasks that were left for others and will go on
  OpenTask open_[kMaxOpenTasks];
  Site sites_[kSites];
};

inline constexpr uint8_t kStatusComplete = 1;  // ompt_task_complete; these end a task on its thread
inline constexpr uint8_t kStatusCancel = 3;
inline constexpr uint8_t kStatusDetach = 4;
inline constexpr uint8_t kStatusSwitch = 7;
inline constexpr uint8_t kStatusTaskwaitComplete = 8;  // nothing is switched

inline bool leaves_for_good(uint8_t status) {
  return status == kStatusComplete || status == kStatusCancel || status == kStatusDetach;
}

[[gnu::always_inline]] inline void Memory::guess_rest(Event* e) const {
  const Site& site = sites_[site_of(e->kind)];
  switch (e->kind) {
    case EventKind::kParallelBegin:
      e->id = fresh_ + 1;
      e->other = task_;
      e->count = site.count;
      break;
    case EventKind::kParallelEnd:
      e->id = ended_;
      e->other = task_;
      break;
    case EventKind::kImplicitBegin:
      e->id = fresh_ + 1;
      e->other = begun_;
      e->number = site.number;
      e->count = site.count;
      break;
    case EventKind::kImplicitEnd:
    case EventKind::kSyncBegin:
      e->id = task_;
      e->other = region_;
      break;
    case EventKind::kWorkBegin:
      e->id = task_;
      e->count = site.count;
      break;
    case EventKind::kWorkEnd:
    case EventKind::kSyncEnd:
    case EventKind::kWaitBegin:
    case EventKind::kWaitEnd:
    case EventKind::kMaskedBegin:
    case EventKind::kMaskedEnd:
      e->id = task_;
      break;
    case EventKind::kDispatch:
      e->id = task_;
      e->other = iteration_;
      e->count = site.count;
      break;
    case EventKind::kTaskCreate:
      e->id = fresh_ + 1;
      e->other = task_;
      break;
    case EventKind::kTaskSchedule:
      e->id = task_;
      if (leaves_for_good(e->detail)) {
        e->other = under_[(under_depth_ - 1) % kUnder];
      } else {
        e->other = created_ ? fresh_ : started_ - 1;
      }
      break;
    case EventKind::kDependence:
      e->id = fresh_;
      e->other = address_;
      break;
    case EventKind::kMutexAcquire:
    case EventKind::kLockInit:
    case EventKind::kLockDestroy:
      e->other = site.other;
      break;
    case EventKind::kMutexAcquired:
    case EventKind::kMutexReleased:
      e->other = mutex_;
      break;
    default:
      break;
  }
}

inline void Memory::begin_implicit(const Event& e) {
  fresh_ = e.id;
  begun_ = e.other;
  if (depth_ < kMaxOpenTasks)
    open_[depth_] = {e.other, e.id, task_, e.number, static_cast<uint32_t>(e.count)};
  ++depth_;
  region_ = e.other;
  task_ = e.id;
}

inline void Memory::end_implicit() {
  ended_ = region_;
  task_ = region_ = 0;
  if (depth_ == 0) return;
  --depth_;
  if (depth_ < kMaxOpenTasks) task_ = open_[depth_].outer;
  if (depth_ > 0 && depth_ <= kMaxOpenTasks) region_ = open_[depth_ - 1].region;
}

inline void Memory::schedule(const Event& e) {
  if (e.detail == kStatusTaskwaitComplete) return;
  if (leaves_for_good(e.detail)) {
    --under_depth_;
  } else {
    under_[under_depth_ % kUnder] = e.id;
    ++under_depth_;
    started_ = e.other;
  }
  task_ = e.other;
}

[[gnu::always_inline]] inline void Memory::follow(const Event& e) {
  Site& site = sites_[site_of(e.kind)];
  site.detail = e.detail;
  time_ = e.time_ns;
  switch (e.kind) {
    case EventKind::kParallelBegin:
      fresh_ = begun_ = e.id;
      site.count = e.count;
      break;
    case EventKind::kImplicitBegin:
      site.number = e.number;
      site.count = e.count;
      begin_implicit(e);
      break;
    case EventKind::kImplicitEnd:
      end_implicit();
      break;
    case EventKind::kWorkBegin:
      site.count = e.count;
      break;
    case EventKind::kDispatch:
      site.count = e.count;
      iteration_ = e.other + e.count;
      break;
    case EventKind::kTaskCreate:
      fresh_ = e.id;
      break;
    case EventKind::kTaskSchedule:
      schedule(e);
      break;
    case EventKind::kDependence:
      address_ = e.other;
      break;
    case EventKind::kMutexAcquire:
    case EventKind::kLockInit:
    case EventKind::kLockDestroy:
      site.other = mutex_ = e.other;
      break;
    default:
      break;
  }
  created_ = e.kind == EventKind::kTaskCreate || e.kind == EventKind::kDependence;
  site.place = e.place;
  if (e.place != 0) place_ = e.place;
}

// The fields in the order of their bits and of their codes.
inline constexpr uint8_t kDetailField = 1;
inline constexpr uint8_t kIdField = 2;
inline constexpr uint8_t kOtherField = 4;
inline constexpr uint8_t kCountField = 8;
inline constexpr uint8_t kPlaceField = 16;
inline constexpr uint8_t kNumberField = 32;
inline constexpr uint8_t kWrongBit = 0x80;
inline constexpr unsigned kLengthShift = 5;
inline constexpr uint8_t kKindMask = 31;

namespace codec {

// Differences wrap, so any two values have one.
[[gnu::always_inline]] inline uint8_t* put_difference(uint8_t* to, uint64_t value, uint64_t guess) {
  const auto d = static_cast<int64_t>(value - guess);
  uint64_t n = static_cast<uint64_t>(d) << 1 ^ static_cast<uint64_t>(d >> 63);
  while (n >= 0x80) {
    *to++ = static_cast<uint8_t>(n | 0x80);
    n >>= 7;
  }
  *to++ = static_cast<uint8_t>(n);
  return to;
}

// nullptr: the bytes end, or are no number.
inline const uint8_t* get_difference(const uint8_t* from, const uint8_t* end, uint64_t* value) {
  uint64_t n = 0;
  for (unsigned shift = 0; from < end && shift < 64; shift += 7) {
    const uint8_t byte = *from++;
    n |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    *value += n >> 1 ^ (0 - (n & 1));
    return from;
  }
  return nullptr;
}

[[gnu::always_inline]] inline unsigned length_code(uint64_t ticks) {
  return (ticks > 0xff ? 1u : 0) + (ticks > 0xffff ? 1u : 0) + (ticks > 0xffffffff ? 1u : 0);
}

template <typename T>
inline bool get_number(T* out, uint64_t value) {
  *out = static_cast<T>(value);
  return *out == value;
}

[[gnu::always_inline]] inline uint8_t wrong_fields(const Event& e, const Event& guess) {
  uint8_t wrong = 0;
  if (e.detail != guess.detail) wrong |= kDetailField;
  if (e.id != guess.id) wrong |= kIdField;
  if (e.other != guess.other) wrong |= kOtherField;
  if (e.count != guess.count) wrong |= kCountField;
  if (e.place != guess.place) wrong |= kPlaceField;
  if (e.number != guess.number) wrong |= kNumberField;
  return wrong;
}

[[gnu::always_inline]] inline uint8_t* put_wrong(uint8_t* to, uint8_t wrong, const Event& e,
                                                 const Event& guess) {
  *to++ = wrong;
  if ((wrong & kDetailField) != 0) to = put_difference(to, e.detail, guess.detail);
  if ((wrong & kIdField) != 0) to = put_difference(to, e.id, guess.id);
  if ((wrong & kOtherField) != 0) to = put_difference(to, e.other, guess.other);
  if ((wrong & kCountField) != 0) to = put_difference(to, e.count, guess.count);
  if ((wrong & kPlaceField) != 0) to = put_difference(to, e.place, guess.place);
  if ((wrong & kNumberField) != 0) to = put_difference(to, e.number, guess.number);
  return to;
}

}  // namespace codec

// Writes `e` at `to`, where kMaxEventBytes are free, and answers where the next one goes. A time before the
// event before is taken for the same time. Made for a kind that is a constant where it is called: most of the
// guessing is then done by the compiler.
[[gnu::always_inline]] inline uint8_t* encode(Memory* memory, Event e, uint8_t* to) {
  if (e.time_ns < memory->time()) e.time_ns = memory->time();
  const uint64_t ticks = e.time_ns - memory->time();
  Event guess = memory->guess(e.kind);
  const uint8_t guessed_detail = guess.detail;
  guess.detail = e.detail;
  memory->guess_rest(&guess);
  guess.detail = guessed_detail;
  const uint8_t wrong = codec::wrong_fields(e, guess);
  const unsigned length = codec::length_code(ticks);
  *to++ = static_cast<uint8_t>(static_cast<unsigned>(e.kind) | length << kLengthShift |
                               (wrong != 0 ? kWrongBit : 0u));
  std::memcpy(to, &ticks, sizeof ticks);
  to += 1u << length;
  if (wrong != 0) to = codec::put_wrong(to, wrong, e, guess);
  memory->follow(e);
  return to;
}

// Reads one event; answers where the next one begins, or nullptr if the bytes before `end` hold none.
inline const uint8_t* decode(Memory* memory, const uint8_t* from, const uint8_t* end, Event* out) {
  if (from >= end) return nullptr;
  const uint8_t head = *from++;
  const size_t bytes = size_t{1} << (head >> kLengthShift & 3);
  if ((head & kKindMask) == 0 || static_cast<size_t>(end - from) < bytes) return nullptr;
  uint64_t ticks = 0;
  std::memcpy(&ticks, from, bytes);
  from += bytes;
  Event e = memory->guess(static_cast<EventKind>(head & kKindMask));
  e.time_ns = memory->time() + ticks;
  uint8_t wrong = 0;
  if ((head & kWrongBit) != 0) {
    if (from >= end) return nullptr;
    wrong = *from++;
  }
  uint64_t detail = e.detail, place = e.place;
  if ((wrong & kDetailField) != 0 && (from = codec::get_difference(from, end, &detail)) == nullptr)
    return nullptr;
  if (e.time_ns < ticks || !codec::get_number(&e.detail, detail)) return nullptr;
  memory->guess_rest(&e);
  uint64_t number = e.number;
  const struct {
    uint8_t bit;
    uint64_t* value;
  } fields[] = {{kIdField, &e.id},
                {kOtherField, &e.other},
                {kCountField, &e.count},
                {kPlaceField, &place},
                {kNumberField, &number}};
  for (const auto& field : fields) {
    if ((wrong & field.bit) == 0) continue;
    from = codec::get_difference(from, end, field.value);
    if (from == nullptr) return nullptr;
  }
  if (!codec::get_number(&e.place, place) || !codec::get_number(&e.number, number)) return nullptr;
  memory->follow(e);
  *out = e;
  return from;
}

}  // namespace limpid::trace
