// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/real_functions.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace limpid::recorder::real {

namespace {

// Another library may stand between us and libc (a sanitizer's, for one): the next one, not libc's.
template <typename F>
F* next(F** kept, const char* name) {
  if (*kept == nullptr) *kept = reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
  return *kept;
}

decltype(::sigaction)* g_sigaction;
decltype(::signal)* g_signal;
decltype(::signal)* g_sysv_signal;
decltype(::pthread_sigmask)* g_pthread_sigmask;
decltype(::sigtimedwait)* g_sigtimedwait;
decltype(::sigwaitinfo)* g_sigwaitinfo;
decltype(::sigwait)* g_sigwait;
int (*g_signalfd)(int, const sigset_t*, int);
decltype(::pthread_kill)* g_pthread_kill;
decltype(::pthread_sigqueue)* g_pthread_sigqueue;
decltype(::raise)* g_raise;
int (*g_tgkill)(pid_t, pid_t, int);
decltype(::pthread_create)* g_pthread_create;

// Before other constructors: from then on nobody has to ask the loader.
[[gnu::constructor(101)]] void look_up() {
  next(&g_sigaction, "sigaction");
  next(&g_signal, "signal");
  next(&g_sysv_signal, "sysv_signal");
  next(&g_pthread_sigmask, "pthread_sigmask");
  next(&g_sigtimedwait, "sigtimedwait");
  next(&g_sigwaitinfo, "sigwaitinfo");
  next(&g_sigwait, "sigwait");
  next(&g_signalfd, "signalfd");
  next(&g_pthread_kill, "pthread_kill");
  next(&g_pthread_sigqueue, "pthread_sigqueue");
  next(&g_raise, "raise");
  next(&g_tgkill, "tgkill");
  next(&g_pthread_create, "pthread_create");
}

}  // namespace

int sigaction(int signal, const struct sigaction* action, struct sigaction* old) {
  return next(&g_sigaction, "sigaction")(signal, action, old);
}
sighandler_t signal(int signal, sighandler_t handler) {
  return next(&g_signal, "signal")(signal, handler);
}
sighandler_t sysv_signal(int signal, sighandler_t handler) {
  return next(&g_sysv_signal, "sysv_signal")(signal, handler);
}
int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  return next(&g_pthread_sigmask, "pthread_sigmask")(how, set, old);
}
int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* timeout) {
  return next(&g_sigtimedwait, "sigtimedwait")(set, info, timeout);
}
int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  return next(&g_sigwaitinfo, "sigwaitinfo")(set, info);
}
int sigwait(const sigset_t* set, int* signal) {
  return next(&g_sigwait, "sigwait")(set, signal);
}
int signalfd(int file, const sigset_t* set, int flags) {
  return next(&g_signalfd, "signalfd")(file, set, flags);
}
int pthread_kill(pthread_t thread, int signal) {
  return next(&g_pthread_kill, "pthread_kill")(thread, signal);
}
int pthread_sigqueue(pthread_t thread, int signal, sigval value) {
  return next(&g_pthread_sigqueue, "pthread_sigqueue")(thread, signal, value);
}
int raise(int signal) {
  return next(&g_raise, "raise")(signal);
}
int tgkill(pid_t process, pid_t thread, int signal) {
  const auto function = next(&g_tgkill, "tgkill");  // of glibc 2.30
  return function != nullptr ? function(process, thread, signal)
                             : static_cast<int>(syscall(SYS_tgkill, process, thread, signal));
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                   void* argument) {
  return next(&g_pthread_create, "pthread_create")(thread, attributes, routine, argument);
}

}  // namespace limpid::recorder::real
