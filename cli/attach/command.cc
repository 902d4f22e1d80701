// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attach/command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>

#include "attach/injection.h"
#include "attach/permission.h"
#include "attach/target.h"
#include "attach/until.h"
#include "base/failure.h"
#include "base/layout.h"
#include "record/environment.h"
#include "record/outputs.h"
#include "record/settle.h"
#include "record/summary.h"

namespace limpid::cli::attach {
namespace {

using formats::AttachAnswer;
using formats::AttachState;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kBetweenTries{5};
constexpr milliseconds kLook{50};
constexpr milliseconds kSayAfter{2000};  // nothing has come of it yet
constexpr milliseconds kAbandonedAfter{
    1000};  // a request that nobody takes for so long was left by a command that is gone
constexpr milliseconds kPatience{15000};  // with a process that shall end a recording

void say(const std::string& text) {
  fmt::print(stderr, "limpid: {}\n", text);
}

// One command at a time, and none that another one would have to put in order: gone with this process.
class Lock {
 public:
  explicit Lock(pid_t pid)
      : descriptor_(open(fmt::format("/proc/{}", pid).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw Failure(kExitBadInput,
                    fmt::format("another `limpid record --pid {}` is at work: expected one at a time", pid));
  }
  ~Lock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

bool is_mapped(pid_t pid, const std::string& name) {
  std::ifstream maps(fmt::format("/proc/{}/maps", pid));
  for (std::string line; std::getline(maps, line);)
    if (line.find(name) != std::string::npos) return true;
  return false;
}

bool same_file(const std::string& a, const std::string& b) {
  struct stat of_a, of_b;
  return stat(a.c_str(), &of_a) == 0 && stat(b.c_str(), &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
         of_a.st_ino == of_b.st_ino;
}

// The recorder that was built with the process's runtime stands beside it.
std::string recorder_for(const Target& target) {
  const auto beside = std::filesystem::path(target.runtime()).parent_path() / "liblimpid-recorder.so";
  const std::string root = fmt::format("/proc/{}/root", target.pid());
  if (access((root + beside.string()).c_str(), R_OK) == 0) return beside;
  const std::string own = find_layout().recorder;
  const bool same_version = target.version().rfind(fmt::format("Limpid {} ", LIMPID_VERSION), 0) == 0;
  if (same_version && same_file(own, root + own)) return own;
  throw Failure(kExitBadInput,
                fmt::format("process {}: there is no recorder for its runtime ({}): expected {}",
                            target.pid(), target.version(), beside.string()));
}

// The process writes the file, and may have another idea of what is where.
void check_place(const Target& target, const std::string& directory) {
  const std::string theirs = fmt::format("/proc/{}/root{}", target.pid(), directory);
  if (!same_file(directory, theirs))
    throw Failure(kExitBadInput,
                  fmt::format("process {} does not see {}: expected a directory that both see (-o)",
                              target.pid(), directory));
}

void check_state(Target& target, Until& until) {
  for (const auto began = steady_clock::now(); target.state() == AttachState::asked;) {
    if (steady_clock::now() - began > kAbandonedAfter && target.request().withdraw_abandoned()) return;
    until.sleep(kBetweenTries);
    if (Until::user_ended() || until.process_ended()) break;
  }
  if (target.state() != AttachState::idle)
    throw Failure(
        kExitBadInput,
        fmt::format(
            "process {0} is being recorded already, by a command that is gone: `limpid record --pid {0} "
            "--detach` ends that",
            target.pid()));
}

std::string refusal(Target& target, const std::string& recorder) {
  const pid_t pid = target.pid();
  switch (target.request().answer()) {
    case AttachAnswer::other_tool:
      if (is_mapped(pid, "liblimpid-recorder"))
        return fmt::format("process {} is being recorded already, from its start", pid);
      return fmt::format("process {} has an OMPT tool already, and only one can be active", pid);
    case AttachAnswer::no_thread:
      return fmt::format("process {} cannot create a thread: is there a limit (ulimit -u, cgroup)?", pid);
    case AttachAnswer::no_tool:
      return fmt::format("process {} cannot load {}: {}", pid, recorder, target.message());
    case AttachAnswer::declined:
      return fmt::format("the recorder does not start in process {}: {}", pid, target.message());
    default:
      return fmt::format("process {} has refused", pid);
  }
}

// The recording of one process by this command.
class Attachment {
 public:
  Attachment(const record::Options& options, const std::string& run_id)
      : options_(options), run_id_(run_id), target_(options.pid), lock_(options.pid), until_(options.pid) {}

  void check_place_of(const std::string& directory) const { check_place(target_, directory); }
  // False: the user did not want it any more.
  bool begin();
  void wait();

 private:
  bool await_answer(const std::string& recorder);
  void give_up();
  void end();

  const record::Options& options_;
  std::string run_id_;
  Target target_;
  Lock lock_;
  Until until_;
};

bool Attachment::begin() {
  const std::string recorder = recorder_for(target_);
  check_state(target_, until_);
  record::Variables settings = record::recorder_variables(options_, run_id_);
  settings["LIMPID_MAIN_PID"] = fmt::format("{}", options_.pid);
  const auto limit = static_cast<uint64_t>(options_.for_s * 1e9);
  Injection injection(target_);
  target_.ask(recorder, settings, limit);
  try {
    const auto began = steady_clock::now();
    bool said = false;
    while (!injection.try_once()) {
      until_.sleep(kBetweenTries);
      if (until_.process_ended()) throw Gone(options_.pid);
      if (Until::user_ended()) {
        give_up();
        return false;
      }
      if (!said && steady_clock::now() - began > kSayAfter)
        say(fmt::format(
            "no thread of process {} is where it may be interrupted (all are in the C library or in system "
            "calls): waiting for one",
            options_.pid));
      said = said || steady_clock::now() - began > kSayAfter;
    }
  } catch (const Gone&) {
    throw;
  } catch (const Failure&) {
    give_up();
    throw;
  }
  return await_answer(recorder);
}

// Before a thread was sent. One that an earlier command has sent may take the request yet, and then ends at once.
void Attachment::give_up() {
  if (!target_.request().withdraw()) target_.request().want_end();
}

bool Attachment::await_answer(const std::string& recorder) {
  const auto began = steady_clock::now();
  bool said = false;
  for (;;) {
    const Request::Progress progress = target_.request().progress();
    if (progress == Request::Progress::attached) return true;
    if (progress == Request::Progress::refused) throw Failure(kExitBadInput, refusal(target_, recorder));
    until_.sleep(kBetweenTries);
    if (until_.process_ended()) throw Gone(options_.pid);
    // It goes on by itself, and ends at once then.
    if (Until::user_ended()) {
      target_.request().want_end();
      return false;
    }
    if (!said && steady_clock::now() - began > kSayAfter) {
      said = true;
      say(fmt::format("process {} has not loaded the recorder yet: {}", options_.pid,
                      is_stopped(options_.pid) ? "it is stopped" : "its loader may be busy"));
    }
  }
}

// Until the user, the limit or the program ends it.
void Attachment::wait() {
  if (!options_.quiet)
    say(fmt::format("recording process {}{}", options_.pid,
                    options_.for_s > 0 ? fmt::format(" for {:g} s", options_.for_s) : "; ctrl-C ends that"));
  try {
    while (!Until::user_ended() && target_.state() == AttachState::attached) {
      until_.sleep(kLook);
      if (until_.process_ended()) return;
    }
    end();
  } catch (const Gone&) {
    // Its memory goes before it counts as ended.
    while (!until_.process_ended()) until_.sleep(kBetweenTries);
  }
}

void Attachment::end() {
  if (target_.state() == AttachState::attached) target_.request().want_end();
  const auto began = steady_clock::now();
  while (target_.state() != AttachState::idle && !until_.process_ended()) {
    if (steady_clock::now() - began > kPatience)
      throw Failure(kExitBadInput, fmt::format("process {} does not end its recording", options_.pid));
    // Not until_.sleep() alone: after a signal that came just now it may not sleep at all.
    until_.sleep(kBetweenTries);
  }
}

int detach(const record::Options& options) {
  Target target(options.pid);
  if (target.state() == AttachState::idle)
    throw Failure(kExitBadInput,
                  fmt::format("process {} is not being recorded by `limpid record --pid`", options.pid));
  target.request().want_end();
  Until until(options.pid);
  const auto began = steady_clock::now();
  while (!until.process_ended() && target.state() != AttachState::idle) {
    if (steady_clock::now() - began > kPatience)
      throw Failure(kExitBadInput, fmt::format("process {} does not end its recording", options.pid));
    until.sleep(kBetweenTries);
  }
  return kExitOk;
}

void check_usage(const record::Options& options) {
  if (!options.command.empty())
    throw Failure(kExitBadUsage, fmt::format("--pid {} and `{}`: expected a process or a program",
                                             options.pid, options.command.front()));
  if (options.keep_runtime)
    throw Failure(kExitBadUsage,
                  "--keep-runtime: expected with a program: a process has the runtime that it has");
}

}  // namespace

int record_process(const record::Options& options) {
  check_usage(options);
  if (options.detach) return detach(options);
  const std::string directory = record::output_directory(options.output);
  const auto now = std::chrono::system_clock::now();
  const std::string run_id = fmt::format("{}-{}", getpid(), now.time_since_epoch().count());
  Attachment attachment(options, run_id);
  attachment.check_place_of(directory);
  if (!attachment.begin()) return kExitOk;
  attachment.wait();
  auto outputs =
      record::find_outputs(directory, run_id, std::chrono::system_clock::to_time_t(now), options.pid);
  record::settle(outputs, {options.pid, false, 0, std::nullopt});
  if (!outputs.empty() && !options.quiet) record::sum_up(outputs);
  return kExitOk;
}

}  // namespace limpid::cli::attach
