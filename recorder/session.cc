// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "session.h"

#include <cerrno>
#include <cstring>

#include <pthread.h>
#include <sched.h>

#include "file/code_names.h"
#include "file/metadata.h"
#include "messages.h"
#include "sample/earlier_threads.h"
#include "sample/sample_handler.h"
#include "sample/signal_mask.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constinit Session g_session;

extern "C" void limpid_recorder_child_of_fork() {
  Session::get().restart_in_child();
}

uint32_t available_processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<uint32_t>(CPU_COUNT(&set));
}

void stop_own_timers() {
  Session::get().threads.stop_timers();
}

}  // namespace

Session& Session::get() {
  return g_session;
}

void Session::lock_file() {
  while (file_lock_.test_and_set(std::memory_order_acquire)) sched_yield();
}

void Session::unlock_file() {
  file_lock_.clear(std::memory_order_release);
}

bool Session::create_tables() {
  if (!tables_) tables_ = nodes.create() && totals.create();
  return tables_;
}

// The tables stay: data words of regions and tasks that are still there name their nodes.
void Session::forget_earlier_recording() {
  run = nullptr;
  counters = nullptr;
  pause_ = nullptr;
  child_ = false;
  file_failed_.store(false, std::memory_order_relaxed);
  connected_at_ns_ = 0;
  trace.forget_earlier();
  sampler.forget_earlier();
  threads.keep_slots();
  totals.reset();
  task_events.forget_earlier(this, now_ns());
  implicit_events.forget_earlier();
  blame.reset();
  phases.forget();
  if (counted.stopped()) counted.go_on();
}

// Nobody has told of the threads that are there if the recorder was attached; the calling one is none of the program's.
void Session::begin_threads() {
  if (attachment_ == nullptr) {
    if (ThreadSlot* slot = threads.attach(profile::ThreadType::kInitial, origin_ns)) open_mask(signal, slot);
    return;
  }
  Outsiders::know_attacher(thread_id());
  adopt_earlier_threads(this, *attachment_, origin_ns);
}

void Session::begin_as(bool preloaded, const formats::Attachment* attachment) {
  if (active() || sampler.running()) return;
  if (ended_) forget_earlier_recording();
  attachment_ = attachment;
  pid_ = getpid();
  origin_ns = now_ns();
  clock.start();
  origin_realtime_ns_ = read_clock(CLOCK_REALTIME);
  preloaded_ = preloaded;
  processors = available_processors();
  settings = Settings{};
  if (attachment != nullptr) settings.given = attachment->options;
  settings.read();
  if (!create_tables()) {
    message("no memory for the recorder's tables; nothing is recorded");
    return;
  }
  if (settings.start_paused) pause(origin_ns);
  if (!signal.install(settings.signal, &on_sample_signal, &stop_own_timers))
    message("no signal is free for sampling (LIMPID_SIGNAL chooses one): running threads are not sampled");
  begin_threads();
  if (!watches_forks_) pthread_atfork(nullptr, nullptr, &limpid_recorder_child_of_fork);
  watches_forks_ = true;
  active_.store(true, std::memory_order_release);
  OutputFile::prepare_descriptors();
  if (!sampler.start())
    message("cannot create the sampler thread: %s; only events are recorded", std::strerror(errno));
}

bool Session::have_file() {
  return file.is_open() || (!file_failed_.load(std::memory_order_relaxed) && open_file());
}

bool Session::ensure_file() {
  lock_file();
  const bool have = have_file();
  unlock_file();
  return have;
}

bool Session::open_file() {
  char path[PATH_MAX];
  expand_output(settings.output, path);
  const bool replace = settings.main_pid == getpid() && !child_ && !has_image_of_this_process(path);
  if (!file.create(path, replace, origin_ns, origin_realtime_ns_) ||
      !writer.create(origin_ns, settings.max_bytes)) {
    file_failed_.store(true, std::memory_order_relaxed);
    message("cannot write %s: %s; nothing is recorded", path, std::strerror(errno));
    return false;
  }
  write_run();
  write_metadata(*this);
  if (connected_at_ns_ != 0) write_runtime();
  counters = file.append<profile::CountersRecord>(profile::RecordType::kCounters);
  if (counters != nullptr) file.commit(counters);
  if (sampler.paused()) pause_ = writer.begin_pause(origin_ns);
  phases.write_again(&writer, origin_ns);
  return true;
}

void Session::pause(uint64_t now) {
  if (sampler.paused()) return;
  counted.stop();
  trace.pause();
  sampler.pause(now);
  if (file.is_open()) pause_ = writer.begin_pause(now);
}

void Session::resume(uint64_t now) {
  if (!sampler.paused()) return;
  if (pause_ != nullptr) writer.end_pause(pause_, now);
  pause_ = nullptr;
  counted.go_on();
  trace.resume();
  sampler.resume(now);
}

void Session::write_run() {
  run = file.append<profile::RunRecord>(profile::RecordType::kRun);
  if (run == nullptr) return;
  run->flags = (preloaded_ ? static_cast<uint32_t>(profile::RunFlag::kPreloaded) : 0) |
               (child_ ? static_cast<uint32_t>(profile::RunFlag::kForkedChild) : 0);
  run->pid = static_cast<uint32_t>(getpid());
  run->parent_pid = static_cast<uint32_t>(getppid());
  run->mpi_rank = mpi_rank();
  run->processors = processors;
  run->engine = static_cast<uint32_t>(profile::SamplingEngine::kElapsed);
  run->requested_mhz = settings.frequency_mhz;
  run->sample_signal = static_cast<uint32_t>(signal.number());
  file.commit(run);
}

bool Session::runtime_connected(unsigned omp_version, const char* version, uint64_t entry_address) {
  modules.set_runtime(entry_address);
  if (!active()) return false;
  lock_file();
  connected_at_ns_ = now_ns();
  omp_version_ = omp_version;
  std::strncpy(runtime_version_, version, sizeof runtime_version_ - 1);
  const bool was_open = file.is_open();
  const bool open = have_file();
  if (was_open) write_runtime();
  unlock_file();
  return open;
}

void Session::write_runtime() {
  if (run != nullptr) {
    store_in_place(&run->omp_version, static_cast<uint32_t>(omp_version_));
    const uint64_t at = writer.relative(connected_at_ns_);
    store_in_place(&run->runtime_connected_ns, at == 0 ? 1 : at);
  }
  writer.info("runtime", runtime_version_, std::strlen(runtime_version_));
  trace.open();
  const uint64_t address = modules.runtime_address();
  const uint32_t n = modules.count();
  for (uint32_t i = 0; i < n; ++i) {
    const Module& m = modules.module(i);
    if (m.unload_ns == 0 && address >= m.begin && address < m.end) {
      writer.info("runtime_path", m.path, std::strlen(m.path));
    }
  }
}

// A handler that is inside the runtime's inquiry functions must come out before the runtime goes on with its
// own end.
void Session::wait_for_handlers() {
  const uint64_t limit = now_ns() + kSecond / 50;
  const uint32_t n = threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* slot = threads.slot(i);
    const auto asks = [slot] {
      return slot->phase.load(std::memory_order_acquire) == ThreadSlot::kCapturing ||
             slot->taking_own.load(std::memory_order_seq_cst);  // [slot.own]
    };
    while (slot != nullptr && asks() && now_ns() < limit) sched_yield();
  }
}

void Session::runtime_finished() {
  ompt.connected.store(false, std::memory_order_seq_cst);
  wait_for_handlers();
  if (!active() || !file.is_open()) return;
  lock_file();
  writer.write_totals(clock.scale());
  unlock_file();
}

// Processes that only happened to inherit the preload (shells, helpers) leave nothing behind.
bool Session::worth_keeping() const {
  return connected_at_ns_ != 0 || settings.main_pid == getpid();
}

bool Session::stop_sampler(uint64_t patience_ns) {
  if (sampler.running() && !sampler.stop(patience_ns)) return false;
  ompt.connected.store(false, std::memory_order_seq_cst);
  wait_for_handlers();
  signal.remove();
  return true;
}

// For who holds the file's lock.
void Session::write_end(profile::FinishReason reason) {
  const uint64_t now = now_ns();
  if (!writer.finished()) sampler.last_round(now);
  trace.finish(kSecond / 5);
  if (!writer.finished() && file.is_open())
    write_code_names(file, nodes, modules,
                     child_ && run != nullptr ? static_cast<pid_t>(run->parent_pid) : 0);
  writer.finish(reason, now);
  file.close(!worth_keeping());
}

void Session::end(profile::FinishReason reason) {
  if (!active_.exchange(false, std::memory_order_acq_rel)) return;
  end_file(reason);
  ended_ = true;
  if (attachment_ != nullptr && reason == profile::FinishReason::kEnded) signal.restore_actions();
}

void Session::end_file(profile::FinishReason reason) {
  if (!stop_sampler(10 * kSecond)) {
    // It still writes: leave the file as it is, readable.
    message("the sampler thread does not stop; %s has no end mark", file.path());
    return;
  }
  if (file_failed_.load(std::memory_order_relaxed) ||
      (!file.is_open() && (!worth_keeping() || !ensure_file())))
    return;
  lock_file();
  write_end(reason);
  unlock_file();
}

void Session::end_at_once() {
  if (pid_ != getpid() || !active_.exchange(false, std::memory_order_acq_rel)) return;
  constexpr uint64_t kPatience = kSecond / 5;
  const bool asked_for = settings.main_pid == pid_;
  if (!stop_sampler(kPatience) || file_failed_.load(std::memory_order_relaxed)) return;
  const uint64_t limit = now_ns() + kPatience;
  while (!try_lock_file()) {
    if (now_ns() > limit) return;
    sched_yield();
  }
  // A child that was over before it had a file leaves none.
  if (file.is_open() || (asked_for && have_file())) write_end(profile::FinishReason::kAtOnce);
  unlock_file();
}

// Whoever attached the recorder asked for the parent. The child has no runtime that would start the tool again.
void Session::leave_child() {
  active_.store(false, std::memory_order_relaxed);
  ompt.connected.store(false, std::memory_order_relaxed);
  pid_ = getpid();
  file.abandon();
  file_lock_.clear();
  trace.forget_parent();
  sampler.forget();
  modules.reset_after_fork();
  threads.reset_after_fork();
  signal.forget_sender();
  signal.remove();
  signal.restore_actions();
  Outsiders::know_attacher(0);
  ended_ = true;
}

void Session::restart_in_child() {
  if (!active()) return;
  const ErrnoGuard keep;
  if (attachment_ != nullptr) return leave_child();
  const ThreadSlot* old = ThreadRegistry::current();
  const uint64_t held_open = old == nullptr ? 0 : old->held_open.load(std::memory_order_relaxed);
  const auto type = old == nullptr ? profile::ThreadType::kUnknown : profile::ThreadType::kInitial;
  pid_ = getpid();
  file.abandon();
  file_lock_.clear();
  run = nullptr;
  counters = nullptr;
  pause_ = nullptr;
  child_ = true;
  preloaded_ = false;
  trace.forget_parent();
  origin_ns = now_ns();
  sampler.forget();
  modules.reset_after_fork();
  threads.reset_after_fork();
  totals.reset();
  task_events.reset_after_fork(this, origin_ns);
  implicit_events.reset_after_fork(this, origin_ns);
  origin_realtime_ns_ = read_clock(CLOCK_REALTIME);
  signal.forget_sender();
  if (ThreadSlot* slot = threads.attach(type, origin_ns)) {
    slot->held_open.store(held_open, std::memory_order_relaxed);
    open_mask(signal, slot);
    trace.continue_in_child();
  }
  if (!sampler.start()) message("cannot create the sampler thread after fork: %s", std::strerror(errno));
}

}  // namespace limpid::recorder
