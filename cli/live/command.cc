// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "base/failure.h"
#include "live/screen.h"
#include "live/text.h"
#include "live/view.h"

namespace limpid::cli::live {
namespace {

constexpr std::chrono::milliseconds kForShares{250};  // between the two looks that say how much a thread runs

void print(const std::string& text) {
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0)
    throw Failure(kExitBadInput, "cannot write to stdout");
}

int say_deadlock(const Options& options, const Shown& shown) {
  if (options.json) {
    print(shown_json(options.pid, shown));
  } else {
    print(shown.deadlocks.empty() ? "No deadlock: no threads wait for each other in a cycle.\n"
                                  : deadlock_text(shown));
  }
  return shown.deadlocks.empty() ? kExitOk : kExitDeadlock;
}

}  // namespace

int run_ps(const Options& options) {
  View view(options.pid);
  Shown shown = view.look(View::Tasks::always);
  if (options.deadlock) return say_deadlock(options, shown);
  std::this_thread::sleep_for(kForShares);
  shown = view.look(View::Tasks::always);
  print(options.json ? shown_json(options.pid, shown) : shown_text(options.pid, shown, 0, 0));
  return kExitOk;
}

int run_top(const Options& options) {
  View view(options.pid);
  Shown shown = view.look(View::Tasks::within_budget);
  Screen screen;
  for (int64_t shows = 1;; ++shows) {
    screen.show(shown_text(options.pid, shown, screen.width(), screen.height()));
    if (shows == options.count || !screen.wait(options.delay_s)) return kExitOk;
    try {
      shown = view.look(View::Tasks::within_budget);
    } catch (const Failure&) {
      // That it ends is no failure.
      if (view.has_ended()) return kExitOk;
      throw;
    }
  }
}

}  // namespace limpid::cli::live
