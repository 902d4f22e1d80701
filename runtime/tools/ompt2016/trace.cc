// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes trace records into the buffers of the tool, and returns the buffers.
#include "tools/ompt2016/trace.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

#include <atomic>

#include "core/icv/devices.h"
#include "core/team/attach.h"
#include "platform/clock.h"
#include "platform/futex.h"
#include "platform/os_thread.h"
#include "sync/mutex.h"

namespace limpid::tools::ompt2016 {
namespace {

// A buffer is a row of slots, from the first aligned address in it. While the tool lends it, slot 0 holds the
// runtime's Loan. Afterwards it holds the number of used slots, so that any value of a cursor can be checked.
using Slot = ompt_record_ompt_t;

struct Loan {
  ompt_target_buffer_t* address;
  size_t bytes;
  size_t slots;
  size_t used;  // slot 0 included
  ompt_target_buffer_complete_callback_t complete;
  Loan* next;  // in the queue of those that go back
};
static_assert(sizeof(Loan) <= sizeof(Slot) && alignof(Loan) <= alignof(Slot));

struct Contents {
  uint64_t mark;
  size_t used;
};
static_assert(sizeof(Contents) <= sizeof(Slot));
constexpr uint64_t kMark = UINT64_C(0x7364726f636572b1);  // not an address, unlike the first word of a Loan

constexpr size_t kLeastSlots = 2;
constexpr int64_t kGraceNs = INT64_C(2000000000);

enum class Supply {
  none,    // no buffer, and none requested
  asked,   // the helper is to ask the tool
  there,   // g_loan
  denied,  // the tool gives none until the next start
};

// Guarded by g_lock, which is never held while the tool's code runs.
constinit sync::Mutex g_lock;
constinit bool g_started = false;
constinit bool g_paused = false;
constinit uint64_t g_wanted = 0;  // bits of ompt_event_t
constinit Supply g_supply = Supply::none;
constinit Loan* g_loan = nullptr;
constinit Loan* g_oldest = nullptr;  // full ones, which go back to the tool
constinit Loan* g_newest = nullptr;
constinit ompt_target_buffer_request_callback_t g_request = nullptr;
constinit ompt_target_buffer_complete_callback_t g_complete = nullptr;
constinit bool g_has_helper = false;

constinit std::atomic<uint32_t> g_work{0};      // counts the reasons to wake the helper
constinit std::atomic<uint32_t> g_supplied{0};  // counts the tool's answers
constinit std::atomic<uint32_t> g_sent{0};      // buffers sent back
constinit std::atomic<uint32_t> g_taken{0};     // buffers that the tool has taken
constinit std::atomic<bool> g_asking{false};    // a request callback runs
thread_local constinit bool t_helps = false;

void increment_and_wake(std::atomic<uint32_t>& counter) {
  // Pairs with the loads of g_work in help() and of g_supplied in try_record().
  counter.fetch_add(1, std::memory_order_release);
  platform::futex_wake(counter, platform::kWakeAll);
}

Slot* slots_of(ompt_target_buffer_t* buffer) {
  constexpr uintptr_t kAlign = alignof(Slot);
  return reinterpret_cast<Slot*>((reinterpret_cast<uintptr_t>(buffer) + kAlign - 1) & ~(kAlign - 1));
}

ompt_target_buffer_cursor_t cursor_of(ompt_target_buffer_t* buffer, const Slot& slot) {
  return static_cast<ompt_target_buffer_cursor_t>(reinterpret_cast<const char*>(&slot) -
                                                  static_cast<char*>(buffer));
}

size_t skipped_in(ompt_target_buffer_t* address) {
  return static_cast<size_t>(reinterpret_cast<char*>(slots_of(address)) - static_cast<char*>(address));
}

bool has_room(ompt_target_buffer_t* address, size_t bytes) {
  return address != nullptr && bytes >= skipped_in(address) + kLeastSlots * sizeof(Slot);
}

Loan* make_loan(ompt_target_buffer_t* address, size_t bytes,
                ompt_target_buffer_complete_callback_t complete) {
  if (!has_room(address, bytes)) return nullptr;
  Loan* loan = reinterpret_cast<Loan*>(slots_of(address));
  const size_t skipped = skipped_in(address);
  *loan = {address, bytes, (bytes - skipped) / sizeof(Slot), 1, complete, nullptr};
  return loan;
}

void send_back_locked(Loan* loan) {
  (g_newest != nullptr ? g_newest->next : g_oldest) = loan;
  g_newest = loan;
  // Pairs with the load in is_helper_done().
  g_sent.fetch_add(1, std::memory_order_release);
  increment_and_wake(g_work);
}

void send_current_locked() {
  if (g_supply == Supply::there) send_back_locked(g_loan);
  g_loan = nullptr;
  g_supply = Supply::none;
}

// ---- The device's own thread: OpenMP does not know it (report, 6.3). ----

Loan* take_oldest() {
  sync::MutexGuard guard(g_lock);
  Loan* loan = g_oldest;
  if (loan == nullptr) return nullptr;
  g_oldest = loan->next;
  if (g_oldest == nullptr) g_newest = nullptr;
  return loan;
}

// From here on the buffer belongs to the tool.
void give_back(Loan* loan) {
  const Loan done = *loan;
  const Contents contents{kMark, done.used};
  Slot* slots = reinterpret_cast<Slot*>(loan);
  memcpy(slots, &contents, sizeof contents);
  done.complete(core::host_device(), done.address, done.bytes, cursor_of(done.address, slots[1]));
  // Pairs with the load in is_helper_done(): the tool's callback has returned.
  g_taken.fetch_add(1, std::memory_order_release);
}

// The callbacks with which the trace was started when the request began: it may be restarted before the tool
// answers.
struct Callbacks {
  ompt_target_buffer_request_callback_t request;
  ompt_target_buffer_complete_callback_t complete;
};

// A thread that stops the trace from here on waits until the tool has answered.
bool begin_asking(Callbacks& callbacks) {
  sync::MutexGuard guard(g_lock);
  if (g_supply != Supply::asked) return false;
  callbacks = {g_request, g_complete};
  g_asking.store(true, std::memory_order_relaxed);
  return true;
}

void ask_tool(const Callbacks& callbacks) {
  ompt_target_buffer_t* address = nullptr;
  size_t bytes = 0;
  callbacks.request(core::host_device(), &address, &bytes);
  const bool unusable = address != nullptr && bytes != 0 && !has_room(address, bytes);
  if (unusable)
    callbacks.complete(core::host_device(), address, bytes, 0);  // each goes back, even without a record
  {
    sync::MutexGuard guard(g_lock);
    Loan* loan = make_loan(address, bytes, callbacks.complete);
    bool wanted = g_supply == Supply::asked;
    if (wanted) g_supply = loan != nullptr ? Supply::there : Supply::denied;
    if (wanted) g_loan = loan;
    if (!wanted && loan != nullptr) send_back_locked(loan);
    // Pairs with the load in is_helper_done().
    g_asking.store(false, std::memory_order_release);
  }
  increment_and_wake(g_supplied);
}

void* help(void*) {
  t_helps = true;
  core::keep_unobserved();
  Callbacks callbacks{};
  for (;;) {
    // Pairs with the increment in increment_and_wake().
    const uint32_t work = g_work.load(std::memory_order_acquire);
    if (Loan* loan = take_oldest())
      give_back(loan);
    else if (begin_asking(callbacks))
      ask_tool(callbacks);
    else
      platform::futex_wait(g_work, work);
  }
  return nullptr;
}

// All signals are blocked in the helper: it must not run the program's handlers.
bool start_helper_locked() {
  if (g_has_helper) return true;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  g_has_helper = platform::start_thread(help, nullptr, 0) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return g_has_helper;
}

// A buffer that is no longer wanted when the tool gives it is counted in g_sent before g_asking is cleared.
// g_asking pairs with ask_tool(), g_taken with give_back(), g_sent with send_back_locked().
bool is_helper_done() {
  if (g_asking.load(std::memory_order_acquire)) return false;
  return g_taken.load(std::memory_order_acquire) == g_sent.load(std::memory_order_acquire);
}

void await_helper() {
  if (t_helps) return;
  const int64_t deadline = platform::monotonic_ns() + kGraceNs;
  while (!is_helper_done() && platform::monotonic_ns() < deadline) sched_yield();
}

// ---- Writing ----

bool is_wanted_locked(ompt_event_t event) {
  return g_started && !g_paused && (g_wanted >> event & 1) != 0 && g_supply != Supply::denied;
}

void append_locked(const ompt_record_ompt_t& what) {
  reinterpret_cast<Slot*>(g_loan)[g_loan->used++] = what;
  if (g_loan->used == g_loan->slots) send_current_locked();
}

// True: the record is written or not wanted. False: a buffer is needed first.
bool try_record(const ompt_record_ompt_t& what, uint32_t& supplied) {
  sync::MutexGuard guard(g_lock);
  if (!is_wanted_locked(what.type)) return true;
  if (g_supply == Supply::there) {
    append_locked(what);
    return true;
  }
  // Pairs with the increment in increment_and_wake().
  supplied = g_supplied.load(std::memory_order_acquire);
  if (g_supply == Supply::none) {
    g_supply = Supply::asked;
    increment_and_wake(g_work);
  }
  return false;
}

// Null if the cursor is not that of a record. A buffer that is too small has no slot 0, and its cursor is 0.
Slot* record_at(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t cursor) {
  if (buffer == nullptr) return nullptr;
  Slot* first = slots_of(buffer);
  const ompt_target_buffer_cursor_t begin = cursor_of(buffer, *first);
  if (cursor < begin + sizeof(Slot) || (cursor - begin) % sizeof(Slot) != 0) return nullptr;
  Contents contents;
  memcpy(&contents, first, sizeof contents);
  const uint64_t index = (cursor - begin) / sizeof(Slot);
  return contents.mark == kMark && index < contents.used ? first + index : nullptr;
}

}  // namespace

bool start_recording(ompt_target_buffer_request_callback_t request,
                     ompt_target_buffer_complete_callback_t complete) {
  if (request == nullptr || complete == nullptr) return false;
  sync::MutexGuard guard(g_lock);
  if (g_started && g_supply != Supply::denied) return false;
  if (!start_helper_locked()) return false;
  g_request = request;
  g_complete = complete;
  g_started = true;
  g_paused = false;
  g_supply = Supply::none;
  return true;
}

bool pause_recording(bool paused) {
  sync::MutexGuard guard(g_lock);
  if (!g_started) return false;
  g_paused = paused;
  return true;
}

bool stop_recording() {
  bool started;
  {
    sync::MutexGuard guard(g_lock);
    started = g_started;
    g_started = false;
    if (started) send_current_locked();
  }
  if (started) increment_and_wake(g_supplied);
  await_helper();  // also if an earlier stop gave up waiting
  return started;
}

void enable_records(ompt_event_t event, bool on) {
  sync::MutexGuard guard(g_lock);
  const uint64_t bit = uint64_t{1} << event;
  g_wanted = on ? g_wanted | bit : g_wanted & ~bit;
}

void record(const core::Thread& thread, const ompt_record_ompt_t& what) {
  if (thread.nesting_in_runtime != 0 || t_helps) return;  // the tool's own use of OpenMP
  uint32_t supplied = 0;
  while (!try_record(what, supplied)) platform::futex_wait(g_supplied, supplied);
}

ompt_target_time_t device_time() {
  return static_cast<ompt_target_time_t>(platform::monotonic_ns());
}

void forget_recording_after_fork() {
  g_lock.reset_after_fork();
  g_started = false;
  g_has_helper = false;
  g_asking.store(false, std::memory_order_relaxed);
  g_wanted = 0;
  g_supply = Supply::none;
  g_loan = g_oldest = g_newest = nullptr;
  g_taken.store(g_sent.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

bool advance_buffer_cursor(ompt_target_buffer_t* buffer, size_t size, ompt_target_buffer_cursor_t current,
                           ompt_target_buffer_cursor_t* next) {
  if (next == nullptr || record_at(buffer, current) == nullptr) return false;
  const ompt_target_buffer_cursor_t following = current + sizeof(Slot);
  if (following + sizeof(Slot) > size || record_at(buffer, following) == nullptr) return false;
  *next = following;
  return true;
}

ompt_record_type_t get_record_type(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current) {
  return record_at(buffer, current) != nullptr ? ompt_record_ompt : ompt_record_invalid;
}

ompt_record_ompt_t* get_record_ompt(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current) {
  return record_at(buffer, current);
}

}  // namespace limpid::tools::ompt2016
