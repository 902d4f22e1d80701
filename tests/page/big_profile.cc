// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a profile of a run that never was, of any size: `page-profile FILE THREADS REGIONS SAMPLES [COMMAND [RANK]]`. Each
// thread has SAMPLES samples that follow each other without a gap, in regions that it draws; every fifth waits. The
// random numbers are the same each time.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "support/profile_writer.h"

namespace {

using namespace limpid;

constexpr uint64_t kFirstAddress = 0x400000;
constexpr uint16_t kWork = 0x001;             // ompt_state_work_parallel
constexpr uint16_t kImplicitBarrier = 0x011;  // ompt_state_wait_barrier_implicit_parallel

struct Region {
  uint32_t node;
  uint32_t body;
};

std::vector<Region> write_regions(test::ProfileWriter& writer, uint32_t count, uint32_t threads) {
  const uint32_t program = writer.node(0, profile::NodeKind::kProgram);
  const uint32_t in_main = writer.node(program, profile::NodeKind::kFrame, kFirstAddress);
  std::vector<Region> regions;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t call = kFirstAddress + 0x100 * (i + 1);
    const uint32_t node = writer.node(in_main, profile::NodeKind::kParallel, call);
    regions.push_back({node, writer.node(node, profile::NodeKind::kLeaf, call + 0x80)});
    writer.region(node, i + 1, 10, threads);
  }
  return regions;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: page-profile FILE THREADS REGIONS SAMPLES [COMMAND [RANK]]\n");
    return 2;
  }
  const auto threads = static_cast<uint32_t>(std::atoi(argv[2]));
  const auto samples = static_cast<uint64_t>(std::atoi(argv[4]));
  constexpr uint64_t kSampleMs = 5;
  test::ProfileWriter writer;
  const int rank = argc > 6 ? std::atoi(argv[6]) : -1;
  writer.run(42 + static_cast<uint32_t>(rank + 1), rank, true, threads);
  writer.info("command", std::string(argc > 5 ? argv[5] : "./big"));
  for (uint32_t thread = 0; thread < threads; ++thread)
    writer.thread(thread, thread == 0 ? profile::ThreadType::kInitial : profile::ThreadType::kWorker, 0,
                  samples * kSampleMs);
  const std::vector<Region> regions =
      write_regions(writer, static_cast<uint32_t>(std::atoi(argv[3])), threads);
  std::mt19937 random(1);
  for (uint64_t at = 1; at <= samples; ++at) {
    for (uint32_t thread = 0; thread < threads; ++thread) {
      const Region& region = regions[random() % regions.size()];
      const bool waits = random() % 5 == 0;
      writer.sample(thread, waits ? region.node : region.body, waits ? kImplicitBarrier : kWork,
                    at * kSampleMs, kSampleMs);
    }
  }
  writer.counters(samples * threads, 0);
  writer.finish(samples * kSampleMs);
  std::ofstream(argv[1], std::ios::binary) << writer.bytes();
  return 0;
}
