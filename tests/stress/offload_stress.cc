// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target tasks in flight: the program is its own device library, whose operations are done after a random
// number of questions, asked by whoever comes. Chains and groups of them; results are plain memory.
#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdint.h>

#include <atomic>

#include "stress.h"

namespace {

struct Record;
using Routine = int32_t (*)(int32_t, Record*);
struct Dependence {
  intptr_t address;
  size_t length;
  uint8_t flags;
};

// What a task's code leaves under way.
struct Operation {
  std::atomic<bool> asked{false};
  int questions;  // that are in vain; only who asks touches it
  long* value;    // what the device changes, when it is done
};

struct Record {
  void* shareds;
  Routine routine;
  int32_t part;
  Routine destroy;
  int64_t priority;
  Operation* operation;
};

// The entry points of LLVM's compilers: the linker of this program knows GCC's library only.
template <class Function>
Function* entry_point(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}
auto* const g_allocate =
    entry_point<Record*(const void*, int32_t, int32_t, size_t, size_t, Routine, int64_t)>(
        "__kmpc_omp_target_task_alloc");
auto* const g_submit = entry_point<int32_t(const void*, int32_t, Record*, int32_t, const Dependence*, int32_t,
                                           const Dependence*)>("__kmpc_omp_task_with_deps");
auto* const g_handle = entry_point<void**(int32_t)>("__kmpc_omp_get_target_async_handle_ptr");

int32_t launch(int32_t, Record* record) {
  void** const handle = g_handle(0);
  if (handle == nullptr) {
    ++*record->operation->value;
    delete record->operation;
  } else {
    *handle = record->operation;
  }
  return 0;
}

void launch_task(long& value, int questions, bool ordered) {
  constexpr int32_t kTied = 1;
  constexpr uint8_t kInOut = 3;
  Record* const record = g_allocate(nullptr, 0, kTied, sizeof(Record), 0, launch, -1);
  record->operation = new Operation;
  record->operation->questions = questions;
  record->operation->value = &value;
  const Dependence dependence{reinterpret_cast<intptr_t>(&value), sizeof value, kInOut};
  g_submit(nullptr, 0, record, ordered ? 1 : 0, &dependence, 0, nullptr);
}

// One operation after the other, and host tasks between them.
long chain(int threads, int links, int questions) {
  long value = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int link = 0; link < links; ++link) {
    launch_task(value, link % (questions + 1), true);
#pragma omp task depend(inout : value) shared(value)
    value += 1000;
  }
  return value;
}

// The same while nobody but the watcher looks.
long serial_chain(int links, int questions) {
  long value = 0;
  for (int link = 0; link < links; ++link) launch_task(value, link % (questions + 1), true);
#pragma omp taskwait
  return value;
}

// Every thread launches, in tasks and in groups; barriers, groups and the region's end wait.
long from_all(int threads, int each, int questions) {
  long values[64] = {};
  long total = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for
    for (int i = 0; i < each; ++i) launch_task(values[i], i % (questions + 1), false);
#pragma omp single
    {
#pragma omp taskgroup
      for (int i = 0; i < each; ++i) {
#pragma omp task firstprivate(i) shared(values)
        launch_task(values[i], questions, false);
      }
      for (int i = 0; i < each; ++i) total += values[i];
    }
#pragma omp for nowait
    for (int i = 0; i < each; ++i) launch_task(values[i], i % (questions + 1), false);
  }
  for (int i = 0; i < each; ++i) total += values[i];
  return total;
}

// No thread can be had for the watcher: who waits has to ask.
std::atomic<bool> g_no_threads{false};

long without_watcher() {
  g_no_threads.store(true);
  const long value = serial_chain(30, 20);
  g_no_threads.store(false);
  return value;
}

}  // namespace

extern "C" {

// The runtime's threads are started through this.
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (g_no_threads.load()) return EAGAIN;
  static auto* const next = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return next(thread, attributes, start, argument);
}

void __tgt_register_lib(void*) {}

void __tgt_target_nowait_query(void** handle) {
  auto* const operation = static_cast<Operation*>(*handle);
  stress::expect(operation->asked.exchange(true), 0, "only one asks", 0);
  if (operation->questions-- > 0) {
    operation->asked.store(false);
    return;
  }
  ++*operation->value;
  delete operation;
  *handle = nullptr;
}
}

int main() {
  std::mt19937_64 random(test_seed());
  auto up_to = [&](int most) { return 1 + static_cast<int>(random() % most); };
  int rounds = stress::rounds(60);
  stress::expect(without_watcher(), 30, "serial chain without a watcher", -1);
  for (int round = 0; round < rounds; ++round) {
    const int threads = stress::threads(up_to(6));
    const int size = up_to(40);
    const int questions = up_to(12);
    switch (round % 3) {
      case 0:
        stress::expect(chain(threads, size, questions), size * 1001L, "chain", round);
        break;
      case 1:
        stress::expect(serial_chain(size, questions), size, "serial chain", round);
        break;
      default:
        stress::expect(from_all(threads, size, questions), 5L * size, "from all", round);
    }
  }
}
