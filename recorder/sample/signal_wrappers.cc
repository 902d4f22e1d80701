// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions by which a program says what it does with signals, and sends them to its threads, as long as the recorder is preloaded: then
// the program's calls come here first. The recorder gives way where the program takes the sampling signal,
// and keeps that signal open where the program blocks everything. What calls the kernel by itself, or was
// there before a recorder that the runtime opened as a tool, does not pass here: see SampleSignal::look_after
// and open_mask for what then holds.
#include <cerrno>
#include <csignal>

#include "sample/real_functions.h"
#include "sample/signal_mask.h"
#include "sample/thread_registry.h"
#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

SampleSignal& ours() {
  return Session::get().signal;
}

int set_action(int number, const struct sigaction* action, struct sigaction* old) {
  ThreadSlot* slot = ThreadRegistry::current();
  if (slot != nullptr && action != nullptr && SampleSignal::has_handler(*action)) give_back(slot, number);
  return ours().set_action(number, action, old);
}

// For a signal that concerns us; libc's own function knows more (siginterrupt).
sighandler_t set_handler(int number, sighandler_t handler, int flags) {
  struct sigaction action {};
  struct sigaction old {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  return set_action(number, &action, &old) != 0 ? SIG_ERR : old.sa_handler;
}

int change(int how, const sigset_t* set, sigset_t* old) {
  ThreadSlot* slot = ThreadRegistry::current();
  if (slot == nullptr || (ours().number() == 0 && slot->held_open.load(std::memory_order_relaxed) == 0))
    return real::pthread_sigmask(how, set, old);
  return change_mask(ours(), slot, how, set, old);
}

// What is sent to a thread is lost if one like it waits there already.
void give_way(int number) {
  if (number > 0 && number < 64) ours().give_way(number);
}

// The set without what is ours.
sigset_t without_ours(const sigset_t* set) {
  sigset_t rest = *set;
  const SignalBits strip = ours().claim(*set);
  for (int number = 1; number < 64; ++number) {
    if ((strip & bit_of(number)) != 0) sigdelset(&rest, number);
  }
  return rest;
}

}  // namespace

}  // namespace limpid::recorder

using namespace limpid::recorder;

#pragma GCC visibility push(default)
extern "C" {

int sigaction(int number, const struct sigaction* action, struct sigaction* old) {
  return set_action(number, action, old);
}

sighandler_t signal(int number, sighandler_t handler) {
  if (number <= 0 || !ours().concerns(number)) return real::signal(number, handler);
  return set_handler(number, handler, SA_RESTART);
}

sighandler_t __sysv_signal(int number, sighandler_t handler) {
  if (number <= 0 || !ours().concerns(number)) return real::sysv_signal(number, handler);
  return set_handler(number, handler, SA_RESETHAND | SA_NODEFER);
}

sighandler_t sysv_signal(int number, sighandler_t handler) {
  return __sysv_signal(number, handler);
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  return change(how, set, old);
}

int sigprocmask(int how, const sigset_t* set, sigset_t* old) {
  const int failed = change(how, set, old);
  if (failed == 0) return 0;
  errno = failed;
  return -1;
}

int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* timeout) {
  const sigset_t rest = without_ours(set);
  siginfo_t came;
  int number;
  do number = real::sigtimedwait(&rest, &came, timeout);
  while (number > 0 && SampleSignal::is_ours(came));
  if (number > 0 && info != nullptr) *info = came;
  return number;
}

int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  const sigset_t rest = without_ours(set);
  siginfo_t came;
  int number;
  do number = real::sigwaitinfo(&rest, &came);
  while (number > 0 && SampleSignal::is_ours(came));
  if (number > 0 && info != nullptr) *info = came;
  return number;
}

int sigwait(const sigset_t* set, int* number) {
  const sigset_t rest = without_ours(set);
  return real::sigwait(&rest, number);
}

int pthread_kill(pthread_t thread, int number) {
  give_way(number);
  return real::pthread_kill(thread, number);
}

int pthread_sigqueue(pthread_t thread, int number, const sigval value) {
  give_way(number);
  return real::pthread_sigqueue(thread, number, value);
}

int raise(int number) {
  give_way(number);
  return real::raise(number);
}

int tgkill(pid_t process, pid_t thread, int number) {
  if (process == getpid()) give_way(number);
  return real::tgkill(process, thread, number);
}

int signalfd(int file, const sigset_t* set, int flags) {
  const sigset_t rest = without_ours(set);
  return real::signalfd(file, &rest, flags);
}

}  // extern "C"
#pragma GCC visibility pop
