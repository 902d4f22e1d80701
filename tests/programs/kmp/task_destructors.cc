// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: about how LLVM's compilers pass tasks
// env: OMP_CANCELLATION=true
// What a task captures is destroyed once, after its code: in deferred, undeferred, final, untied and
// cancelled tasks, and in each task of a taskloop.
#include <omp.h>

#include <atomic>
#include <string>

#include "check.h"

static std::atomic<int> alive{0};
static std::atomic<int> ran{0};

struct Tracked {
  Tracked* self = this;  // notices if it is moved as bytes
  std::string text;
  Tracked() : text("a text that is too long for the object itself") { alive++; }
  Tracked(const Tracked& other) : text(other.text) { alive++; }
  Tracked& operator=(const Tracked& other) {
    text = other.text;
    return *this;
  }
  ~Tracked() {
    CHECK(self == this);
    alive--;
  }
  void use() const {
    CHECK(self == this);
    CHECK_EQ(text.size(), 45);
    ran++;
  }
};

struct Large : Tracked {
  char filling[10000] = {};
};

template <class Any>
static void spawn(bool deferred, bool final_task) {
  const Any object;
  const int before = alive;
  for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(object) if (deferred) final(final_task)
    object.use();
#pragma omp task untied firstprivate(object) if (deferred)
    {
      object.use();
#pragma omp taskyield
      object.use();
    }
  }
#pragma omp taskwait
  CHECK_EQ(alive, before);
  CHECK_EQ(ran.exchange(0), 150);
}

template <class Any>
static void loop(bool deferred) {
  const Any object;
  Any last;
  const int before = alive;
#pragma omp taskloop firstprivate(object) lastprivate(last) num_tasks(7) if (deferred)
  for (int i = 0; i < 100; i++) {
    object.use();
    last.text = std::to_string(i);
  }
  CHECK_EQ(alive, before);
  CHECK_EQ(ran.exchange(0), 100);
  CHECK(last.text == "99");
}

static void cancelled() {
  const Tracked object;
  const int before = alive;
#pragma omp taskgroup
  {
    for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(object)
      {
        object.use();
#pragma omp cancel taskgroup
      }
    }
  }
  CHECK_EQ(alive, before);
  CHECK(ran.exchange(0) >= 1);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 5; round++) {
    spawn<Tracked>(true, false);
    spawn<Tracked>(false, false);
    spawn<Large>(true, true);
    loop<Tracked>(true);
    loop<Tracked>(false);
    loop<Large>(true);
    cancelled();
  }
  spawn<Tracked>(true, false);
  loop<Large>(true);
  CHECK_EQ(alive, 0);
  return 0;
}
