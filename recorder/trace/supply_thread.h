// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <pthread.h>
#include <sys/types.h>

namespace limpid::recorder {

class EventTrace;

// The thread that keeps a trace supplied. It looks every few milliseconds, because a thread that takes a block
// wakes nobody.
class SupplyThread {
 public:
  // False if it cannot be created.
  bool start(EventTrace* trace);

  // Ends it and waits for that. False if it does not answer within so many ns.
  bool stop(uint64_t patience_ns);

  // In a forked child: there is no such thread any more.
  void forget();

 private:
  static void* enter(void* self);
  void run();
  void sleep(uint64_t ns);

  EventTrace* trace_ = nullptr;
  pthread_t thread_{};
  bool running_ = false;
  std::atomic<pid_t> tid_{0};
  std::atomic<uint32_t> stop_{0};
};

}  // namespace limpid::recorder
