// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a task's stack changes hands between the program and the runtime (ompt_frame_t): values that say what
// the flags promise, and that are right for tools which look at the address alone. The exit frame is the
// frame pointer that the task's code was called with; the enter frame is the lowest address of the program's
// frame.
#include <omp-tools.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

// What objects of GCC 4.8 and older call.
extern "C" void GOMP_parallel_start(void (*body)(void*), void* data, unsigned threads) __attribute__((weak));
extern "C" void GOMP_parallel_end() __attribute__((weak));

namespace {

constexpr int kRuntimePointer = ompt_frame_runtime | ompt_frame_framepointer;
constexpr int kProgramPointer = ompt_frame_application | ompt_frame_framepointer;
constexpr int kProgramStack = ompt_frame_application | ompt_frame_stackaddress;

// Of a function of the program, as the compiler tells it.
struct Here {
  uintptr_t pointer;  // its frame pointer
  uintptr_t called;   // its caller's
  uintptr_t stack;    // the stack pointer in it
};

// The function that this is inlined into has a frame pointer because of it.
[[gnu::always_inline]] inline Here here() {
  uintptr_t stack;
  asm volatile("movq %%rsp, %0" : "=r"(stack));
  const auto* pointer = static_cast<const uintptr_t*>(__builtin_frame_address(0));
  return {reinterpret_cast<uintptr_t>(pointer), *pointer, stack};
}

#ifdef __clang__
constexpr int kTasks = 11;
#else
constexpr int kTasks = 10;
#endif

ompt_get_task_info_t g_task_info;
int g_created = 0;  // task_create events
int g_failures = 0;
const char* g_case = "";

void expect(bool right, const char* what) {
  if (right) return;
  printf("%s: %s\n", g_case, what);
#pragma omp atomic
  ++g_failures;
}

const ompt_frame_t* frame_of(int level) {
  ompt_frame_t* frame = nullptr;
  return g_task_info(level, nullptr, nullptr, &frame, nullptr, nullptr) == 2 ? frame : nullptr;
}

// A function of the program entered the runtime, in whose frame the address is: at its lower end.
bool in_frame(uintptr_t address, const Here& there) {
  constexpr uintptr_t kArguments = 128;  // what the call pushed
  return address <= there.stack && address + kArguments > there.stack && address < there.pointer;
}

// What everybody finds in a task that the runtime has called.
void expect_called(const Here& inner) {
  const ompt_frame_t* frame = frame_of(0);
  expect(frame != nullptr && frame->exit_frame.value == inner.called,
         "the exit frame is the caller's pointer");
  expect(frame != nullptr && frame->exit_frame_flags == kRuntimePointer, "the exit frame's flags");
  expect(frame != nullptr && frame->enter_frame.value == 0, "the enter frame is empty");
}

// The task around it is suspended in the runtime's entry that `outer` called.
void expect_suspended(int level, const Here& outer) {
  const ompt_frame_t* frame = frame_of(level);
  expect(frame != nullptr && in_frame(frame->enter_frame.value, outer), "the enter frame is the program's");
  expect(frame != nullptr && frame->enter_frame_flags == kProgramStack, "the enter frame's flags");
}

// The program's own code calls the task's.
void expect_called_by_program(const Here& outer, bool with_pointer) {
  const ompt_frame_t* frame = frame_of(0);
  const ompt_frame_t* suspended = frame_of(1);
  if (frame == nullptr || suspended == nullptr) return expect(false, "there are two tasks");
  const bool right =
      with_pointer ? frame->exit_frame_flags == kProgramPointer && frame->exit_frame.value == outer.pointer
                   : frame->exit_frame_flags == kProgramStack &&
                         frame->exit_frame.value == suspended->enter_frame.value;
  expect(right, "the exit frame is that of the program's calling function");
  expect(frame->enter_frame.value == 0, "the enter frame is empty");
  expect_suspended(1, outer);
}

void region(const char* name, int threads) {
  g_case = name;
  const Here outer = here();
#pragma omp parallel num_threads(threads)
  {
    const Here inner = here();
    expect_called(inner);
    if (omp_get_thread_num() == 0) expect_suspended(1, outer);
#pragma omp barrier
  }
}

void nested_region() {
  g_case = "nested region";
  const Here outer = here();
#pragma omp parallel num_threads(2)
  {
    const Here middle = here();
#pragma omp parallel num_threads(2)
    {
      const Here inner = here();
      expect_called(inner);
      if (omp_get_thread_num() == 0) expect_suspended(1, middle);
      if (omp_get_thread_num() == 0 && omp_get_ancestor_thread_num(1) == 0) expect_suspended(2, outer);
    }
  }
}

// Sizes of arguments that make the call push some.
void many_words() {
  g_case = "region with many words";
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, sum = 0;
  const Here outer = here();
#pragma omp parallel num_threads(2) shared(a, b, c, d, e, f, g, h, sum)
  {
    const Here inner = here();
    expect_called(inner);
    if (omp_get_thread_num() == 0) expect_suspended(1, outer);
#pragma omp atomic
    sum += a + b + c + d + e + f + g + h;
  }
  expect(sum == 72, "the words");
}

void tasks() {
  g_case = "deferred task";
#pragma omp parallel num_threads(2)
#pragma omp masked
  {
#pragma omp task
    expect_called(here());
#pragma omp taskwait
    g_case = "task of one thread in a taskgroup";
#pragma omp taskgroup
    {
#pragma omp task untied
      {
        const Here inner = here();
        expect_called(inner);
#pragma omp taskyield
        expect_called(inner);
      }
    }
    g_case = "task in a final task";
#pragma omp task final(true)
    {
      expect_called(here());
#pragma omp task
      expect_called(here());
    }
    g_case = "taskloop";
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < 4; ++i) expect_called(here());
  }
}

// GCC leaves the call to the runtime, Clang does not.
void undeferred_task(bool deferred) {
  g_case = "undeferred task";
#pragma omp parallel num_threads(2)
  {
    const Here outer = here();
#pragma omp task if (deferred)
    {
#ifdef __clang__
      expect_called_by_program(outer, true);
#else
      expect_called(here());
      expect_suspended(1, outer);
#endif
    }
    expect(frame_of(0)->enter_frame.value == 0, "nothing is left in the enter frame");
  }
#ifdef __clang__
  g_case = "undeferred task of the initial task";  // whose frame pointers end nowhere that the runtime knows
  const Here outer = here();
#pragma omp task if (deferred)
  expect_called_by_program(outer, false);
#endif
}

void serialized_region(bool parallel) {
  g_case = "serialized region";
  const Here outer = here();
#pragma omp parallel num_threads(2) if (parallel)
  {
#ifdef __clang__
    expect_called_by_program(outer, false);
#else
    expect_called(here());
    expect_suspended(1, outer);
#endif
  }
  expect(frame_of(0)->enter_frame.value == 0, "nothing is left in the enter frame");
}

void worker_of_old_region(void*) {
  expect_called(here());
}

void old_region() {
  if (GOMP_parallel_start == nullptr) return;
  g_case = "region of an old compiler";
  const Here outer = here();
  GOMP_parallel_start(worker_of_old_region, nullptr, 2);
  expect_called_by_program(outer, false);
  GOMP_parallel_end();
  expect(frame_of(0)->enter_frame.value == 0, "nothing is left in the enter frame");
}

void on_task_create(ompt_data_t*, const ompt_frame_t* creator, ompt_data_t*, int flags, int, const void*) {
  if ((flags & ompt_task_explicit) == 0) return;
#pragma omp atomic
  ++g_created;
  const int callback = 0;
  expect(creator->enter_frame.value > reinterpret_cast<uintptr_t>(&callback),
         "the creator is in the runtime");
  expect(creator->enter_frame_flags == kProgramStack, "the creator's flags");
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  g_task_info = reinterpret_cast<ompt_get_task_info_t>(lookup("ompt_get_task_info"));
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  return set_callback(ompt_callback_task_create, reinterpret_cast<ompt_callback_t>(on_task_create));
}

void finalize(ompt_data_t*) {}

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                            const char*) {
  static ompt_start_tool_result_t result = {initialize, finalize, ompt_data_none};
  return &result;
}

int main(int argc, char**) {
  const bool never = argc > 100;
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  region("region", 2);
  region("region of one thread", 1);
  nested_region();
  many_words();
  tasks();
  undeferred_task(never);
  serialized_region(never);
  old_region();
  region("region after all that", 2);  // nothing of what was said of other tasks is left
  expect(g_created == kTasks, "every task was told");
  return g_failures != 0;
}
