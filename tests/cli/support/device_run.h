// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "support/known_run.h"

namespace limpid::test {

// A run that never was, with two devices, of which the second one says nothing: 100 ms, one thread.
//
//   ms         0..20   20..25   25..30   30..40   40..50   50..60   60..70   70..80   80..85   85..95   95..100
//   thread 0   works   works    works    works    waits for device 0 ...
//   memory             alloc
//   to device                            a        a                 a
//   kernel                                                  k        k        k
//   from device                                                                                 b
//
// a: 8 MB at 0x1000, twice; b: 4 MB at 0x2000. The construct stands in main(), for 30..100.
class DeviceRun {
 public:
  static constexpr uint32_t kTotals = 1, kMoments = 2;  // profile::DeviceKnown

  // `lost`: so many things more were done that have no moment. `pauses`: from 45 to 55 ms nothing was recorded.
  explicit DeviceRun(uint32_t known = kTotals | kMoments, uint64_t lost = 0, bool pauses = false,
                     const std::string& type = "sm_90") {
    using profile::DeviceWork;
    using profile::NodeKind;
    const std::string file = fixture("shapes");
    writer_.run(42);
    writer_.info("command", "./shapes");
    writer_.module(KnownRun::kBias, KnownRun::kBias, KnownRun::kBias + 0x100000, file);
    writer_.thread(0, profile::ThreadType::kInitial, 0, 100);
    const uint64_t call = KnownRun::kBias + extent_of(file, "main").address + 8;
    const uint32_t program = writer_.node(0, NodeKind::kProgram);
    const uint32_t construct = writer_.node(program, NodeKind::kFrame, call);
    const uint32_t in_main = writer_.node(program, NodeKind::kLeaf, call);
    writer_.device(0, type, known);
    writer_.device(1, "gfx90a", 0);
    writer_.sample(0, in_main, 0x000, 40, 40);
    writer_.sample_waiting(0, in_main, 0x080, 100, 60, 1);
    writer_.device_work(construct, 0, DeviceWork::kKernel, 1, 30);
    writer_.device_work(construct, 0, DeviceWork::kToDevice, 2, 30, 16'000'000);
    writer_.device_work(construct, 0, DeviceWork::kFromDevice, 1, 10, 4'000'000);
    writer_.device_work(construct, 0, DeviceWork::kMemory, 1, 5, 8'000'000);
    writer_.device_work(construct, 0, DeviceWork::kConstruct, 1, 70);
    if ((known & kMoments) != 0) write_spans(construct);
    if (lost != 0) writer_.device_loss(0, lost);
    if (pauses) writer_.pause(45, 55);
    writer_.counters(20, 0);
    writer_.finish(100);
  }

  const std::string& bytes() const { return writer_.bytes(); }

 private:
  // In the order in which a device may tell them.
  void write_spans(uint32_t construct) {
    using profile::DeviceWork;
    writer_.device_span(construct, 0, DeviceWork::kKernel, 50, 80);
    writer_.device_span(construct, 0, DeviceWork::kToDevice, 60, 70, 8'000'000, 0x1000);
    writer_.device_span(construct, 0, DeviceWork::kToDevice, 30, 50, 8'000'000, 0x1000);
    writer_.device_span(construct, 0, DeviceWork::kMemory, 20, 25, 8'000'000);
    writer_.device_span(construct, 0, DeviceWork::kFromDevice, 85, 95, 4'000'000, 0x2000);
  }

  ProfileWriter writer_;
};

}  // namespace limpid::test
