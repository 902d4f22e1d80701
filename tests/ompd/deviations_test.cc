// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What other implementations of OMPD were found to get wrong, and no test of a single function covers: each a
// test that ours passes.
#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <map>
#include <set>

#include "face5.h"
#include "ompd_extension.h"
#include "programs.h"
#include "words_tool.h"

namespace limpid::test {
namespace {

static_assert(sizeof(ompd_callbacks_t) == 11 * sizeof(void*), "read_string is one of them");

std::set<std::string> needed_by(const std::string& path) {
  std::set<std::string> names;
  elf_version(EV_CURRENT);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  Elf* elf = elf_begin(file, ELF_C_READ, nullptr);
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNAMIC) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    GElf_Dyn entry;
    for (int i = 0; gelf_getdyn(data, i, &entry) != nullptr; ++i) {
      if (entry.d_tag == DT_NEEDED) names.insert(elf_strptr(elf, header.sh_link, entry.d_un.d_val));
    }
  }
  elf_end(elf);
  close(file);
  return names;
}

// A debugger that loads the library must not load a runtime.
TEST(Deviations, libraries_need_libc_alone) {
  for (const char* library : {OMPD_LIBRARY, OMPD2_LIBRARY})
    EXPECT_EQ(needed_by(library), std::set<std::string>{"libc.so.6"}) << library;
}

// Both in one debugger: nothing of one gets into the other.
TEST(Deviations, libraries_stand_beside_each_other) {
  void* second = dlopen(OMPD2_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(second, nullptr);
  EXPECT_NE(dlsym(second, "ompd_initialize"), reinterpret_cast<void*>(&ompd_initialize));
  dlclose(second);
}

class Ompd5Subject : public Ompd5 {
 protected:
  // A process of its own, that may end or go on.
  void start(const std::string& situation, const std::vector<std::string>& environment = {}) {
    subject_ = std::make_unique<Subject>(program_of(std::get<0>(GetParam())), situation, environment);
    subject_->await_ready();
    subject_->stop_at_rest();
    memory_ = std::make_unique<LiveMemory>(subject_->pid());
    ASSERT_EQ(ompd_process_initialize(context_of(*memory_), &process_), ompd_rc_ok);
    icvs_ = enumerate_icvs(process_);
  }
  [[nodiscard]] long initial() const { return subject_->pid(); }
  // Who had that number in the region that is over.
  [[nodiscard]] long numbered(std::uint64_t number) const {
    for (const auto& [lwp, said] : subject_->facts) {
      if (said.count("was_num") != 0 && said.at("was_num").at(0) == number) return lwp;
    }
    return 0;
  }

  // Of every region: as an idle thread.
  void expect_outside(const OwnedThread& thread) {
    ompd_parallel_handle_t* no_region = nullptr;
    ompd_task_handle_t* no_task = nullptr;
    EXPECT_EQ(ompd_get_curr_parallel_handle(thread, &no_region), ompd_rc_unavailable);
    EXPECT_EQ(ompd_get_curr_task_handle(thread, &no_task), ompd_rc_unavailable);
    icv(thread, "thread-num-var", ompd_rc_unavailable);
  }

  std::unique_ptr<Subject> subject_;
  std::unique_ptr<LiveMemory> memory_;
};

// Every variable as the environment set it, by number and as a text, and among the control variables.
TEST_P(Ompd5Subject, environment) {
  struct Setting {
    const char* variable;
    const char* value;
    const char* icv;
    const char* text;
  };
  static constexpr Setting kSettings[] = {
      {"OMP_NUM_THREADS", "2,3", "nthreads-var", "2,3"},
      {"OMP_SCHEDULE", "monotonic:dynamic,5", "run-sched-var", "monotonic:dynamic,5"},
      {"OMP_PROC_BIND", "close,spread", "bind-var", "close,spread"},
      {"OMP_PLACES", "{0}", "place-partition-var", "{0}"},
      {"OMP_DYNAMIC", "true", "dyn-var", "true"},
      {"OMP_THREAD_LIMIT", "5", "thread-limit-var", "5"},
      {"OMP_MAX_ACTIVE_LEVELS", "3", "max-active-levels-var", "3"},
      {"OMP_WAIT_POLICY", "passive", "wait-policy-var", "passive"},
      {"OMP_CANCELLATION", "true", "cancel-var", "true"},
      {"OMP_MAX_TASK_PRIORITY", "9", "max-task-priority-var", "9"},
      {"OMP_TARGET_OFFLOAD", "disabled", "target-offload-var", "disabled"},
      {"OMP_AFFINITY_FORMAT", "thread %n", "affinity-format-var", "thread %n"},
      {"OMP_ALLOCATOR", "omp_high_bw_mem_alloc", "def-allocator-var", "omp_high_bw_mem_alloc"},
      {"OMP_NUM_TEAMS", "4", "nteams-var", "4"},
      {"OMP_TEAMS_THREAD_LIMIT", "3", "teams-thread-limit-var", "3"},
      {"OMP_TOOL", "disabled", "tool-var", "disabled"},
      {"OMP_TOOL_LIBRARIES", "/nowhere/tool.so", "tool-libraries-var", "/nowhere/tool.so"},
      {"OMP_TOOL_VERBOSE_INIT", "stderr", "tool-verbose-init-var", "stderr"},
      {"OMP_DEBUG", "enabled", "debug-var", "enabled"},
  };
  std::vector<std::string> environment = {"OMP_STACKSIZE=1M"};
  for (const Setting& setting : kSettings)
    environment.push_back(std::string(setting.variable) + "=" + setting.value);
  start("idle", environment);
  const OwnedTask of_task = task(initial());
  EXPECT_EQ(icv_text(process_, "stacksize-var"), "1048576");
  // Each line can be exported as it is: a size without a unit would be kibibytes.
  std::set<std::string> expected = {"OMP_STACKSIZE=1048576B", "OMP_NESTED=true"};
  for (const Setting& setting : kSettings) {
    void* handle = icvs_.at(setting.icv).scope == ompd_scope_task ? static_cast<void*>(of_task) : process_;
    EXPECT_EQ(icv_text(handle, setting.icv), setting.text);
    expected.insert(std::string(setting.variable) + "=" + setting.text);
  }
  const char* const* vector = nullptr;
  ASSERT_EQ(ompd_get_display_control_vars(process_, &vector), ompd_rc_ok);
  for (const char* const* text = vector; *text != nullptr; ++text) expected.erase(*text);
  EXPECT_EQ(expected, std::set<std::string>{});
  EXPECT_EQ(ompd_rel_display_control_vars(&vector), ompd_rc_ok);
  // A list has a first item.
  EXPECT_EQ(icv(of_task, "nthreads-var", ompd_rc_incomplete), 2);
  EXPECT_EQ(icv(of_task, "bind-var", ompd_rc_incomplete), 3);
  EXPECT_EQ(icv(of_task, "place-partition-var"), 0);
  EXPECT_EQ(icv(of_task, "thread-limit-var"), 5);
}

// What a tool wrote into the words is what the debugger reads.
TEST_P(Ompd5Subject, tool_words) {
  start("tasks", {std::string("OMP_TOOL_LIBRARIES=") + WORDS_TOOL});
  const auto creator = static_cast<long>(subject_->facts.at(0).at("creator").at(0));
  const OwnedTask of_task = task(creator);
  OwnedTask suspended;
  OwnedTask implicit;
  ASSERT_EQ(ompd_get_scheduling_task_handle(of_task, suspended.out()), ompd_rc_ok);
  ASSERT_EQ(ompd_get_scheduling_task_handle(suspended, implicit.out()), ompd_rc_ok);
  const OwnedThread of_thread = thread(creator);
  const OwnedRegion of_region = region(creator);
  const std::tuple<void*, ompd_scope_t, ompd_word_t> expected[] = {
      {of_thread, ompd_scope_thread, WORD_OF_THREAD},
      {of_region, ompd_scope_parallel, WORD_OF_REGION},
      {implicit, ompd_scope_implicit_task, WORD_OF_IMPLICIT_TASK},
      {implicit, ompd_scope_task, WORD_OF_IMPLICIT_TASK},
      {suspended, ompd_scope_task, WORD_OF_TASK},
      {of_task, ompd_scope_task, WORD_OF_TASK}};
  for (const auto& [handle, scope, word] : expected) {
    ompd_word_t value = 0;
    ompd_address_t pointer{};
    EXPECT_EQ(ompd_get_tool_data(handle, scope, &value, &pointer), ompd_rc_ok);
    EXPECT_EQ(value, word);
    EXPECT_EQ(pointer.address, static_cast<std::uint64_t>(word));
  }
}

TEST_P(Ompd5Subject, serialized_region) {
  start("serialized");
  const OwnedTask of_task = task(initial());
  ompd_address_t address{};
  EXPECT_EQ(ompd_get_task_function(of_task, &address), ompd_rc_ok);
  const std::uint64_t code = subject_->facts.at(initial()).at("code").at(0);
  EXPECT_LT(code - address.address + 65536, 2 * 65536u);
  EXPECT_EQ(icv(region(initial()), "levels-var"), 1);
  EXPECT_EQ(icv(region(initial()), "active-levels-var"), 0);
  EXPECT_EQ(icv(region(initial()), "team-size-var"), 1);
}

// What was there and is no more: a thread, its region, their tasks.
TEST_P(Ompd5Subject, stale_handles) {
  start("ending");
  long foreign = 0;
  long worker = 0;
  for (const auto& [lwp, said] : subject_->facts) {
    if (said.count("ends") != 0) (said.at("ends").at(0) == 0 ? foreign : worker) = lwp;
  }
  const OwnedThread ended = thread(foreign);
  const OwnedThread pooled = thread(worker);
  const OwnedRegion over = region(foreign);
  const OwnedTask done[] = {task(foreign), task(worker)};
  subject_->tell();
  subject_->await_ready();
  subject_->stop_at_rest();
  ompd_word_t value = 0;
  ompd_thread_handle_t* no_thread = nullptr;
  ompd_parallel_handle_t* no_region = nullptr;
  ompd_task_handle_t* no_task = nullptr;
  ompd_address_t address{};
  EXPECT_EQ(ompd_get_state(pooled, &value, nullptr), ompd_rc_ok);
  EXPECT_EQ(value, ompt_state_idle);
  EXPECT_EQ(ompd_get_curr_task_handle(pooled, &no_task), ompd_rc_unavailable);
  EXPECT_EQ(ompd_get_state(ended, &value, nullptr), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_get_curr_parallel_handle(ended, &no_region), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_get_thread_in_parallel(over, 0, &no_thread), ompd_rc_stale_handle);
  EXPECT_EQ(ompd_get_enclosing_parallel_handle(over, &no_region), ompd_rc_stale_handle);
  for (const OwnedTask& task : done) {
    EXPECT_EQ(ompd_get_task_function(task, &address), ompd_rc_stale_handle);
    EXPECT_EQ(ompd_get_generating_task_handle(task, &no_task), ompd_rc_stale_handle);
    EXPECT_EQ(ompd_get_icv_from_scope(task, ompd_scope_task, icvs_.at("dyn-var").id, &value),
              ompd_rc_stale_handle);
  }
}

// A worker that has not noticed yet that its region is over is in none, as an idle one: a handle that has
// just been given out must not be stale. OMP_DEBUG: the end of each region is stated, so the worker is not
// idle.
TEST_P(Ompd5Subject, left_behind) {
  for (const std::string situation : {"behind", "ahead"}) {
    for (const char* debug : {"OMP_DEBUG=enabled", "OMP_DEBUG=disabled"}) {
      SCOPED_TRACE(situation + " " + debug);
      start(situation, {debug});
      expect_outside(thread(numbered(1)));
      EXPECT_EQ(icv(region(initial()), "levels-var"), situation == "ahead" ? 1 : 0);
      leave();
    }
  }
}

// A debugger asks for one thread after the other: what is read grows with their number, and not with its
// square.
TEST_P(Ompd5Subject, threads_one_by_one) {
  constexpr std::uint64_t kMostReadsForOne = 16;
  start("crowd");
  const std::uint64_t before = memory_->reads;
  std::uint64_t count = 0;
  for (const auto& [lwp, said] : subject_->facts) {
    if (said.count("outer_num") == 0) continue;
    thread(lwp);
    ++count;
  }
  EXPECT_EQ(count, 64u);
  EXPECT_LE(memory_->reads - before, count * kMostReadsForOne);
}

// Tasks are read in blocks: fewer reads than tasks.
TEST_P(Ompd5Subject, limpid_ompd_describe_tasks) {
  start("many");
  const std::uint64_t before = memory_->reads;
  limpid_ompd_task_t* tasks = nullptr;
  ompd_size_t count = 0;
  ASSERT_EQ(limpid_ompd_describe_tasks(process_, &tasks, &count), ompd_rc_ok);
  const std::uint64_t reads = memory_->reads - before;
  std::uint64_t dependent = 0;
  for (ompd_size_t i = 0; i < count; ++i) {
    EXPECT_EQ(tasks[i].handle, nullptr);
    dependent += tasks[i].progress == limpid_ompd_depends;
  }
  EXPECT_EQ(callbacks().free_memory(tasks), ompd_rc_ok);
  EXPECT_EQ(dependent, subject_->facts.at(0).at("dependent_tasks").at(0));
  EXPECT_LT(reads, dependent);
}

// From a task to its creators, in one call however many they are.
TEST_P(Ompd5Subject, limpid_ompd_get_creator) {
  start("deep");
  const std::uint64_t levels = subject_->facts.at(0).at("levels").at(0);
  const OwnedTask innermost = task(initial());
  OwnedTask next;
  OwnedTask first;
  OwnedTask outermost;
  std::uint32_t taken = 0;
  int order = 1;
  ASSERT_EQ(ompd_get_generating_task_handle(innermost, next.out()), ompd_rc_ok);
  ASSERT_EQ(limpid_ompd_get_creator(innermost, 1, first.out(), &taken), ompd_rc_ok);
  EXPECT_EQ(ompd_task_handle_compare(first, next, &order), ompd_rc_ok);
  EXPECT_EQ(order, 0);
  EXPECT_EQ(taken, 1u);
  ASSERT_EQ(limpid_ompd_get_creator(innermost, limpid_ompd_outermost, outermost.out(), &taken), ompd_rc_ok);
  EXPECT_EQ(taken, levels + 1);  // the other tasks, the implicit and the initial one
  ompd_task_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_generating_task_handle(outermost, &none), ompd_rc_unavailable);
  EXPECT_EQ(limpid_ompd_get_creator(innermost, taken + 1, &none, &taken), ompd_rc_unavailable);
  EXPECT_EQ(limpid_ompd_get_creator(outermost, limpid_ompd_outermost, &none, nullptr), ompd_rc_unavailable);
  EXPECT_EQ(limpid_ompd_get_creator(innermost, 0, &none, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(limpid_ompd_get_creator(nullptr, 1, &none, nullptr), ompd_rc_stale_handle);
}

// Members that say that they wait at a barrier: for others, or not any more.
TEST_P(Ompd5Subject, limpid_ompd_get_barrier) {
  const std::map<std::string, limpid_ompd_barrier_t> situations = {{"mismatch", limpid_ompd_barrier_held},
                                                                   {"let_go", limpid_ompd_barrier_open},
                                                                   {"serialized", limpid_ompd_barrier_full}};
  for (const auto& [situation, expected] : situations) {
    SCOPED_TRACE(situation);
    start(situation);
    limpid_ompd_barrier_t barrier{};
    EXPECT_EQ(limpid_ompd_get_barrier(region(initial()), &barrier), ompd_rc_ok);
    EXPECT_EQ(barrier, expected);
    EXPECT_EQ(limpid_ompd_get_barrier(region(initial()), nullptr), ompd_rc_bad_input);
    leave();
  }
  limpid_ompd_barrier_t barrier{};
  EXPECT_EQ(limpid_ompd_get_barrier(nullptr, &barrier), ompd_rc_stale_handle);
}

// A task that nobody but its event's owner knows; a handle of it is good for as long.
TEST_P(Ompd5Subject, detached_task) {
  start("detached");
  limpid_ompd_task_t* tasks = nullptr;
  ompd_size_t count = 0;
  ASSERT_EQ(limpid_ompd_get_tasks(process_, &tasks, &count), ompd_rc_ok);
  int detached = 0;
  for (ompd_size_t i = 0; i < count; ++i) {
    limpid_ompd_task_t again{};
    EXPECT_EQ(limpid_ompd_get_task_info(tasks[i].handle, &again), ompd_rc_ok);
    EXPECT_EQ(again.progress, tasks[i].progress);
    EXPECT_EQ(again.event, tasks[i].event);
    EXPECT_EQ(tasks[i].progress == limpid_ompd_detached, tasks[i].event != 0);
    if (tasks[i].event != 0) {
      ++detached;
      EXPECT_EQ(tasks[i].event, subject_->facts.at(0).at("event").at(0));
      EXPECT_EQ(tasks[i].thread_id, 0u);
    }
    EXPECT_EQ(ompd_rel_task_handle(tasks[i].handle), ompd_rc_ok);
  }
  EXPECT_EQ(detached, 1);
  EXPECT_EQ(callbacks().free_memory(tasks), ompd_rc_ok);
}

// A debugger that keeps its handle of the process finds threads that came since it looked last, and none that
// went.
TEST_P(Ompd5Subject, threads_come_and_go) {
  start("growing");
  EXPECT_EQ(subject_->facts.size(), 3u);  // 0 and two threads
  for (const auto& [lwp, said] : subject_->facts)
    if (lwp != 0) thread(lwp);
  subject_->tell();
  subject_->await_ready();
  subject_->stop_at_rest();
  EXPECT_EQ(subject_->facts.size(), 5u);
  for (const auto& [lwp, said] : subject_->facts)
    if (lwp != 0) thread(lwp);
  leave();
  start("ending");
  std::vector<long> foreign;
  for (const auto& [lwp, said] : subject_->facts)
    if (said.count("ends") != 0 && said.at("ends").at(0) == 0) foreign.push_back(lwp);
  ASSERT_EQ(foreign.size(), 1u);
  thread(foreign[0]);
  subject_->tell();
  subject_->await_ready();
  subject_->stop_at_rest();
  ompd_thread_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_thread_handle(process_, OMPD_THREAD_ID_LWP, sizeof(long), &foreign[0], &none),
            ompd_rc_unavailable);
}

// A target that cannot be read any more is no stale handle.
TEST_P(Ompd5Subject, unreadable_target) {
  start("serialized");
  const OwnedThread of_thread = thread(initial());
  const OwnedRegion of_region = region(initial());
  subject_.reset();
  ompd_word_t state = 0;
  ompd_parallel_handle_t* none = nullptr;
  EXPECT_EQ(ompd_get_state(of_thread, &state, nullptr), ompd_rc_device_read_error);
  EXPECT_EQ(ompd_get_enclosing_parallel_handle(of_region, &none), ompd_rc_device_read_error);
}

// Not a word goes to the debugger's output but through its callback.
TEST_P(Ompd5Subject, silence) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  start("serialized");
  for (const auto& [name, variable] : icvs_) {
    const char* text = nullptr;
    if (ompd_get_icv_string_from_scope(process_, variable.scope, variable.id, &text) == ompd_rc_ok)
      taken(text);
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// ---- What libompd.so answers beyond OMPD

class Ompd5Extension : public Ompd5 {};

TEST_P(Ompd5Extension, limpid_ompd_get_tasks) {
  Session& session = look_at("tasks");
  limpid_ompd_task_t* tasks = nullptr;
  ompd_size_t count = 0;
  ASSERT_EQ(limpid_ompd_get_tasks(process_, &tasks, &count), ompd_rc_ok);
  std::map<int, std::uint64_t> explicit_tasks;
  std::set<std::uint64_t> ids;
  for (ompd_size_t i = 0; i < count; ++i) {
    const OwnedTask handle(tasks[i].handle);
    limpid_ompd_task_t again{};
    EXPECT_EQ(limpid_ompd_get_task_info(handle, &again), ompd_rc_ok);
    EXPECT_EQ(again.id, tasks[i].id);
    EXPECT_EQ(again.progress, tasks[i].progress);
    EXPECT_TRUE(ids.insert(tasks[i].id).second);
    if ((tasks[i].flags & ompt_task_explicit) == 0) continue;
    ++explicit_tasks[tasks[i].progress];
    EXPECT_NE(tasks[i].created_at, 0u);
    EXPECT_NE(tasks[i].function, 0u);
    EXPECT_EQ(tasks[i].progress == limpid_ompd_depends, tasks[i].unmet > 0);
  }
  EXPECT_EQ(callbacks().free_memory(tasks), ompd_rc_ok);
  EXPECT_EQ(explicit_tasks[limpid_ompd_ready], session.fact(0, "ready_tasks"));
  EXPECT_EQ(explicit_tasks[limpid_ompd_depends], session.fact(0, "dependent_tasks"));
  EXPECT_EQ(explicit_tasks[limpid_ompd_runs], 1u);
  EXPECT_EQ(explicit_tasks[limpid_ompd_suspended], 1u);
  for (long allowed = 0; allowed < 8; ++allowed) {
    allocator().failing_after = allowed;
    EXPECT_EQ(limpid_ompd_get_tasks(process_, &tasks, &count), ompd_rc_nomem);
  }
  allocator().failing_after = -1;
  EXPECT_EQ(limpid_ompd_get_tasks(process_, nullptr, &count), ompd_rc_bad_input);
  EXPECT_EQ(limpid_ompd_get_tasks(nullptr, &tasks, &count), ompd_rc_stale_handle);
}

TEST_P(Ompd5Extension, limpid_ompd_get_lock_holder) {
  Session& session = look_at("locks");
  const OwnedThread holder = thread(session.threads_with("holds").at(0));
  for (const long lwp : session.threads_with("waits_for")) {
    if (session.fact(lwp, "waits_for") > 3) continue;
    ompd_word_t state = 0;
    ompd_wait_id_t wait = 0;
    ASSERT_EQ(ompd_get_state(thread(lwp), &state, &wait), ompd_rc_ok);
    OwnedThread found;
    ASSERT_EQ(limpid_ompd_get_lock_holder(process_, wait, found.out()), ompd_rc_ok);
    int order = 1;
    EXPECT_EQ(ompd_thread_handle_compare(found, holder, &order), ompd_rc_ok);
    EXPECT_EQ(order, 0);
  }
  ompd_thread_handle_t* none = nullptr;
  EXPECT_NE(limpid_ompd_get_lock_holder(process_, 0, &none), ompd_rc_ok);
}

TEST_P(Ompd5Extension, limpid_ompd_get_threads) {
  Session& session = look_at("locks");
  limpid_ompd_thread_t* threads = nullptr;
  ompd_size_t count = 0;
  ASSERT_EQ(limpid_ompd_get_threads(process_, &threads, &count), ompd_rc_ok);
  EXPECT_EQ(count, session.threads_with("thread_num").size());
  for (ompd_size_t i = 0; i < count; ++i) {
    const OwnedThread handle(threads[i].handle);
    std::uint64_t number = 0;
    EXPECT_EQ(limpid_ompd_get_thread_number(handle, &number), ompd_rc_ok);
    EXPECT_EQ(number, i + 1);
    EXPECT_EQ(threads[i].number, i + 1);
    EXPECT_EQ(session.facts.count(static_cast<long>(threads[i].lwp)), 1u);
    ompd_word_t state = 0;
    ompd_wait_id_t wait = 0;
    EXPECT_EQ(ompd_get_state(handle, &state, &wait), ompd_rc_ok);
    EXPECT_EQ(threads[i].state, state);
    EXPECT_EQ(threads[i].wait_id, wait);
  }
  EXPECT_EQ(callbacks().free_memory(threads), ompd_rc_ok);
}

// The subject has none; offload.waits has one.
TEST_P(Ompd5Extension, limpid_ompd_get_devices) {
  look_at("locks");
  limpid_ompd_device_t* devices = nullptr;
  ompd_size_t count = 77;
  ASSERT_EQ(limpid_ompd_get_devices(process_, &devices, &count), ompd_rc_ok);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(callbacks().free_memory(devices), ompd_rc_ok);
  EXPECT_EQ(limpid_ompd_get_devices(process_, nullptr, &count), ompd_rc_bad_input);
  EXPECT_EQ(limpid_ompd_get_devices(process_, &devices, nullptr), ompd_rc_bad_input);
  EXPECT_EQ(limpid_ompd_get_devices(nullptr, &devices, &count), ompd_rc_stale_handle);
}

TEST_P(Ompd5Extension, limpid_ompd_get_region_info) {
  Session& session = look_at("nested");
  const long lwp = session.threads_with("code").at(0);
  limpid_ompd_region_t info{};
  ASSERT_EQ(limpid_ompd_get_region_info(region(lwp), &info), ompd_rc_ok);
  EXPECT_EQ(info.level, 2u);
  EXPECT_EQ(info.threads, 2u);
  EXPECT_NE(info.id, 0u);
  EXPECT_LT(session.fact(lwp, "code") - info.function + 65536, 2 * 65536u);
  EXPECT_EQ(limpid_ompd_get_region_info(nullptr, &info), ompd_rc_stale_handle);
}

TEST_P(Ompd5Extension, leagues) {
  Session& session = look_at("leagues");
  const long lwp = session.threads_with("code").at(0);
  OwnedRegion league;
  ASSERT_EQ(ompd_get_enclosing_parallel_handle(region(lwp), league.out()), ompd_rc_ok);
  limpid_ompd_region_t info{};
  ASSERT_EQ(limpid_ompd_get_region_info(league, &info), ompd_rc_ok);
  EXPECT_EQ(info.is_league, 1u);
  EXPECT_EQ(info.league_size, session.fact(0, "num_teams"));
  EXPECT_EQ(icv(region(lwp), "team-size-var"), static_cast<ompd_word_t>(session.fact(lwp, "num_threads")));
}

std::string name_of(const testing::TestParamInfo<Ompd5::ParamType>& test) {
  static constexpr const char* kViews[] = {"live", "core", "gcore"};
  return std::get<0>(test.param) + "_" + kViews[static_cast<int>(std::get<1>(test.param))];
}

INSTANTIATE_TEST_SUITE_P(Programs, Ompd5Subject,
                         testing::Combine(testing::ValuesIn(compilers()), testing::Values(View::live)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Programs, Ompd5Extension,
                         testing::Combine(testing::ValuesIn(compilers()),
                                          testing::Values(View::live, View::core, View::gcore)),
                         name_of);

}  // namespace
}  // namespace limpid::test
