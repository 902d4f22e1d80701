// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/label.h"
#include "base/failure.h"
#include "base/style.h"
#include "trace/file_source.h"
#include "trace/nesting.h"
#include "trace/places.h"
#include "trace/result.h"

namespace limpid::cli::exporting {
namespace {

using tracing::PieceKind;

std::string name_of(const tracing::NamedConstruct& construct, PieceKind kind) {
  const std::string place = analysis::short_place(construct.place);
  const std::string what = tracing::label(construct) + (place.empty() ? "" : fmt::format(" ({})", place));
  switch (kind) {
    case PieceKind::kWork:
      return what;
    case PieceKind::kBarrier:
      return "waits at the barrier of " + what;
    case PieceKind::kLock:
      return "waits for " + what;
    case PieceKind::kFork:
      return "begins and ends " + what;
    case PieceKind::kStart:
      return "begins " + what;
    case PieceKind::kUnknown:
      return "unknown";
    default:
      return "waits in " + what;
  }
}

// The events of one process.
class ProcessEvents {
 public:
  ProcessEvents(tracing::FileSource& source, const analysis::Analysis& analysis,
                const analysis::Traced& traced, EventWriter& writer)
      : source_(source),
        writer_(writer),
        places_(analysis, traced),
        constructs_([this](uint32_t place) { return places_.same(place); }),
        begin_ns_(analysis.processes[traced.process].begin_ns) {
    for (size_t stream = 0; stream < source.streams(); ++stream) {
      const auto found =
          std::find_if(analysis.threads.begin(), analysis.threads.end(), [&](const analysis::Thread& thread) {
            return thread.process == traced.process && thread.id == source.thread_id(stream);
          });
      threads_.push_back(static_cast<size_t>(found - analysis.threads.begin()));
    }
    known_ = analysis.threads.size();
  }

  // How many events are lost.
  uint64_t write() {
    return tracing::walk_nesting(source_, constructs_, [this](const tracing::NestingStep& step) {
      const size_t thread = threads_[step.stream];
      if (thread >= known_) return;  // of a broken file
      const uint64_t time_ns = begin_ns_ + step.time_ns;
      if (step.enters) {
        writer_.enter(thread, time_ns, name(step.level.construct, step.level.kind));
      } else {
        writer_.leave(thread, time_ns);
      }
    });
  }

 private:
  uint32_t name(uint16_t number, PieceKind kind) {
    const auto [at, fresh] = names_.try_emplace({number, kind}, 0);
    if (!fresh) return at->second;
    const tracing::NamedConstruct construct = places_.named(constructs_.at(number));
    at->second = writer_.add_slice_name(kind, name_of(construct, kind), construct.place);
    return at->second;
  }

  tracing::FileSource& source_;
  EventWriter& writer_;
  tracing::Places places_;
  tracing::ConstructTable constructs_;
  uint64_t begin_ns_;
  std::vector<size_t> threads_;  // by stream
  size_t known_ = 0;
  std::map<std::pair<uint16_t, PieceKind>, uint32_t> names_;
};

void say_untraced(const analysis::Analysis& analysis) {
  for (size_t process = 0; process < analysis.processes.size(); ++process) {
    const bool traced = std::any_of(analysis.traced.begin(), analysis.traced.end(),
                                    [&](const analysis::Traced& each) { return each.process == process; });
    if (analysis.processes[process].counted && !traced)
      fmt::print(stderr, "limpid: {} has no trace: nothing of it is in the output\n",
                 printable(analysis.processes[process].path));
  }
}

}  // namespace

void write_events(const analysis::Analysis& analysis, EventWriter& writer) {
  uint64_t lost = 0;
  for (const analysis::Traced& traced : analysis.traced) {
    std::string why;
    limpid::trace::TraceFile file;
    if (!file.open(traced.path, &why)) throw Failure(kExitBadInput, fmt::format("{}: {}", traced.path, why));
    tracing::FileSource source(std::move(file));
    lost += ProcessEvents(source, analysis, traced, writer).write();
  }
  if (lost != 0)
    fmt::print(stderr, "limpid: {} events are lost; what threads did then is called unknown\n", lost);
  say_untraced(analysis);
}

}  // namespace limpid::cli::exporting
