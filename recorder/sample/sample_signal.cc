// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/sample_signal.h"

#include <cerrno>

#include <sched.h>

#include "sample/real_functions.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constinit char g_token;  // its address marks our signals

bool has_plain_action(int signal, sighandler_t wanted) {
  struct sigaction action {};
  return real::sigaction(signal, nullptr, &action) == 0 && (action.sa_flags & SA_SIGINFO) == 0 &&
         action.sa_handler == wanted;
}

bool is_default(int signal) {
  return has_plain_action(signal, SIG_DFL);
}

bool is_ignored(int signal) {
  return has_plain_action(signal, SIG_IGN);
}

bool is_handled_by(int signal, SampleSignal::Handler handler) {
  struct sigaction action {};
  return real::sigaction(signal, nullptr, &action) == 0 && (action.sa_flags & SA_SIGINFO) != 0 &&
         action.sa_sigaction == handler;
}

// What samples may be asked for by, the best first: those whose default is to be ignored, so that one that is still on
// its way when the program calls exec does no harm. A real-time signal would kill the new program.
template <typename Visit>
void for_each_candidate(Visit&& visit) {
  visit(SIGURG);
  visit(SIGWINCH);
  for (int signal = SIGRTMAX - 3; signal >= SIGRTMIN; --signal) visit(signal);
}

// Ignoring a signal takes back what is on its way, from all threads.
void take_back(int signal) {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  real::sigaction(signal, &ignore, nullptr);
}

}  // namespace

bool SampleSignal::has_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

int SampleSignal::next_free(SignalBits except) const {
  except |= claimed_.load(std::memory_order_relaxed);
  int found = 0;
  for_each_candidate([&](int signal) {
    if (found == 0 && (except & bit_of(signal)) == 0 && is_default(signal)) found = signal;
  });
  return found;
}

bool SampleSignal::occupy(int signal) {
  struct sigaction action {};
  action.sa_sigaction = handler_;
  // On the stack that the thread is on: an alternate stack may be too small for a walk.
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  // One of our handlers never runs within another: each changes the mask on return (settle_mask), and the outer one would
  // bring back a mask of before.
  for_each_candidate([&](int candidate) { sigaddset(&action.sa_mask, candidate); });
  return real::sigaction(signal, &action, nullptr) == 0;
}

void SampleSignal::choose_reserve(SignalBits except) {
  reserve_.store(forced_ ? 0 : next_free(except | bit_of(number())), std::memory_order_release);
}

bool SampleSignal::install(int wanted, Handler handler, StopTimers stop_timers) {
  handler_ = handler;
  stop_timers_ = stop_timers;
  process_ = getpid();
  forced_ = wanted != 0;
  const int signal = forced_ ? wanted : next_free(0);
  if (signal == 0 || !occupy(signal)) return false;
  number_.store(signal, std::memory_order_release);
  last_number_ = signal;
  choose_reserve(0);
  return true;
}

void SampleSignal::remove() {
  const int signal = number_.exchange(0, std::memory_order_acq_rel);
  reserve_.store(0, std::memory_order_release);
  if (stop_timers_ != nullptr) stop_timers_();
  // Not back to the default: a signal may be on its way to a thread that runs on.
  if (signal == 0 || !is_handled_by(signal, handler_)) return;
  take_back(signal);
  removed_ = signal;
}

// Nobody sends any more, and to be ignored has taken back what was sent.
void SampleSignal::restore_actions() {
  struct sigaction as_before {};
  as_before.sa_handler = ignored_.load(std::memory_order_relaxed) ? SIG_IGN : SIG_DFL;
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    const bool ours = is_handled_by(signal, handler_);
    if (ours) take_back(signal);
    if (ours || (signal == removed_ && is_ignored(signal))) real::sigaction(signal, &as_before, nullptr);
  }
  removed_ = 0;
}

SampleSignal::Asked SampleSignal::ask(pid_t thread, int* signal) {
  siginfo_t info{};
  info.si_code = SI_QUEUE;
  info.si_value.sival_ptr = &g_token;
  const ErrnoGuard keep;
  const Sending sending(*this);
  *signal = 0;
  if (sending.number() == 0) return Asked::kNotSent;
  if (syscall(SYS_rt_tgsigqueueinfo, process_, thread, sending.number(), &info) != 0)
    return errno == ESRCH ? Asked::kNoThread : Asked::kNotSent;
  *signal = sending.number();
  return Asked::kSent;
}

// The kernel forgets who sent a signal when it has no memory to keep it.
bool SampleSignal::is_ours(const siginfo_t& info) {
  return (info.si_code == SI_QUEUE && info.si_value.sival_ptr == &g_token) || is_of_timer(info) ||
         (info.si_code == SI_USER && info.si_pid == 0);
}

bool SampleSignal::is_of_timer(const siginfo_t& info) {
  return info.si_code == SI_TIMER && info.si_value.sival_ptr == &g_token;
}

bool SampleSignal::start_timer(OwnTimer* timer, pid_t thread, uint64_t period_ns) {
  const Sending sending(*this);
  return sending.number() != 0 && timer->start(thread, sending.number(), &g_token, period_ns);
}

void SampleSignal::wait_for_sender() const {
  while (sending_.load(std::memory_order_seq_cst) != 0) sched_yield();  // [signal.send]
}

// From `signal` to the next one; false if another thread did it first. Afterwards nobody sends `signal` any
// more.
bool SampleSignal::move_from(int signal, SignalBits except) {
  except |= bit_of(signal);
  int next = forced_ ? 0 : reserve_.load(std::memory_order_acquire);
  if (!forced_ && (next == 0 || (except & bit_of(next)) != 0 || !is_default(next))) next = next_free(except);
  if (next != 0 && !occupy(next)) next = 0;
  int expected = signal;
  if (!number_.compare_exchange_strong(expected, next, std::memory_order_seq_cst)) return false;
  moves_.fetch_add(1, std::memory_order_release);
  wait_for_sender();
  if (stop_timers_ != nullptr) stop_timers_();
  choose_reserve(except);
  return true;
}

// A signal that waits keeps another one like it away, whoever sent them. So those of ours are taken back, unless one of
// the program's own may be among them; and the handler stays, for threads that are still open to it.
void SampleSignal::give_way(int signal) {
  if (forced_ || (kept_open() & bit_of(signal)) == 0) return;
  claimed_.fetch_or(bit_of(signal), std::memory_order_relaxed);
  if (signal != number()) return choose_reserve(0);
  const bool foreign = (foreign_.load(std::memory_order_relaxed) & bit_of(signal)) != 0;
  if (!move_from(signal, 0) || foreign) return;
  take_back(signal);
  occupy(signal);
}

// What the program has without a handler keeps ours: those of ours that are still on their way end there.
bool SampleSignal::look_after(int* before) {
  const int signal = number();
  const bool foreign = !forced_ && (foreign_.load(std::memory_order_relaxed) & bit_of(signal)) != 0;
  if (foreign) claimed_.fetch_or(bit_of(signal), std::memory_order_relaxed);
  if (signal != 0 && (foreign || !is_handled_by(signal, handler_))) move_from(signal, 0);
  *before = last_number_;
  last_number_ = number();
  return last_number_ != *before;
}

// What the program would find if it had the signal for itself and no handler.
struct sigaction SampleSignal::action_without_us() const {
  struct sigaction action {};
  action.sa_handler = ignored_.load(std::memory_order_relaxed) ? SIG_IGN : SIG_DFL;
  return action;
}

int SampleSignal::set_action(int signal, const struct sigaction* action, struct sigaction* old) {
  if (signal <= 0 || signal != number()) {
    const int failed = real::sigaction(signal, action, old);
    if (failed != 0) return failed;
    if (old != nullptr && (old->sa_flags & SA_SIGINFO) != 0 && old->sa_sigaction == handler_)
      *old = action_without_us();
    if (action != nullptr && signal == reserve_.load(std::memory_order_acquire)) choose_reserve(0);
    return 0;
  }
  const struct sigaction before = action_without_us();
  if (action != nullptr && !has_handler(*action)) {
    ignored_.store(action->sa_handler == SIG_IGN, std::memory_order_relaxed);
  } else if (action != nullptr) {
    const struct sigaction wanted = *action;  // may be the same object as *old
    const bool moved = move_from(signal, 0);
    // Unless one of the program's own may be among those that wait.
    if (moved && (foreign_.load(std::memory_order_relaxed) & bit_of(signal)) == 0) take_back(signal);
    if (const int failed = real::sigaction(signal, &wanted, nullptr); failed != 0) return failed;
  }
  if (old != nullptr) *old = before;
  return 0;
}

SignalBits SampleSignal::claim(const sigset_t& set) {
  SignalBits wanted = 0;
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    if (sigismember(&set, signal) == 1) wanted |= bit_of(signal);
  }
  const int signal = number();
  if ((wanted & kept_open()) == 0) return 0;
  // Who waits for every signal there is means none of ours.
  if (forced_ || next_free(wanted | bit_of(signal)) == 0) return wanted & bit_of(signal);
  claimed_.fetch_or(wanted, std::memory_order_relaxed);
  if ((wanted & bit_of(signal)) != 0)
    move_from(signal, wanted);
  else
    choose_reserve(wanted);
  return 0;
}

void SampleSignal::forget_sender() {
  process_ = getpid();
  sending_.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::recorder
