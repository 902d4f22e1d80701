// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/blocked_kind.h"

#include <sys/syscall.h>

namespace limpid::recorder {

profile::BlockedKind blocked_kind(long system_call) {
  using profile::BlockedKind;
  switch (system_call) {
    case -1:
      return BlockedKind::kPageFault;
    case SYS_futex:
      return BlockedKind::kFutex;
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return BlockedKind::kSleep;
    case SYS_read:
    case SYS_pread64:
    case SYS_readv:
    case SYS_preadv:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
    case SYS_accept:
    case SYS_accept4:
    case SYS_getrandom:
      return BlockedKind::kRead;
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev:
    case SYS_pwritev:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_sendmmsg:
    case SYS_sendfile:
    case SYS_splice:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_msync:
    case SYS_connect:
      return BlockedKind::kWrite;
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
      return BlockedKind::kPoll;
    case SYS_wait4:
    case SYS_waitid:
      return BlockedKind::kProcess;
    case SYS_pause:
    case SYS_rt_sigsuspend:
    case SYS_rt_sigtimedwait:
      return BlockedKind::kSignal;
    case SYS_flock:
    case SYS_fcntl:
    case SYS_semop:
    case SYS_semtimedop:
      return BlockedKind::kLock;
    default:
      return BlockedKind::kOther;
  }
}

}  // namespace limpid::recorder
