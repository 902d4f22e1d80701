// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each function of OMPD 2.0: a test of its name, on live processes and core files of programs that GCC and
// Clang built. What it answers is compared with what the program says about itself; then what it must refuse.
#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "face2.h"
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

void expect_near(std::uint64_t function, std::uint64_t code) {
  constexpr std::uint64_t kLongestFunction = 65536;
  EXPECT_LT(code - function + kLongestFunction, 2 * kLongestFunction);
}

bool is_printable(const std::string& id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_';
  });
}

// The functions that answer one number: right, no place for it, no handle.
template <class Handle, class Value>
void expect_number(ompd_rc_t (*ask)(Handle, Value*), Handle handle, std::uint64_t expected) {
  Value value{};
  EXPECT_EQ(ask(handle, &value), ompd_rc_ok);
  EXPECT_EQ(static_cast<std::uint64_t>(value), expected);
  EXPECT_EQ(ask(handle, static_cast<Value*>(nullptr)), ompd_rc_bad_input);
  EXPECT_EQ(ask(static_cast<Handle>(nullptr), &value), ompd_rc_stale_handle);
}

// The functions that lead from a handle to another.
template <class From, class To>
void expect_refusals(ompd_rc_t (*follow)(From*, To**), From* handle) {
  To* none = nullptr;
  EXPECT_EQ(follow(handle, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(follow(nullptr, &none), ompd_rc_stale_handle);
  EXPECT_EQ(none, nullptr);
}

template <class Opaque>
int order_of(ompd_rc_t (*compare)(Opaque*, Opaque*, int*), Opaque* left, Opaque* right) {
  int forth = 0;
  int back = 0;
  EXPECT_EQ(compare(left, right, &forth), ompd_rc_ok);
  EXPECT_EQ(compare(right, left, &back), ompd_rc_ok);
  EXPECT_EQ(forth, -back);
  EXPECT_EQ(compare(left, right, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(compare(left, nullptr, &forth), ompd_rc_stale_handle);
  EXPECT_EQ(compare(nullptr, left, &forth), ompd_rc_stale_handle);
  return -back;
}

template <class Opaque>
std::string id_of(ompd_rc_t (*ask)(Opaque*, char**), Opaque* handle) {
  char* text = nullptr;
  EXPECT_EQ(ask(handle, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ask(nullptr, &text), ompd_rc_stale_handle);
  EXPECT_EQ(ask(handle, &text), ompd_rc_ok);
  return text != nullptr ? taken(text) : "";
}

TEST_P(Ompd2, ompd_get_version) {
  int version = 0;
  EXPECT_EQ(ompd_get_version(&version), ompd_rc_ok);
  EXPECT_EQ(version, 2);
  EXPECT_EQ(ompd_get_version(nullptr), ompd_rc_bad_input);
}

TEST_P(Ompd2, ompd_get_version_string) {
  const char* text = nullptr;
  EXPECT_EQ(ompd_get_version_string(&text), ompd_rc_ok);
  EXPECT_EQ(std::string(text).rfind("Limpid ", 0), 0u);
  EXPECT_EQ(ompd_get_version_string(nullptr), ompd_rc_bad_input);
}

TEST_P(Ompd2, ompd_initialize) {
  ompd_callbacks_t table = callbacks();
  table.d_alloc_memory = nullptr;
  EXPECT_EQ(ompd_initialize(nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_initialize(&table), ompd_rc_bad_input);
}

TEST_P(Ompd2, ompd_finalize) {
  EXPECT_EQ(ompd_finalize(), ompd_rc_ok);
  EXPECT_EQ(ompd_finalize(), ompd_rc_error);
  EXPECT_EQ(ompd_initialize(&callbacks()), ompd_rc_ok);
}

TEST_P(Ompd2, ompd_process_initialize) {
  Session& session = look_at("nested");
  ompd_address_space_handle_t* second = nullptr;  // two at a time
  ASSERT_EQ(ompd_process_initialize(context_of(*session.memory), &second), ompd_rc_ok);
  EXPECT_EQ(ompd_release_address_space_handle(second), ompd_rc_ok);
  EXPECT_EQ(ompd_process_initialize(nullptr, &second), ompd_rc_bad_input);
  EXPECT_EQ(ompd_process_initialize(context_of(*session.memory), nullptr), ompd_rc_bad_input);
  allocator().failing_after = 0;
  EXPECT_EQ(ompd_process_initialize(context_of(*session.memory), &second), ompd_rc_nomem);
  allocator().failing_after = -1;
}

TEST_P(Ompd2, ompd_release_address_space_handle) {
  look_at("nested");
  EXPECT_EQ(ompd_release_address_space_handle(nullptr), ompd_rc_stale_handle);
  leave();
  EXPECT_EQ(allocator().live.size(), 0u);
}

TEST_P(Ompd2, ompd_get_threads) {
  Session& session = look_at("nested");
  int count = 0;
  ASSERT_EQ(ompd_get_threads(process_, nullptr, &count), ompd_rc_ok);
  EXPECT_EQ(count, 4);
  ompd_thread_handle_t** vector = nullptr;
  ASSERT_EQ(ompd_get_threads(process_, &vector, &count), ompd_rc_ok);
  std::set<long> found;
  for (const OwnedThread& handle : taken<OwnedThread>(vector, count)) {
    long lwp = 0;
    EXPECT_EQ(ompd_get_osthread(handle, ompd_osthread_lwp, sizeof lwp, &lwp), ompd_rc_ok);
    found.insert(lwp);
  }
  const std::vector<long> told = session.threads_with("code");
  EXPECT_EQ(found, std::set<long>(told.begin(), told.end()));
  EXPECT_EQ(ompd_get_threads(process_, &vector, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_threads(nullptr, &vector, &count), ompd_rc_stale_handle);
  for (long allowed = 0; allowed < 6; ++allowed) {
    allocator().failing_after = allowed;
    EXPECT_EQ(ompd_get_threads(process_, &vector, &count), ompd_rc_nomem);
  }
  allocator().failing_after = -1;
}

TEST_P(Ompd2, ompd_get_thread_in_parallel) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  const OwnedRegion inner = region(lwp);
  ompd_thread_handle_t** vector = nullptr;
  int count = 0;
  ASSERT_EQ(ompd_get_thread_in_parallel(inner, &vector, &count), ompd_rc_ok);
  ASSERT_EQ(count, 2);
  const std::vector<OwnedThread> handles = taken<OwnedThread>(vector, count);
  EXPECT_EQ(order_of(ompd_thread_handle_compare,
                     static_cast<ompd_thread_handle_t*>(handles[session.fact(lwp, "thread_num")]),
                     static_cast<ompd_thread_handle_t*>(thread(lwp))),
            0);
  EXPECT_EQ(ompd_get_thread_in_parallel(inner, nullptr, &count), ompd_rc_ok);
  EXPECT_EQ(ompd_get_thread_in_parallel(inner, &vector, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_thread_in_parallel(nullptr, &vector, &count), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_master_thread_in_parallel) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code")) {
    if (session.fact(lwp, "thread_num") != 0) continue;
    OwnedThread master;
    ASSERT_EQ(ompd_get_master_thread_in_parallel(region(lwp), master.out()), ompd_rc_ok);
    EXPECT_EQ(order_of<ompd_thread_handle_t>(ompd_thread_handle_compare, master, thread(lwp)), 0);
    expect_refusals<ompd_parallel_handle_t>(ompd_get_master_thread_in_parallel, region(lwp));
  }
}

TEST_P(Ompd2, ompd_release_thread_handle) {
  look_at("nested");
  EXPECT_EQ(ompd_release_thread_handle(nullptr), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_release_thread_handle(reinterpret_cast<ompd_thread_handle_t*>(process_)),
            ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_thread_handle_compare) {
  Session& session = look_at("nested");
  const std::vector<long> threads = session.threads_with("code");
  EXPECT_NE(
      order_of<ompd_thread_handle_t>(ompd_thread_handle_compare, thread(threads[0]), thread(threads[1])), 0);
  EXPECT_EQ(
      order_of<ompd_thread_handle_t>(ompd_thread_handle_compare, thread(threads[0]), thread(threads[0])), 0);
}

TEST_P(Ompd2, ompd_get_thread_handle_string_id) {
  Session& session = look_at("nested");
  std::set<std::string> ids;
  for (const long lwp : session.threads_with("code")) {
    const std::string id = id_of<ompd_thread_handle_t>(ompd_get_thread_handle_string_id, thread(lwp));
    EXPECT_TRUE(is_printable(id)) << id;
    EXPECT_EQ(id, id_of<ompd_thread_handle_t>(ompd_get_thread_handle_string_id, thread(lwp)));
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 4u);
}

TEST_P(Ompd2, ompd_get_top_parallel_region) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  expect_number<ompd_parallel_handle_t*>(ompd_get_num_threads, region(lwp), 2);
  expect_refusals<ompd_thread_handle_t>(ompd_get_top_parallel_region, thread(lwp));
}

TEST_P(Ompd2, ompd_get_enclosing_parallel_handle) {
  Session& session = look_at("nested");
  const OwnedRegion inner = region(session.threads_with("code").at(0));
  OwnedRegion outer;
  OwnedRegion implicit;
  ASSERT_EQ(ompd_get_enclosing_parallel_handle(inner, outer.out()), ompd_rc_ok);
  ASSERT_EQ(ompd_get_enclosing_parallel_handle(outer, implicit.out()), ompd_rc_ok);
  ompd_parallel_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_enclosing_parallel_handle(implicit, &none), ompd_rc_unavailable);
  expect_refusals<ompd_parallel_handle_t>(ompd_get_enclosing_parallel_handle, inner);
}

TEST_P(Ompd2, ompd_get_task_parallel_handle) {
  Session& session = look_at("tasks");
  const long lwp = creator_of(session);
  OwnedRegion of_task;
  ASSERT_EQ(ompd_get_task_parallel_handle(task(lwp), of_task.out()), ompd_rc_ok);
  EXPECT_EQ(order_of<ompd_parallel_handle_t>(ompd_parallel_handle_compare, of_task, region(lwp)), 0);
  expect_refusals<ompd_task_handle_t>(ompd_get_task_parallel_handle, task(lwp));
}

TEST_P(Ompd2, ompd_release_parallel_handle) {
  look_at("nested");
  EXPECT_EQ(ompd_release_parallel_handle(nullptr), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_parallel_handle_compare) {
  Session& session = look_at("nested");
  const OwnedRegion inner = region(session.threads_with("code").at(0));
  OwnedRegion outer;
  ASSERT_EQ(ompd_get_enclosing_parallel_handle(inner, outer.out()), ompd_rc_ok);
  EXPECT_NE(order_of<ompd_parallel_handle_t>(ompd_parallel_handle_compare, inner, outer), 0);
}

TEST_P(Ompd2, ompd_get_parallel_handle_string_id) {
  Session& session = look_at("nested");
  const OwnedRegion inner = region(session.threads_with("code").at(0));
  OwnedRegion outer;
  OwnedRegion implicit;
  ASSERT_EQ(ompd_get_enclosing_parallel_handle(inner, outer.out()), ompd_rc_ok);
  ASSERT_EQ(ompd_get_enclosing_parallel_handle(outer, implicit.out()), ompd_rc_ok);
  std::set<std::string> ids;
  for (const OwnedRegion* handle : std::initializer_list<const OwnedRegion*>{&inner, &outer, &implicit})
    ids.insert(id_of<ompd_parallel_handle_t>(ompd_get_parallel_handle_string_id, *handle));
  EXPECT_EQ(ids.size(), 3u);
  for (const std::string& id : ids) EXPECT_TRUE(is_printable(id)) << id;
}

TEST_P(Ompd2, ompd_get_top_task_region) {
  Session& session = look_at("tasks");
  expect_number<ompd_task_handle_t*>(ompd_is_implicit, task(creator_of(session)), 0);
  expect_refusals<ompd_thread_handle_t>(ompd_get_top_task_region, thread(creator_of(session)));
}

TEST_P(Ompd2, ompd_get_ancestor_task_region) {
  Session& session = look_at("tasks");
  const OwnedTask inner = task(creator_of(session));
  std::vector<OwnedTask> chain;
  ompd_task_handle_t* at = inner;
  ompd_task_handle_t* next = nullptr;
  while (ompd_get_ancestor_task_region(at, &next) == ompd_rc_ok) {
    chain.emplace_back(next);
    at = next;
    ASSERT_LT(chain.size(), 8u);
  }
  EXPECT_EQ(chain.size(), 3u);  // task, implicit task, initial task
  expect_refusals<ompd_task_handle_t>(ompd_get_ancestor_task_region, inner);
}

TEST_P(Ompd2, ompd_get_implicit_task_in_parallel) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  ompd_task_handle_t** vector = nullptr;
  int count = 0;
  ASSERT_EQ(ompd_get_implicit_task_in_parallel(region(lwp), &vector, &count), ompd_rc_ok);
  ASSERT_EQ(count, 2);
  const std::vector<OwnedTask> handles = taken<OwnedTask>(vector, count);
  EXPECT_EQ(order_of<ompd_task_handle_t>(ompd_task_handle_compare, handles[session.fact(lwp, "thread_num")],
                                         task(lwp)),
            0);
  EXPECT_EQ(ompd_get_implicit_task_in_parallel(region(lwp), nullptr, &count), ompd_rc_ok);
  EXPECT_EQ(ompd_get_implicit_task_in_parallel(region(lwp), &vector, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_implicit_task_in_parallel(nullptr, &vector, &count), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_release_task_handle) {
  look_at("tasks");
  EXPECT_EQ(ompd_release_task_handle(nullptr), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_task_handle_compare) {
  Session& session = look_at("tasks");
  const OwnedTask inner = task(creator_of(session));
  OwnedTask outer;
  ASSERT_EQ(ompd_get_ancestor_task_region(inner, outer.out()), ompd_rc_ok);
  EXPECT_NE(order_of<ompd_task_handle_t>(ompd_task_handle_compare, inner, outer), 0);
}

TEST_P(Ompd2, ompd_get_task_handle_string_id) {
  Session& session = look_at("tasks");
  const OwnedTask inner = task(creator_of(session));
  OwnedTask outer;
  OwnedTask implicit;
  ASSERT_EQ(ompd_get_ancestor_task_region(inner, outer.out()), ompd_rc_ok);
  ASSERT_EQ(ompd_get_ancestor_task_region(outer, implicit.out()), ompd_rc_ok);
  std::set<std::string> ids;
  for (const OwnedTask* handle : std::initializer_list<const OwnedTask*>{&inner, &outer, &implicit})
    ids.insert(id_of<ompd_task_handle_t>(ompd_get_task_handle_string_id, *handle));
  EXPECT_EQ(ids.size(), 3u);
  for (const std::string& id : ids) EXPECT_TRUE(is_printable(id)) << id;
}

TEST_P(Ompd2, ompd_get_num_procs) {
  Session& session = look_at("nested");
  expect_number(ompd_get_num_procs, process_, session.fact(0, "num_procs"));
}

TEST_P(Ompd2, ompd_get_thread_limit) {
  Session& session = look_at("nested");
  expect_number(ompd_get_thread_limit, process_,
                session.fact(session.threads_with("code").at(0), "thread_limit"));
}

// Numbers that OpenMP's routines told the program.
class Ompd2Numbers : public Ompd2 {
 protected:
  void expect_told(ompd_rc_t (*ask)(const ompd_task_handle_t*, ompd_tword_t*), const char* key) {
    for (const char* situation : {"nested", "tasks"}) {
      Session& session = look_at(situation);
      for (const long lwp : session.threads_with("code"))
        expect_number<const ompd_task_handle_t*>(ask, task(lwp), session.fact(lwp, key));
    }
  }
  void expect_told(ompd_rc_t (*ask)(ompd_task_handle_t*, ompd_tword_t*), const char* key) {
    Session& session = look_at("nested");
    for (const long lwp : session.threads_with("code"))
      expect_number<ompd_task_handle_t*>(ask, task(lwp), session.fact(lwp, key));
  }
};

TEST_P(Ompd2Numbers, ompd_get_num_threads) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code"))
    expect_number<ompd_parallel_handle_t*>(ompd_get_num_threads, region(lwp),
                                           session.fact(lwp, "num_threads"));
}
TEST_P(Ompd2Numbers, ompd_get_level) {
  expect_told(ompd_get_level, "level");
}
TEST_P(Ompd2Numbers, ompd_get_active_level) {
  expect_told(ompd_get_active_level, "active_level");
}
TEST_P(Ompd2Numbers, ompd_get_max_threads) {
  expect_told(ompd_get_max_threads, "max_threads");
}
TEST_P(Ompd2Numbers, ompd_in_parallel) {
  expect_told(ompd_in_parallel, "in_parallel");
}
TEST_P(Ompd2Numbers, ompd_in_final) {
  expect_told(ompd_in_final, "final");
}
TEST_P(Ompd2Numbers, ompd_get_dynamic) {
  expect_told(ompd_get_dynamic, "dynamic");
}

TEST_P(Ompd2Numbers, ompd_get_nested) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code"))
    expect_number<const ompd_task_handle_t*>(ompd_get_nested, task(lwp),
                                             session.fact(lwp, "max_active_levels") > 1);
}

TEST_P(Ompd2Numbers, ompd_get_thread_num) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code"))
    expect_number<const ompd_thread_handle_t*>(ompd_get_thread_num, thread(lwp),
                                               session.fact(lwp, "thread_num"));
  leave();
  // The number that an idle thread had in its last region is none any more.
  Session& later = look_at("idle");
  for (const long lwp : later.threads_with("was_num")) {
    ompd_tword_t number = 0;
    const bool is_idle = lwp != static_cast<long>(later.fact(0, "initial"));
    EXPECT_EQ(ompd_get_thread_num(thread(lwp), &number), is_idle ? ompd_rc_unavailable : ompd_rc_ok);
  }
}

// A worker whose region is over, while its team is in the next one, is in none.
TEST_P(Ompd2, top_of_thread_left_behind) {
  Session& session = look_at("ahead");
  for (const long lwp : session.threads_with("was_num")) {
    if (session.fact(lwp, "was_num") == 0) continue;
    ompd_parallel_handle_t* no_region = nullptr;
    ompd_task_handle_t* no_task = nullptr;
    EXPECT_EQ(ompd_get_top_parallel_region(thread(lwp), &no_region), ompd_rc_unavailable);
    EXPECT_EQ(ompd_get_top_task_region(thread(lwp), &no_task), ompd_rc_unavailable);
  }
}

TEST_P(Ompd2Numbers, ompd_get_max_active_levels) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code"))
    expect_number<const ompd_thread_handle_t*>(ompd_get_max_active_levels, thread(lwp),
                                               session.fact(lwp, "max_active_levels"));
}

TEST_P(Ompd2Numbers, ompd_get_proc_bind) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code"))
    expect_number<ompd_task_handle_t*>(ompd_get_proc_bind, task(lwp), session.fact(lwp, "proc_bind"));
}

TEST_P(Ompd2Numbers, ompd_is_implicit) {
  Session& session = look_at("nested");
  expect_number<ompd_task_handle_t*>(ompd_is_implicit, task(session.threads_with("code").at(0)), 1);
}

TEST_P(Ompd2, ompd_get_schedule) {
  Session& session = look_at("nested");
  const OwnedTask current = task(session.threads_with("code").at(0));
  ompd_sched_t kind{};
  ompd_tword_t chunk = 0;
  ASSERT_EQ(ompd_get_schedule(current, &kind, &chunk), ompd_rc_ok);
  EXPECT_EQ(kind, ompd_sched_guided);
  EXPECT_EQ(chunk, 7);
  EXPECT_EQ(ompd_get_schedule(current, nullptr, &chunk), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_schedule(current, &kind, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_schedule(nullptr, &kind, &chunk), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_parallel_id) {
  Session& session = look_at("nested");
  std::set<ompd_parallel_id_t> ids;
  for (const long lwp : session.threads_with("code")) {
    ompd_parallel_id_t id = 0;
    EXPECT_EQ(ompd_get_parallel_id(region(lwp), &id), ompd_rc_ok);
    EXPECT_NE(id, 0u);
    ids.insert(id);
    EXPECT_EQ(ompd_get_parallel_id(region(lwp), nullptr), ompd_rc_bad_input);
  }
  EXPECT_EQ(ids.size(), 2u);
  ompd_parallel_id_t id = 0;
  EXPECT_EQ(ompd_get_parallel_id(nullptr, &id), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_parallel_function) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  ompd_address_t address{};
  ASSERT_EQ(ompd_get_parallel_function(region(lwp), &address), ompd_rc_ok);
  EXPECT_EQ(address.segment, OMPD_SEGMENT_UNSPECIFIED);
  expect_near(address.address, session.fact(lwp, "code"));
  EXPECT_EQ(ompd_get_parallel_function(region(lwp), nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_parallel_function(nullptr, &address), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_thread_handle) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  const std::uint64_t pthread = session.fact(lwp, "pthread");
  OwnedThread by_pthread;
  ASSERT_EQ(
      ompd_get_thread_handle(process_, ompd_osthread_pthread, sizeof pthread, &pthread, by_pthread.out()),
      ompd_rc_ok);
  EXPECT_EQ(order_of<ompd_thread_handle_t>(ompd_thread_handle_compare, by_pthread, thread(lwp)), 0);
  const long nobody = 1;
  auto* none = reinterpret_cast<ompd_thread_handle_t*>(&session);
  EXPECT_EQ(ompd_get_thread_handle(process_, ompd_osthread_lwp, sizeof nobody, &nobody, &none),
            ompd_rc_bad_input);
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(ompd_get_thread_handle(process_, ompd_osthread_winthread, 8, &lwp, &none), ompd_rc_unsupported);
  EXPECT_EQ(ompd_get_thread_handle(process_, ompd_osthread_lwp, 3, &lwp, &none), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_thread_handle(process_, ompd_osthread_lwp, 8, nullptr, &none), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_thread_handle(process_, ompd_osthread_lwp, 8, &lwp, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_thread_handle(nullptr, ompd_osthread_lwp, 8, &lwp, &none), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_osthread) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  const OwnedThread handle = thread(lwp);
  std::uint64_t pthread = 0;
  std::int32_t narrow = 0;
  EXPECT_EQ(ompd_get_osthread(handle, ompd_osthread_pthread, sizeof pthread, &pthread), ompd_rc_ok);
  EXPECT_EQ(pthread, session.fact(lwp, "pthread"));
  EXPECT_EQ(ompd_get_osthread(handle, ompd_osthread_lwp, sizeof narrow, &narrow), ompd_rc_ok);
  EXPECT_EQ(narrow, lwp);
  EXPECT_EQ(ompd_get_osthread(handle, ompd_osthread_winthread, 8, &pthread), ompd_rc_unsupported);
  EXPECT_EQ(ompd_get_osthread(handle, ompd_osthread_lwp, 16, &pthread), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_osthread(handle, ompd_osthread_lwp, 8, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_osthread(nullptr, ompd_osthread_lwp, 8, &pthread), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_state) {
  Session& session = look_at("locks");
  ompd_state_t state{};
  ompd_wait_id_t wait = 1;
  for (const long lwp : session.threads_with("waits_for")) {
    ASSERT_EQ(ompd_get_state(thread(lwp), &state, &wait), ompd_rc_ok);
    const std::uint64_t reason = session.fact(lwp, "waits_for");
    if (reason >= 4 && state == ompd_state_work_parallel) continue;  // runs the taskgroup's task
    static constexpr ompd_state_t kExpected[] = {ompd_state_undefined,      ompd_state_wait_lock,
                                                 ompd_state_wait_nest_lock, ompd_state_wait_critical,
                                                 ompd_state_wait_taskgroup, ompd_state_wait_barrier_implicit};
    EXPECT_EQ(state, kExpected[reason]);
    if (reason == 1) {
      EXPECT_EQ(wait, session.fact(0, "lock"));
    }
  }
  const OwnedThread holder = thread(session.threads_with("holds").at(0));
  EXPECT_EQ(ompd_get_state(holder, &state, nullptr), ompd_rc_ok);
  EXPECT_EQ(state, ompd_state_work_parallel);
  EXPECT_EQ(ompd_get_state(holder, nullptr, &wait), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_state(nullptr, &state, &wait), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_task_function) {
  Session& session = look_at("tasks");
  const OwnedTask current = task(creator_of(session));
  ompd_address_t address{};
  ASSERT_EQ(ompd_get_task_function(current, &address), ompd_rc_ok);
  expect_near(address.address, session.fact(creator_of(session), "code"));
  EXPECT_EQ(ompd_get_task_function(current, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_task_function(nullptr, &address), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_task_frame) {
  Session& session = look_at("nested");
  for (const long lwp : session.threads_with("code")) {
    const OwnedTask current = task(lwp);
    ompd_address_t exit{};
    ompd_address_t reenter{};
    ASSERT_EQ(ompd_get_task_frame(current, &exit, &reenter), ompd_rc_ok);
    EXPECT_TRUE(is_frame_pointer(session, lwp, exit.address));
    EXPECT_EQ(reenter.address, 0u);
    EXPECT_EQ(ompd_get_task_frame(current, nullptr, &reenter), ompd_rc_bad_input);
    EXPECT_EQ(ompd_get_task_frame(current, &exit, nullptr), ompd_rc_bad_input);
    EXPECT_EQ(ompd_get_task_frame(nullptr, &exit, &reenter), ompd_rc_stale_handle);
  }
}

TEST_P(Ompd2, ompd_get_task_id) {
  Session& session = look_at("tasks");
  const OwnedTask inner = task(creator_of(session));
  OwnedTask outer;
  ASSERT_EQ(ompd_get_ancestor_task_region(inner, outer.out()), ompd_rc_ok);
  ompd_task_id_t ids[2] = {};
  EXPECT_EQ(ompd_get_task_id(inner, &ids[0]), ompd_rc_ok);
  EXPECT_EQ(ompd_get_task_id(outer, &ids[1]), ompd_rc_ok);
  EXPECT_NE(ids[0], ids[1]);
  EXPECT_NE(ids[0], 0u);
  EXPECT_EQ(ompd_get_task_id(inner, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_task_id(nullptr, ids), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_get_display_control_vars) {
  look_at("nested");
  const char* const* vector = nullptr;
  ASSERT_EQ(ompd_get_display_control_vars(process_, &vector), ompd_rc_ok);
  std::set<std::string> expected = {"OMP_CANCELLATION=false", "OMP_NESTED=false"};
  std::string stacksize;
  for (const char* const* text = vector; *text != nullptr; ++text) {
    expected.erase(*text);
    if (std::string(*text).rfind("OMP_STACKSIZE=", 0) == 0) stacksize = *text;
  }
  EXPECT_EQ(expected, std::set<std::string>{});
  EXPECT_TRUE(std::regex_match(stacksize, std::regex("OMP_STACKSIZE=[1-9][0-9]*B"))) << stacksize;
  EXPECT_EQ(ompd_release_display_control_vars(vector), ompd_rc_ok);
  EXPECT_EQ(ompd_get_display_control_vars(process_, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_display_control_vars(nullptr, &vector), ompd_rc_stale_handle);
}

TEST_P(Ompd2, ompd_release_display_control_vars) {
  EXPECT_EQ(ompd_release_display_control_vars(nullptr), ompd_rc_bad_input);
}

std::string name_of(const testing::TestParamInfo<Ompd2::ParamType>& test) {
  static constexpr const char* kViews[] = {"live", "core", "gcore"};
  return std::get<0>(test.param) + "_" + kViews[static_cast<int>(std::get<1>(test.param))];
}

const auto kProgramsAndViews =
    testing::Combine(testing::ValuesIn(compilers()), testing::Values(View::live, View::core, View::gcore));
INSTANTIATE_TEST_SUITE_P(Programs, Ompd2, kProgramsAndViews, name_of);
INSTANTIATE_TEST_SUITE_P(Programs, Ompd2Numbers, kProgramsAndViews, name_of);

}  // namespace
}  // namespace limpid::test
