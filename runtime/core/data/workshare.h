// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a team and its members keep about worksharing constructs. Data only; the protocols are in ring.h,
// steal.h, ordered.h, doacross.h and single.h, and in this folder's README.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <bit>
#include <span>

#include "core/data/policy.h"
#include "events/events.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/bell.h"

namespace limpid::core {

// How the chunks of a worksharing construct are handed to threads.
enum class Schedule : uint8_t {
  none,  // the compiler divides the iterations itself; the construct only has reductions or shared memory
  static_block,        // one contiguous block per thread
  static_chunked,      // chunks round-robin by thread number
  shared_dynamic,      // one counter of chunks
  shared_guided,       // one counter of iterations, chunks shrink
  shared_guided_simd,  // the same in multiples of the least chunk
  ranged_dynamic,      // every member owns a range of chunks, others steal from its back
};

// What it takes to get from a chunk's number to its values.
enum class ChunkForm : uint8_t {
  other,  // the chunks differ in size, or something is settled between two
  plain,  // chunks of one size
  unit,   // chunks of one iteration, whose values go up by 1
};

// The iterations of a loop by logical number 0 .. trip. Values are in the loop's own type, modulo 2^64:
// value(i) = first + i * step; end is the loop's own end (exclusive), handed out with the last chunk.
struct IterationSpace {
  uint64_t first = 0;
  uint64_t step = 1;
  uint64_t end = 0;
  uint64_t trip = 0;
};

// One dimension of a doacross loop as the program passes it.
struct DoacrossBounds {
  int64_t lower;
  int64_t upper;
  int64_t step;
};

// Outer iterations [begin, end) of a doacross loop that one thread executes in order, and the word that
// counts its progress in them.
struct DoacrossUnit {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t number = 0;
  sync::Atomic<uint64_t>* word = nullptr;
  uint64_t seen = 0;  // progress when this thread last loaded the word

  bool has(uint64_t outer) const { return outer - begin < end - begin; }
};

// The dimensions of a doacross loop, and the words that count its threads' progress. Both arrays are in the
// construct's block.
struct Doacross {
  uint32_t dimensions = 0;
  uint32_t collapsed = 1;            // loops of the program that are collapsed into the outermost dimension
  uint64_t inner = 1;                // product of the trip counts of the inner dimensions
  uint64_t lead = 0;                 // how many iterations a thread lets the one that it follows get ahead
  const uint64_t* counts = nullptr;  // trip counts, outermost first; see LoopRequest
  sync::Atomic<uint64_t>* progress = nullptr;  // see doacross.h
  uint64_t spread = 0;                         // units placed before the words in between are used
  uint64_t spacing = 1;                        // in words, between the progress of two neighbouring units
};

// One worksharing construct of a team, from the first member's arrival to the last one's leave.
//
// Owner    the first member to arrive fills it in; then all members only read it, apart from the atomic
//          fields.
// Memory   part of the team; block is grown when needed and kept for later constructs.
struct alignas(platform::kCacheLine) Workshare {
  // One line of 64 bytes for what every member reads.
  // 2k + 1: being set up for construct k.  2k + 2: ready for it.  See ring.h.
  sync::Atomic<uint64_t> ticket{0};
  sync::Atomic<bool> cancelled{false};
  Schedule schedule = Schedule::none;
  events::WorkKind kind = events::WorkKind::loop_other;
  bool ordered = false;
  bool doacross_loop = false;  // doacross is filled in
  ChunkForm chunk_form = ChunkForm::other;
  uint8_t epoch = 0;       // of the range words of this slot; see steal.h
  uint8_t unit_shift = 0;  // a range counts units of 2^unit_shift chunks
  uint64_t chunk = 1;      // iterations per chunk; the smallest size for guided schedules
  uint64_t chunks = 0;     // how many there are, for schedules with chunks of one size
  IterationSpace space;

  uintptr_t* reductions = nullptr;  // descriptor that the first member registered, or null
  void* shared_memory = nullptr;    // zero-filled block asked for by the construct, or null
  void* block = nullptr;
  size_t block_bytes = 0;
  Doacross doacross;

  // First chunk, or for guided first iteration, that no member has taken.
  alignas(platform::kCacheLine) sync::Atomic<uint64_t> next{0};

  // The turn of ordered regions: first iteration of the chunk that may execute them now; see ordered.h.
  alignas(platform::kCacheLine) sync::Atomic<uint64_t> turn{0};
};

// A member's shares of the loops in the first segment's slots: a range word for each; see steal.h.
struct alignas(platform::kCacheLine) RangeWords {
  sync::Atomic<uint64_t> of_slot[policy::kSegmentSlots]{};
};

// One of a team's later segments of slots: as many as come before it, and behind them the range words for these of each member that
// the team has room for.
class WorkshareSegment {
 public:
  // number: 1 for the first of the later ones. slots: its memory.
  WorkshareSegment(Workshare* slots, uint32_t number) : slots_(slots), count_(slots_of(number)) {}

  // 0: the team's first segment.
  static constexpr uint32_t number_of(uint64_t slot_index) {
    return static_cast<uint32_t>(std::bit_width(slot_index / policy::kSegmentSlots));
  }
  static constexpr uint64_t slots_of(uint32_t number) {
    return uint64_t{policy::kSegmentSlots} << (number - 1);
  }
  static constexpr size_t bytes_of(uint32_t number, uint32_t members) {
    return slots_of(number) * (sizeof(Workshare) + members * sizeof(sync::Atomic<uint64_t>));
  }

  std::span<Workshare> slots() { return {slots_, count_}; }
  // Where the range word of slot i of the segment is number i.
  sync::Atomic<uint64_t>* range_words(uint64_t member) {
    return reinterpret_cast<sync::Atomic<uint64_t>*>(slots_ + count_) + member * count_;
  }

 private:
  Workshare* slots_;
  uint64_t count_;
};

// The worksharing constructs of a team that are under way.
struct WorkshareRing {
  // How many nowait constructs a member may be ahead of the slowest one. With more threads than processors
  // the running threads get that far ahead and then wait until the system schedules the others.
  static constexpr uint32_t kSlots = policy::kWorkshareSlots;
  static constexpr uint32_t kBells = policy::kBells;

  // Set by the leader at fork.
  uint64_t base = 0;         // number of the region's first construct; numbers go on from region to region
  uint64_t single_base = 0;  // value of singles when the region began
  uint64_t copy_base = 0;    // the same of copies
  uint32_t last_size = 0;    // team size at the last fork; members beyond it have old range words
  // A construct was left early: members may be at different constructs. Set by any member, cleared at the
  // next fork.
  sync::Atomic<bool> desynchronised{false};

  // Number of single constructs that some member has taken; see single.h.
  alignas(platform::kCacheLine) sync::Atomic<uint64_t> singles{0};
  // Number of copyprivate values that are published; a single construct may have several, one by one.
  sync::Atomic<uint64_t> copies{0};
  void* copied = nullptr;

  // Cancelled worksharing constructs that the compiler divides itself: 1 + number of barriers that the
  // cancelling member had passed; 0 if none is cancelled.
  alignas(platform::kCacheLine) sync::Atomic<uint64_t> inlined_cancelled{0};

  alignas(platform::kCacheLine) sync::Bell slot_bell;      // rung when a member has left a construct
  sync::Bell copy_bell;                                    // rung when a copyprivate value is published
  alignas(platform::kCacheLine) sync::Bell bells[kBells];  // ordered, doacross: by awaited iteration or unit

  // The slots, in segments. Most teams need the first one alone, whose range words the members have; the members add the
  // others, one after the other: segment number n's memory is at n - 1.
  static constexpr uint32_t kLaterSegments = WorkshareSegment::number_of(kSlots - 1);
  static_assert(WorkshareSegment::slots_of(kLaterSegments + 1) == kSlots);
  Workshare first_segment[policy::kSegmentSlots];
  alignas(platform::kCacheLine) sync::Atomic<Workshare*> later_segments[kLaterSegments]{};
  sync::Atomic<uint32_t> segments_begun{0};  // a bit for each of them that a member has made or is making

  // For a member that gets no slot because the region is cancelled: a construct without iterations.
  Workshare null_workshare;
};

// How the copies of a reduction's variables become one value.
enum class Combining : uint8_t {
  none,       // no reduction is under way
  alone,      // the team is one thread
  exclusive,  // one thread at a time, under a lock of the construct
  atomic,     // with atomic operations, by the compiler's code
};

// What a member knows of its first chunk before it takes it, in a loop that one counter numbers.
enum class FirstChunk : uint8_t {
  taken,     // or nothing is known
  reserved,  // chunk 0 is this member's, which has set the loop up
  late,      // others may have taken all
};

// The chunk of a loop that a member executes: logical iterations [begin, end), and how it finds the next one.
struct ChunkPosition {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t next = 0;      // static_chunked: this member's next; ranged: next chunk of the current unit
  uint64_t unit_end = 0;  // ranged: end of the current unit
  sync::Atomic<uint64_t>* range = nullptr;  // ranged: this member's word
  bool took_last = false;  // shared_dynamic: this member has the loop's last chunk and takes no other
  FirstChunk first = FirstChunk::taken;
};

// A member in a loop with ordered regions.
struct OrderedPosition {
  uint64_t left = 0;        // iterations of the chunk whose ordered region is not executed yet
  bool turn_passed = true;  // nothing to pass on
};

// A member in a doacross loop.
struct DoacrossPosition {
  DoacrossUnit own_unit;   // the unit that this member posted to last
  DoacrossUnit sink_unit;  // the unit that it waited for last
  // Sinks in [quiet_begin, quiet_begin + quiet_count) are this thread's own, and no observer receives them.
  uint64_t quiet_begin = 0;
  uint64_t quiet_count = 0;
  const DoacrossBounds* bounds = nullptr;  // of the loop that is announced or under way
  uint32_t announced = 0;                  // dimensions of the loop that comes next; 0: not announced
  uint32_t collapsed = 1;                  // how many of its outer dimensions are one loop
  uint8_t more = 0;                        // 1: its upper bounds are inclusive, 0: exclusive
};

// The last construct that the compiler expands without a call at its end (core/loop/inlined.h).
struct InlinedConstruct {
  uint64_t after = 0;  // WorkshareCursor::place() + 1 at its end
  bool open = false;   // its end event is due
  events::WorkKind kind = events::WorkKind::single_executor;
  const void* return_address = nullptr;
  uint64_t count = 0;
};

// A member's position in the sequence of worksharing constructs of its region.
//
// Owner    the thread that runs as this member; others read finished, and take from ranges.
struct WorkshareCursor {
  Workshare* current = nullptr;  // construct under way
  uint64_t sequence = 0;         // number of the construct under way, or of the next one
  // All members have finished the constructs before this one, as far as this member knows.
  uint64_t everyone_finished = 0;
  uint64_t round_start = 0;  // the construct that has the first slot; see ring.h
  uint64_t singles = 0;      // single constructs met
  // Single constructs that other members have taken, as far as this one knows. It need not try those.
  uint64_t singles_gone = 0;
  uint64_t copies = 0;    // copyprivate values published or awaited
  uint64_t barriers = 0;  // barriers passed in this region; distinguishes one inlined construct from the next
  ChunkPosition chunk;
  OrderedPosition ordered;
  DoacrossPosition doacross;
  InlinedConstruct inlined;
  Combining combining = Combining::none;  // of the reduction under way
  uint64_t left_region = 0;               // id of the last cancelled region that this member left

  // Grows with each worksharing construct and each barrier.
  [[nodiscard]] uint64_t place() const { return sequence + barriers; }

  // Number of constructs this member has finished.
  alignas(platform::kCacheLine) sync::Atomic<uint64_t> finished{0};

  RangeWords ranges;  // of the first segment's slots
};

}  // namespace limpid::core
