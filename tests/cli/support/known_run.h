// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "analysis/analysis.h"
#include "support/files.h"
#include "support/profile_writer.h"
#include "symbols/symbolizer.h"

namespace limpid::test {

// A run that never was, on the fixture `shapes`: 400 ms, two threads.
//
//   ms        0..100          100..200                     200..400
//   thread 0  main            innermost() in the region    innermost() in the region
//   thread 1  idle            innermost() in the region    implicit barrier
//
// and 40 ms of waiting for a critical section that outer() held.
class KnownRun {
 public:
  static constexpr uint64_t kBias = 0x10000000;

  explicit KnownRun(uint32_t pid = 42, int32_t rank = -1) {
    using profile::NodeKind;
    using profile::ThreadType;
    std::string file = fixture("shapes");
    writer_.run(pid, rank);
    writer_.info("command", std::string("./shapes\0one two", 16));
    writer_.info("host", "testhost");
    writer_.info("runtime", "Test runtime 1.0");
    writer_.module(kBias, kBias, kBias + 0x100000, file);
    writer_.thread(0, ThreadType::kInitial, 0, 400);
    writer_.thread(1, ThreadType::kWorker, 0, 400);
    uint64_t call_in_main = kBias + extent_of(file, "main").address + 8;
    uint64_t call_in_region = kBias + extent_of(file, "_ZN6shapes6regionEd").address + 6;
    uint32_t program = writer_.node(0, NodeKind::kProgram);
    main_ = writer_.node(program, NodeKind::kFrame, call_in_main);
    uint32_t in_main = writer_.node(program, NodeKind::kLeaf, call_in_main);
    uint32_t function = writer_.node(main_, NodeKind::kFrame, call_in_region);
    region_ = writer_.node(function, NodeKind::kParallel, call_in_region);
    uint32_t body = writer_.node(region_, NodeKind::kLeaf, kBias + inlined_address(file));
    uint32_t holder = writer_.node(main_, NodeKind::kFrame, kBias + extent_of(file, "outer").address + 2);
    writer_.sample(0, in_main, 0x000, 100, 100);
    writer_.sample(1, program, 0x100, 100, 100);
    writer_.sample(0, body, 0x001, 400, 300);
    writer_.sample(1, body, 0x001, 200, 100);
    writer_.sample(1, region_, 0x011, 400, 200);
    writer_.region(region_, 3, 300, 2);
    writer_.blame(holder, 5, 40, 7);
    writer_.counters(80, 1);
    writer_.note("a note from the recorder");
    writer_.finish(400);
  }

  const std::string& bytes() const { return writer_.bytes(); }

 private:
  // An address in the region's outlined body that belongs to an inlined call of innermost().
  static uint64_t inlined_address(const std::string& file) {
    cli::symbols::Symbolizer symbolizer;
    uint32_t module = symbolizer.add_module({file, ""});
    Extent body = extent_of(file, "_ZN6shapes6regionEd._omp_fn.0");
    for (uint64_t at = body.address; at < body.address + body.size; ++at) {
      if (symbolizer.locate(module, at).frames.size() == 2) return at;
    }
    return body.address;
  }

  ProfileWriter writer_;
  uint32_t main_ = 0;
  uint32_t region_ = 0;
};

// Reads files as the command does.
inline cli::analysis::Analysis analyze_files(const std::vector<std::string>& paths,
                                             const cli::analysis::Options& options = {}) {
  cli::symbols::Symbolizer symbolizer;
  return cli::analysis::analyze(paths, symbolizer, options);
}

}  // namespace limpid::test
