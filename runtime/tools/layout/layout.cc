// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of what a debugger may read, by name. Made from the structs themselves, so that it cannot drift.
#include <stddef.h>

#include <type_traits>

#include "core/data/member.h"
#include "core/data/root.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/device/devices.h"
#include "core/icv/device_icvs.h"
#include "core/icv/devices.h"
#include "core/icv/environment.h"
#include "core/lock/lock_word.h"
#include "core/task/depend/dependence.h"
#include "core/task/detach/detach.h"
#include "core/team/registry.h"
#include "debug_layout.h"
#include "events/emit.h"
#include "platform/injected_call.h"
#include "tools/attach/request.h"
#include "tools/layout/body_wrapper.h"
#include "tools/layout/debugger.h"
#include "tools/startup/interface.h"

// Several of the structs have members with private parts: their offsets are well defined in both compilers.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace limpid {

using core::Team;

struct LayoutAccess {
  using Deque = decltype(core::MemberTasks::ready);
  using SharedQueue = core::SharedQueue;

  static constexpr size_t kDequeTop = offsetof(Deque, top_);
  static constexpr size_t kDequeBottom = offsetof(Deque, bottom_);
  static constexpr size_t kDequeSlots = offsetof(Deque, slots_);
  static constexpr size_t kDequeCapacity = sizeof(Deque::slots_) / sizeof(*Deque::slots_);
  static constexpr size_t kSharedFirst = offsetof(SharedQueue, first_level_);
  static constexpr size_t kDetachedFirst = offsetof(core::DetachedTasks, first_);
  static constexpr size_t kPhaseTag = offsetof(core::RegionPhase, tag_);
  static constexpr size_t kPhaseTagBytes = sizeof(core::RegionPhase::tag_);
  static constexpr size_t kPhaseRunning = offsetof(core::RegionPhase, running_);
  static constexpr size_t kBarrierFull = offsetof(core::TeamBarrier, full_);
  static constexpr size_t kMissing = offsetof(core::ArrivalCount, missing_);
  static constexpr uint32_t kLockPlain = core::LockWord::kPlain;
};

namespace tools::layout {
namespace {

using formats::LayoutEntry;
using formats::LayoutKind;

constexpr LayoutKind kField = LayoutKind::field;

template <size_t kLength>
constexpr LayoutEntry entry(const char (&name)[kLength], uint64_t number, size_t bytes, LayoutKind kind) {
  LayoutEntry made{{}, {number}, static_cast<uint32_t>(bytes), kind};
  static_assert(kLength <= sizeof made.name);
  for (size_t i = 0; i < kLength; ++i) made.name[i] = name[i];
  return made;
}

template <size_t kLength>
constexpr LayoutEntry constant(const char (&name)[kLength], uint64_t value) {
  return entry(name, value, 0, LayoutKind::constant);
}

template <size_t kLength>
constexpr LayoutEntry root(const char (&name)[kLength], const volatile void* address, size_t bytes) {
  LayoutEntry made = entry(name, 0, bytes, LayoutKind::root);
  made.address = address;
  return made;
}

// Arguments are names of types and fields; the sizes of pointers are intended.
// NOLINTBEGIN(bugprone-macro-parentheses, bugprone-sizeof-expression)
#define FIELD(type, name) entry(#type "." #name, offsetof(core::type, name), sizeof(core::type::name), kField)
#define NESTED(name, type, inner) \
  entry(name, offsetof(type, inner), sizeof(reinterpret_cast<type*>(0)->inner), kField)
#define ENUMERATOR(type, name) constant(#type "." #name, static_cast<uint64_t>(core::type::name))
#define FLAG(name) constant("TaskFlags." #name, core::name)
#define SIZE(type) entry("sizeof " #type, sizeof(core::type), sizeof(core::type), LayoutKind::size)
#define ROOT(name, object) root(name, &object, sizeof object)

struct Table {
  formats::LayoutHeader header;
  LayoutEntry entries[192];  // unused ones at the end have no name
};

}  // namespace

// Not constexpr: addresses of roots are known to the loader only.
extern "C" {
[[gnu::visibility("default")]] extern const Table limpid_debug_layout;
constinit const Table limpid_debug_layout = {
    {"limpid layout 1", formats::kOrderMark, formats::kLayoutVersion, sizeof(formats::LayoutHeader),
     sizeof(LayoutEntry), sizeof(Table::entries) / sizeof(LayoutEntry)},
    {
        ROOT("threads", core::g_threads),
        ROOT("next_thread_id", core::g_next_thread_id),
        ROOT("environment", core::g_environment),
        ROOT("device_icvs", core::g_device_icvs),
        ROOT("devices", core::g_devices),
        ROOT("observed", events::g_observed),
        ROOT("debugger_observes", g_debugger_observes),
        ROOT("body_wrappers", g_body_wrappers),
        ROOT("vendor_settings", g_vendor_settings),
        ROOT("system_stack_bytes", g_system_stack_bytes),
        root("version_text", startup::kRuntimeVersion, 0),
        ROOT("default_affinity_format", core::kDefaultAffinityFormat),
        ROOT("attach_request", attach::g_request),
        ROOT("injected_call.resume_at", limpid_injected_call.resume_at),
        ROOT("injected_call.busy", limpid_injected_call.busy),
        root("injected_call.entry", limpid_enter_injected_call, 0),
        constant("debugger_events", kDebuggerEvents),
        constant("openmp_version", 202011),
        constant("no_thread_limit", core::kNoThreadLimit),
        constant("device_count", policy::kMostDevices),
        constant("body_wrapper_count", kBodyWrappers),
        entry("BodyWrapper.body", offsetof(BodyWrapper, body), sizeof(BodyWrapper::body), kField),
        entry("BodyWrapper.code_offset", offsetof(BodyWrapper, code_offset), sizeof(BodyWrapper::code_offset),
              kField),
        entry("sizeof BodyWrapper", sizeof(BodyWrapper), sizeof(BodyWrapper), LayoutKind::size),

        FIELD(Device, begun),
        FIELD(Device, type),
        NESTED("Device.engine", core::Device, facts.engine),
        SIZE(Device),
        constant("Engine.llvm", static_cast<uint64_t>(core::Engine::llvm)),

        FIELD(Thread, task),
        FIELD(Thread, member),
        FIELD(Thread, team),
        FIELD(Thread, index),
        FIELD(Thread, state),
        FIELD(Thread, wait_id),
        FIELD(Thread, return_address),
        NESTED("Thread.unobserved", core::Thread, observers.absent),
        NESTED("Thread.id", core::Thread, identity.id),
        NESTED("Thread.native_id", core::Thread, identity.native_id),
        NESTED("Thread.native_handle", core::Thread, identity.native_handle),
        NESTED("Thread.kind", core::Thread, identity.kind),
        NESTED("Thread.tool_word", core::Thread, tools.word),
        NESTED("Thread.next_registered", core::Thread, registration.next),
        NESTED("Thread.alive", core::Thread, registration.alive),
        FIELD(Thread, bound_place),
        NESTED("Thread.announced_team", core::Thread, tools.announced_team),
        NESTED("Thread.announced_task", core::Thread, tools.announced_task),

        NESTED("Team.id", Team, region.id),
        NESTED("Team.body", Team, region.body),
        NESTED("Team.code", Team, region.code),
        NESTED("Team.parent_task", Team, region.parent_task),
        NESTED("Team.parent", Team, nesting.parent),
        NESTED("Team.created_at", Team, region.created_at),
        NESTED("Team.tool_word", Team, region.tool_word),
        FIELD(Team, head),
        entry("Team.region_tag", offsetof(Team, phase) + LayoutAccess::kPhaseTag,
              LayoutAccess::kPhaseTagBytes, kField),
        NESTED("Team.requested", Team, region.requested),
        NESTED("Team.level", Team, nesting.level),
        NESTED("Team.active_level", Team, nesting.active_level),
        NESTED("Team.team_number", Team, league.team_number),
        NESTED("Team.league_size", Team, league.size),
        NESTED("Team.league", Team, league.is_league),
        FIELD(Team, join_mode),
        entry("Team.running", offsetof(Team, phase) + LayoutAccess::kPhaseRunning, sizeof(bool), kField),
        NESTED("Team.announced", Team, region.announced),
        FIELD(Team, size),
        FIELD(Team, members),
        FIELD(Team, fanout),
        entry("Team.barrier_full", offsetof(Team, barrier) + LayoutAccess::kBarrierFull, sizeof(uint32_t),
              kField),
        FIELD(Team, cancelled),
        NESTED("Team.copies", core::Team, workshares.copies),
        FIELD(Workshare, turn),
        entry("Team.shared_queue",
              offsetof(Team, tasks) + offsetof(core::TeamTasks, shared) + LayoutAccess::kSharedFirst,
              sizeof(core::Task*), kField),

        SIZE(Member),
        FIELD(Member, team),
        FIELD(Member, thread),
        FIELD(Member, index),
        FIELD(Member, region_tag),
        FIELD(Member, place),
        FIELD(Member, partition_first),
        FIELD(Member, partition_count),
        FIELD(Member, implicit_task),
        entry("Member.deque_top",
              offsetof(core::Member, tasks) + offsetof(core::MemberTasks, ready) + LayoutAccess::kDequeTop,
              sizeof(uint64_t), kField),
        entry("Member.deque_bottom",
              offsetof(core::Member, tasks) + offsetof(core::MemberTasks, ready) + LayoutAccess::kDequeBottom,
              sizeof(uint64_t), kField),
        entry("Member.deque_slots",
              offsetof(core::Member, tasks) + offsetof(core::MemberTasks, ready) + LayoutAccess::kDequeSlots,
              sizeof(core::Task*), kField),
        entry("Member.detached_tasks",
              offsetof(core::Member, tasks) + offsetof(core::MemberTasks, detached) +
                  LayoutAccess::kDetachedFirst,
              sizeof(core::Task*), kField),
        FIELD(Member, arrivals_expected),
        NESTED("Member.workshare", core::Member, workshares.current),
        NESTED("Member.chunk_begin", core::Member, workshares.chunk.begin),
        NESTED("Member.chunk_end", core::Member, workshares.chunk.end),
        NESTED("Member.singles", core::Member, workshares.singles),
        NESTED("Member.copies", core::Member, workshares.copies),
        entry("Member.barrier_missing", offsetof(core::Member, barrier_arrivals) + LayoutAccess::kMissing,
              sizeof(uint32_t), kField),
        constant("deque_capacity", LayoutAccess::kDequeCapacity),

        SIZE(Task),
        NESTED("Task.exit_frame", core::Frame, exit),
        NESTED("Task.enter_frame", core::Frame, enter),
        NESTED("Task.exit_frame_flags", core::Frame, exit_flags),
        NESTED("Task.enter_frame_flags", core::Frame, enter_flags),
        FIELD(Task, icvs),
        FIELD(Task, thread),
        FIELD(Task, suspended),
        NESTED("Task.parent", core::Task, family.parent),
        FIELD(Task, team),
        FIELD(Task, body),
        FIELD(Task, data),
        FIELD(Task, id),
        FIELD(Task, created_at),
        FIELD(Task, tool_word),
        FIELD(Task, flags),
        FIELD(Task, kind),
        FIELD(Task, priority),
        NESTED("Task.successors", core::Task, graph.successors),
        NESTED("Task.unmet", core::Task, graph.unmet),
        NESTED("Task.progress", core::Task, graph.progress),
        constant("body_done", core::kBodyDone),
        FIELD(Task, next),
        NESTED("Task.lower", core::Task, links.lower),
        FIELD(Edge, next),
        FIELD(Edge, successor),

        FIELD(Icvs, nthreads),
        FIELD(Icvs, thread_limit),
        FIELD(Icvs, default_device),
        FIELD(Icvs, run_sched_chunk),
        FIELD(Icvs, run_sched_kind),
        FIELD(Icvs, run_sched_monotonic),
        FIELD(Icvs, dynamic),
        FIELD(Icvs, max_active_levels),
        FIELD(Icvs, bind),
        FIELD(Icvs, def_allocator),

        FIELD(Environment, global),
        FIELD(Environment, initial),
        entry(
            "GlobalIcvs.nthreads_values",
            offsetof(core::GlobalIcvs, nthreads_by_level) + offsetof(core::LevelList<std::uint32_t>, values),
            sizeof(void*), kField),
        entry("GlobalIcvs.nthreads_count",
              offsetof(core::GlobalIcvs, nthreads_by_level) + offsetof(core::LevelList<std::uint32_t>, count),
              sizeof(std::uint32_t), kField),
        entry("GlobalIcvs.bind_values",
              offsetof(core::GlobalIcvs, bind_by_level) + offsetof(core::LevelList<core::ProcBind>, values),
              sizeof(void*), kField),
        entry("GlobalIcvs.bind_count",
              offsetof(core::GlobalIcvs, bind_by_level) + offsetof(core::LevelList<core::ProcBind>, count),
              sizeof(std::uint32_t), kField),
        entry("GlobalIcvs.places_count", offsetof(core::GlobalIcvs, places) + offsetof(core::Places, count),
              sizeof(std::uint32_t), kField),
        entry("GlobalIcvs.places_first", offsetof(core::GlobalIcvs, places) + offsetof(core::Places, first),
              sizeof(void*), kField),
        entry("GlobalIcvs.places_processors",
              offsetof(core::GlobalIcvs, places) + offsetof(core::Places, processors), sizeof(void*), kField),
        FIELD(GlobalIcvs, wait_policy),
        FIELD(GlobalIcvs, cancellation),
        FIELD(GlobalIcvs, display_env),
        FIELD(GlobalIcvs, display_affinity),
        FIELD(GlobalIcvs, max_task_priority),
        FIELD(GlobalIcvs, target_offload),
        FIELD(GlobalIcvs, tool_enabled),
        FIELD(GlobalIcvs, tool_libraries),
        FIELD(GlobalIcvs, tool_verbose_init),
        FIELD(GlobalIcvs, debug_enabled),
        FIELD(GlobalIcvs, ompd_enabled),
        FIELD(GlobalIcvs, available_processors),
        FIELD(GlobalIcvs, complete),
        FIELD(DeviceIcvs, num_teams),
        FIELD(DeviceIcvs, teams_thread_limit),
        FIELD(DeviceIcvs, stacksize),
        NESTED("DeviceIcvs.format_text", core::DeviceIcvs, format.text),
        NESTED("DeviceIcvs.format_is_default", core::DeviceIcvs, format.is_default),

        ENUMERATOR(TaskKind, initial),
        ENUMERATOR(TaskKind, implicit),
        ENUMERATOR(TaskKind, explicit_),
        ENUMERATOR(TaskKind, target),
        FLAG(kTaskUndeferred),
        FLAG(kTaskUntied),
        FLAG(kTaskFinal),
        FLAG(kTaskMergeable),
        FLAG(kTaskMerged),
        FLAG(kTaskTaskwait),
        FLAG(kTaskRange),
        ENUMERATOR(JoinMode, silent),
        constant("lock_plain", LayoutAccess::kLockPlain),

        ENUMERATOR(State, undefined),
        ENUMERATOR(State, overhead),
        ENUMERATOR(State, work_serial),
        ENUMERATOR(State, work_parallel),
        ENUMERATOR(State, work_reduction),
        ENUMERATOR(State, idle),
        ENUMERATOR(State, wait_barrier_explicit),
        ENUMERATOR(State, wait_barrier_implicit_workshare),
        ENUMERATOR(State, wait_barrier_implicit_parallel),
        ENUMERATOR(State, wait_barrier_implementation),
        ENUMERATOR(State, wait_barrier_teams),
        ENUMERATOR(State, wait_taskwait),
        ENUMERATOR(State, wait_taskgroup),
        ENUMERATOR(State, wait_lock),
        ENUMERATOR(State, wait_nest_lock),
        ENUMERATOR(State, wait_critical),
        ENUMERATOR(State, wait_atomic),
        ENUMERATOR(State, wait_ordered),
        ENUMERATOR(State, wait_target),
        ENUMERATOR(State, wait_target_map),
        ENUMERATOR(State, wait_target_update),
    }};
}

// NOLINTEND(bugprone-macro-parentheses, bugprone-sizeof-expression)

}  // namespace tools::layout
}  // namespace limpid
