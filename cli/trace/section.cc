// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/section.h"

namespace limpid::cli::tracing {

void Section::add_step(uint32_t task, StepKind kind, uint64_t value, uint16_t construct) {
  Task& owner = tasks[task];
  if ((kind == StepKind::kWork || kind == StepKind::kOverhead) && owner.last != kNone) {
    Step& last = steps[owner.last];
    if (last.kind == kind && last.construct == construct) {
      last.value += value;
      return;
    }
  }
  const auto index = static_cast<uint32_t>(steps.size());
  steps.push_back({value, kNone, kind, construct});
  (owner.last == kNone ? owner.first : steps[owner.last].next) = index;
  owner.last = index;
}

void Section::add_piece(uint32_t thread, const Piece& piece, uint64_t until_ns) {
  if (piece.begin_ns >= until_ns) return;
  std::deque<Piece>& pieces = history[thread];
  const bool again = !pieces.empty() && piece.cause_ns == kNever && pieces.back().cause_ns == kNever &&
                     pieces.back().kind == piece.kind && pieces.back().construct == piece.construct;
  if (!again) pieces.push_back(piece);
  history_end_ns[thread] = until_ns;
}

void Section::add_thread() {
  history.emplace_back();
  history_end_ns.push_back(begin_ns);
}

void Section::restart(uint64_t at_ns) {
  begin_ns = end_ns = at_ns;
  last_thread = kNone;
  steps.clear();
  tasks.clear();
  regions.clear();
  generations.clear();
  items.clear();
  for (std::deque<Piece>& pieces : history) pieces.clear();
  history_end_ns.assign(history.size(), at_ns);
  groups = 0;
  locks = 0;
}

}  // namespace limpid::cli::tracing
