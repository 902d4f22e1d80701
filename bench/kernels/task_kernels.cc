// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thread>

#include "kernel.h"

namespace bench {
namespace {

// Tasks created between two points where the creator waits for them.
constexpr long kBatch = 512;

long per_batch(int, long repetitions) {
  return kBatch * repetitions;
}

// Runs `body(repetitions)` in one thread of a team, while the others are in the barrier of the single
// construct, where they may execute tasks.
template <typename Body>
long in_single(int threads, long repetitions, Body body) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
#pragma omp single
    body(repetitions);
    count.end();
  }
  return count.total();
}

template <typename Body>
long in_every_thread(int threads, long repetitions, Body body) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    body(repetitions);
#pragma omp barrier
    count.end();
  }
  return count.total();
}

void batches(long repetitions) {
  for (long r = 0; r < repetitions; ++r) {
    for (long t = 0; t < kBatch; ++t) {
#pragma omp task
      touch();
    }
#pragma omp taskwait
  }
}

long task_one_creator(int threads, long repetitions) {
  return in_single(threads, repetitions, batches);
}

// The creators share the batches: with all threads creating, one repetition is still kBatch tasks in total.
long task_all_create(int threads, long repetitions) {
  return in_every_thread(threads, repetitions, [](long r) { batches(r); }) / threads;
}

// No taskwait at all: the barrier collects what is left.
long task_to_barrier(int threads, long repetitions) {
  return in_single(threads, repetitions, [](long r) {
    for (long t = 0; t < r * kBatch; ++t) {
#pragma omp task
      touch();
    }
  });
}

struct Payload {
  long word[32];
};

long task_payload(int threads, long repetitions) {
  return in_single(threads, repetitions, [](long n) {
    Payload payload = {};
    for (long r = 0; r < n; ++r) {
      for (long t = 0; t < kBatch; ++t) {
        payload.word[t % 32] = t;
#pragma omp task firstprivate(payload)
        if (payload.word[31] <= kBatch) touch();
      }
#pragma omp taskwait
    }
  });
}

long task_undeferred(int threads, long repetitions) {
  return in_every_thread(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
#pragma omp task if (n < 0)
      touch();
    }
  });
}

long task_final(int threads, long repetitions) {
  return in_every_thread(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
#pragma omp task final(n > 0)
      touch();
    }
  });
}

long task_and_wait(int threads, long repetitions) {
  return in_every_thread(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
#pragma omp task
      touch();
#pragma omp taskwait
    }
  });
}

long taskwait_empty(int threads, long repetitions) {
  return in_every_thread(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
      touch();
#pragma omp taskwait
    }
  });
}

long taskyield(int threads, long repetitions) {
  return in_every_thread(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
      touch();
#pragma omp taskyield
    }
  });
}

constexpr int kFibonacci = 14;

// Calls of fibonacci(n) that create a task: each with n >= 2 creates two.
constexpr long fibonacci_tasks(int n) {
  return n < 2 ? 0 : 2 + fibonacci_tasks(n - 1) + fibonacci_tasks(n - 2);
}
long per_fibonacci(int, long repetitions) {
  return fibonacci_tasks(kFibonacci) * repetitions;
}

long fibonacci(int n) {
  if (n < 2) return n;
  long a = 0, b = 0;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

long task_recursive(int threads, long repetitions) {
  constexpr long kAnswer = 377;
  const long right = in_single(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) seen += fibonacci(kFibonacci) == kAnswer;
  });
  return right * fibonacci_tasks(kFibonacci);
}

long taskgroup(int threads, long repetitions) {
  return in_every_thread(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
#pragma omp taskgroup
      {
#pragma omp task
        touch();
      }
    }
  });
}

constexpr int kReductionTasks = 8;

long taskgroup_reduction(int threads, long repetitions) {
  return in_single(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
      long sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
      for (int t = 0; t < kReductionTasks; ++t) {
#pragma omp task in_reduction(+ : sum)
        sum += 1;
      }
      seen += sum == kReductionTasks;
    }
  });
}

long taskloop(int threads, long repetitions) {
  return in_single(threads, repetitions,
                   [](long n) {
                     for (long r = 0; r < n; ++r) {
#pragma omp taskloop
                       for (long i = 0; i < kBatch; ++i) touch();
                     }
                   }) /
         kBatch;
}

void taskloop_of_some_work(long tasks) {
  constexpr int kPauses = 1000;  // some microseconds
#pragma omp taskloop grainsize(1)
  for (long i = 0; i < tasks; ++i) {
    for (int pause = 0; pause < kPauses; ++pause) pause_a_little();
    touch();
  }
}

// A taskloop that its thread meets for the first time, because thread and team are new.
long taskloop_once(int threads, long repetitions) {
  long all = 0;
  for (long r = 0; r < repetitions; ++r) {
    std::thread user([&all, threads] { all += in_single(threads, threads, taskloop_of_some_work); });
    user.join();
  }
  return all / threads;
}

long taskloop_grain(int threads, long repetitions) {
  return in_single(threads, repetitions, [](long n) {
    for (long r = 0; r < n; ++r) {
#pragma omp taskloop grainsize(1)
      for (long i = 0; i < kBatch; ++i) touch();
    }
  });
}

constexpr Kernel kKernels[] = {
    {"task-one-creator", "task, one thread creates, taskwait every 512", per_batch, task_one_creator},
    {"task-all-create", "task in each thread, taskwait every 512", per_batch, task_all_create},
    {"task-to-barrier", "task, one thread creates, no taskwait", per_batch, task_to_barrier},
    {"task-payload", "task with 256 bytes of firstprivate, one creator", per_batch, task_payload},
    {"task-undeferred", "task if(0), each thread", once_per_thread, task_undeferred},
    {"task-final", "final task, each thread", once_per_thread, task_final},
    {"task-and-wait", "one task and taskwait, each thread", once_per_thread, task_and_wait},
    {"taskwait-empty", "taskwait without children, each thread", once_per_thread, taskwait_empty},
    {"taskyield", "taskyield with nothing to do, each thread", once_per_thread, taskyield},
    {"task-recursive", "task of a recursive fibonacci(14)", per_fibonacci, task_recursive},
    {"taskgroup", "taskgroup of one task, each thread", once_per_thread, taskgroup},
    {"taskgroup-reduction", "taskgroup with task_reduction, 8 tasks", once_per_repetition,
     taskgroup_reduction},
    {"taskloop", "taskloop of 512 iterations, default tasks", once_per_repetition, taskloop},
    {"taskloop-once", "new user thread, team and taskloop of a task a thread", once_per_repetition,
     taskloop_once, 2},
    {"taskloop-grain-1", "task of a taskloop grainsize(1)", per_batch, taskloop_grain},
};

}  // namespace

std::span<const Kernel> task_kernels() {
  return kKernels;
}

}  // namespace bench
