// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each function of OpenMP 5.x's OMPD: a test of its name, on live processes and core files of programs that
// GCC and Clang built. What it answers is compared with what the program says about itself; then what it must
// refuse.
#include <algorithm>
#include <climits>

#include "face5.h"
#include "programs.h"

namespace limpid::test {
namespace {

// A handle of another kind, and none.
void* wrong(ompd_address_space_handle_t* process) {
  return process;
}

std::vector<long> inner_threads(const Session& session) {
  return session.threads_with("code");
}

TEST_P(Ompd5, ompd_initialize) {
  EXPECT_EQ(ompd_initialize(202011, nullptr), ompd_rc_bad_input);
  ompd_callbacks_t table = callbacks();
  table.read_memory = nullptr;
  EXPECT_EQ(ompd_initialize(202011, &table), ompd_rc_bad_input);
  EXPECT_EQ(ompd_initialize(4711, &callbacks()), ompd_rc_unsupported);
  for (const ompd_word_t version : {201811, 202011, 202111})
    EXPECT_EQ(ompd_initialize(version, &callbacks()), ompd_rc_ok);
}

TEST_P(Ompd5, ompd_finalize) {
  EXPECT_EQ(ompd_finalize(), ompd_rc_ok);
  EXPECT_EQ(ompd_finalize(), ompd_rc_unsupported);
  ompd_address_space_handle_t* handle = nullptr;
  CoreMemory* none = nullptr;
  EXPECT_EQ(ompd_process_initialize(reinterpret_cast<ompd_address_space_context_t*>(&none), &handle),
            ompd_rc_error);
  EXPECT_EQ(ompd_initialize(202011, &callbacks()), ompd_rc_ok);
}

TEST_P(Ompd5, ompd_get_api_version) {
  ompd_word_t version = 0;
  EXPECT_EQ(ompd_get_api_version(&version), ompd_rc_ok);
  EXPECT_EQ(version, 202011);
  EXPECT_EQ(ompd_get_api_version(nullptr), ompd_rc_bad_input);
}

TEST_P(Ompd5, ompd_get_version_string) {
  const char* text = nullptr;
  EXPECT_EQ(ompd_get_version_string(&text), ompd_rc_ok);
  EXPECT_EQ(std::string(text).rfind("Limpid ", 0), 0u);
  EXPECT_EQ(ompd_get_version_string(nullptr), ompd_rc_bad_input);
}

// A process without the runtime is not ours.
class NoMemory : public Memory {
 public:
  bool read(std::uint64_t, std::uint64_t, void*) override { return false; }
  bool write(std::uint64_t, std::uint64_t, const void*) override { return false; }
};

TEST_P(Ompd5, ompd_process_initialize) {
  Session& session = look_at("nested");
  OwnedProcess second;  // two at a time
  EXPECT_EQ(ompd_process_initialize(context_of(*session.memory), second.out()), ompd_rc_ok);
  EXPECT_EQ(ompd_process_initialize(nullptr, second.out()), ompd_rc_bad_input);
  EXPECT_EQ(ompd_process_initialize(context_of(*session.memory), nullptr), ompd_rc_bad_input);
  NoMemory none;
  ompd_address_space_handle_t* handle = nullptr;
  EXPECT_EQ(ompd_process_initialize(context_of(none), &handle), ompd_rc_incompatible);
  EXPECT_EQ(handle, nullptr);
  allocator().failing_after = 0;
  EXPECT_EQ(ompd_process_initialize(context_of(*session.memory), &handle), ompd_rc_nomem);
  allocator().failing_after = -1;
}

TEST_P(Ompd5, ompd_device_initialize) {
  Session& session = look_at("nested");
  ompd_address_space_handle_t* device = nullptr;
  std::uint64_t id = 0;
  EXPECT_EQ(ompd_device_initialize(process_, context_of(*session.memory), OMPD_DEVICE_KIND_CUDA, sizeof id,
                                   &id, &device),
            ompd_rc_unsupported);
  EXPECT_EQ(ompd_device_initialize(nullptr, context_of(*session.memory), OMPD_DEVICE_KIND_CUDA, sizeof id,
                                   &id, &device),
            ompd_rc_stale_handle);
  EXPECT_EQ(ompd_device_initialize(process_, nullptr, OMPD_DEVICE_KIND_CUDA, sizeof id, &id, &device),
            ompd_rc_bad_input);
}

TEST_P(Ompd5, ompd_rel_address_space_handle) {
  look_at("nested");
  EXPECT_EQ(ompd_rel_address_space_handle(nullptr), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_rel_address_space_handle(process_), ompd_rc_ok);
  process_ = nullptr;
  EXPECT_EQ(allocator().live.size(), 0u);
}

TEST_P(Ompd5, ompd_get_omp_version) {
  look_at("nested");
  ompd_word_t version = 0;
  EXPECT_EQ(ompd_get_omp_version(process_, &version), ompd_rc_ok);
  EXPECT_EQ(version, 202011);
  EXPECT_EQ(ompd_get_omp_version(process_, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_omp_version(nullptr, &version), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_omp_version_string) {
  look_at("nested");
  const char* text = nullptr;
  ASSERT_EQ(ompd_get_omp_version_string(process_, &text), ompd_rc_ok);
  EXPECT_NE(taken(text).find("Limpid"), std::string::npos);
  EXPECT_EQ(ompd_get_omp_version_string(process_, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_omp_version_string(nullptr, &text), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_thread_handle) {
  Session& session = look_at("nested");
  const auto get = [&](std::uint64_t kind, std::uint64_t size, const void* id) {
    OwnedThread handle;
    const ompd_rc_t rc = ompd_get_thread_handle(process_, kind, size, id, handle.out());
    EXPECT_EQ(rc == ompd_rc_ok, handle != nullptr);
    return rc;
  };
  for (const long lwp : inner_threads(session)) {
    const auto narrow = static_cast<std::int32_t>(lwp);
    const std::uint64_t pthread = session.fact(lwp, "pthread");
    EXPECT_EQ(get(OMPD_THREAD_ID_LWP, 8, &lwp), ompd_rc_ok);
    EXPECT_EQ(get(OMPD_THREAD_ID_LWP, 4, &narrow), ompd_rc_ok);
    EXPECT_EQ(get(OMPD_THREAD_ID_PTHREAD, 8, &pthread), ompd_rc_ok);
    EXPECT_EQ(get(OMPD_THREAD_ID_PTHREAD, 4, &pthread), ompd_rc_bad_input);
    EXPECT_EQ(get(OMPD_THREAD_ID_LWP, 2, &lwp), ompd_rc_bad_input);
    EXPECT_EQ(get(OMPD_THREAD_ID_CUDALOGICAL, 8, &lwp), ompd_rc_unsupported);
  }
  const long nobody = 1;
  EXPECT_EQ(get(OMPD_THREAD_ID_LWP, 8, &nobody), ompd_rc_unavailable);
  EXPECT_EQ(get(OMPD_THREAD_ID_LWP, 8, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_thread_handle(process_, OMPD_THREAD_ID_LWP, 8, &nobody, nullptr), ompd_rc_bad_input);
  ompd_thread_handle_t* handle = nullptr;
  EXPECT_EQ(ompd_get_thread_handle(nullptr, OMPD_THREAD_ID_LWP, 8, &nobody, &handle), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_thread_id) {
  Session& session = look_at("nested");
  for (const long lwp : inner_threads(session)) {
    const OwnedThread handle = thread(lwp);
    long wide = 0;
    std::int32_t narrow = 0;
    std::uint64_t pthread = 0;
    EXPECT_EQ(ompd_get_thread_id(handle, OMPD_THREAD_ID_LWP, sizeof wide, &wide), ompd_rc_ok);
    EXPECT_EQ(ompd_get_thread_id(handle, OMPD_THREAD_ID_LWP, sizeof narrow, &narrow), ompd_rc_ok);
    EXPECT_EQ(ompd_get_thread_id(handle, OMPD_THREAD_ID_PTHREAD, sizeof pthread, &pthread), ompd_rc_ok);
    EXPECT_EQ(wide, lwp);
    EXPECT_EQ(narrow, lwp);
    EXPECT_EQ(pthread, session.fact(lwp, "pthread"));
    EXPECT_EQ(ompd_get_thread_id(handle, OMPD_THREAD_ID_PTHREAD, 3, &pthread), ompd_rc_bad_input);
    EXPECT_EQ(ompd_get_thread_id(handle, OMPD_THREAD_ID_WINTHREAD, 8, &pthread), ompd_rc_unsupported);
    EXPECT_EQ(ompd_get_thread_id(handle, OMPD_THREAD_ID_LWP, 8, nullptr), ompd_rc_bad_input);
  }
  long id = 0;
  EXPECT_EQ(ompd_get_thread_id(nullptr, OMPD_THREAD_ID_LWP, 8, &id), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_rel_thread_handle) {
  look_at("nested");
  EXPECT_EQ(ompd_rel_thread_handle(nullptr), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_rel_thread_handle(static_cast<ompd_thread_handle_t*>(wrong(process_))),
            ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_thread_handle_compare) {
  Session& session = look_at("nested");
  std::vector<OwnedThread> handles;
  for (const long lwp : inner_threads(session)) handles.push_back(thread(lwp));
  expect_order(handles, ompd_thread_handle_compare);
  int value = 1;
  EXPECT_EQ(ompd_thread_handle_compare(handles[0], thread(inner_threads(session)[0]), &value), ompd_rc_ok);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(ompd_thread_handle_compare(handles[0], handles[1], nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_thread_handle_compare(handles[0], nullptr, &value), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_curr_parallel_handle) {
  Session& session = look_at("nested");
  for (const long lwp : inner_threads(session)) {
    const OwnedRegion inner = region(lwp);
    EXPECT_EQ(icv(inner, "levels-var"), static_cast<ompd_word_t>(session.fact(lwp, "level")));
    EXPECT_EQ(icv(inner, "active-levels-var"), static_cast<ompd_word_t>(session.fact(lwp, "active_level")));
    EXPECT_EQ(icv(inner, "team-size-var"), static_cast<ompd_word_t>(session.fact(lwp, "num_threads")));
  }
  ompd_parallel_handle_t* handle = nullptr;
  EXPECT_EQ(ompd_get_curr_parallel_handle(nullptr, &handle), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_get_curr_parallel_handle(thread(inner_threads(session)[0]), nullptr), ompd_rc_bad_input);
  ASSERT_EQ(ompd_rel_address_space_handle(process_), ompd_rc_ok);
  Session& later = look_at("idle");
  for (const long lwp : later.threads_with("was_num")) {
    if (lwp == static_cast<long>(later.fact(0, "initial"))) continue;
    EXPECT_EQ(ompd_get_curr_parallel_handle(thread(lwp), &handle), ompd_rc_unavailable);
    icv(thread(lwp), "thread-num-var", ompd_rc_unavailable);
  }
}

TEST_P(Ompd5, ompd_get_enclosing_parallel_handle) {
  Session& session = look_at("nested");
  for (const long lwp : inner_threads(session)) {
    const OwnedRegion inner = region(lwp);
    OwnedRegion outer;
    OwnedRegion implicit;
    ASSERT_EQ(ompd_get_enclosing_parallel_handle(inner, outer.out()), ompd_rc_ok);
    EXPECT_EQ(icv(outer, "levels-var"), 1);
    ASSERT_EQ(ompd_get_enclosing_parallel_handle(outer, implicit.out()), ompd_rc_ok);
    EXPECT_EQ(icv(implicit, "levels-var"), 0);
    ompd_parallel_handle_t* none = nullptr;
    EXPECT_EQ(ompd_get_enclosing_parallel_handle(implicit, &none), ompd_rc_unavailable);
    EXPECT_EQ(ompd_get_enclosing_parallel_handle(inner, nullptr), ompd_rc_bad_input);
  }
  ompd_parallel_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_enclosing_parallel_handle(nullptr, &none), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_get_task_parallel_handle) {
  Session& session = look_at("tasks");
  const auto creator = static_cast<long>(session.fact(0, "creator"));
  const OwnedTask inner = task(creator);
  OwnedRegion of_task;
  ASSERT_EQ(ompd_get_task_parallel_handle(inner, of_task.out()), ompd_rc_ok);
  int order = 1;
  EXPECT_EQ(ompd_parallel_handle_compare(of_task, region(creator), &order), ompd_rc_ok);
  EXPECT_EQ(order, 0);
  EXPECT_EQ(ompd_get_task_parallel_handle(inner, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(ompd_get_task_parallel_handle(nullptr, of_task.out()), ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_rel_parallel_handle) {
  look_at("nested");
  EXPECT_EQ(ompd_rel_parallel_handle(nullptr), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_rel_parallel_handle(static_cast<ompd_parallel_handle_t*>(wrong(process_))),
            ompd_rc_stale_handle);
}

TEST_P(Ompd5, ompd_parallel_handle_compare) {
  Session& session = look_at("nested");
  std::vector<OwnedRegion> handles;
  for (const long lwp : inner_threads(session)) {
    if (session.fact(lwp, "thread_num") == 0) handles.push_back(region(lwp));
  }
  ASSERT_EQ(handles.size(), 2u);
  OwnedRegion outer;
  ASSERT_EQ(ompd_get_enclosing_parallel_handle(handles[0], outer.out()), ompd_rc_ok);
  handles.push_back(std::move(outer));
  expect_order(handles, ompd_parallel_handle_compare);
  int value = 0;
  EXPECT_EQ(ompd_parallel_handle_compare(handles[0], nullptr, &value), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_parallel_handle_compare(handles[0], handles[1], nullptr), ompd_rc_bad_input);
}

TEST_P(Ompd5, ompd_get_thread_in_parallel) {
  Session& session = look_at("nested");
  for (const long lwp : inner_threads(session)) {
    const OwnedRegion inner = region(lwp);
    const auto number = static_cast<int>(session.fact(lwp, "thread_num"));
    OwnedThread found;
    ASSERT_EQ(ompd_get_thread_in_parallel(inner, number, found.out()), ompd_rc_ok);
    int order = 1;
    EXPECT_EQ(ompd_thread_handle_compare(found, thread(lwp), &order), ompd_rc_ok);
    EXPECT_EQ(order, 0);
    // From such a handle everything else can be asked.
    OwnedRegion again;
    EXPECT_EQ(ompd_get_curr_parallel_handle(found, again.out()), ompd_rc_ok);
    ompd_thread_handle_t* none = nullptr;
    for (const int outside : {-1, 2, INT_MAX, INT_MIN})
      EXPECT_EQ(ompd_get_thread_in_parallel(inner, outside, &none), ompd_rc_bad_input);
    EXPECT_EQ(ompd_get_thread_in_parallel(inner, 0, nullptr), ompd_rc_bad_input);
  }
  ompd_thread_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_thread_in_parallel(nullptr, 0, &none), ompd_rc_stale_handle);
}

std::string name_of(const testing::TestParamInfo<Ompd5::ParamType>& test) {
  static constexpr const char* kViews[] = {"live", "core", "gcore"};
  return std::get<0>(test.param) + "_" + kViews[static_cast<int>(std::get<1>(test.param))];
}

INSTANTIATE_TEST_SUITE_P(Programs, Ompd5,
                         testing::Combine(testing::ValuesIn(compilers()),
                                          testing::Values(View::live, View::core, View::gcore)),
                         name_of);

}  // namespace
}  // namespace limpid::test
