// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ThreadSanitizer finds with Archer, which learns from the runtime's events what happens before what: a
// race in each program that has one, none in the others. Threads meet in the racing code, so that it does run
// on two of them, and by relaxed atomics, which order nothing.
//
// usage: races NAME     exit status 66: a race was reported; 3: the threads did not meet
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace {

int g_here = 0;
int g_value = 0;
int g_other = 0;

// Returns when as many threads are here.
void meet(int count = 2) {
  constexpr time_t kSeconds = 60;
  const time_t end = time(nullptr) + kSeconds;
  __atomic_fetch_add(&g_here, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&g_here, __ATOMIC_RELAXED) < count) {
    sched_yield();
    if (time(nullptr) > end) _Exit(3);
  }
}

int g_tickets = 0;
int g_turn = 0;

// Accesses that race, one after the other. ThreadSanitizer looks at its record of a place and then writes it, so it
// can miss two accesses at the same instant. Nothing that it knows orders the turns.
template <class Access>
void in_turn(Access access) {
  const int turn = __atomic_fetch_add(&g_tickets, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&g_turn, __ATOMIC_RELAXED) != turn) sched_yield();
  access();
  __atomic_store_n(&g_turn, turn + 1, __ATOMIC_RELAXED);
}

// ---- With a race

void sibling_tasks() {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      meet();
      in_turn([] { g_value = 1; });
    }
#pragma omp task
    {
      meet();
      in_turn([] { g_value = 2; });
    }
  }
}

void missing_taskwait() {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      meet();
      in_turn([] { g_value = 1; });
    }
    meet();
    in_turn([] { g_other = g_value; });
#pragma omp taskwait
  }
}

// Dependences order siblings only.
void other_parents() {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task depend(inout : g_value)
    {
#pragma omp task depend(inout : g_value)
      {
        meet();
        in_turn([] { ++g_value; });
      }
    }
  }
}

void both_in() {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task depend(in : g_value)
    {
      meet();
      in_turn([] { ++g_value; });
    }
  }
}

// A taskgroup waits for its own tasks.
void earlier_task() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task
    {
      meet(2);
      meet(4);
      in_turn([] { g_value = 1; });
    }
    meet(2);
#pragma omp taskgroup
    {
#pragma omp task
      g_other = 2;
    }
    meet(4);
    in_turn([] { ++g_value; });
  }
}

// There is no barrier behind masked, nor before a reduction.
void missing_barrier() {
  int sum = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp masked
    g_value = 1;
    meet();
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 2; ++i) sum += g_value;
  }
  g_other = sum;
}

void nowait_loop() {
#pragma omp parallel num_threads(2)
  {
#pragma omp for nowait schedule(static, 1)
    for (int i = 0; i < 2; ++i) {
      if (i == 0) g_value = 1;
    }
    meet();
    if (omp_get_thread_num() == 1) g_other = g_value;
  }
}

void other_names() {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
      {
        meet();
        in_turn([] { ++g_value; });
      }
    } else {
#pragma omp critical(two)
      {
        meet();
        in_turn([] { ++g_value; });
      }
    }
  }
}

void teams_of_a_league() {
#pragma omp teams num_teams(2)
  {
    meet();
    in_turn([] { ++g_value; });
  }
}

// ---- Without one

void dependent_tasks() {
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task depend(inout : g_value)
    ++g_value;
#pragma omp task depend(in : g_value) depend(mutexinoutset : g_other)
    g_other += g_value;
  }
}

void waits_for_tasks() {
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 100; ++i) {
#pragma omp task
      {
        meet(1);
        g_value = i;
      }
#pragma omp taskwait
      ++g_value;
#pragma omp taskgroup
      {
#pragma omp task
        {
#pragma omp task
          g_value = i;
        }
      }
      ++g_value;
    }
#pragma omp task
    g_other = g_value;
  }
  ++g_other;
}

void barriers() {
  int sum = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 100; ++i) {
    if (omp_get_thread_num() == i % 4) ++g_value;
#pragma omp barrier
#pragma omp for reduction(+ : sum)
    for (int j = 0; j < 8; ++j) sum += g_value;
#pragma omp single
    g_value += sum;
  }
  g_other = sum + g_value;
}

void exclusion() {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 100; ++i) {
#pragma omp critical
      ++g_value;
      omp_set_lock(&lock);
      ++g_other;
      omp_unset_lock(&lock);
    }
#pragma omp barrier
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 100; ++i) {
#pragma omp ordered
      ++g_value;
    }
  }
  omp_destroy_lock(&lock);
}

void copied() {
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 50; ++i) {
    int* made = nullptr;
#pragma omp single copyprivate(made)
    made = new int(i);
#pragma omp critical
    g_value += *made;
#pragma omp barrier
#pragma omp masked
    delete made;
  }
}

void nested_regions() {
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
#pragma omp parallel num_threads(2) shared(mine)
    {
#pragma omp critical
      ++mine;
    }
#pragma omp atomic
    g_value += mine;
  }
#pragma omp parallel num_threads(2)
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < 20; ++i) {
#pragma omp atomic
    g_value += i;
  }
  ++g_value;
}

struct Shape {
  const char* name;
  void (*run)();
};
constexpr Shape kShapes[] = {
    {"sibling_tasks", sibling_tasks},
    {"missing_taskwait", missing_taskwait},
    {"other_parents", other_parents},
    {"both_in", both_in},
    {"earlier_task", earlier_task},
    {"missing_barrier", missing_barrier},
    {"nowait_loop", nowait_loop},
    {"other_names", other_names},
    {"teams_of_a_league", teams_of_a_league},
    {"dependent_tasks", dependent_tasks},
    {"waits_for_tasks", waits_for_tasks},
    {"barriers", barriers},
    {"exclusion", exclusion},
    {"copied", copied},
    {"nested_regions", nested_regions},
};

}  // namespace

int main(int argc, char** argv) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  for (const Shape& shape : kShapes) {
    if (argc != 2 || strcmp(argv[1], shape.name) != 0) continue;
    shape.run();
    return 0;
  }
  fprintf(stderr, "races: '%s' is no shape\n", argc > 1 ? argv[1] : "");
  return 2;
}
