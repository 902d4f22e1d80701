// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One execution: threads that run one at a time, and the effects of their operations on memory.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <source_location>
#include <string>

#include "checker/choices.h"
#include "checker/memory.h"
#include "checker/pool.h"

namespace model {

using Site = std::source_location;

// How many deviations an execution may have from the simplest one, in which each thread runs until it waits
// and each load returns the newest store.
struct Budget {
  std::uint32_t preemptions = 3;  // switches away from a thread that could continue
  std::uint32_t surprises =
      2;  // loads of older stores, stores before newer ones, and what may happen spuriously
};

// How a compare_exchange compares: its order if it stores, and if it does not. Weak: it may fail spuriously.
struct Comparison {
  Order order;
  bool weak;
  std::optional<Order> failing{};  // if the code says one; else what follows from the other
};

// Performs the operations of the running thread. Outside of run() that is the thread that sets up (number 0).
class Execution {
 public:
  Execution(Choices& choices, const Budget& budget);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  static Execution* current();

  // Adds a thread of the scenario; during run(), a thread that the running thread starts.
  void thread(std::function<void()> body);
  // Declares a variable of which each thread has its own value, in place of thread_local.
  void keep_for_each_thread(void** variable) { own_variable_ = variable; }
  // Runs until all threads have ended. That happens before the caller's next operations.
  void run();

  // Whether this part of the scenario may deviate from the simplest execution; initially it may. A part that
  // only prepares the tested one, and has its own tests, need not. A thread that passes true lets all others
  // go first.
  void stray(bool strays);

  // As on a kernel without membarrier.
  void deny_process_fence() { has_process_fence_ = false; }
  [[nodiscard]] bool has_process_fence() const { return has_process_fence_; }

  // ---- The operations behind Atomic and the futex functions of the seam ----
  using Change = std::uint64_t (*)(std::uint64_t before, std::uint64_t operand);
  // The word itself always holds the newest value, too: for a debugger, and as the initial value of the next
  // execution.
  struct Word {
    void* address;
    std::uint32_t size;  // bytes, up to 8
  };
  std::uint64_t load(Word word, Order order, const Site& site);
  void store(Word word, std::uint64_t value, Order order, const Site& site);
  std::uint64_t modify(Word word, Change change, std::uint64_t operand, Order order, const Site& site);
  // True if it stored. Else expected becomes the value that was read.
  bool compare_exchange(Word word, std::uint64_t& expected, std::uint64_t desired,
                        const Comparison& comparison, const Site& site);
  void fence(const Site& site);
  // A fence that one thread executes for all (membarrier).
  void process_fence(const Site& site);
  void forget(const void* address) { memory_.forget(address); }
  void sleep(Word word, std::uint64_t expected, bool ends_by_itself, const Site& site);
  bool wake(const void* address, int count, const Site& site);
  void move_sleepers(const void* from, const void* to, const Site& site);
  void yield();
  std::int64_t tick() { return ++time_; }
  // How many operations all threads have performed. What it grows by during a call is the cost of the call, if the
  // scenario does not stray.
  [[nodiscard]] std::size_t operations() const { return log_.size(); }

  // ---- Plain data: two accesses of which one writes must be ordered by happens-before ----
  void read_plain(const void* address);
  void write_plain(const void* address);

  void fail(const std::string& why);
  [[nodiscard]] bool failed() const { return !why_.empty(); }
  // The reason for the failure, and the operations that led to it.
  [[nodiscard]] std::string report() const;

 private:
  struct Thread {
    boost::context::fiber fiber;
    std::function<void()> body;
    View view;
    const void* sleeps_at = nullptr;
    bool wakes_by_itself = false;
    bool ended = false;
    bool yielded = false;      // others run first
    bool paused = false;       // yielded since its last operation
    bool looks_again = false;  // since a yield: loads return no older stores
  };
  struct Record {
    int thread;
    const char* what;
    Site site;
    std::uint64_t value;
  };

  Thread& self() { return threads_[running_]; }
  bool is_ready(const Thread& thread) const { return !thread.ended && thread.sleeps_at == nullptr; }
  std::uint32_t others() const;
  bool is_alone() const;
  bool gives_way();
  void begin_operation(const char* what, const Site& site);
  void note(std::uint64_t value) { log_.back().value = value; }
  void leave_for_another();  // switches away from the running thread
  int next_after_rest();
  std::uint32_t choose(std::size_t options);
  std::uint64_t read(Location& word, Order order);
  bool surprise();
  PooledVector<int> sleepers_at(const void* address) const;
  void start(Thread& thread, const View& creator);
  Location& location(Word word);
  static void publish(Word word, std::uint64_t value);
  void check_race(const Location& word, bool writes);

  static constexpr std::size_t kMaxSteps = 20'000;
  static constexpr int kFairShare = 500;  // operations

  Choices& choices_;
  Budget left_;
  Memory memory_;
  View kernel_;                                         // what the kernel's lock on the sleepers passes on
  std::deque<Thread> threads_ = std::deque<Thread>(1);  // number 0 sets up
  int running_ = 0;
  int in_a_row_ = 0;     // operations of the running thread without a switch
  int chosen_ = 0;       // runs next; 0: not chosen yet
  int idle_rounds_ = 0;  // of all threads that do not sleep, since the last store
  boost::context::fiber scheduler_;
  PooledVector<Record> log_;
  std::int64_t time_ = 0;
  bool strays_ = true;
  bool has_process_fence_ = true;
  std::string why_;
  void** own_variable_ = nullptr;
};

}  // namespace model
