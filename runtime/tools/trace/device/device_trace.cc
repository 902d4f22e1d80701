// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows operations from their submission to the record of their times.
#include "tools/trace/device/device_trace.h"

#include <atomic>

#include "core/device/devices.h"
#include "core/device/policy.h"
#include "platform/clock.h"
#include "sync/mutex.h"
#include "tools/trace/device/cuda_driver.h"
#include "tools/trace/device/cupti.h"
#include "tools/trace/device/operations.h"

namespace limpid::tools::trace {
namespace {

using policy::kMostDevices;

struct Following {
  std::atomic<Source> source{Source::none};  // while the device is followed
  std::atomic<uint64_t> run{0};              // number of times that it was
  std::atomic<Wanted> wanted{{}};            // written under the lock
};
constinit Following g_followed[kMostDevices] = {};

constinit Operations g_operations{};
constinit sync::Mutex g_lock{};  // held while devices are followed or left
constinit std::atomic<const Writer*> g_writer{nullptr};
constinit uint32_t g_measured = 0;  // devices with CUPTI; under the lock

// The operations that a thread is submitting, innermost last: an engine may copy while it launches.
struct Submission {
  uint32_t number;  // 0: not followed
  bool measured;    // CUPTI knows the number
};
constexpr uint32_t kMostNested = 4;
struct Submissions {
  uint32_t depth;
  Submission stack[kMostNested];
};
constinit thread_local Submissions t_submissions{};

Following* find(int32_t device) {
  return device >= 0 && device < kMostDevices ? &g_followed[device] : nullptr;
}

// A copy or kernel that the device executes by itself, so that it measures it. An allocation is the host's work,
// and nobody has to copy nothing.
bool is_measured(const Operation& operation) {
  if (operation.is_kernel) return true;
  return operation.moves_data() && operation.bytes != 0;
}

void write(const Operation& operation, Interval time, const Activity* activity) {
  // Pairs with the store in follow().
  const Writer* const writer = g_writer.load(std::memory_order_acquire);
  if (writer != nullptr) writer->operation(operation, time, activity);
}

// The innermost that CUPTI knows; 0: none.
uint32_t measured_operation(const Submissions& submissions) {
  for (uint32_t depth = submissions.depth; depth > 0; --depth)
    if (submissions.stack[depth - 1].measured) return submissions.stack[depth - 1].number;
  return 0;
}

int32_t device_of_ordinal(uint32_t ordinal) {
  for (int32_t device = 0; device < kMostDevices; ++device) {
    const core::Device* const known = core::device_with_number(device);
    if (known != nullptr && known->facts.ordinal == static_cast<int32_t>(ordinal)) return device;
  }
  return -1;
}

void write_other(const Activity& activity) {
  const Writer* const writer = g_writer.load(std::memory_order_acquire);
  const int32_t device = device_of_ordinal(activity.ordinal);
  if (writer != nullptr && device >= 0) writer->other(device, activity);
}

bool is_of(const Operation& operation, const Activity& activity) {
  return activity.kind == (operation.is_kernel ? Activity::Kind::kernel : Activity::Kind::copy);
}

void receive(uint32_t number, const Activity& activity) {
  Operation operation;
  if (!g_operations.get(number, operation) || !is_of(operation, activity)) return write_other(activity);
  const Following& device = *find(operation.device);
  if (device.run.load(std::memory_order_relaxed) != operation.run) return;  // of an earlier trace
  if (operation.is_kernel) operation.teams = activity.blocks;
  write(operation, activity.time, &activity);
}

bool is_wanted(const Following& device, const Operation& operation) {
  const Wanted wanted = device.wanted.load(std::memory_order_relaxed);
  return operation.is_kernel ? wanted.kernels : wanted.data;
}

// Called with the lock held, as the next. Kernels are measured in any case, so that it is known whether CUPTI can.
void set_wanted(Following& device, Wanted wanted) {
  device.wanted.store(wanted, std::memory_order_relaxed);
  if (wanted.data && device.source.load(std::memory_order_relaxed) == Source::cupti) cupti::measure_data();
}

// Source::none: neither.
Source start_source(const core::Device& device) {
  const Source source = source_of(device.facts.number);
  if (source != Source::cupti) return source;
  if (g_measured > 0 || cupti::start(receive)) {
    ++g_measured;
    return Source::cupti;
  }
  return device.works_in_calls() ? Source::calls : Source::none;
}

}  // namespace

Source source_of(int32_t device) {
  const core::Device* const known = find(device) != nullptr ? core::device_with_number(device) : nullptr;
  if (known == nullptr) return Source::none;
  if (known->facts.ordinal >= 0 && cupti::is_there()) return Source::cupti;
  return known->works_in_calls() ? Source::calls : Source::none;
}

bool follow(int32_t device, const Writer& writer, Wanted wanted) {
  Following* const found = find(device);
  const core::Device* const known = core::device_with_number(device);
  if (found == nullptr || known == nullptr || !g_operations.prepare()) return false;
  sync::MutexGuard guard(g_lock);
  const Writer* const other = g_writer.load(std::memory_order_relaxed);
  if (other != nullptr && other != &writer) return false;
  if (found->source.load(std::memory_order_relaxed) != Source::none) return true;
  // Pairs with the loads in write() and write_other().
  g_writer.store(&writer, std::memory_order_release);
  found->run.fetch_add(1, std::memory_order_relaxed);
  const Source source = start_source(*known);
  found->source.store(source, std::memory_order_relaxed);
  set_wanted(*found, wanted);
  return source != Source::none;
}

void want(int32_t device, Wanted wanted) {
  Following* const found = find(device);
  if (found == nullptr) return;
  sync::MutexGuard guard(g_lock);
  set_wanted(*found, wanted);
}

bool is_followed(int32_t device) {
  const Following* const found = find(device);
  return found != nullptr && found->source.load(std::memory_order_relaxed) != Source::none;
}

void flush(int32_t device, bool wait) {
  const Following* const found = find(device);
  if (found == nullptr || found->source.load(std::memory_order_relaxed) != Source::cupti) return;
  cupti::flush();
  if (wait) cupti::await();
}

// The lock is not held during the wait: the tool, which may be called meanwhile, may start and stop traces.
void unfollow(int32_t device, bool wait) {
  Following* const found = find(device);
  if (found == nullptr) return;
  {
    sync::MutexGuard guard(g_lock);
    if (found->source.exchange(Source::none, std::memory_order_relaxed) != Source::cupti) return;
    --g_measured == 0 ? cupti::stop() : cupti::flush();
  }
  if (wait) cupti::await();
}

void begin_operation(const Operation& operation) {
  Submissions& submissions = t_submissions;
  if (submissions.depth++ >= kMostNested) return;
  Submission& submission = submissions.stack[submissions.depth - 1];
  submission = {};
  if (!is_followed(operation.device)) return;
  const Following& device = *find(operation.device);
  if (!is_wanted(device, operation)) return;
  submission.measured =
      device.source.load(std::memory_order_relaxed) == Source::cupti && is_measured(operation);
  Operation noted = operation;
  noted.run = device.run.load(std::memory_order_relaxed);
  if (!submission.measured) noted.began = platform::monotonic_ns();
  submission.number = g_operations.put(noted);
  if (submission.measured) cupti::submit_for(submission.number);
}

uint32_t end_operation() {
  Submissions& submissions = t_submissions;
  if (submissions.depth == 0) return 0;
  --submissions.depth;
  if (submissions.depth >= kMostNested) return 0;
  const Submission submission = submissions.stack[submissions.depth];
  if (!submission.measured) return submission.number;
  cupti::submit_for(measured_operation(submissions));
  return 0;
}

void write_operation(uint32_t number, const Operation& now) {
  Operation begun;
  if (!g_operations.get(number, begun)) return;
  Operation done = now;
  done.target = begun.target;
  write(done, {begun.began, platform::monotonic_ns()}, nullptr);
}

int num_procs(int32_t device) {
  const core::Device* const known = core::device_with_number(device);
  if (known == nullptr || known->facts.ordinal < 0) return 0;
  return count_multiprocessors(static_cast<uint32_t>(known->facts.ordinal));
}

void forget_devices_after_fork() {
  g_lock.reset_after_fork();
  g_operations.reset_after_fork();
  g_writer.store(nullptr, std::memory_order_relaxed);
  g_measured = 0;
  t_submissions = {};
  for (Following& device : g_followed) device.source.store(Source::none, std::memory_order_relaxed);
  cupti::forget_after_fork();
}

}  // namespace limpid::tools::trace
