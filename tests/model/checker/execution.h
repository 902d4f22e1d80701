// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One execution: threads that run one at a time, and what their operations on memory do.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <source_location>
#include <string>
#include <vector>

#include "checker/choices.h"
#include "checker/memory.h"

namespace model {

using Site = std::source_location;

// How far an execution may stray from the simplest one, in which each thread runs until it waits and each
// load returns the newest store.
struct Budget {
  std::uint32_t preemptions = 3;  // switches away from a thread that could go on
  std::uint32_t surprises = 2;    // loads of older stores, early returns from sleep, compare_exchange_weak
};

// The operations of the thread that runs now. Outside of run() they are those of the thread that sets up.
class Execution {
 public:
  Execution(Choices& choices, const Budget& budget);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  static Execution* current();

  // A thread of the scenario; or, while it runs, one that the running thread starts.
  void thread(std::function<void()> body);
  // A variable that each thread has for itself: what thread_local would be.
  void keep_for_each_thread(void** variable) { own_variable_ = variable; }
  // Until all threads have ended. What they did happens before what the caller does next.
  void run();

  // Whether this part of the scenario strays from the simplest execution, as it does at first. What only
  // leads to what is tried, and has its own tests, need not. A thread that says true offers all others to go
  // first.
  void stray(bool strays);

  // As on a kernel that executes no fence for other threads.
  void deny_process_fence() { has_process_fence_ = false; }
  [[nodiscard]] bool has_process_fence() const { return has_process_fence_; }

  // ---- What Atomic and the futex functions of the seam do ----
  using Change = std::uint64_t (*)(std::uint64_t before, std::uint64_t operand);
  // The newest value always stands in the word itself, too: it is what a debugger sees, and what the next
  // execution begins with.
  struct Word {
    void* address;
    std::uint32_t size;  // bytes, up to 8
  };
  std::uint64_t load(Word word, Order order, const Site& site);
  void store(Word word, std::uint64_t value, Order order, const Site& site);
  std::uint64_t modify(Word word, Change change, std::uint64_t operand, Order order, const Site& site);
  // True if it did. Else expected becomes what was read.
  bool compare_exchange(Word word, std::uint64_t& expected, std::uint64_t desired, Order order, bool weak,
                        const Site& site);
  void fence(const Site& site);
  // A fence that one thread executes for all (membarrier).
  void process_fence(const Site& site);
  void forget(const void* address) { memory_.forget(address); }
  void sleep(Word word, std::uint64_t expected, bool ends_by_itself, const Site& site);
  bool wake(const void* address, int count, const Site& site);
  void move_sleepers(const void* from, const void* to, const Site& site);
  void yield();
  std::int64_t tick() { return ++time_; }

  // ---- Plain data: two accesses of which one writes must be ordered by happens-before ----
  void read_plain(const void* address);
  void write_plain(const void* address);

  void fail(const std::string& why);
  [[nodiscard]] bool failed() const { return !why_.empty(); }
  // Why it failed, and the operations that led there.
  [[nodiscard]] std::string report() const;

 private:
  struct Thread {
    boost::context::fiber fiber;
    std::function<void()> body;
    View view;
    const void* sleeps_at = nullptr;
    bool wakes_by_itself = false;
    bool ended = false;
    bool yielded = false;      // others first
    bool paused = false;       // since its last operation
    bool looks_again = false;  // since a yield: no more old stores
  };
  struct Record {
    int thread;
    const char* what;
    Site site;
    std::uint64_t value;
  };

  Thread& self() { return threads_[running_]; }
  bool is_ready(const Thread& thread) const { return !thread.ended && thread.sleeps_at == nullptr; }
  // Threads that may go on, apart from the running one.
  std::vector<int> others();
  bool gives_way();
  void begin_operation(const char* what, const Site& site);
  void note(std::uint64_t value) { log_.back().value = value; }
  void leave_for_another();  // the running thread cannot go on
  int next_after_rest();
  std::uint32_t choose(std::size_t options);
  std::uint64_t read(Location& word, Order order);
  bool surprise();
  std::vector<int> sleepers_at(const void* address) const;
  void start(Thread& thread, const View& creator);
  Location& location(Word word);
  static void publish(Word word, std::uint64_t value);
  void check_race(const Location& word, bool writes);

  static constexpr std::size_t kMaxSteps = 20'000;
  static constexpr int kFairShare = 500;  // operations

  Choices& choices_;
  Budget left_;
  Memory memory_;
  View kernel_;                                         // what the lock of the sleepers' table passes on
  std::deque<Thread> threads_ = std::deque<Thread>(1);  // 0 sets up
  int running_ = 0;
  int in_a_row_ = 0;  // operations of the running thread
  int chosen_ = 0;    // runs next; 0: not chosen yet
  boost::context::fiber scheduler_;
  std::vector<Record> log_;
  std::int64_t time_ = 0;
  bool strays_ = true;
  bool has_process_fence_ = true;
  std::string why_;
  void** own_variable_ = nullptr;
};

}  // namespace model
