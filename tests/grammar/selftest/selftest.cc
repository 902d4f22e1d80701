// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plays a runtime to the checker: one right stream of events, and the same stream with one fault each. The
// checker has to accept the first and to name the broken rule in every other.
#include <dlfcn.h>
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <string>

#include "fake_runtime.h"

namespace {

template <class Callback, class... Arguments>
void call(ompt_callbacks_t event, Arguments... arguments) {
  reinterpret_cast<Callback>(fake::callbacks[event])(arguments...);
}

// "User code" has to be outside of the object that holds the runtime, which is this program.
const void* user_code() {
  return reinterpret_cast<const void*>(&qsort);
}

// The faults: what the stream gets wrong, and the rule that has to notice.
const std::map<std::string, const char*> kFaults = {
    {"no thread_begin", "thread.first"},
    {"no thread_end", "thread.end"},
    {"dirty region word", "data.fresh"},
    {"parallel flags", "parallel.flags"},
    {"no enter frame", "frame.enter"},
    {"code in the runtime", "codeptr.runtime"},
    {"index too large", "implicit_task.index"},
    {"size differs", "implicit_task.parallelism"},
    {"team size at the end", "implicit_task.end.parallelism"},
    {"region at the end", "implicit_task.end.parallel"},
    {"no end barrier", "implicit_task.barrier"},
    {"deprecated barrier", "sync.kind.deprecated"},
    {"region at barrier end", "sync.end.parallel"},
    {"barrier in work", "barrier.in_work"},
    {"end from elsewhere", "codeptr.pair"},
    {"work not ended", "nesting"},
    {"work end of another type", "nesting"},
    {"chunk lost", "dispatch.all"},
    {"chunk out of range", "dispatch.range"},
    {"single executed by nobody", "region.executors"},
    {"wrong prior task", "task.current"},
    {"task never completes", "parallel.tasks"},
    {"task in a wait", "wait.task"},
    {"undeferred task deferred", "task.undeferred"},
    {"taskwait too early", "taskwait.children"},
    {"dependence ignored", "task.order"},
    {"word changed", "data.task"},
    {"word moved", "data.moved"},
    {"acquired without acquire", "mutex.acquire"},
    {"released twice", "mutex.owner"},
    {"lock without init", "lock.init"},
    {"parallel_end twice", "data.parallel"},
    {"event after the end", "tool.finalized"},
    {"wrong thread data", "inquiry.thread"},
};

class Stream {
 public:
  explicit Stream(std::string fault) : fault_(std::move(fault)) {}

  void play(ompt_start_tool_result_t* tool) {
    if (is("wrong thread data")) fake::answers.thread_data = nullptr;
    if (!is("no thread_begin")) {
      call<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, ompt_thread_initial,
                                         &fake::answers.thread);
    }
    implicit(ompt_scope_begin, &around_, &initial_, 1, 1, ompt_task_initial);
    lock();
    region();
    implicit(ompt_scope_end, nullptr, &initial_, 0, 1, ompt_task_initial);
    if (!is("no thread_end"))
      call<ompt_callback_thread_end_t>(ompt_callback_thread_end, &fake::answers.thread);
    tool->finalize(&tool->tool_data);
    if (is("event after the end"))
      call<ompt_callback_thread_end_t>(ompt_callback_thread_end, &fake::answers.thread);
  }

 private:
  bool is(const char* fault) const { return fault_ == fault; }
  const void* code() const {
    return is("code in the runtime") ? reinterpret_cast<const void*>(&fake::lookup) : user_code();
  }

  void implicit(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, unsigned size,
                unsigned index, int flags) {
    runs(task, flags, flags == ompt_task_initial ? &around_ : &region_);
    call<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, endpoint, parallel, task, size, index,
                                        flags);
  }

  // What the fake runtime says of the running thread from now on.
  void runs(ompt_data_t* task, int flags, ompt_data_t* region) {
    fake::answers.task = task;
    fake::answers.task_flags = flags;
    fake::answers.region = region;
    fake::answers.region_size = is("size differs") && region == &region_ ? 2 : 1;
  }

  void sync(ompt_callbacks_t event, ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
            ompt_data_t* parallel) {
    const void* where = code();
    if (is("end from elsewhere") && endpoint == ompt_scope_end)
      where = reinterpret_cast<const void*>(&bsearch);
    if (event == ompt_callback_sync_region_wait) {
      fake::answers.state = kind == ompt_sync_region_taskwait ? ompt_state_wait_taskwait
                                                              : ompt_state_wait_barrier_implicit_parallel;
    }
    call<ompt_callback_sync_region_t>(event, kind, endpoint, parallel, &implicit_, where);
    fake::answers.state = ompt_state_work_parallel;
  }

  void mutex(ompt_callbacks_t event, ompt_mutex_t kind) {
    call<ompt_callback_mutex_t>(event, kind, ompt_wait_id_t{0x1000}, code());
  }

  void acquire(ompt_callbacks_t event, ompt_mutex_t kind) {
    call<ompt_callback_mutex_acquire_t>(event, kind, 0u, 1u, ompt_wait_id_t{0x1000}, code());
  }

  void schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
    call<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, prior, status, next);
  }

  void create(ompt_data_t* task, int flags, int dependences) {
    call<ompt_callback_task_create_t>(ompt_callback_task_create, &implicit_, &frame_, task, flags,
                                      dependences, code());
  }

  void work(ompt_work_t type, ompt_scope_endpoint_t endpoint, uint64_t count) {
    call<ompt_callback_work_t>(ompt_callback_work, type, endpoint, &region_, &implicit_, count, code());
  }

  void lock() {
    if (!is("lock without init")) acquire(ompt_callback_lock_init, ompt_mutex_lock);
    if (!is("acquired without acquire")) acquire(ompt_callback_mutex_acquire, ompt_mutex_lock);
    mutex(ompt_callback_mutex_acquired, ompt_mutex_lock);
    mutex(ompt_callback_mutex_released, ompt_mutex_lock);
    if (is("released twice")) mutex(ompt_callback_mutex_released, ompt_mutex_lock);
    mutex(ompt_callback_lock_destroy, ompt_mutex_lock);
  }

  void region() {
    int flags = ompt_parallel_invoker_runtime | (is("parallel flags") ? 0 : ompt_parallel_team);
    if (is("dirty region word")) region_.value = 77;
    frame_.enter_frame.ptr = is("no enter frame") ? nullptr : &frame_;
    call<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &initial_, &frame_, &region_, 1u,
                                         flags, code());
    frame_.enter_frame.ptr = &frame_;
    unsigned size = is("size differs") ? 2 : 1;
    implicit(ompt_scope_begin, &region_, &implicit_, size, is("index too large") ? 1 : 0, ompt_task_implicit);
    if (is("size differs")) {
      ompt_data_t other = ompt_data_none;
      implicit(ompt_scope_begin, &region_, &other, 3, 1, ompt_task_implicit);
      implicit(ompt_scope_end, nullptr, &other, 0, 1, ompt_task_implicit);
    }
    loop();
    single();
    tasks();
    barrier();
    unsigned index = is("index too large") ? 1 : 0;
    implicit(ompt_scope_end, is("region at the end") ? &region_ : nullptr, &implicit_,
             is("team size at the end") ? 1 : 0, index, ompt_task_implicit);
    runs(&initial_, ompt_task_initial, &around_);
    int times = is("parallel_end twice") ? 2 : 1;
    for (int i = 0; i < times; ++i) {
      call<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, &region_, &initial_, flags, code());
    }
  }

  void loop() {
    work(ompt_work_loop_dynamic, ompt_scope_begin, 10);
    chunk(0, 6);
    if (!is("chunk lost")) chunk(is("chunk out of range") ? 7 : 6, 4);
    if (is("barrier in work")) {
      sync(ompt_callback_sync_region, ompt_sync_region_barrier_explicit, ompt_scope_begin, &region_);
      sync(ompt_callback_sync_region, ompt_sync_region_barrier_explicit, ompt_scope_end, &region_);
    }
    if (is("work not ended")) return;
    work(is("work end of another type") ? ompt_work_loop_static : ompt_work_loop_dynamic, ompt_scope_end, 10);
  }

  void chunk(uint64_t start, uint64_t iterations) {
    ompt_dispatch_chunk_t chunk = {start, iterations};
    ompt_data_t instance;
    instance.ptr = &chunk;
    call<ompt_callback_dispatch_t>(ompt_callback_dispatch, &region_, &implicit_, ompt_dispatch_ws_loop_chunk,
                                   instance);
  }

  void single() {
    ompt_work_t type = is("single executed by nobody") ? ompt_work_single_other : ompt_work_single_executor;
    work(type, ompt_scope_begin, 1);
    work(type, ompt_scope_end, 1);
  }

  void run(ompt_data_t* task) {
    schedule(is("wrong prior task") ? &initial_ : &implicit_, ompt_task_switch, task);
    schedule(task, ompt_task_complete, &implicit_);
  }

  void tasks() {
    ompt_data_t included = ompt_data_none;
    create(&included, ompt_task_explicit | ompt_task_undeferred, 0);
    if (!is("undeferred task deferred")) run(&included);
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_end, &region_);
    if (is("undeferred task deferred")) run(&included);

    ompt_data_t first = ompt_data_none;
    ompt_data_t second = ompt_data_none;
    ompt_data_t place = ompt_data_none;
    create(&first, ompt_task_explicit, 0);
    create(&second, ompt_task_explicit, 1);
    ompt_dependence_t dependence = {{0x10}, ompt_dependence_type_in};
    call<ompt_callback_dependences_t>(ompt_callback_dependences, &second, &dependence, 1);
    call<ompt_callback_task_dependence_t>(ompt_callback_task_dependence, &first, &second);
    if (is("word changed")) first.value = 0xdead;
    if (is("word moved")) place = first;
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    if (is("taskwait too early")) {
      sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_end, &region_);
      sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    }
    sync(ompt_callback_sync_region_wait, ompt_sync_region_taskwait, ompt_scope_begin, &region_);
    if (is("task in a wait")) run(&first);
    sync(ompt_callback_sync_region_wait, ompt_sync_region_taskwait, ompt_scope_end, &region_);
    if (is("dependence ignored")) run(&second);
    if (!is("task in a wait")) run(is("word moved") ? &place : &first);
    if (!is("dependence ignored") && !is("task never completes")) run(&second);
    sync(ompt_callback_sync_region, ompt_sync_region_taskwait, ompt_scope_end, &region_);
  }

  void barrier() {
    if (is("no end barrier")) return;
    ompt_sync_region_t kind = is("deprecated barrier") ? ompt_sync_region_barrier_implicit
                                                       : ompt_sync_region_barrier_implicit_parallel;
    sync(ompt_callback_sync_region, kind, ompt_scope_begin, &region_);
    sync(ompt_callback_sync_region_wait, kind, ompt_scope_begin, &region_);
    sync(ompt_callback_sync_region_wait, kind, ompt_scope_end,
         is("region at barrier end") ? &region_ : nullptr);
    sync(ompt_callback_sync_region, kind, ompt_scope_end, is("region at barrier end") ? &region_ : nullptr);
  }

  std::string fault_;
  ompt_data_t around_ = ompt_data_none;
  ompt_data_t initial_ = ompt_data_none;
  ompt_data_t region_ = ompt_data_none;
  ompt_data_t implicit_ = ompt_data_none;
  ompt_frame_t frame_ = {};
};

using StartTool = ompt_start_tool_result_t* (*)(unsigned, const char*);

void play_in_child(const char* checker, const std::string& fault, const std::string& result) {
  setenv("LIMPID_CHECK_RESULT", result.c_str(), 1);
  setenv("LIMPID_CHECK_STRICT", "1", 1);
  void* library = dlopen(checker, RTLD_NOW);
  if (library == nullptr) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(2);
  }
  auto start = reinterpret_cast<StartTool>(dlsym(library, "ompt_start_tool"));
  ompt_start_tool_result_t* tool = start(202011, "selftest");
  tool->initialize(fake::lookup, 0, &tool->tool_data);
  Stream(fault).play(tool);
  _exit(0);
}

// The checker's whole report on one stream.
std::string report_on(const char* checker, const std::string& fault, const std::string& result) {
  pid_t child = fork();
  if (child == 0) play_in_child(checker, fault, result);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) return "the checker crashed";
  std::ifstream file(result);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: grammar-selftest CHECKER_LIBRARY\n");
    return 2;
  }
  std::string result = "grammar-selftest." + std::to_string(getpid());
  int failed = 0;
  std::string report = report_on(argv[1], "", result);
  if (report.find("\"violations\":0,\"notes\":0") == std::string::npos) {
    printf("the right stream is not accepted:\n%s", report.c_str());
    ++failed;
  }
  for (const auto& [fault, rule] : kFaults) {
    report = report_on(argv[1], fault, result);
    if (report.find(std::string("{\"type\":\"rule\",\"rule\":\"") + rule + "\"") != std::string::npos)
      continue;
    printf("fault '%s': rule %s did not notice. The report:\n%s", fault.c_str(), rule, report.c_str());
    ++failed;
  }
  unlink(result.c_str());
  printf("%zu faults, %d not noticed\n", kFaults.size(), failed);
  return failed == 0 ? 0 : 1;
}
