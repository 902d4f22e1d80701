// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <sys/types.h>

#include "charge/charge_balance.h"
#include "charge/own_waiting.h"
#include "context/creation_cache.h"
#include "context/node_table.h"
#include "profile.h"
#include "sample/own_samples.h"
#include "sample/own_timer.h"
#include "sample/processor_share.h"
#include "unwind/unwinder.h"

namespace limpid::recorder {

class ThreadTrace;

// Frames of one stack as a handler or callback took them: the innermost ones, and if there are too many the
// outermost ones after a gap.
struct StackTrace {
  static constexpr uint32_t kInner = 192;
  static constexpr uint32_t kOuter = 64;
  static constexpr uint32_t kWalkLimit = 4096;

  uint32_t count = 0;
  uint32_t gap_at = 0;  // frames are missing before this index; 0: none
  unwind::WalkEnd end = unwind::WalkEnd::kComplete;
  unwind::Frame frames[kInner + kOuter];  // the last member: a copy may end behind the used ones
};

// Walks until the frame that holds `limit` (0: to the outermost frame). Async-signal-safe.
void walk_stack(unwind::Unwinder* unwinder, uint64_t limit, StackTrace* trace);

// Where the current task's frames lie on the stack, from its ompt_frame_t. 0: not known or not there.
struct TaskExtent {
  uint64_t enter = 0;  // the task called the runtime here
  uint64_t exit = 0;   // the runtime called the task here
  bool initial = false;
  bool whole = false;    // no runtime was asked: all frames are the user's
  bool guessed = false;  // no runtime was asked, but one is there: its module alone tells the frames apart
};

// What a sample's handler found.
struct Capture {
  uint64_t time_ns = 0;
  uint64_t wait_id = 0;
  uint64_t charged_ns = 0;  // to who holds the lock of this wait id
  uint64_t pc = 0, sp = 0;
  uint32_t state = 0;
  NodeId context = kNoNode;  // where the current task was created; kNoNode: unknown
  NodeId region = kNoNode;   // the context of the thread's innermost implicit task
  // Of samples by the thread's own timer: its processor time, and how often it gave up its processor.
  uint64_t ran_ns = 0;
  uint64_t switches = 0;
  TaskExtent extent;
  StackTrace trace;

  // Up to the last frame.
  size_t used_bytes() const {
    return sizeof *this - sizeof trace.frames + trace.count * sizeof trace.frames[0];
  }
};

// One sample's place in the file, as far as merging needs it.
struct SampleKey {
  NodeId node = kNoNode;
  uint16_t state = 0;
  uint16_t flags = 0;
  uint64_t wait_id = 0;
  bool operator==(const SampleKey&) const = default;
  // Blocked in the kernel when it was seen.
  bool sleeps() const { return (flags & static_cast<uint16_t>(profile::SampleFlag::kBlocked)) != 0; }
};

// What the sampler alone knows of a thread.
struct SamplerView {
  struct Seen {
    SampleKey key;
    uint64_t at_ns = 0;  // 0: never
  };

  bool begun = false;                    // its Thread record is written
  int syscall_file = 0, queue_file = 0;  // see read_task_file()
  uint64_t accounted_ns = 0;             // samples cover the time up to here
  ThreadTimes times;                     // when last looked at
  ProcessorShare share;                  // of the time that samples cover
  uint64_t requested_ns = 0;             // when the outstanding sample was asked for
  uint64_t asked_ns = 0;                 // since when its signal is on its way
  uint64_t since_ns = 0;                 // from when on the answer to it holds
  uint64_t switches = 0;                 // at the latest sample by its timer, see Capture
  Seen awake, asleep;                    // of the latest samples
  uint64_t unseen_ns = 0;                // see Sampler::cover_unseen(), of this window
  uint64_t window_ran_ns = 0;            // at the last window's end, as what follows
  uint64_t window_queued_ns = 0;
  uint64_t stretch_queued_ns = 0;           // see Sampler::since_seen_at_round(), when last read
  uint64_t own_from_ns = 0;                 // processor time when its timer was started
  uint64_t own_ran_ns = 0;                  // processor time since its timer was started
  uint64_t own_samples = 0;                 // by that timer
  uint64_t blocked_sp = 0, blocked_pc = 0;  // where it was blocked when last looked at; 0: was not
  int request_signal = 0;                   // by which it was asked
  uint32_t request_moves = 0;               // SampleSignal::moves() before that
  uint16_t request_flags = 0;
  uint32_t request_phase = 0;  // Phases::number_at() then
  uint32_t waited_rounds = 0;  // that have come since, without an answer
  uint32_t phase = 0;          // the same of the latest sample
  bool have_key = false;
  SampleKey key;  // of the latest sample
  ChargeBalance balance;
  NodeId last_context = kNoNode;
  uint64_t last_boundary = 0;  // CFA of the latest sample's outermost user frame
  uint16_t last_state = 0;
  profile::ThreadRecord* record = nullptr;
  profile::OutsiderRecord* outsider = nullptr;  // of one that does not use OpenMP
  uint64_t named_ns = 0;                        // when its name was read; 0: not yet
  uint64_t reconsidered_ns = 0;                 // see Sampler::may_be_asked()
  profile::SampleRecord* sample = nullptr;      // latest sample's record, to grow
  profile::SampleRecord* open = nullptr;        // of the stretch that ProcessorShare holds open; it has room
};

// A thread that is sampled. Owned by the thread from attach to detach, then by the sampler, which frees it.
struct ThreadSlot {
  // kKept: of a recording that is over; its thread lives on and may still know the slot.
  enum Life : uint32_t { kFree, kTaken, kLive, kEnded, kKept };
  enum Phase : uint32_t { kIdle, kRequested, kCapturing, kFilled };

  struct ActiveRegion {
    ConstructTotals* totals;
    uint64_t begin;  // on the session's CycleClock
    uint32_t team_size;
    std::atomic<NodeId> context;  // the sampler reads it, too
  };
  static constexpr uint32_t kNesting = 32;

  // Handshake of one sample: the sampler makes it kRequested and signals; the handler takes it (kCapturing),
  // fills `capture` and leaves kFilled; the sampler reads it and makes it kIdle. [slot.phase]
  alignas(64) std::atomic<uint32_t> phase{kIdle};
  std::atomic<uint32_t> life{kFree};
  uint32_t id = 0;  // in the file
  pid_t tid = 0;
  profile::ThreadType type = profile::ThreadType::kUnknown;
  uint64_t begin_ns = 0, end_ns = 0;
  // At these moments, by the thread itself; kNotRead: it did not look.
  ThreadTimes begin_times, end_times;
  uint64_t stack_high = 0;
  NodeId root = kProgramNode;  // the context of what it runs outside of all constructs
  bool adopted = false;        // found by the sampler: the thread itself may not know of this slot
  // Whether it may get the signal: not where there is hardly any stack, nor while an adopted thread blocks it, nor where
  // nobody knows what it is.
  bool may_be_asked = true;
  bool came_to_openmp = false;  // and goes on in another slot
  // The planned time from the request to the round after the latest one. The handler may miss what was added
  // while it came: that is charged late.
  std::atomic<uint64_t> planned_ns{0};
  OwnWaiting own_waiting;
  // Signals that the program believes to be blocked in this thread and that are not, so that it can be asked.
  // The thread's own, and its handlers'.
  std::atomic<uint64_t> held_open{0};
  Capture capture;
  // While rounds are slow: a timer of the thread's own asks it, and here is what it answered.
  OwnTimer own_timer;
  OwnSamples<Capture, 64 << 10> own_samples;
  std::atomic<bool> taking_own{false};  // [slot.own] its handler is about to ask the runtime
  std::atomic<uint64_t> handler_ns{0};
  StackTrace creation_trace;  // for callbacks, which handlers may interrupt

  // Written by the thread's callbacks. What each region needs lies together.
  alignas(64) CreationCache* cache = nullptr;
  std::atomic<uint64_t> region_events{0}, task_events{0};
  std::atomic<uint32_t> implicit_depth{0};
  std::atomic<uint32_t> implicit_period{0};  // in which it was told of them, see ImplicitEvents
  std::atomic<uint32_t> region_depth{0};  // [slot.led] the thread that reads it reads the regions' contexts
  std::atomic<bool> ask_runtime{false};   // OMPT inquiry has sensible answers on this thread
  ActiveRegion regions[kNesting];
  std::atomic<NodeId> implicit[kNesting];   // contexts of its implicit tasks, innermost last
  std::atomic<uint32_t> awaited_device{0};  // of the latest device construct: its number and 1; 0: none
  uint64_t construct_began_ns = 0;          // one without nowait, on a device that is traced; 0: none is open
  std::atomic<uint64_t> captures{0};        // stacks walked in callbacks
  std::atomic<uint64_t> callback_ns{0};     // estimated from every 1024th event and from all walks
  uint64_t task_walks_ns = 0;               // of it, walks for tasks that TaskEvents does not know of yet

  // What the thread writes of a trace, if there is one. Stays with the slot, as its caches do.
  std::atomic<ThreadTrace*> trace{nullptr};

  SamplerView sampler;

  bool is_live() const { return life.load(std::memory_order_acquire) == kLive; }
  // Not one of OpenMP's threads, as far as is known.
  bool outsider() const { return type == profile::ThreadType::kOther; }
};

}  // namespace limpid::recorder
