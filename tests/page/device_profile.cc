// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a profile of a run that never was, on two devices: `device-profile FILE SPANS`. Each device does so many things, of each
// kind, at random moments; a copy goes on while a kernel does. The random numbers are the same each time. With a third word,
// `phases`, the program names what it is in: `setup` until 200 ms, `solve` from 200 to 500 and from 600 to 900 ms, in which
// `exchange` is from 300 to 350 ms.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

#include "support/profile_writer.h"

namespace {

using namespace limpid;
using profile::DeviceWork;

constexpr uint64_t kCode = 0x400000;
constexpr uint32_t kTotalsAndMoments = 3;
constexpr uint64_t kEndMs = 1000;

struct Sum {
  uint64_t count = 0, ms = 0, bytes = 0;
};

void write_device(test::ProfileWriter& writer, uint32_t device, uint32_t node, uint64_t spans) {
  std::mt19937 random(device + 1);
  Sum sums[5];
  for (uint64_t i = 0; i < spans; ++i) {
    for (const auto work :
         {DeviceWork::kKernel, DeviceWork::kToDevice, DeviceWork::kFromDevice, DeviceWork::kMemory}) {
      const uint64_t begin = random() % (kEndMs - 10), length = random() % 10;
      const uint64_t bytes = work == DeviceWork::kKernel ? 0 : 1000 * length;
      writer.device_span(node, device, work, begin, begin + length, bytes, 0x1000 * (i + 1));
      Sum& sum = sums[static_cast<size_t>(work)];
      sum.count += 1;
      sum.ms += length;
      sum.bytes += bytes;
    }
  }
  for (uint32_t work = 1; work <= 4; ++work)
    writer.device_work(node, device, static_cast<DeviceWork>(work), sums[work].count, sums[work].ms,
                       sums[work].bytes);
}

void write_phases(test::ProfileWriter& writer) {
  const char* const names[] = {"setup", "solve", "exchange"};
  for (uint32_t i = 0; i < 3; ++i) writer.phase_name(i + 1, names[i]);
  writer.phase(1, 0, 200);
  writer.phase(2, 200, 500);
  writer.phase(3, 300, 350);
  writer.phase(2, 600, 900);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: device-profile FILE SPANS [phases]\n");
    return 2;
  }
  test::ProfileWriter writer;
  writer.run(42);
  writer.info("command", "./offloads");
  writer.thread(0, profile::ThreadType::kInitial, 0, kEndMs);
  const uint32_t program = writer.node(0, profile::NodeKind::kProgram);
  const uint32_t construct = writer.node(program, profile::NodeKind::kFrame, kCode);
  const uint32_t in_main = writer.node(program, profile::NodeKind::kLeaf, kCode);
  for (uint32_t device = 0; device < 2; ++device) writer.device(device, "sm_90", kTotalsAndMoments);
  writer.sample(0, in_main, 0x000, kEndMs / 2, kEndMs / 2);
  writer.sample_waiting(0, in_main, 0x080, kEndMs, kEndMs / 2, 2);
  const auto spans = static_cast<uint64_t>(std::atoll(argv[2]));
  for (uint32_t device = 0; device < 2; ++device) write_device(writer, device, construct, spans);
  if (argc == 4) write_phases(writer);
  writer.counters(200, 0);
  writer.finish(kEndMs);
  std::ofstream(argv[1], std::ios::binary) << writer.bytes();
  return 0;
}
