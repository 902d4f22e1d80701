// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runtimes are known to get wrong, seen by the objects and addresses that the callbacks get: a tool of
// its own, which keeps them. The rows are those of docs/ompt-5.1.md.
#include <dlfcn.h>
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace {

struct Event {
  std::string name;
  int kind = 0;  // or flags
  ompt_scope_endpoint_t endpoint = ompt_scope_begin;
  ompt_data_t* parallel = nullptr;
  ompt_data_t* task = nullptr;
  uint64_t task_value = 0;
  uint64_t parallel_value = 0;
  unsigned size = 0;
  unsigned index = 0;
  const void* code = nullptr;
  pthread_t thread = pthread_self();
};

std::mutex g_lock;
std::vector<Event> g_events;
uint64_t g_next = 1;
int g_failures = 0;
int g_devices_at_start = -1;
ompt_function_lookup_t g_lookup = nullptr;
volatile int g_sink;

#define EXPECT(condition) expect(condition, __LINE__, #condition)
void expect(bool holds, int line, const char* text) {
  if (holds) return;
  std::lock_guard<std::mutex> guard(g_lock);
  ++g_failures;
  fprintf(stderr, "%s:%d: %s\n", __FILE__, line, text);
}

void write(Event event) {
  std::lock_guard<std::mutex> guard(g_lock);
  if (event.task != nullptr) event.task_value = event.task->value;
  if (event.parallel != nullptr) event.parallel_value = event.parallel->value;
  g_events.push_back(event);
}

// New objects are 0 when they come, and get a number.
void name(ompt_data_t* data) {
  std::lock_guard<std::mutex> guard(g_lock);
  if (data->value != 0) {
    ++g_failures;
    fprintf(stderr, "a new object's word is %llu\n", static_cast<unsigned long long>(data->value));
  }
  data->value = g_next++;
}

void on_parallel_begin(ompt_data_t* task, const ompt_frame_t*, ompt_data_t* parallel, unsigned size,
                       int flags, const void* code) {
  name(parallel);
  write({"parallel", flags, ompt_scope_begin, parallel, task, 0, 0, size, 0, code});
}

void on_parallel_end(ompt_data_t* parallel, ompt_data_t* task, int flags, const void* code) {
  write({"parallel", flags, ompt_scope_end, parallel, task, 0, 0, 0, 0, code});
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, unsigned size,
                      unsigned index, int flags) {
  if (endpoint == ompt_scope_begin) name(task);
  write({"implicit", flags, endpoint, parallel, task, 0, 0, size, index});
}

void on_sync(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
             ompt_data_t* task, const void* code) {
  write({"sync", kind, endpoint, parallel, task, 0, 0, 0, 0, code});
}

void on_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
             ompt_data_t* task, const void* code) {
  write({"wait", kind, endpoint, parallel, task, 0, 0, 0, 0, code});
}

void on_task_create(ompt_data_t* parent, const ompt_frame_t*, ompt_data_t* task, int flags, int,
                    const void* code) {
  name(task);
  write({"create", flags, ompt_scope_begin, parent, task, 0, 0, 0, 0, code});
}

void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  write({"schedule", status, ompt_scope_begin, next, prior});
}

void on_acquired(ompt_mutex_t kind, ompt_wait_id_t, const void* code) {
  write({"acquired", kind, ompt_scope_begin, nullptr, nullptr, 0, 0, 0, 0, code});
}

void on_released(ompt_mutex_t kind, ompt_wait_id_t, const void* code) {
  write({"released", kind, ompt_scope_end, nullptr, nullptr, 0, 0, 0, 0, code});
}

void on_lock_init(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t, const void*) {
  write({"lock_init", kind});
}

void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t, const void*) {
  write({"lock_destroy", kind});
}

template <class Specified>
void on(ompt_callbacks_t event, Specified function) {
  auto set = reinterpret_cast<ompt_set_callback_t>(g_lookup("ompt_set_callback"));
  set(event, reinterpret_cast<ompt_callback_t>(function));
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  g_lookup = lookup;
  g_devices_at_start = reinterpret_cast<ompt_get_num_devices_t>(lookup("ompt_get_num_devices"))();
  on<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, on_parallel_begin);
  on<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, on_parallel_end);
  on<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, on_implicit_task);
  on<ompt_callback_sync_region_t>(ompt_callback_sync_region, on_sync);
  on<ompt_callback_sync_region_t>(ompt_callback_sync_region_wait, on_wait);
  on<ompt_callback_task_create_t>(ompt_callback_task_create, on_task_create);
  on<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, on_task_schedule);
  on<ompt_callback_mutex_t>(ompt_callback_mutex_acquired, on_acquired);
  on<ompt_callback_mutex_t>(ompt_callback_mutex_released, on_released);
  on<ompt_callback_mutex_acquire_t>(ompt_callback_lock_init, on_lock_init);
  on<ompt_callback_mutex_t>(ompt_callback_lock_destroy, on_lock_destroy);
  return 1;
}

void finalize(ompt_data_t*) {}

void clear() {
  std::lock_guard<std::mutex> guard(g_lock);
  g_events.clear();
}

size_t count(const std::vector<Event>& all, const std::string& word, ompt_scope_endpoint_t endpoint) {
  return static_cast<size_t>(std::count_if(
      all.begin(), all.end(), [&](const Event& e) { return e.name == word && e.endpoint == endpoint; }));
}

// All events since clear(), when every implicit task that began has ended.
std::vector<Event> settled() {
  for (int i = 0; i < 60000; ++i) {
    {
      std::lock_guard<std::mutex> guard(g_lock);
      if (count(g_events, "implicit", ompt_scope_begin) == count(g_events, "implicit", ompt_scope_end))
        return g_events;
    }
    usleep(1000);
  }
  fprintf(stderr, "implicit tasks that began have not ended after a minute\n");
  _exit(1);
}

// Row 40: the first OpenMP call of the program initializes a lock. Row 28: devices in the initializer.
void first_call() {
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_destroy_lock(&lock);
  const auto all = g_events;
  EXPECT(count(all, "lock_init", ompt_scope_begin) == 1 && count(all, "lock_destroy", ompt_scope_begin) == 1);
  EXPECT(g_devices_at_start == omp_get_num_devices());
}

// Rows 1, 21, 22, 23: end of regions, on every thread; also nested regions of one thread.
void ends_of_regions(int threads) {
  clear();
#pragma omp parallel num_threads(threads)
#pragma omp parallel num_threads(1)
  g_sink = 1;
  const auto all = settled();
  const auto size = static_cast<size_t>(threads);
  EXPECT(count(all, "implicit", ompt_scope_begin) == 2 * size);
  std::set<ompt_data_t*> live;
  for (const Event& event : all) {
    if (event.name != "implicit") {
      // NULL exactly where a region ends.
      if (event.name == "sync" || event.name == "wait")
        EXPECT((event.parallel == nullptr) == (event.endpoint == ompt_scope_end));
      continue;
    }
    if (event.endpoint == ompt_scope_begin) {
      EXPECT(event.parallel != nullptr && event.size >= 1 && event.index < event.size);
      EXPECT(live.insert(event.task).second);  // an object of its own
    } else {
      EXPECT(event.parallel == nullptr && event.size == 0);
      EXPECT(live.erase(event.task) == 1);  // the object of its begin
      EXPECT(event.task_value != 0);        // as the tool left it
    }
  }
}

// Rows 4 and 5: each team of a league is an initial task of one region, whatever their number.
void leagues() {
  for (int teams : {1, 2, 5}) {
    clear();
#pragma omp teams num_teams(teams)
    g_sink = 1;
    const auto all = settled();
    EXPECT(count(all, "implicit", ompt_scope_begin) == static_cast<size_t>(teams));
    const Event begin = all.front();
    EXPECT(begin.name == "parallel" && (begin.kind & ompt_parallel_league) != 0);
    EXPECT(all.back().parallel == begin.parallel && all.back().parallel_value == begin.parallel_value);
    std::set<unsigned> numbers;
    for (const Event& event : all) {
      if (event.name != "implicit") continue;
      EXPECT(event.kind == ompt_task_initial);
      if (event.endpoint != ompt_scope_begin) continue;
      numbers.insert(event.index);
      EXPECT(event.parallel == begin.parallel && event.parallel_value == begin.parallel_value);
      EXPECT(event.size == static_cast<unsigned>(teams));
    }
    EXPECT(numbers.size() == static_cast<size_t>(teams));
  }
}

// Row 6: tasks of a single nowait in regions of teams: barriers pair up on each thread, tasks end before
// them.
void tasks_in_teams() {
  clear();
#pragma omp teams num_teams(2)
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  for (int i = 0; i < 4; ++i) {
#pragma omp task
    g_sink = i;
  }
  const auto all = settled();
  EXPECT(count(all, "sync", ompt_scope_begin) == count(all, "sync", ompt_scope_end));
  EXPECT(count(all, "wait", ompt_scope_begin) == count(all, "wait", ompt_scope_end));
  size_t complete = 0;
  for (const Event& event : all) complete += event.name == "schedule" && event.kind == ompt_task_complete;
  EXPECT(complete == 8);
}

// Row 7: no task runs while its thread waits.
void waits() {
  clear();
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      for (int i = 0; i < 50; ++i) {
#pragma omp task
        g_sink = i;
      }
    }
#pragma omp barrier
#pragma omp taskgroup
    {
#pragma omp task
      g_sink = 1;
    }
  }
  const auto all = settled();
  std::vector<std::pair<pthread_t, bool>> waiting;
  for (const Event& event : all) {
    auto mine = std::find_if(waiting.begin(), waiting.end(),
                             [&](const auto& one) { return pthread_equal(one.first, event.thread) != 0; });
    if (mine == waiting.end()) mine = waiting.insert(waiting.end(), {event.thread, false});
    if (event.name == "wait") {
      EXPECT(mine->second == (event.endpoint == ompt_scope_end));
      mine->second = event.endpoint == ompt_scope_begin;
    }
    if (event.name == "schedule") EXPECT(!mine->second);
  }
}

// What follows the construct keeps its end from being a jump, which would return to the caller.
[[gnu::noinline]] void first_critical() {
#pragma omp critical(first)
  g_sink = 1;
  g_sink = 0;
}
[[gnu::noinline]] void second_critical() {
#pragma omp critical(second)
  g_sink = 2;
  g_sink = 0;
}

// The function that contains the address begins last before it.
bool in_second(const void* code) {
  const auto at = reinterpret_cast<uintptr_t>(code);
  const auto first = reinterpret_cast<uintptr_t>(&first_critical);
  const auto second = reinterpret_cast<uintptr_t>(&second_critical);
  return second > first ? at >= second : at < first;
}

// Row 24: each thread's addresses are of its own construct.
void critical_addresses() {
  clear();
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 20; ++i) {
    if (omp_get_thread_num() == 0)
      first_critical();
    else
      second_critical();
  }
  const auto all = settled();
  pthread_t primary = pthread_self();
  for (const Event& event : all) {
    if (event.name != "acquired" && event.name != "released") continue;
    EXPECT(event.code != nullptr);
    EXPECT(in_second(event.code) == (pthread_equal(event.thread, primary) == 0));
  }
}

// Row 33: ids do not repeat, whoever asks.
void unique_ids() {
  auto unique = reinterpret_cast<ompt_get_unique_id_t>(g_lookup("ompt_get_unique_id"));
  std::set<uint64_t> seen;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 5000; ++i) {
    const uint64_t id = unique();
    std::lock_guard<std::mutex> guard(g_lock);
    seen.insert(id);
  }
  EXPECT(seen.size() == 20000 && seen.count(0) == 0);
}

// Row 50: the implicit region around the initial task was never begun; its word is there, and 0.
void implicit_region() {
  auto parallel = reinterpret_cast<ompt_get_parallel_info_t>(g_lookup("ompt_get_parallel_info"));
  ompt_data_t* word = nullptr;
  int size = 0;
  EXPECT(parallel(0, &word, &size) == 2 && word != nullptr && word->value == 0 && size == 1);
  clear();
#pragma omp task
  g_sink = 1;
#pragma omp taskwait
  for (const Event& event : settled())
    if (event.name == "sync" && event.endpoint == ompt_scope_begin)
      EXPECT(event.parallel != nullptr && event.parallel->value == 0);
}

// Row 50: a detached task, its event fulfilled in the body or after it: one end each.
void detached() {
  for (int when = 0; when < 2; ++when) {
    clear();
#pragma omp parallel num_threads(1)
    {
      omp_event_handle_t event;
#pragma omp task detach(event)
      {
        if (when == 0) omp_fulfill_event(event);
      }
      if (when == 1) omp_fulfill_event(event);
#pragma omp taskwait
    }
    int ends = 0;
    for (const Event& one : settled())
      ends +=
          one.name == "schedule" && (one.kind == ompt_task_complete || one.kind == ompt_task_late_fulfill);
    EXPECT(ends == 1);
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned version,
                                                                                            const char*) {
  static ompt_start_tool_result_t result = {initialize, finalize, ompt_data_none};
  if (version != 202011) return nullptr;  // row 34
  return &result;
}

int main() {
  first_call();
  for (int threads : {1, 2, 4}) ends_of_regions(threads);
  leagues();
  tasks_in_teams();
  waits();
  critical_addresses();
  unique_ids();
  implicit_region();
  detached();
  return g_failures == 0 ? 0 : 1;
}
