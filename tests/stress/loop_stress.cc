// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of every schedule with and without barriers between them, ordered, single, critical, locks and
// atomics.
#include <dlfcn.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include <vector>

#include "stress.h"

namespace {

void one_schedule(int threads, omp_sched_t kind, int chunk, int trip, int round) {
  std::vector<int> hits(trip);
  long sum = 0;
  omp_set_schedule(kind, chunk);
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < trip; ++i) hits[i] += 1;
#pragma omp for schedule(nonmonotonic : dynamic, 2) reduction(+ : sum)
    for (int i = 0; i < trip; ++i) sum += i;
#pragma omp for schedule(guided)
    for (int i = 0; i < trip; ++i) hits[i] += 1;
  }
  for (int hit : hits) stress::expect(hit, 2, "hits", round);
  stress::expect(sum, static_cast<long>(trip) * (trip - 1) / 2, "sum", round);
}

void in_order(int threads, int trip, int round) {
  std::vector<int> order;
#pragma omp parallel for num_threads(threads) ordered schedule(dynamic, 3)
  for (int i = 0; i < trip; ++i) {
#pragma omp ordered
    order.push_back(i);
  }
  for (int i = 0; i < trip; ++i) stress::expect(order[i], i, "ordered iteration", round);
}

void across(int threads, int trip, int round) {
  std::vector<long> value(trip + 1);
  value[0] = 1;
#pragma omp parallel for num_threads(threads) ordered(1) schedule(static, 2)
  for (int i = 1; i <= trip; ++i) {
#pragma omp ordered depend(sink : i - 1)
    value[i] = value[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  stress::expect(value[trip], trip + 1, "doacross value", round);
}

void guarded(int threads, int repeats, int round) {
  long a = 0, b = 0, c = 0, singles = 0;
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < repeats; ++i) {
#pragma omp critical
    a += 1;
    omp_set_lock(&lock);
    b += 1;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    c += 1;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    long mine = 0;
#pragma omp single copyprivate(mine)
    mine = ++singles;
    stress::expect(mine, i + 1, "copyprivate value", round);
#pragma omp barrier
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  long wanted = static_cast<long>(threads) * repeats;
  stress::expect(a, wanted, "critical count", round);
  stress::expect(b, wanted, "lock count", round);
  stress::expect(c, wanted, "nest lock count", round);
}

// An object that no word of the processor covers; the entry of LLVM's compilers, which this program's does
// not call.
void crooked(int threads, int repeats, int round) {
  using Add = void(const void*, int32_t, int32_t*, int32_t);
  static auto* const add = reinterpret_cast<Add*>(dlsym(RTLD_DEFAULT, "__kmpc_atomic_fixed4_add"));
  alignas(8) char bytes[8] = {};
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < repeats; ++i) add(nullptr, 0, reinterpret_cast<int32_t*>(bytes + 1), 1);
  int32_t sum = 0;
  memcpy(&sum, bytes + 1, sizeof sum);
  stress::expect(sum, static_cast<long>(threads) * repeats, "atomic count", round);
}

}  // namespace

int main() {
  std::mt19937_64 random(test_seed());
  auto up_to = [&](int most) { return 1 + static_cast<int>(random() % most); };
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  int rounds = stress::rounds(60);
  for (int round = 0; round < rounds; ++round) {
    int threads = stress::threads(up_to(6));
    switch (round % 4) {
      case 0:
        one_schedule(threads, kinds[random() % 4], up_to(7), up_to(200), round);
        break;
      case 1:
        in_order(threads, up_to(60), round);
        break;
      case 2:
        across(threads, up_to(60), round);
        break;
      default:
        guarded(threads, up_to(20), round);
        crooked(threads, up_to(100), round);
        break;
    }
  }
}
