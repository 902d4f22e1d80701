// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The request by which a command attaches a tool to a running process: the process's side (runtime/tools/attach,
// runtime/lib/attach.cc) and the command's (cli/attach/request.cc), each killed or delayed at any step.
#include <time.h>

#include <string.h>

#include "attach/request.h"
#include "core/team/first_use.h"
#include "core/team/registry.h"
#include "lib/attach.h"
#include "lib/startup.h"
#include "model.h"
#include "platform/injected_call.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"
#include "tools/attach/attach.h"
#include "tools/attach/attachment.h"
#include "tools/ompt2016/tool.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/tool.h"
#include "tools/startup/attachment.h"
#include "tools/startup/startup.h"

namespace limpid {
namespace {

using formats::AttachAnswer;
using formats::AttachState;
using formats::EntryUse;
using model::Execution;
using model::holds;
using model::Plain;
using model::require;
using tools::attach::g_request;

constexpr model::Bounds kBounds{8'000, 4'000};

// The process: its tool, as tools/ompt5/tool.cc starts and stops one, and the threads that were sent to the entry.
struct Process {
  sync::Atomic<bool> open{false};
  sync::Atomic<bool> over{true};
  Plain<int> started{0};
  Plain<int> finalized{0};
  Plain<int> renewed{0};  // how often it was made ready for another tool
  bool ends_itself = false;
  AttachAnswer becomes = AttachAnswer::attached;  // of a request
  sync::Atomic<int> sent{0};
  sync::Atomic<int> arrived{0};

  void start() {
    require(started.get() == finalized.get(), "one tool at a time");
    started.set(started.get() + 1);
    over.store(false, std::memory_order_relaxed);
    open.store(true, std::memory_order_seq_cst);
    if (ends_itself) tools::startup::get_attachment()->end();
  }
  // Whether the caller has stopped it.
  bool stop() {
    bool was_open = true;
    if (!open.compare_exchange_strong(was_open, false, std::memory_order_seq_cst)) return false;
    require(tools::startup::get_attachment() != nullptr, "the tool may ask until its end");
    finalized.set(finalized.get() + 1);
    over.store(true, std::memory_order_release);
    return true;
  }
};
Process* g_process = nullptr;

// A thread of the program's goes through the entry, as runtime/platform/injected_call.cc does.
void enter() {
  sync::AtomicRef<uint32_t> busy(limpid_injected_call.busy);
  busy.store(static_cast<uint32_t>(EntryUse::taken), std::memory_order_release);
  g_process->arrived.fetch_add(1, std::memory_order_relaxed);
  const uint64_t resume_at = limpid_injected_call.resume_at;
  limpid_injected_call.function();
  Execution::current()->read_plain(&limpid_injected_call.resume_at);
  require(limpid_injected_call.resume_at == resume_at, "the thread finds back");
  busy.store(static_cast<uint32_t>(EntryUse::free), std::memory_order_release);
}

struct Killed {};

// A command: limpid record --pid. Its steps are those of cli/attach/command.cc.
class Command : private cli::attach::Words {
 public:
  enum class Outcome { recorded, refused, taken, gave_up };

  static constexpr int kEndless = -1;

  // `steps`: it is killed when it has done so many.
  explicit Command(int steps = kEndless) : left_(steps) {}

  Outcome record(bool impatient = false) {
    if (!check_state()) return Outcome::taken;
    request_.prepare();
    write_strings();
    request_.ask();
    while (!send_thread()) {
      if (impatient) {
        if (!request_.withdraw()) request_.want_end();
        return Outcome::gave_up;
      }
      pause();
    }
    while (request_.progress() == cli::attach::Request::Progress::waiting) pause();
    if (request_.progress() == cli::attach::Request::Progress::refused) return refused();
    return Outcome::recorded;
  }

  // As at the end of record(): ctrl-C, or the tool has ended.
  void end() {
    if (request_.state() == AttachState::attached) request_.want_end();
    await_end();
    step();
    require(g_process->started.get() == g_process->finalized.get(), "the tool has ended when it is said so");
  }

  void await_end() {
    while (request_.state() != AttachState::idle) pause();
  }

  // --detach: by another command. False: nobody records.
  bool detach() {
    if (request_.state() == AttachState::idle) return false;
    request_.want_end();
    await_end();
    return true;
  }

 private:
  using cli::attach::Words::Word;

  static uint32_t& place_of(Word which) {
    switch (which) {
      case Word::state:
        return g_request.state;
      case Word::answer:
        return g_request.answer;
      case Word::end_wanted:
        return g_request.end_wanted;
      default:
        return limpid_injected_call.busy;
    }
  }
  uint32_t get(Word which) const override {
    step();
    return sync::AtomicRef<uint32_t>(place_of(which)).load(std::memory_order_acquire);
  }
  void set(Word which, uint32_t value) override {
    step();
    sync::AtomicRef<uint32_t>(place_of(which)).store(value, std::memory_order_release);
  }
  void step() const {
    if (left_-- == 0) throw Killed{};
  }
  void pause() const { Execution::current()->yield(); }

  // Another command's request that nobody takes is withdrawn after a second. By then all stores that were done before
  // it are seen, and a thread that was sent has done its first instruction.
  bool check_state() {
    while (request_.state() == AttachState::asked) {
      while (g_process->arrived.load(std::memory_order_relaxed) <
             g_process->sent.load(std::memory_order_relaxed))
        pause();
      sync::process_fence();
      if (request_.withdraw_abandoned()) return true;
      pause();
    }
    return request_.state() == AttachState::idle;
  }

  void write_strings() {
    step();
    Execution::current()->write_plain(g_request.library);
    strcpy(g_request.library, "recorder");
    step();
    Execution::current()->write_plain(g_request.options);
  }

  bool send_thread() {
    if (!request_.is_entry_free()) return false;
    request_.promise_entry();
    step();
    Execution::current()->write_plain(&limpid_injected_call.resume_at);
    ++limpid_injected_call.resume_at;
    step();
    g_process->sent.fetch_add(1, std::memory_order_relaxed);
    Execution::current()->thread(enter);
    step();
    return true;
  }

  Outcome refused() {
    step();
    require(request_.answer() == g_process->becomes, "the reason is there");
    Execution::current()->read_plain(g_request.message);
    return Outcome::refused;
  }

  mutable int left_;
  cli::attach::Request request_{*this};
};

using Outcome = Command::Outcome;

// A process that runs, and its request as at the beginning.
struct Running {
  explicit Running(Execution& execution) : run(execution) {
    g_process = &process;
    tools::attach::forget_after_fork();
    lib::forget_injected_call();
    g_request.answer = 0;
    g_request.limit_ns = 0;
    limpid_injected_call.resume_at = 0;
    for (const void* each :
         {static_cast<const void*>(&g_request.state), static_cast<const void*>(&g_request.answer),
          static_cast<const void*>(&g_request.end_wanted), static_cast<const void*>(g_request.library),
          static_cast<const void*>(g_request.options), static_cast<const void*>(g_request.message),
          static_cast<const void*>(&limpid_injected_call.busy),
          static_cast<const void*>(&limpid_injected_call.resume_at),
          static_cast<const void*>(&tools::startup::g_attachment)})
      run.forget(each);
  }

  void run_to_the_end() {
    run.run();
    require(process.started.get() == process.finalized.get(), "every tool has ended");
    require(!process.open.load(std::memory_order_relaxed), "and is closed");
    require(tools::attach::Request::state() == AttachState::idle, "the next one may come");
    require(limpid_injected_call.busy == static_cast<uint32_t>(EntryUse::free), "nobody is in the entry");
  }

  Execution& run;
  Process process;
};

// Whatever was left behind: a command comes that records, if need be after it has ended another one's recording.
void record_after_all() {
  Command command;
  while (command.record() == Outcome::taken) command.detach();
  command.end();
}

// A command ends what it has begun, or the tool's limit does.
TEST(AttachModel, OneCommandRecords) {
  for (const uint64_t limit : {0, 1}) {
    EXPECT_TRUE(holds(
        [limit](Execution& run) {
          Running running(run);
          g_request.limit_ns = limit;
          run.thread([&] {
            Command command;
            require(command.record() == Outcome::recorded, "recorded");
            command.end();
          });
          running.run_to_the_end();
          require(running.process.started.get() == 1, "once");
        },
        kBounds));
  }
}

// The end is wanted at any moment, also before the tool runs: it ends then. Who comes before there is a request or after
// the end is told so.
TEST(AttachModel, DetachedWhileItStarts) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Running running(run);
        sync::Atomic<int> looked{0};
        bool detached = false;
        run.thread([&] {
          Command command;
          require(command.record() == Outcome::recorded, "recorded");
          while (looked.load(std::memory_order_relaxed) == 0) sync::yield();
          if (!detached) command.end();
        });
        run.thread([&] {
          detached = Command().detach();
          looked.store(1, std::memory_order_relaxed);
        });
        running.run_to_the_end();
      },
      kBounds));
}

// Killed at each of its steps: the next command can go on, nothing of the two gets mixed up, and the thread that was sent
// is where it was.
TEST(AttachModel, ACommandThatIsKilledLeavesARequestThatTheNextOneTakesUp) {
  int steps = 0;
  for (bool was_killed = true; was_killed; ++steps) {
    EXPECT_TRUE(holds(
        [&was_killed, steps](Execution& run) {
          Running running(run);
          was_killed = false;
          run.thread([&] {
            try {
              Command command(steps);
              require(command.record() == Outcome::recorded, "recorded");
              command.end();
            } catch (const Killed&) {
              was_killed = true;
            }
            run.thread(record_after_all);  // its lock is gone with it
          });
          running.run_to_the_end();
        },
        {1'500, 1'000}))
        << "killed at step " << steps;
  }
  EXPECT_GT(steps, 10);
}

// One that has enough before a thread could be sent: its request is withdrawn, or is there for the next one to withdraw.
TEST(AttachModel, OneThatGivesUpLeavesNoTool) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Running running(run);
        run.thread([&] {
          Command first;
          require(first.record() == Outcome::recorded, "recorded");
          first.end();
          // The thread that took the first request may still be in the entry.
          Command second;
          if (second.record(true) == Outcome::recorded) second.end();
          record_after_all();
        });
        running.run_to_the_end();
      },
      kBounds));
}

TEST(AttachModel, ARefusalIsCompleteAndTheNextMayCome) {
  for (const AttachAnswer answer :
       {AttachAnswer::other_tool, AttachAnswer::no_tool, AttachAnswer::declined, AttachAnswer::no_thread}) {
    EXPECT_TRUE(holds(
        [answer](Execution& run) {
          Running running(run);
          running.process.becomes = answer;
          run.thread([&] {
            require(Command().record() == Outcome::refused, "refused");
            running.process.becomes = AttachAnswer::attached;
            record_after_all();
          });
          running.run_to_the_end();
          require(running.process.started.get() == 1, "once");
        },
        kBounds));
  }
}

// The process exits at any moment: the thread that does it ends the tool, and the command hears of the end of a
// recording when the tool's finalizer has run, whichever thread it was on.
TEST(AttachModel, TheProcessExits) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Running running(run);
        run.thread([&] {
          Command command;
          if (command.record() == Outcome::recorded) command.end();
        });
        run.thread([] {
          lib::await_attachment();
          const bool stopped = g_process->stop();
          lib::await_attachment();
          // The thread that attached the tool is through with it, or has not looked yet.
          if (stopped && tools::attach::Request::state() == AttachState::idle) g_process->renewed.get();
        });
        running.run_to_the_end();
      },
      kBounds));
}

// The tool may want its own end, on any thread.
TEST(AttachModel, TheToolEndsItself) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Running running(run);
        running.process.ends_itself = true;
        run.thread([] {
          Command command;
          require(command.record() == Outcome::recorded, "recorded");
          command.await_end();
        });
        running.run_to_the_end();
      },
      kBounds));
}

// The child of a fork has none of the threads that a request was about, whatever its words say.
TEST(AttachModel, AForkedChildCanBeAttached) {
  for (const AttachState state : {AttachState::idle, AttachState::asked, AttachState::starting,
                                  AttachState::attached, AttachState::ending}) {
    for (const EntryUse entry : {EntryUse::free, EntryUse::taken, EntryUse::promised}) {
      EXPECT_TRUE(holds(
          [state, entry](Execution& run) {
            Running running(run);
            g_request.state = static_cast<uint32_t>(state);
            g_request.end_wanted = 1;
            limpid_injected_call.busy = static_cast<uint32_t>(entry);
            tools::attach::forget_after_fork();
            lib::forget_injected_call();
            run.thread([] {
              Command command;
              require(command.record() == Outcome::recorded, "recorded");
              command.end();
            });
            running.run_to_the_end();
          },
          {500, 200}));
    }
  }
}

}  // namespace

// ---- What the process's side calls ----

namespace platform {
int start_thread(void* (*entry)(void*), void* argument, size_t) {
  if (g_process->becomes == AttachAnswer::no_thread) return EAGAIN;
  Execution::current()->thread([=] { entry(argument); });
  return 0;
}
}  // namespace platform

namespace core {
constinit sync::Atomic<Thread*> g_threads{nullptr};
void prepare_process() {}
}  // namespace core

void lib::start_tools_before_use() {}

namespace tools {

constinit startup::Session ompt2016::g_session{};

startup::StartInLibrary startup::start_tool_in(std::span<const Interface>, const char* library) {
  Execution::current()->read_plain(library);
  Execution::current()->read_plain(g_request.options);
  require(strcmp(library, "recorder") == 0, "the library that was asked for");
  if (g_process->becomes == AttachAnswer::no_tool) return {false, "no tool"};
  if (g_process->becomes == AttachAnswer::declined) tools::attach::say("not today");
  if (g_process->becomes != AttachAnswer::attached) return {false, nullptr};
  g_process->start();
  return {true, nullptr};
}

namespace ompt5 {

startup::Interface interface() {
  return {};
}
bool active() {
  return g_process->open.load(std::memory_order_acquire) || g_process->becomes == AttachAnswer::other_tool;
}
bool is_over() {
  return g_process->over.load(std::memory_order_acquire);
}
void stop() {
  g_process->stop();
}
void allow_restart() {
  require(g_process->started.get() == g_process->finalized.get(), "nothing of the tool is in use any more");
  g_process->renewed.set(g_process->renewed.get() + 1);
}
ompt_thread_t thread_type_of(events::ThreadKind) {
  return ompt_thread_other;
}

}  // namespace ompt5
}  // namespace tools
}  // namespace limpid

// The runtime's short sleeps are yields here.
extern "C" int nanosleep(const timespec*, timespec*) {
  model::Execution::current()->yield();
  return 0;
}
