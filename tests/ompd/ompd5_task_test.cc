// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks, states, settings of OpenMP 5.x's OMPD: each function a test of its name.
#include <algorithm>
#include <climits>
#include <set>

#include "face5.h"
#include "programs.h"

namespace limpid::test {
namespace {

long creator_of(const Session& session) {
  return static_cast<long>(session.fact(0, "creator"));
}

// The unwinder says where frames end and their callers' begin. Frame pointer of one of the frames: above it
// are its saved value and the return address, and then the frame ends.
bool is_frame_pointer(const Session& session, long lwp, std::uint64_t address) {
  const std::vector<std::uint64_t>& ends = session.facts.at(lwp).at("cfa");
  return std::find(ends.begin(), ends.end(), address + 2 * sizeof(void*)) != ends.end();
}

// Inside a frame's lowest word: above the end of the frame that it called, however one compares.
bool is_lowest_word(const Session& session, long lwp, std::uint64_t address) {
  const std::vector<std::uint64_t>& ends = session.facts.at(lwp).at("cfa");
  return std::any_of(ends.begin(), ends.end(),
                     [address](std::uint64_t end) { return end < address && address < end + sizeof(void*); });
}

// The function that code lies in begins a little before it.
void expect_function_of(const Session& session, long lwp, const char* key, std::uint64_t function) {
  constexpr std::uint64_t kLongestFunction = 65536;
  const std::uint64_t code = session.fact(lwp, key);
  EXPECT_LT(code - function + kLongestFunction, 2 * kLongestFunction);
}

TEST_P(Ompd5, ompd_get_curr_task_handle) {
  Session& session = look_at("tasks");
  const OwnedTask inner = task(creator_of(session));
  EXPECT_EQ(icv(inner, "final-task-var"), 1);
  EXPECT_EQ(icv(inner, "implicit-task-var"), 0);
  EXPECT_EQ(icv(inner, "explicit-task-var"), 1);
  ompd_task_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_curr_task_handle(nullptr, &none), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_get_curr_task_handle(thread(creator_of(session)), nullptr), ompd_rc_bad_input);
}

// final task -> task -> implicit task -> initial task
void expect_chain(Ompd5*, ompd_task_handle_t* first, const std::map<std::string, NamedIcv>& icvs,
                  ompd_rc_t (*next)(ompd_task_handle_t*, ompd_task_handle_t**)) {
  const NamedIcv& implicit = icvs.at("implicit-task-var");
  std::vector<ompd_word_t> kinds;
  OwnedTask owned;
  for (ompd_task_handle_t* at = first;;) {
    ompd_word_t value = -1;
    EXPECT_EQ(ompd_get_icv_from_scope(at, implicit.scope, implicit.id, &value), ompd_rc_ok);
    kinds.push_back(value);
    ompd_task_handle_t* found = nullptr;
    const ompd_rc_t rc = next(at, &found);
    if (at != first) {
      EXPECT_EQ(ompd_rel_task_handle(at), ompd_rc_ok);
    }
    at = found;
    if (rc == ompd_rc_ok && kinds.size() < 8) continue;
    EXPECT_EQ(rc, ompd_rc_unavailable);
    break;
  }
  EXPECT_EQ(kinds, (std::vector<ompd_word_t>{0, 0, 1, 1}));
  EXPECT_EQ(next(first, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(next(nullptr, owned.out()), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_generating_task_handle) {
  Session& session = look_at("tasks");
  expect_chain(this, task(creator_of(session)), icvs_, ompd_get_generating_task_handle);
}

TEST_P(Ompd5, ompd_get_scheduling_task_handle) {
  Session& session = look_at("tasks");
  expect_chain(this, task(creator_of(session)), icvs_, ompd_get_scheduling_task_handle);
  // A worker was idle when its implicit task was scheduled: nothing was suspended for it.
  const OwnedTask of_worker = task(session.threads_with("busy").at(0));
  ompd_task_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_scheduling_task_handle(of_worker, &none), ompd_rc_unavailable);
  OwnedTask creator;
  EXPECT_EQ(ompd_get_generating_task_handle(of_worker, creator.out()), ompd_rc_ok);
}

TEST_P(Ompd5, ompd_get_task_in_parallel) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code")) {
    const OwnedRegion inner = region(lwp);
    OwnedTask found;
    ASSERT_EQ(
        ompd_get_task_in_parallel(inner, static_cast<int>(session.fact(lwp, "thread_num")), found.out()),
        ompd_rc_ok);
    int order = 1;
    EXPECT_EQ(ompd_task_handle_compare(found, task(lwp), &order), ompd_rc_ok);
    EXPECT_EQ(order, 0);
    EXPECT_EQ(icv(found, "nthreads-var"), static_cast<ompd_word_t>(session.fact(lwp, "max_threads")));
    ompd_task_handle_t* none = nullptr;
    for (const int outside : {-1, 2, INT_MAX, INT_MIN})
      EXPECT_EQ(ompd_get_task_in_parallel(inner, outside, &none), ompd_rc_bad_input);
    EXPECT_EQ(ompd_get_task_in_parallel(inner, 0, nullptr), ompd_rc_bad_input);
  }
  ompd_task_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_task_in_parallel(nullptr, 0, &none), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_rel_task_handle) {
  look_at("tasks");
  EXPECT_EQ(ompd_rel_task_handle(nullptr), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_rel_task_handle(reinterpret_cast<ompd_task_handle_t*>(process_)), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_task_handle_compare) {
  Session& session = look_at("tasks");
  std::vector<OwnedTask> handles;
  handles.push_back(task(creator_of(session)));
  handles.push_back(task(session.threads_with("busy").at(0)));
  OwnedTask middle;
  ASSERT_EQ(ompd_get_scheduling_task_handle(handles[0], middle.out()), ompd_rc_ok);
  handles.push_back(std::move(middle));
  expect_order(handles, ompd_task_handle_compare);
  int value = 0;
  EXPECT_EQ(ompd_task_handle_compare(nullptr, handles[0], &value), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_task_handle_compare(handles[0], handles[1], nullptr), ompd_rc_bad_input);
}

TEST_P(Ompd5, ompd_get_task_function) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code")) {
    ompd_address_t address{};
    ASSERT_EQ(ompd_get_task_function(task(lwp), &address), ompd_rc_ok);
    EXPECT_EQ(address.segment, ompd_segment_none);
    expect_function_of(session, lwp, "code", address.address);
  }
  ASSERT_EQ(ompd_rel_address_space_handle(process_), ompd_rc_ok);
  Session& tasks = look_at("tasks");
  const OwnedTask inner = task(creator_of(tasks));
  ompd_address_t address{};
  ASSERT_EQ(ompd_get_task_function(inner, &address), ompd_rc_ok);
  expect_function_of(tasks, creator_of(tasks), "code", address.address);
  EXPECT_EQ(ompd_get_task_function(inner, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_task_function(nullptr, &address), ompd_rc_stale_handle);
}

// The addresses are in the frames that the unwinder finds, and the flags say in which: the runtime's that
// called the task's code, and the program's that entered the runtime.
TEST_P(Ompd5, ompd_get_task_frame) {
  constexpr ompd_word_t kRuntimePointer = ompt_frame_runtime | ompt_frame_framepointer;
  constexpr ompd_word_t kProgramStack = ompt_frame_application | ompt_frame_stackaddress;
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code")) {
    const OwnedTask inner = task(lwp);
    ompd_frame_info_t exit{};
    ompd_frame_info_t enter{};
    ASSERT_EQ(ompd_get_task_frame(inner, &exit, &enter), ompd_rc_ok);
    EXPECT_TRUE(is_frame_pointer(session, lwp, exit.frame_address.address));
    EXPECT_EQ(enter.frame_address.address, 0u);
    EXPECT_EQ(exit.frame_flag, kRuntimePointer);
    if (!session.has(lwp, "outer_code")) continue;
    OwnedTask outer;
    ASSERT_EQ(ompd_get_scheduling_task_handle(inner, outer.out()), ompd_rc_ok);
    ASSERT_EQ(ompd_get_task_frame(outer, &exit, &enter), ompd_rc_ok);
    EXPECT_TRUE(is_frame_pointer(session, lwp, exit.frame_address.address));
    EXPECT_TRUE(is_lowest_word(session, lwp, enter.frame_address.address));
    EXPECT_EQ(enter.frame_flag, kProgramStack);
    EXPECT_GT(exit.frame_address.address, enter.frame_address.address);
    EXPECT_EQ(ompd_get_task_frame(inner, nullptr, &enter), ompd_rc_bad_input);
    EXPECT_EQ(ompd_get_task_frame(inner, &exit, nullptr), ompd_rc_bad_input);
  }
  ompd_frame_info_t frame{};
  EXPECT_EQ(ompd_get_task_frame(nullptr, &frame, &frame), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_enumerate_states) {
  look_at("nested");
  std::map<ompd_word_t, std::string> states;
  ompd_word_t current = ompt_state_undefined;
  for (ompd_word_t more = 1; more != 0;) {
    const char* name = nullptr;
    ASSERT_EQ(ompd_enumerate_states(process_, current, &current, &name, &more), ompd_rc_ok);
    EXPECT_TRUE(states.emplace(current, taken(name)).second);
    ASSERT_LT(states.size(), 100u);
  }
  EXPECT_EQ(states.at(ompt_state_work_serial), "ompt_state_work_serial");
  EXPECT_EQ(states.at(ompt_state_idle), "ompt_state_idle");
  EXPECT_EQ(states.size(), 20u);
  const char* name = nullptr;
  ompd_word_t more = 0;
  EXPECT_EQ(ompd_enumerate_states(process_, 4711, &current, &name, &more), ompd_rc_bad_input);
  EXPECT_EQ(ompd_enumerate_states(process_, ompt_state_undefined, nullptr, &name, &more), ompd_rc_bad_input);
  EXPECT_EQ(ompd_enumerate_states(nullptr, ompt_state_undefined, &current, &name, &more),
            ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_state) {
  Session& session = look_at("locks");
  const std::map<std::uint64_t, ompd_word_t> expected = {{1, ompt_state_wait_lock},
                                                         {2, ompt_state_wait_lock},
                                                         {3, ompt_state_wait_critical},
                                                         {4, ompt_state_wait_taskgroup},
                                                         {5, ompt_state_wait_barrier_implicit_parallel}};
  ompd_word_t state = 0;
  ompd_wait_id_t wait = 1;
  for (const long lwp : session.threads_with("waits_for")) {
    ASSERT_EQ(ompd_get_state(thread(lwp), &state, &wait), ompd_rc_ok);
    const std::uint64_t reason = session.fact(lwp, "waits_for");
    // The taskgroup's task may have gone to the thread that waits at the barrier.
    if (reason >= 4 && state == ompt_state_work_parallel) continue;
    EXPECT_EQ(state, expected.at(reason)) << reason;
    if (reason == 1) {
      EXPECT_EQ(wait, session.fact(0, "lock"));
    }
    if (reason == 2) {
      EXPECT_EQ(wait, session.fact(0, "nest_lock"));
    }
    EXPECT_NE(wait, 0u);
  }
  const OwnedThread holder = thread(session.threads_with("holds").at(0));
  ASSERT_EQ(ompd_get_state(holder, &state, &wait), ompd_rc_ok);
  EXPECT_EQ(state, ompt_state_work_parallel);
  EXPECT_EQ(wait, 0u);
  EXPECT_EQ(ompd_get_state(holder, &state, nullptr), ompd_rc_ok);
  EXPECT_EQ(ompd_get_state(holder, nullptr, &wait), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_state(nullptr, &state, &wait), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_display_control_vars) {
  look_at("nested");
  const char* const* vector = nullptr;
  ASSERT_EQ(ompd_get_display_control_vars(process_, &vector), ompd_rc_ok);
  std::set<std::string> names;
  for (const char* const* text = vector; *text != nullptr; ++text) {
    const std::string line = *text;
    ASSERT_NE(line.find('='), std::string::npos) << line;
    names.insert(line.substr(0, line.find('=')));
  }
  for (const char* name :
       {"OMP_NUM_THREADS", "OMP_SCHEDULE", "OMP_DEBUG", "OMP_PLACES", "OMP_OMPD", "OMP_NESTED",
        "OMP_STACKSIZE", "OMP_AFFINITY_FORMAT", "OMP_TOOL_VERBOSE_INIT", "LIMPID_TEST_SETTING"})
    EXPECT_EQ(names.count(name), 1u) << name;
  EXPECT_EQ(ompd_rel_display_control_vars(&vector), ompd_rc_ok);
  EXPECT_EQ(vector, nullptr);
  EXPECT_EQ(ompd_get_display_control_vars(process_, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_display_control_vars(nullptr, &vector), ompd_rc_stale_handle);
  for (long allowed = 0; allowed < 8; ++allowed) {
    allocator().failing_after = allowed;
    EXPECT_EQ(ompd_get_display_control_vars(process_, &vector), ompd_rc_nomem);
  }
  allocator().failing_after = -1;
}

TEST_P(Ompd5, ompd_rel_display_control_vars) {
  look_at("nested");
  const char* const* none = nullptr;
  EXPECT_EQ(ompd_rel_display_control_vars(nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_rel_display_control_vars(&none), ompd_rc_bad_input);
}

// Table 2.1 of OpenMP 5.1, and the names with a prefix.
constexpr const char* kSpecified[] = {"active-levels-var",
                                      "affinity-format-var",
                                      "bind-var",
                                      "cancel-var",
                                      "debug-var",
                                      "def-allocator-var",
                                      "default-device-var",
                                      "def-sched-var",
                                      "display-affinity-var",
                                      "dyn-var",
                                      "final-task-var",
                                      "implicit-task-var",
                                      "levels-var",
                                      "max-active-levels-var",
                                      "max-task-priority-var",
                                      "nteams-var",
                                      "nthreads-var",
                                      "num-procs-var",
                                      "place-partition-var",
                                      "run-sched-var",
                                      "stacksize-var",
                                      "target-offload-var",
                                      "team-size-var",
                                      "teams-thread-limit-var",
                                      "thread-limit-var",
                                      "thread-num-var",
                                      "tool-libraries-var",
                                      "tool-var",
                                      "tool-verbose-init-var",
                                      "wait-policy-var",
                                      "ompd-num-procs-var",
                                      "ompd-thread-num-var",
                                      "ompd-final-task-var",
                                      "ompd-implicit-task-var",
                                      "ompd-team-size-var"};

TEST_P(Ompd5, ompd_enumerate_icvs) {
  look_at("nested");
  for (const char* name : kSpecified) EXPECT_EQ(icvs_.count(name), 1u) << name;
  ompd_icv_id_t next = 0;
  const char* name = nullptr;
  ompd_scope_t scope{};
  int more = 0;
  EXPECT_EQ(ompd_enumerate_icvs(process_, 4711, &next, &name, &scope, &more), ompd_rc_bad_input);
  EXPECT_EQ(ompd_enumerate_icvs(process_, ULLONG_MAX, &next, &name, &scope, &more), ompd_rc_bad_input);
  EXPECT_EQ(ompd_enumerate_icvs(process_, ompd_icv_undefined, &next, &name, &scope, nullptr),
            ompd_rc_bad_input);
  EXPECT_EQ(ompd_enumerate_icvs(nullptr, ompd_icv_undefined, &next, &name, &scope, &more),
            ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_icv_from_scope) {
  const std::map<std::string, std::string> told = {{"dyn-var", "dynamic"},
                                                   {"nthreads-var", "max_threads"},
                                                   {"thread-limit-var", "thread_limit"},
                                                   {"default-device-var", "default_device"},
                                                   {"bind-var", "proc_bind"},
                                                   {"max-active-levels-var", "max_active_levels"},
                                                   {"final-task-var", "final"},
                                                   {"def-allocator-var", "allocator"}};
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code")) {
    const OwnedTask current = task(lwp);
    for (const auto& [name, key] : told)
      EXPECT_EQ(icv(current, name.c_str()), static_cast<ompd_word_t>(session.fact(lwp, key))) << name;
    EXPECT_EQ(icv(current, "run-sched-var", ompd_rc_incomplete),
              static_cast<ompd_word_t>(session.fact(lwp, "schedule")));
    EXPECT_EQ(icv(thread(lwp), "thread-num-var"), static_cast<ompd_word_t>(session.fact(lwp, "thread_num")));
    EXPECT_EQ(icv(current, "implicit-task-var"), 1);
  }
  EXPECT_EQ(icv(process_, "num-procs-var"), static_cast<ompd_word_t>(session.fact(0, "num_procs")));
  for (const char* text : {"affinity-format-var", "tool-libraries-var", "tool-verbose-init-var"})
    icv(process_, text, ompd_rc_incompatible);
}

// What does not fit is refused: handles of other scopes, unknown variables.
TEST_P(Ompd5, icv_scopes) {
  Session& session = look_at("tasks");
  const OwnedTask explicit_task = task(creator_of(session));
  const NamedIcv dyn = icvs_.at("dyn-var");
  ompd_word_t value = 0;
  const auto ask = [&](void* handle, int scope, ompd_icv_id_t id) {
    return ompd_get_icv_from_scope(handle, static_cast<ompd_scope_t>(scope), id, &value);
  };
  EXPECT_EQ(ask(explicit_task, ompd_scope_task, dyn.id), ompd_rc_ok);
  EXPECT_EQ(ask(explicit_task, ompd_scope_implicit_task, dyn.id), ompd_rc_bad_input);
  EXPECT_EQ(ask(explicit_task, ompd_scope_parallel, dyn.id), ompd_rc_bad_input);
  EXPECT_EQ(ask(process_, ompd_scope_address_space, dyn.id), ompd_rc_bad_input);
  EXPECT_EQ(ask(process_, ompd_scope_global, icvs_.at("cancel-var").id), ompd_rc_ok);
  EXPECT_EQ(ask(explicit_task, 0, dyn.id), ompd_rc_bad_input);
  EXPECT_EQ(ask(explicit_task, 7, dyn.id), ompd_rc_bad_input);
  EXPECT_EQ(ask(explicit_task, ompd_scope_task, 0), ompd_rc_bad_input);
  EXPECT_EQ(ask(explicit_task, ompd_scope_task, 4711), ompd_rc_bad_input);
  EXPECT_EQ(ask(nullptr, ompd_scope_task, dyn.id), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_get_icv_from_scope(explicit_task, ompd_scope_task, dyn.id, nullptr), ompd_rc_bad_input);
}

// Every variable that is enumerated can be read as a text.
TEST_P(Ompd5, ompd_get_icv_string_from_scope) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  const OwnedThread of_thread = thread(lwp);
  const OwnedRegion of_region = region(lwp);
  const OwnedTask of_task = task(lwp);
  const std::map<ompd_scope_t, void*> handles = {{ompd_scope_address_space, process_},
                                                 {ompd_scope_thread, of_thread},
                                                 {ompd_scope_parallel, of_region},
                                                 {ompd_scope_task, of_task}};
  for (const auto& [name, variable] : icvs_) icv_text(handles.at(variable.scope), name.c_str());
  EXPECT_EQ(icv_text(of_task, "run-sched-var"), "guided,7");
  EXPECT_EQ(icv_text(of_task, "nthreads-var"), std::to_string(session.fact(lwp, "max_threads")));
  EXPECT_EQ(icv_text(of_task, "def-allocator-var"), "omp_default_mem_alloc");
  EXPECT_EQ(icv_text(process_, "debug-var"), "disabled");
  const char* text = nullptr;
  const NamedIcv dyn = icvs_.at("dyn-var");
  EXPECT_EQ(ompd_get_icv_string_from_scope(of_task, dyn.scope, dyn.id, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_icv_string_from_scope(of_task, dyn.scope, 4711, &text), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_icv_string_from_scope(nullptr, dyn.scope, dyn.id, &text), ompd_rc_stale_handle);
  allocator().failing_after = 0;
  EXPECT_EQ(ompd_get_icv_string_from_scope(of_task, dyn.scope, dyn.id, &text), ompd_rc_nomem);
  allocator().failing_after = -1;
}

// Without a tool the words are zero.
TEST_P(Ompd5, ompd_get_tool_data) {
  Session& session = look_at("tasks");
  const OwnedThread of_thread = thread(creator_of(session));
  const OwnedRegion of_region = region(creator_of(session));
  const OwnedTask of_task = task(creator_of(session));
  const std::map<ompd_scope_t, void*> handles = {
      {ompd_scope_thread, of_thread}, {ompd_scope_parallel, of_region}, {ompd_scope_task, of_task}};
  for (const auto& [scope, handle] : handles) {
    ompd_word_t value = 1;
    ompd_address_t pointer{1, 1};
    EXPECT_EQ(ompd_get_tool_data(handle, scope, &value, &pointer), ompd_rc_ok);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(pointer.address, 0u);
    EXPECT_EQ(ompd_get_tool_data(handle, scope, nullptr, &pointer), ompd_rc_bad_input);
    EXPECT_EQ(ompd_get_tool_data(nullptr, scope, &value, &pointer), ompd_rc_stale_handle);
    EXPECT_EQ(ompd_get_tool_data(process_, scope, &value, &pointer), ompd_rc_bad_input);
  }
}

}  // namespace
}  // namespace limpid::test
