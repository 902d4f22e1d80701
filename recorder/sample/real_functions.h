// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the recorder itself calls. Under the usual names it would call its own wrappers (signal_wrappers.cc, thread_wrappers.cc).
#pragma once

#include <csignal>

#include <pthread.h>
#include <sys/types.h>
#include <time.h>

namespace limpid::recorder::real {

// As the functions of the same name. Looked up when the library is loaded, so that they may be called in
// handlers.
int sigaction(int signal, const struct sigaction* action, struct sigaction* old);
sighandler_t signal(int signal, sighandler_t handler);
sighandler_t sysv_signal(int signal, sighandler_t handler);
int pthread_sigmask(int how, const sigset_t* set, sigset_t* old);
int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* timeout);
int sigwaitinfo(const sigset_t* set, siginfo_t* info);
int sigwait(const sigset_t* set, int* signal);
int pthread_kill(pthread_t thread, int signal);
int pthread_sigqueue(pthread_t thread, int signal, sigval value);
int raise(int signal);
int tgkill(pid_t process, pid_t thread, int signal);
int signalfd(int file, const sigset_t* set, int flags);
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                   void* argument);

}  // namespace limpid::recorder::real
