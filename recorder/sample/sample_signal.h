// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <csignal>
#include <cstdint>

#include <sys/types.h>

#include "sample/own_timer.h"

namespace limpid::recorder {

// One bit per signal, as the kernel keeps masks.
using SignalBits = uint64_t;
constexpr SignalBits bit_of(int signal) {
  return signal == 0 ? 0 : SignalBits{1} << (signal - 1);
}

// The signal that asks threads for samples. It is one that the program does not use: as soon as the program
// takes it (installs a handler, waits for it), the recorder moves to another. Asking, and all that the
// program's threads call here by way of the wrappers, is async-signal-safe and takes no lock.
class SampleSignal {
 public:
  using Handler = void (*)(int, siginfo_t*, void*);
  using StopTimers = void (*)();
  enum class Asked { kSent, kNotSent, kNoThread };

  // While it lives, the signal that it read is nobody else's: who moves the recorder to another one waits for
  // its end. One at a time, the sampler's.
  class Sending {
   public:
    explicit Sending(SampleSignal& signal) : signal_(signal) {
      // [signal.send] Either we read the new signal, or who moves it sees that we are sending the old one.
      signal_.sending_.store(1, std::memory_order_seq_cst);
      number_ = signal_.number_.load(std::memory_order_seq_cst);
    }
    ~Sending() { signal_.sending_.store(0, std::memory_order_release); }
    Sending(const Sending&) = delete;
    Sending& operator=(const Sending&) = delete;
    int number() const { return number_; }

   private:
    SampleSignal& signal_;
    int number_;
  };

  // Occupies a signal. `wanted` 0: one of the recorder's choice; otherwise this one and no other. False: none
  // is to be had. `stop_timers` stops all that start_timer() has started; async-signal-safe.
  bool install(int wanted, Handler handler, StopTimers stop_timers);

  // Gives it back, if it is still ours.
  void remove();
  // After remove(), for a program that goes on without the recorder: every signal has the action that it had, as far as
  // the program has not changed it.
  void restore_actions();

  int number() const { return number_.load(std::memory_order_acquire); }  // 0: none
  // Whether a program that says what it does with this signal speaks of ours, or of what was.
  bool concerns(int signal) const {
    return ((kept_open() | claimed_.load(std::memory_order_relaxed)) & bit_of(signal)) != 0;
  }
  // What is kept open in all sampled threads: the signal, and the one that comes next.
  SignalBits kept_open() const { return bit_of(number()) | bit_of(reserve_.load(std::memory_order_acquire)); }

  // How often it has been another one: of what was sent before, some may have been taken back.
  uint32_t moves() const { return moves_.load(std::memory_order_acquire); }

  // The sampler: asks a thread for a sample. *signal: by which one; 0 if it was not sent.
  Asked ask(pid_t thread, int* signal);
  // The sampler: from now on the thread is asked by a timer of its own, too, until the signal is another one.
  bool start_timer(OwnTimer* timer, pid_t thread, uint64_t period_ns);
  // Whether an action is a function, not the default and not to ignore.
  static bool has_handler(const struct sigaction& action);
  // Whether a signal that came is one that ask() or a timer sent; a timer.
  static bool is_ours(const siginfo_t& info);
  static bool is_of_timer(const siginfo_t& info);
  // One came that somebody else sent: the program uses it. Handlers.
  void seen_foreign(int signal) { foreign_.fetch_or(bit_of(signal), std::memory_order_relaxed); }

  // The sampler, once a round: moves on where the program has taken the signal without calling a wrapper.
  // Whether there is another signal than *before, the one at the last call.
  bool look_after(int* before);

  // The program's sigaction(). As the function, but for what it is told: that its signals are its own.
  int set_action(int signal, const struct sigaction* action, struct sigaction* old);
  // The program waits for these signals by itself, rather than to handle them. Those that are ours become its
  // own, where the recorder has others; what is answered are those that remain ours.
  SignalBits claim(const sigset_t& set);

  // The program uses this signal without a handler, to send it or to wait for it: it is no longer ours, and none of ours
  // is on its way, unless the user has chosen it. Also in handlers.
  void give_way(int signal);

  // In a forked child: there is no sampler any more that could be sending.
  void forget_sender();

 private:
  struct sigaction action_without_us() const;
  int next_free(SignalBits except) const;
  bool occupy(int signal);
  bool move_from(int signal, SignalBits except);
  void choose_reserve(SignalBits except);
  void wait_for_sender() const;

  Handler handler_ = nullptr;
  StopTimers stop_timers_ = nullptr;
  bool forced_ = false;
  pid_t process_ = 0;
  std::atomic<int> number_{0};
  std::atomic<int> reserve_{0};
  std::atomic<uint32_t> sending_{0};
  std::atomic<uint32_t> moves_{0};
  std::atomic<SignalBits> claimed_{0};  // used by the program without a handler
  std::atomic<SignalBits> foreign_{0};
  std::atomic<bool> ignored_{false};  // the program believes that it ignores it
  int last_number_ = 0;               // the sampler's: at its last look
  int removed_ = 0;                   // by remove(): it is ignored since
};

}  // namespace limpid::recorder
