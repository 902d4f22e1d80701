// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: about how LLVM's compilers pass tasks
// Task reductions: of a taskgroup, nested, of array sections and classes, of a taskloop, and with the task
// modifier on regions and worksharing constructs.
#include <omp.h>

#include <atomic>
#include <vector>

#include "check.h"

static std::atomic<int> alive{0};

struct Sum {
  long value = 0;
  std::vector<int> parts;
  Sum() { alive++; }
  explicit Sum(const Sum& like, int) : parts(like.parts.size(), 0) { alive++; }
  Sum(const Sum& other) : value(other.value), parts(other.parts) { alive++; }
  ~Sum() { alive--; }
  Sum& operator+=(const Sum& other) {
    value += other.value;
    CHECK_EQ(parts.size(), other.parts.size());
    for (size_t i = 0; i < parts.size(); i++) parts[i] += other.parts[i];
    return *this;
  }
};
#pragma omp declare reduction(+ : Sum : omp_out += omp_in) initializer(omp_priv(omp_orig, 0))

static void groups() {
  long sum = 1000, product = 1;
  double cells[10] = {};
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(* : product) task_reduction(+ : cells [2:5])
  {
    for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : sum, cells [2:5]) firstprivate(i)
      {
        sum += i;
#pragma omp task in_reduction(+ : sum, cells [2:5])
        {
          sum += 1;
          cells[2 + i % 5] += i;
        }
      }
    }
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(* : product)
      product *= 2;
    }
  }
  CHECK_EQ(sum, 1000 + 4950 + 100);
  CHECK_EQ(product, 1024);
  for (int i = 0; i < 10; i++) CHECK_EQ(cells[i], i >= 2 && i < 7 ? 20 * (i - 2) + 5 * 190 : 0);
}

static void nested_groups() {
  int outer = 0, inner = 0;
#pragma omp taskgroup task_reduction(+ : outer)
  {
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : outer) shared(inner)
      {
        int mine = 0;
#pragma omp taskgroup task_reduction(+ : mine)
        for (int j = 0; j < 10; j++) {
#pragma omp task in_reduction(+ : mine)
          mine += j;
        }
        outer += mine;
#pragma omp atomic
        inner += mine;
      }
    }
  }
  CHECK_EQ(outer, 450);
  CHECK_EQ(inner, 450);
}

static void classes() {
  const int before = alive;
  {
    Sum sum;
    sum.parts.resize(3);
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 60; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
      {
        sum.value += i;
        sum.parts[i % 3]++;
      }
    }
    CHECK_EQ(sum.value, 60 * 59 / 2);
    for (int i = 0; i < 3; i++) CHECK_EQ(sum.parts[i], 20);
  }
  CHECK_EQ(alive, before);
}

static void loops() {
  long sum = 5;
#pragma omp taskloop reduction(+ : sum) grainsize(3)
  for (int i = 0; i < 100; i++) sum += i;
  CHECK_EQ(sum, 5 + 4950);
  int most = -1;
#pragma omp taskgroup task_reduction(max : most)
  {
#pragma omp taskloop in_reduction(max : most) nogroup
    for (int i = 0; i < 100; i++)
      if (most < (i * 37) % 100) most = (i * 37) % 100;
  }
  CHECK_EQ(most, 99);
}

static void modifiers() {
  long region = 0, loop = 0, dynamic = 0, sections = 0;
  int threads = 0;
#pragma omp parallel reduction(task, + : region) shared(loop, dynamic, sections, threads)
  {
    region += 1;
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : region)
      region += 2;
    }
#pragma omp single
    threads = omp_get_num_threads();
    for (int round = 0; round < 3; round++) {
#pragma omp for reduction(task, + : loop)
      for (int i = 0; i < 30; i++) {
        loop += i;
#pragma omp task in_reduction(+ : loop)
        loop += 1;
      }
#pragma omp for reduction(task, + : dynamic) schedule(dynamic, 3)
      for (int i = 0; i < 30; i++) {
#pragma omp task in_reduction(+ : dynamic)
        dynamic += i;
      }
#pragma omp sections reduction(task, + : sections)
      {
#pragma omp section
        {
#pragma omp task in_reduction(+ : sections)
          sections += 1;
        }
#pragma omp section
        sections += 2;
      }
    }
  }
  CHECK_EQ(region, 21 * threads);
  CHECK_EQ(loop, 3 * (435 + 30));
  CHECK_EQ(dynamic, 3 * 435);
  CHECK_EQ(sections, 9);
}

int main() {
  for (int round = 0; round < 10; round++) {
#pragma omp parallel
#pragma omp single
    {
      groups();
      nested_groups();
      classes();
      loops();
    }
    modifiers();
  }
  groups();
  loops();
  CHECK_EQ(alive, 0);
  return 0;
}
