// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/path.h"

#include <algorithm>
#include <deque>

namespace limpid::cli::tracing {
namespace {

bool is_wait(PieceKind kind) {
  return kind != PieceKind::kWork && kind != PieceKind::kUnknown;
}

class Walk {
 public:
  Walk(const Section& section, const std::function<void(const PathSegment&)>& take)
      : section_(section), take_(take), thread_(section.last_thread), now_ns_(section.end_ns) {}

  void run() {
    while (now_ns_ > section_.begin_ns) step();
  }

 private:
  void step() {
    const size_t before = pieces_before(thread_, now_ns_);
    if (before == 0) return leave_unknown();
    const Piece* const piece = &section_.history[thread_][before - 1];
    const uint64_t end_ns = end_of(thread_, before - 1);
    if (end_ns < now_ns_) return give(end_ns, kNoConstruct, PathKind::kUnknown, PieceKind::kUnknown);
    const uint64_t cause_ns = piece->cause_ns;
    const bool caused = is_wait(piece->kind) && cause_ns != kNever && end_ns == now_ns_ &&
                        cause_ns <= now_ns_ && piece->cause_thread < section_.history.size();
    // Threads that released each other at one moment must not send the walk in circles.
    if (caused && (cause_ns < now_ns_ || jumps_ < section_.history.size())) {
      jumps_ = cause_ns < now_ns_ ? 0 : jumps_ + 1;
      give(cause_ns, piece->construct, PathKind::kWakeUp, piece->kind);
      thread_ = piece->cause_thread;
      return;
    }
    jumps_ = 0;
    const PathKind kind = piece->kind == PieceKind::kWork      ? PathKind::kWork
                          : piece->kind == PieceKind::kUnknown ? PathKind::kUnknown
                                                               : PathKind::kRuntime;
    give(piece->begin_ns, piece->construct, kind, piece->kind);
  }

  // The stretch from `begin_ns` up to now.
  void give(uint64_t begin_ns, uint16_t construct, PathKind kind, PieceKind piece) {
    begin_ns = std::max(begin_ns, section_.begin_ns);
    if (begin_ns < now_ns_) take_({thread_, begin_ns, now_ns_, construct, kind, piece});
    now_ns_ = begin_ns;
  }

  // How many pieces of a thread began before a moment.
  size_t pieces_before(uint32_t thread, uint64_t ns) const {
    if (thread >= section_.history.size()) return 0;
    const std::deque<Piece>& pieces = section_.history[thread];
    const auto behind = std::lower_bound(pieces.begin(), pieces.end(), ns,
                                         [](const Piece& piece, uint64_t at) { return piece.begin_ns < at; });
    return static_cast<size_t>(behind - pieces.begin());
  }

  uint64_t end_of(uint32_t thread, size_t piece) const {
    const std::deque<Piece>& pieces = section_.history[thread];
    return piece + 1 < pieces.size() ? pieces[piece + 1].begin_ns : section_.history_end_ns[thread];
  }

  // The thread was not there before, and nothing tells who made it: goes on with one that worked then.
  void leave_unknown() {
    uint64_t latest_ns = section_.begin_ns;
    uint32_t with = kNone;
    for (uint32_t thread = 0; thread < section_.history.size(); ++thread) {
      const size_t before = pieces_before(thread, now_ns_);
      if (before == 0) continue;
      const uint64_t end_ns = std::min(now_ns_, end_of(thread, before - 1));
      if (with != kNone && end_ns <= latest_ns) continue;
      with = thread;
      latest_ns = end_ns;
    }
    thread_ = kNone;
    give(latest_ns, kNoConstruct, PathKind::kUnknown, PieceKind::kUnknown);
    thread_ = with;
  }

  const Section& section_;
  const std::function<void(const PathSegment&)>& take_;
  uint32_t thread_;
  uint64_t now_ns_;
  size_t jumps_ = 0;  // without time between
};

}  // namespace

std::string_view path_kind_name(PathKind kind) {
  static constexpr std::string_view kNames[] = {"work", "runtime", "late wake-up", "unknown"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view wait_name(PieceKind kind) {
  static constexpr std::string_view kNames[] = {"work",  "barrier", "taskwait",        "taskgroup", "lock",
                                                "begin", "fork",    "undeferred task", "unknown"};
  return kNames[static_cast<size_t>(kind)];
}

void walk_path(const Section& section, const std::function<void(const PathSegment&)>& take) {
  Walk(section, take).run();
}

}  // namespace limpid::cli::tracing
