// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trace file: what the recorder writes beside a profile when it is asked for every event. The words around
// these structs are in formats/README.md; trace_codec.h packs and unpacks events, trace_event.h is what they
// say, trace_reader.h the reader that survives garbage.
//
// Everything is little-endian and naturally aligned. Plain data: usable inside the user's process (libc alone)
// and offline.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::trace {

// "LIMPIDTR" when read as bytes. The writer stores it last, so a file with it has a whole header.
inline constexpr uint64_t kMagic = 0x52544449504d494cull;

// As for profiles: a reader accepts files whose major number is its own.
inline constexpr uint16_t kVersionMajor = 1;
inline constexpr uint16_t kVersionMinor = 0;

// The file is a row of blocks of this size. The first one is the file's header.
inline constexpr uint32_t kBlockBytes = 16 << 10;

// What is appended to the profile's name; the profile's Info record "trace" has the whole file name.
inline constexpr char kNameSuffix[] = "-trace";

enum class FileFlag : uint32_t {
  kChunks = 1,    // kDispatch events were asked for
  kRecycles = 2,  // flight recorder: the oldest blocks are used again
  kFinished = 4,  // the recording came to its end in order; set last
};

// One moment on both clocks.
struct ClockPoint {
  uint64_t ticks;  // of the clock that events are timed by, see FileHeader::tick_shift
  uint64_t ns;     // CLOCK_MONOTONIC since start_monotonic_ns
};

// "Updated in place" as in profile.h: one aligned store, true at some moment.
struct FileHeader {
  uint64_t magic;
  uint16_t version_major;
  uint16_t version_minor;
  uint32_t block_bytes;
  uint32_t flags;  // FileFlag; updated in place
  uint32_t pid;
  // These two are the profile's: with the pid they show which profile the trace belongs to.
  uint64_t start_monotonic_ns;
  uint64_t start_realtime_ns;
  uint32_t tick_shift;  // ticks are the clock's, shifted right by this
  uint32_t latest;      // which point of `later` is the latest whole one; updated in place
  ClockPoint begin;     // with a later point this makes ns of ticks
  ClockPoint later[2];  // written by turns, the one that `latest` does not name
  uint64_t lost;        // events that found no room, of all threads; updated in place
  uint64_t recycled;    // blocks that were used again; updated in place
  uint64_t size_limit;  // bytes
  uint64_t keep_ns;     // flight recorder: at least so long if size_limit allows; 0: as size_limit allows
};
static_assert(sizeof(FileHeader) == 128);

// A block has this as its first word when it holds events; 0: not yet used, or about to be used again.
inline constexpr uint32_t kBlockMagic = 0x4b4c424c;  // "LBLK"

// An implicit (or initial) task that is open where a block begins.
struct OpenTask {
  uint64_t region;  // 0: an initial task
  uint64_t task;
  uint64_t outer;   // the task that the thread was at when this one began; 0: none
  uint32_t number;  // of the thread in the team
  uint32_t count;   // threads in the team
};
inline constexpr uint32_t kMaxOpenTasks = 16;  // deeper ones are not described

// Events of one thread. It can be decoded without any other block: all that codes refer to is in here.
struct BlockHeader {
  uint32_t magic;        // stored last
  uint32_t thread;       // ThreadRecord::id in the profile
  uint32_t os_tid;       // gettid()
  uint32_t thread_type;  // profile::ThreadType
  uint64_t sequence;     // 0, 1, ... within the thread
  uint64_t first_event;  // events in the thread's blocks before this one
  uint64_t begin_ticks;  // time of the first event counts from here
  uint64_t end_ticks;    // when the thread left the block; 0: it has not. Updated in place
  uint64_t progress;     // events << 32 | bytes behind the header; updated in place with each event
  uint64_t lost_before;  // events that the thread lost before its first block
  uint64_t lost_after;   // and behind this one, before it got the next; updated in place
  uint64_t task;         // the thread is at this task; 0: none or unknown
  uint64_t region;       // innermost, of its implicit task
  uint64_t reserved[4];
  uint32_t open_depth;  // implicit tasks open, outermost first
  uint32_t reserved_too;
  OpenTask open[kMaxOpenTasks];
};
static_assert(sizeof(BlockHeader) == 640);

inline constexpr uint32_t kEventsOffset = sizeof(BlockHeader);  // in a block: the first event

inline constexpr uint64_t kOneEvent = uint64_t{1} << 32;

// No event takes more bytes than this, nor does writing one touch more.
inline constexpr uint32_t kMaxEventBytes = 64;

}  // namespace limpid::trace
