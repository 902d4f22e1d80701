// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>

namespace bench {

// One construct. `run` executes the construct `repetitions` times with `threads` threads and returns how many
// operations the program saw happen; `operations` says how many there must have been. A runtime that skips
// work fails, it does not win.
struct Kernel {
  const char* name;
  const char* operation;  // what one operation is, for the reader of the table
  long (*operations)(int threads, long repetitions);
  long (*run)(int threads, long repetitions);
  // So many times an operation of a team with a processor for each thread must wait until one thread has what another one
  // wrote, on any runtime; docs/performance.md says why. 0: of most operations none, or next to none.
  int transfers = 0;
};

// Operations seen by this thread since the team began. Initial-exec TLS: one instruction, no call into the
// runtime.
extern thread_local long seen __attribute__((tls_model("local-exec")));

// One execution of a body; the barrier keeps the compiler from folding the repetitions into one.
inline void touch() {
  ++seen;
  asm volatile("" ::: "memory");
}

// The same in loops that do nothing else, counted in a register. With `++seen` an iteration took 0.6 or 1.2 ns for the
// same instructions: some processors keep the value of a memory word that is written and read again at once, and whether
// they do differs from loop to loop and from runtime to runtime.
class Tally {
 public:
  Tally() = default;
  ~Tally() { seen += count_; }
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  void touch() {
    ++count_;
    asm volatile("" : "+r"(count_) : : "memory");
  }

 private:
  long count_ = 0;
};

// A few nanoseconds of private work.
inline void pause_a_little() {
  for (int i = 0; i < 16; ++i) asm volatile("" ::: "memory");
}

// Adds up what the threads of a team saw. Each thread calls begin() and end() once in the region.
class Count {
 public:
  void begin() { seen = 0; }
  void end() { __atomic_fetch_add(&total_, seen, __ATOMIC_RELAXED); }
  long total() const { return __atomic_load_n(&total_, __ATOMIC_RELAXED); }

 private:
  long total_ = 0;
};

inline long once_per_repetition(int, long repetitions) {
  return repetitions;
}
inline long once_per_thread(int threads, long repetitions) {
  return threads * repetitions;
}

std::span<const Kernel> region_kernels();
std::span<const Kernel> loop_kernels();
std::span<const Kernel> ordered_kernels();
std::span<const Kernel> team_kernels();
std::span<const Kernel> mutex_kernels();
std::span<const Kernel> task_kernels();
std::span<const Kernel> depend_kernels();
std::span<const Kernel> query_kernels();
std::span<const Kernel> inquiry_kernels();  // nothing but a loop, unless bench/tool is loaded

}  // namespace bench
