// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorder as OMPT sees it: ompt_start_tool, the initializer and finalizer, and the callbacks. Only what
// the user model needs is registered: each callback is a few compares and stores once its context is known.
#include <omp-tools.h>

#include "callback_timer.h"
#include "context/construct_context.h"
#include "control/control.h"
#include "device/device_recording.h"
#include "messages.h"
#include "ompt_link.h"
#include "sample/sample_handler.h"
#include "sample/signal_mask.h"
#include "session.h"
#include "system.h"
#include "task_info.h"
#include "trace/trace_callbacks.h"

namespace limpid::recorder {

namespace {

unsigned g_omp_version = 0;
const char* g_runtime_version = "";

ThreadSlot* begin_thread(profile::ThreadType type) {
  Session& session = Session::get();
  ThreadSlot* slot = session.threads.attach(type, now_ns());
  session.sampler.thread_begins();
  // Nobody would close it again in threads that the recorder leaves.
  if (slot != nullptr && session.attachment() == nullptr) open_mask(session.signal, slot);
  // Nothing else will tell that it may be asked.
  if (slot != nullptr && session.implicit_events.period() == ImplicitEvents::kUntold)
    slot->ask_runtime.store(true, std::memory_order_relaxed);
  return slot;
}

// The slot of the calling thread. A thread that the runtime never announced (after fork, or on runtimes that
// forget) begins here.
ThreadSlot* this_thread() {
  ThreadSlot* slot = ThreadRegistry::current();
  if (slot != nullptr) [[likely]]
    return slot;
  Session& session = Session::get();
  return session.active() ? begin_thread(profile::ThreadType::kUnknown) : nullptr;
}

void on_thread_begin(ompt_thread_t type, ompt_data_t*) {
  begin_thread(static_cast<profile::ThreadType>(type));
}

void on_thread_end(ompt_data_t*) {
  if (ThreadSlot* slot = ThreadRegistry::current()) restore_mask(slot);
  Session::get().threads.detach();
}

// Until the primary thread's implicit task tells: as many threads as the construct got for the same request before.
uint32_t expected_team_size(Session* session, ConstructTotals* totals, uint32_t requested) {
  if (totals == nullptr) return requested;
  const uint32_t actual = totals->actual.load(std::memory_order_relaxed);
  if (totals->requested.load(std::memory_order_relaxed) == requested && actual != 0) return actual;
  totals->requested.store(requested, std::memory_order_relaxed);
  session->implicit_events.tell_of_new(session);
  return requested;
}

[[gnu::always_inline]] inline void begin_region(Session* session, ThreadSlot* slot, ompt_data_t* task,
                                                const ompt_frame_t* frame, ompt_data_t* parallel,
                                                unsigned requested, int flags, const void* code) {
  slot->ask_runtime.store(true, std::memory_order_relaxed);
  const NodeId parent = context_of_task(slot, task);
  const Occasion occasion = (flags & ompt_parallel_league) != 0 ? Occasion::kTeams : Occasion::kParallel;
  CreationCache::Construct* e =
      find_context(session, slot, occasion, parent, extent_of_encountering(frame, parent),
                   reinterpret_cast<uint64_t>(code));
  if (e == nullptr) return;
  parallel->value = word_of(e->node);
  const uint32_t depth = slot->region_depth.load(std::memory_order_relaxed);
  if (depth < ThreadSlot::kNesting) {
    ThreadSlot::ActiveRegion& region = slot->regions[depth];
    region.team_size = expected_team_size(session, e->totals, requested);
    region.totals = e->totals;
    region.context.store(e->node, std::memory_order_relaxed);
    region.begin = session->counted.now();
  }
  slot->region_depth.store(depth + 1, std::memory_order_release);  // [slot.led]
}

void on_parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* parallel,
                       unsigned requested, int flags, const void* code) {
  ThreadSlot* slot = this_thread();
  if (slot == nullptr) return;
  Session& session = Session::get();
  if (CallbackTimer::counts(&slot->region_events)) [[unlikely]] {
    const CallbackTimer timer(CallbackTimer::Of::kRegions, slot, session.clock);
    return begin_region(&session, slot, task, frame, parallel, requested, flags, code);
  }
  begin_region(&session, slot, task, frame, parallel, requested, flags, code);
}

void on_parallel_end(ompt_data_t*, ompt_data_t*, int, const void*) {
  ThreadSlot* slot = ThreadRegistry::current();
  if (slot == nullptr) return;
  const uint32_t depth = slot->region_depth.load(std::memory_order_relaxed);
  if (depth == 0) return;
  slot->region_depth.store(depth - 1, std::memory_order_relaxed);
  if (depth > ThreadSlot::kNesting) return;
  const ThreadSlot::ActiveRegion& region = slot->regions[depth - 1];
  const CountedClock& clock = Session::get().counted;
  if (region.totals == nullptr || clock.stopped()) return;
  const uint64_t now = clock.now();
  region.totals->add_instance(slot, now > region.begin ? now - region.begin : 0, region.team_size);
}

// How many implicit tasks the thread was told of in this period and has not ended.
uint32_t implicit_depth(ThreadSlot* slot) {
  const uint32_t period = Session::get().implicit_events.period();
  if (slot->implicit_period.load(std::memory_order_relaxed) == period) [[likely]]
    return slot->implicit_depth.load(std::memory_order_relaxed);
  slot->implicit_depth.store(0, std::memory_order_relaxed);
  slot->implicit_period.store(period, std::memory_order_relaxed);
  return 0;
}

void begin_implicit_task(ThreadSlot* slot, const ompt_data_t* parallel, ompt_data_t* task, unsigned team_size,
                         unsigned index, int flags) {
  slot->ask_runtime.store(true, std::memory_order_relaxed);
  NodeId node = parallel == nullptr ? kNoNode : node_of(parallel->value);
  if (node == kNoNode && (flags & ompt_task_initial) != 0) node = kProgramNode;
  if (node != kNoNode && task != nullptr) task->value = word_of(node);
  const uint32_t depth = implicit_depth(slot);
  if (depth < ThreadSlot::kNesting) slot->implicit[depth].store(node, std::memory_order_relaxed);
  slot->implicit_depth.store(depth + 1, std::memory_order_relaxed);
  const uint32_t led = slot->region_depth.load(std::memory_order_relaxed);
  if (index == 0 && led > 0 && led <= ThreadSlot::kNesting) slot->regions[led - 1].team_size = team_size;
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned team_size, unsigned index, int flags) {
  if (endpoint == ompt_scope_begin) {
    if (ThreadSlot* slot = this_thread()) begin_implicit_task(slot, parallel, task, team_size, index, flags);
    return;
  }
  ThreadSlot* slot = ThreadRegistry::current();
  if (slot == nullptr || endpoint != ompt_scope_end) return;
  const uint32_t depth = implicit_depth(slot);
  if (depth > 0) slot->implicit_depth.store(depth - 1, std::memory_order_relaxed);
}

void count_task(Session& session, CreationCache::Construct* e) {
  if (session.counted.stopped()) return;
  const uint32_t events = e->events.load(std::memory_order_relaxed) + 1;
  e->events.store(events, std::memory_order_relaxed);
  if (events % 64 == 0) CreationCache::flush(e);
}

// A task whose creator nobody told of: where it is created can only be guessed.
[[gnu::noinline]] CreationCache::Construct* guess_context(Session* session, ThreadSlot* slot, uint64_t code) {
  if (!task_info(session->ompt).is_explicit()) return nullptr;
  return find_guess(session, slot, Occasion::kTask, code);
}

[[gnu::always_inline]] inline CreationCache::Construct* context_of_new_task(Session* session,
                                                                            ThreadSlot* slot,
                                                                            const ompt_data_t* creator,
                                                                            const ompt_frame_t* frame,
                                                                            uint64_t code) {
  if (node_of(creator == nullptr ? 0 : creator->value) == kNoNode && session->task_events.are_partly_heard())
      [[unlikely]] {
    if (CreationCache::Construct* e = guess_context(session, slot, code)) return e;
  }
  const NodeId parent = context_of_task(slot, creator);
  CreationCache::Construct* e = known_recursion(*slot, Occasion::kTask, parent, code);
  if (e != nullptr) return e;
  return find_context(session, slot, Occasion::kTask, parent, extent_of_encountering(frame, parent), code);
}

[[gnu::always_inline]] inline void note_new_task(Session* session, ThreadSlot* slot,
                                                 const ompt_data_t* creator, const ompt_frame_t* frame,
                                                 ompt_data_t* fresh, const void* code) {
  CreationCache::Construct* e =
      context_of_new_task(session, slot, creator, frame, reinterpret_cast<uint64_t>(code));
  if (e == nullptr || e->node == kNoNode) return;
  if (!session->tasks_seen.load(std::memory_order_relaxed))
    session->tasks_seen.store(true, std::memory_order_relaxed);
  fresh->value = word_of(e->node);
  count_task(*session, e);
}

void on_task_create(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* fresh, int flags, int,
                    const void* code) {
  if ((flags & (ompt_task_explicit | ompt_task_target)) == 0 || fresh == nullptr) return;
  ThreadSlot* slot = this_thread();
  if (slot == nullptr) return;
  Session& session = Session::get();
  if (CallbackTimer::counts(&slot->task_events)) [[unlikely]] {
    const CallbackTimer timer(CallbackTimer::Of::kTasks, slot, session.clock);
    return note_new_task(&session, slot, task, frame, fresh, code);
  }
  note_new_task(&session, slot, task, frame, fresh, code);
}

// One with nowait may end on another thread, and nobody waits for it.
void end_construct(ThreadSlot* slot, ompt_target_t kind, int device, uint64_t node) {
  if (slot->construct_began_ns == 0) return;
  if (kind < ompt_target_nowait) add_construct(node_of(node), device, now_ns() - slot->construct_began_ns);
  slot->construct_began_ns = 0;
}

// What the device does for the construct is charged to where it stands. A thread that waits for a device waits for
// that of its latest construct.
void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t*, ompt_data_t*,
               ompt_data_t* target, const void* code) {
  if (target == nullptr || !is_engine_device(device)) return;
  ThreadSlot* slot = this_thread();
  if (slot == nullptr) return;
  if (endpoint == ompt_scope_begin)
    slot->awaited_device.store(static_cast<uint32_t>(device) + 1, std::memory_order_relaxed);
  if (!devices_are_traced()) return;
  if (endpoint != ompt_scope_begin) {
    if (node_of(target->value) != kNoNode) end_construct(slot, kind, device, target->value);
    return;
  }
  Session& session = Session::get();
  const TaskInfo info = task_info(session.ompt);
  const NodeId parent = context_of_task(slot, info.task);
  const CreationCache::Construct* e =
      find_context(&session, slot, Occasion::kTarget, parent, extent_of_encountering(info.frame, parent),
                   reinterpret_cast<uint64_t>(code));
  if (e == nullptr) return;
  target->value = word_of(e->node);
  if (kind < ompt_target_nowait) slot->construct_began_ns = now_ns();
}

// The totals of the place at which the thread releases a lock; nullptr if there is no memory.
ConstructTotals* releasing_place(ThreadSlot* slot, ompt_mutex_t kind, const void* code) {
  Session& session = Session::get();
  const TaskInfo info = task_info(session.ompt);
  const NodeId parent = context_of_task(slot, info.task);
  CreationCache::Construct* e =
      find_context(&session, slot, Occasion::kRelease, parent, extent_of_encountering(info.frame, parent),
                   reinterpret_cast<uint64_t>(code), static_cast<uint32_t>(kind) & 0xf);
  return e == nullptr ? nullptr : e->totals;
}

// Somebody had waited for what is released here: charged to this place.
[[gnu::noinline]] void charge(ThreadSlot* slot, ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  BlameTable& table = Session::get().blame;
  const BlameTable::Blame blame = table.take(wait_id, slot->own_waiting);
  if (blame.own_ns != 0) blame.earlier->add_more_wait(blame.own_ns);
  if (blame.others_ns == 0) return;
  ConstructTotals* place = releasing_place(slot, kind, code);
  if (place == nullptr) return;
  place->add_wait(blame.others_ns);
  table.charged(wait_id, place);
}

void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  if (!Session::get().blame.any(wait_id)) [[likely]]
    return;
  if (ThreadSlot* slot = this_thread()) charge(slot, kind, wait_id, code);
}

void unregister_callbacks();

int on_control_tool(uint64_t command, uint64_t, void* argument, const void*) {
  Session& session = Session::get();
  const int answer = control(&session, command, argument);
  if (session.active()) return answer;
  unregister_callbacks();
  if (session.attachment() != nullptr) session.attachment()->end();
  return answer;
}

struct Registration {
  ompt_callbacks_t event;
  ompt_callback_t callback;
  const char* name;
};

template <typename F>
constexpr ompt_callback_t erase(F* f) {
  return reinterpret_cast<ompt_callback_t>(f);
}

const Registration kCallbacks[] = {
    {ompt_callback_thread_begin, erase(on_thread_begin), "callback:thread_begin"},
    {ompt_callback_thread_end, erase(on_thread_end), "callback:thread_end"},
    {ompt_callback_parallel_begin, erase(on_parallel_begin), "callback:parallel_begin"},
    {ompt_callback_parallel_end, erase(on_parallel_end), "callback:parallel_end"},
    {ompt_callback_implicit_task, erase(on_implicit_task), "callback:implicit_task"},
    {ompt_callback_task_create, erase(on_task_create), "callback:task_create"},
    {ompt_callback_mutex_released, erase(on_mutex_released), "callback:mutex_released"},
    {ompt_callback_control_tool, erase(on_control_tool), "callback:control_tool"},
    {ompt_callback_device_initialize, erase(on_device_initialize), "callback:device_initialize"},
    {ompt_callback_target_emi, erase(on_target), "callback:target_emi"},
};

// The recording has ended and the program goes on: nothing is left of it but an answer to whom asks.
void unregister_callbacks() {
  for (const Registration& r : kCallbacks) {
    if (r.event != ompt_callback_control_tool) Session::get().ompt.set_callback(r.event, nullptr);
  }
  const TraceRegistration* more = trace_registrations(true);
  for (; more->name != nullptr; ++more) Session::get().ompt.set_callback(more->event, nullptr);
}

void register_callbacks(Session* session) {
  static const char* const kLevels[] = {"error", "never", "impossible", "sometimes", "sometimes_paired",
                                        "always"};
  const auto set = [&](ompt_callbacks_t event, ompt_callback_t callback, const char* name) {
    const auto level = static_cast<unsigned>(session->ompt.set_callback(event, callback));
    const char* text = level < sizeof kLevels / sizeof kLevels[0] ? kLevels[level] : "unknown";
    session->writer.info(name, text, __builtin_strlen(text));
  };
  const bool traced = session->trace.is_open();
  session->lock_file();
  for (const Registration& r : kCallbacks)
    set(r.event, traced ? with_trace(r.event, r.callback) : r.callback, r.name);
  if (traced) {
    const TraceRegistration* more = trace_registrations(session->settings.trace.chunks);
    for (; more->name != nullptr; ++more) set(more->event, more->callback, more->name);
  }
  session->unlock_file();
  // A trace is of all events.
  if (traced) return;
  session->task_events.begin(session, erase(on_task_create), now_ns());
  session->implicit_events.begin(erase(on_implicit_task), now_ns());
}

// Null: the recorder starts with the program, or the runtime is another one.
const formats::Attachment* attachment_of(ompt_function_lookup_t lookup) {
  const auto get = reinterpret_cast<formats::GetAttachment>(lookup(formats::kGetAttachment));
  return get == nullptr ? nullptr : get();
}

bool start(ompt_function_lookup_t lookup) {
  Session& session = Session::get();
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  session.ompt.set_callback = set_callback;
  session.ompt.get_state = reinterpret_cast<ompt_get_state_t>(lookup("ompt_get_state"));
  session.ompt.get_task_info = reinterpret_cast<ompt_get_task_info_t>(lookup("ompt_get_task_info"));
  session.ompt.get_parallel_info =
      reinterpret_cast<ompt_get_parallel_info_t>(lookup("ompt_get_parallel_info"));
  if (set_callback == nullptr || session.ompt.get_state == nullptr || session.ompt.get_task_info == nullptr) {
    message("the OpenMP runtime (%s) lacks OMPT entry points that the recorder needs; nothing is recorded",
            g_runtime_version);
    return false;
  }
  if (!session.runtime_connected(g_omp_version, g_runtime_version, reinterpret_cast<uint64_t>(set_callback)))
    return false;
  find_devices(lookup);
  register_callbacks(&session);
  session.ompt.connected.store(true, std::memory_order_release);
  return true;
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  Session& session = Session::get();
  const formats::Attachment* attachment = attachment_of(lookup);
  if (attachment == nullptr) {
    session.begin(false);
    return start(lookup) ? 1 : 0;
  }
  hear_messages(attachment->say);
  session.begin_attached(*attachment);
  if (start(lookup)) return 1;
  session.end(profile::FinishReason::kEnded);
  hear_messages(nullptr);
  return 0;
}

void finalize(ompt_data_t*) {
  Session& session = Session::get();
  session.runtime_finished();
  const formats::Attachment* attachment = session.attachment();
  if (attachment == nullptr) return;
  if (attachment->is_ending() != 0) session.end(profile::FinishReason::kEnded);
  hear_messages(nullptr);
}

ompt_start_tool_result_t g_result = {&initialize, &finalize, {0}};

}  // namespace

}  // namespace limpid::recorder

extern "C" [[gnu::visibility("default")]] ompt_start_tool_result_t* ompt_start_tool(
    unsigned omp_version, const char* runtime_version) {
  limpid::recorder::g_omp_version = omp_version;
  limpid::recorder::g_runtime_version = runtime_version == nullptr ? "" : runtime_version;
  return &limpid::recorder::g_result;
}
