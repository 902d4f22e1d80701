// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transfer.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "process.h"

namespace bench {
namespace {

constexpr int kBatches = 9;  // the fastest of them: it is a lower bound that is asked for
constexpr int kRoundTrips = 100;

// Nothing else is on its line, nor on the neighbour that processors fetch with it.
struct alignas(256) Word {
  std::atomic<int> value{0};
};

bool bind_to(int cpu) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0;
}

class KeepsAffinity {
 public:
  KeepsAffinity() : known_(sched_getaffinity(0, sizeof saved_, &saved_) == 0) {}
  ~KeepsAffinity() {
    if (known_) sched_setaffinity(0, sizeof saved_, &saved_);
  }
  KeepsAffinity(const KeepsAffinity&) = delete;
  KeepsAffinity& operator=(const KeepsAffinity&) = delete;

 private:
  cpu_set_t saved_ = {};
  bool known_;
};

// Acquire pairs with the release of whoever writes the word: what is measured is what runtimes do.
void wait_for(const Word& word, int value) {
  while (word.value.load(std::memory_order_acquire) != value) {
  }
}

// The two words may be one.
void answer(const Word& there, Word& back) {
  for (int trip = 1; trip <= kBatches * kRoundTrips; ++trip) {
    wait_for(there, 2 * trip - 1);
    back.value.store(2 * trip, std::memory_order_release);
  }
}

std::vector<double> ask(Word& there, const Word& back) {
  std::vector<double> ns;
  for (int batch = 0, trip = 0; batch < kBatches; ++batch) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < kRoundTrips; ++k) {
      ++trip;
      there.value.store(2 * trip - 1, std::memory_order_release);
      wait_for(back, 2 * trip);
    }
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    ns.push_back(elapsed.count() / (2 * kRoundTrips));
  }
  return ns;
}

// The calling thread may be bound to both. The other one inherits where it is when it starts.
double half_round_trip(int asking, int answering, Word& there, Word& back) {
  bind_to(answering);
  const std::jthread other([&] { answer(there, back); });
  bind_to(asking);
  return std::ranges::min(ask(there, back));
}

}  // namespace

std::optional<double> transfer_ns(int cpus) {
  const std::vector<int> used = first_cpus(cpus);
  const KeepsAffinity keeps_affinity;
  if (used.size() < 2 || !bind_to(used.front()) || !bind_to(used.back())) return std::nullopt;
  Word one, there, back;
  return std::min(half_round_trip(used.front(), used.back(), one, one),
                  half_round_trip(used.front(), used.back(), there, back));
}

}  // namespace bench
