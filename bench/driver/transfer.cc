// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transfer.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
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

// How a thread polls. Without a pause it reads sooner, with one its loads delay the other thread's store less: which of
// them is faster differs between processors.
enum class Poll : uint8_t { kAtOnce, kWithPause };

// Acquire pairs with the release of the thread that writes the word: what is measured is what runtimes do.
void wait_for(const Word& word, int value, Poll poll) {
  while (word.value.load(std::memory_order_acquire) != value) {
    if (poll == Poll::kWithPause) __builtin_ia32_pause();
  }
}

// The two words may be one.
void answer(const Word& there, Word& back, Poll poll) {
  for (int trip = 1; trip <= kBatches * kRoundTrips; ++trip) {
    wait_for(there, 2 * trip - 1, poll);
    back.value.store(2 * trip, std::memory_order_release);
  }
}

// Half a round trip in the fastest batch.
double ask(Word& there, const Word& back, Poll poll) {
  double least = std::numeric_limits<double>::infinity();
  for (int batch = 0, trip = 0; batch < kBatches; ++batch) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < kRoundTrips; ++k) {
      ++trip;
      there.value.store(2 * trip - 1, std::memory_order_release);
      wait_for(back, 2 * trip, poll);
    }
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - begin;
    least = std::min(least, elapsed.count() / (2 * kRoundTrips));
  }
  return least;
}

// The calling thread may be bound to both. The other one inherits where it is when it starts.
double half_round_trip(int asking, int answering, Word& there, Word& back, Poll poll) {
  there.value.store(0, std::memory_order_relaxed);
  back.value.store(0, std::memory_order_relaxed);
  keep_cpus({answering});
  const std::jthread other([&] { answer(there, back, poll); });
  keep_cpus({asking});
  return ask(there, back, poll);
}

}  // namespace

std::optional<double> transfer_ns(int cpus) {
  const std::vector<int> used = first_cpus(cpus);
  const KeepsAffinity keeps_affinity;
  if (used.size() < 2 || !keep_cpus({used.front()}) || !keep_cpus({used.back()})) return std::nullopt;
  Word one, there, back;
  double least = std::numeric_limits<double>::infinity();
  for (const Poll poll : {Poll::kAtOnce, Poll::kWithPause}) {
    least = std::min(least, half_round_trip(used.front(), used.back(), one, one, poll));
    least = std::min(least, half_round_trip(used.front(), used.back(), there, back, poll));
  }
  return least;
}

}  // namespace bench
