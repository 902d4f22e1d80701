// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process that holds descriptors for as long as closing them takes.
#include "base/close_behind.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <iterator>
#include <new>

namespace limpid::cli {
namespace {

// What the other process uses until it ends, which may be after everything here: never unmapped.
struct Room {
  int read_end, write_end;
  alignas(16) std::byte stack[16000];
};

// In the other process, whose descriptors are copies. Who waits for the end of one of our streams must not wait for it.
int outlive(void* argument) {
  const Room& room = *static_cast<Room*>(argument);
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, room.write_end}) close(descriptor);
  char none;
  while (read(room.read_end, &none, 1) < 0 && errno == EINTR) {
  }
  _exit(0);
}

// -1: nobody else has a copy of our descriptors. Otherwise somebody has, until what this returns is closed.
int share_descriptors() {
  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC) != 0) return -1;
  void* memory = mmap(nullptr, sizeof(Room), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) {
    Room& room = *new (memory) Room{pipe[0], pipe[1], {}};
    clone(outlive, std::end(room.stack), CLONE_VM, &room);
  }
  close(pipe[0]);
  return pipe[1];
}

}  // namespace

void close_behind(int descriptor) {
  const int shared = share_descriptors();
  close(descriptor);
  if (shared >= 0) close(shared);
}

}  // namespace limpid::cli
