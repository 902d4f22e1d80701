// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "attach_request.h"
#include "charge/blame_table.h"
#include "charge/construct_totals.h"
#include "context/implicit_events.h"
#include "context/module_table.h"
#include "context/node_table.h"
#include "context/task_events.h"
#include "context/task_origins.h"
#include "control/counted_clock.h"
#include "control/phases.h"
#include "cycle_clock.h"
#include "file/profile_file.h"
#include "file/record_writer.h"
#include "ompt_link.h"
#include "sample/sample_signal.h"
#include "sample/sampler.h"
#include "sample/thread_registry.h"
#include "settings.h"
#include "trace/event_trace.h"

namespace limpid::recorder {

// The recording of this process: all tables, the file, the sampler. There is one; it begins in the library's
// constructor when preloaded, otherwise when a runtime starts the tool, and ends with the process.
class Session {
 public:
  static Session& get();

  // Begins to record. The file itself appears with the first of: a runtime connects, or the sampler has lived
  // for a few rounds (a process that calls exec at once leaves none). Harmless to repeat.
  void begin(bool preloaded) { begin_as(preloaded, nullptr); }

  // The same in a process that the recorder was attached to, with settings of its own. Such a recording may end before the
  // process does, and another one may begin after it.
  void begin_attached(const formats::Attachment& attachment) { begin_as(false, &attachment); }
  const formats::Attachment* attachment() const { return attachment_; }

  // A runtime starts the tool: the file appears now. `entry_address` is any code of the runtime's. False if
  // nothing can be recorded.
  bool runtime_connected(unsigned omp_version, const char* version, uint64_t entry_address);

  // The runtime ends the tool: nobody asks it any more, and everything known is written.
  void runtime_finished();

  // Makes sure that the file exists. Any thread, but not a handler. have_file: for who holds the file's lock.
  bool ensure_file();
  bool have_file();

  // Ends the recording: last samples, totals, the Finish record. Harmless to repeat.
  void end(profile::FinishReason reason);

  // The same for a process that ends by _exit(), perhaps from a signal handler: waits for nobody for long,
  // and leaves alone what it cannot have. In a child of vfork() it does nothing.
  void end_at_once();

  // Between the two nothing counts. For who holds the file's lock; harmless to repeat.
  void pause(uint64_t now);
  void resume(uint64_t now);

  // After fork, in the child: a recording of its own, with the same settings.
  void restart_in_child();

  bool preloaded() const { return preloaded_; }  // not only opened by a runtime
  uint64_t origin_realtime_ns() const { return origin_realtime_ns_; }

  bool active() const { return active_.load(std::memory_order_acquire); }

  // The file's lock: the sampler takes it for each round, others for rare writes.
  void lock_file();
  bool try_lock_file() { return !file_lock_.test_and_set(std::memory_order_acquire); }
  void unlock_file();

  Settings settings;
  ModuleTable modules;
  NodeTable nodes;
  TotalsTable totals;
  BlameTable blame;
  ThreadRegistry threads;
  ProfileFile file;
  RecordWriter writer{file, nodes, totals, modules};
  OmptLink ompt;
  Sampler sampler{*this};
  CycleClock clock;
  EventTrace trace{*this};
  CountedClock counted{clock};
  Phases phases{trace};
  TaskEvents task_events;
  ImplicitEvents implicit_events;
  TaskOrigins task_origins;
  profile::RunRecord* run = nullptr;
  profile::CountersRecord* counters = nullptr;
  uint64_t origin_ns = 0;
  std::atomic<bool> tasks_seen{false};  // explicit tasks were created
  SampleSignal signal;
  uint32_t processors = 1;

 private:
  void begin_as(bool preloaded, const formats::Attachment* attachment);
  void forget_earlier_recording();
  void begin_threads();
  void leave_child();
  bool create_tables();
  bool open_file();
  void write_run();
  void write_runtime();
  bool worth_keeping() const;
  bool stop_sampler(uint64_t patience_ns);
  void end_file(profile::FinishReason reason);
  void write_end(profile::FinishReason reason);
  void wait_for_handlers();

  std::atomic<bool> active_{false};
  pid_t pid_ = 0;                          // of the process that is recorded
  profile::PauseRecord* pause_ = nullptr;  // the one that lasts
  std::atomic<bool> file_failed_{false};
  std::atomic_flag file_lock_;
  const formats::Attachment* attachment_ = nullptr;
  bool ended_ = false;  // an earlier recording
  bool watches_forks_ = false;
  bool tables_ = false;
  bool child_ = false;
  bool preloaded_ = false;
  uint64_t origin_realtime_ns_ = 0;
  // What the runtime said of itself; a forked child inherits it.
  uint64_t connected_at_ns_ = 0;
  unsigned omp_version_ = 0;
  char runtime_version_[256] = {};
};

}  // namespace limpid::recorder
