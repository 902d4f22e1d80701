// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_run.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "../trace_image.h"
#include "random_events.h"
#include "support/profile_writer.h"

namespace fuzz {
namespace {

using namespace limpid;
using profile::NodeKind;
using profile::ThreadType;
using test::ProfileWriter;

constexpr uint64_t kBase = 0x10000000;
constexpr uint64_t kStartMs = 1000;
constexpr uint32_t kRunMs = 200;

class RandomProfile {
 public:
  RandomProfile(const std::string& module, Random& random)
      : writer_(kStartMs), random_(random), pid_(random.below(5)), threads_(1 + random.below(4)) {
    add_run(module);
    add_nodes();
    add_samples();
    add_devices();
    add_phases();
    writer_.blame(nodes_.back(), 5, 40, 7);
    writer_.counters(40, 1, 3, 1);
    writer_.note("a note");
    if (!random.one_in(4)) writer_.finish(kRunMs);
  }

  const std::string& bytes() const { return writer_.bytes(); }
  uint32_t pid() const { return pid_; }
  uint32_t threads() const { return threads_; }
  uint32_t nodes() const { return static_cast<uint32_t>(nodes_.size()); }

 private:
  uint32_t any_node() { return nodes_[random_.below(static_cast<uint32_t>(nodes_.size()))]; }
  uint64_t any_ms() { return random_.below(kRunMs); }

  void add_run(const std::string& module) {
    writer_.run(pid_, static_cast<int32_t>(random_.below(3)) - 1, true, 2);
    writer_.info("command", std::string("./solver\0one two", 16));
    writer_.info("host", "node");
    writer_.info("runtime", "Limpid");
    writer_.info("env:OMP_NUM_THREADS", "2");
    writer_.module(kBase, kBase, kBase + 0x100000, module);
    writer_.module(0x70000000, 0x70000000, 0x70001000, "/usr/lib/libmpi.so.40", "\x12\x34");
    for (uint32_t i = 0; i < threads_; ++i)
      writer_.thread(i, i == 0 ? ThreadType::kInitial : ThreadType::kWorker, i, 2000);
    writer_.outsider(77, "io", 5);
  }

  void add_nodes() {
    static constexpr NodeKind kKinds[] = {NodeKind::kFrame, NodeKind::kLeaf, NodeKind::kParallel,
                                          NodeKind::kTeams, NodeKind::kTask, NodeKind::kThread};
    nodes_ = {writer_.node(0, NodeKind::kProgram)};
    for (int i = 0; i < 30; ++i) {
      const NodeKind kind = kKinds[random_.below(std::size(kKinds))];
      const uint64_t address = random_.one_in(8) ? 0x70000010 : kBase + random_.below(0x40000);
      const uint32_t node = writer_.node(any_node(), kind, address);
      nodes_.push_back(node);
      if (kind == NodeKind::kParallel) writer_.region(node, 1 + random_.below(9), 50, threads_);
      if (kind == NodeKind::kTask) writer_.task(node, random_.below(1000));
    }
  }

  void add_samples() {
    static constexpr uint16_t kStates[] = {0x000, 0x001, 0x002, 0x010, 0x011, 0x040,
                                           0x041, 0x042, 0x080, 0x100, 0x101};
    for (uint64_t ms = 5; ms < kRunMs; ms += 5) {
      const uint16_t state = kStates[random_.below(std::size(kStates))];
      const uint32_t thread = random_.below(threads_);
      const auto blocked = static_cast<profile::BlockedKind>(random_.below(12));
      if (state == 0x080) {
        writer_.sample_waiting(thread, any_node(), state, ms, 5, random_.below(4));
      } else if (random_.one_in(3)) {
        writer_.sample_off(thread, any_node(), state, ms, 5, blocked, random_.below(5));
      } else {
        writer_.sample(thread, any_node(), state, ms, 5);
      }
    }
  }

  void add_devices() {
    for (uint32_t device = 0; device < random_.below(3); ++device) {
      writer_.device(device, "sm_90", random_.below(4));
      const uint32_t constructs = random_.below(4);
      for (uint32_t i = 0; i < constructs; ++i) add_device_work(device);
      if (random_.one_in(3)) writer_.device_loss(device, random_.below(9));
    }
  }

  // Sums that belong to the moments, and a few that do not.
  void add_device_work(uint32_t device) {
    const auto work = static_cast<profile::DeviceWork>(1 + random_.below(5));
    const uint32_t node = any_node();
    const uint32_t count = random_.below(12);
    uint64_t busy_ms = random_.one_in(5) ? 1 : 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t begin_ms = any_ms(), length_ms = random_.below(20);
      busy_ms += length_ms;
      writer_.device_span(node, device, work, begin_ms, begin_ms + length_ms, random_.below(1 << 20),
                          random_.below(4) * 0x1000);
    }
    writer_.device_work(node, device, work, count, busy_ms, count * 1000);
  }

  void add_phases() {
    if (random_.one_in(3)) writer_.pause(any_ms(), any_ms());
    writer_.phase_name(1, "setup");
    writer_.phase_name(2, "solve");
    const uint32_t phases = random_.below(6);
    for (uint32_t i = 0; i < phases; ++i) {
      const uint64_t begin_ms = any_ms();
      writer_.phase(1 + random_.below(2), begin_ms, begin_ms + random_.below(50));
    }
  }

  ProfileWriter writer_;
  Random& random_;
  uint32_t pid_;
  uint32_t threads_;
  std::vector<uint32_t> nodes_;
};

std::string trace_of(const RandomProfile& run, Random& random) {
  test::TraceImage image;
  image.header().pid = run.pid();
  image.header().start_realtime_ns = kStartMs * test::kMs;
  image.header().flags = random.below(8);
  RandomEvents events(run.threads(), run.nodes(), random);
  const uint32_t steps = random.below(600);
  for (uint32_t i = 0; i < steps; ++i) {
    const auto [thread, event] = events.next();
    image.add(thread, event);
    if (random.one_in(200)) image.new_block(thread);
  }
  const std::vector<std::byte> bytes = image.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void put_word(std::string& bytes, size_t at, uint64_t word, size_t size) {
  if (at + size <= bytes.size()) memcpy(bytes.data() + at, &word, size);
}

}  // namespace

Recording whole_recording(const std::string& module, Random& random) {
  const RandomProfile run(module, random);
  return {run.bytes(), random.one_in(4) ? "" : trace_of(run, random)};
}

void mutate(std::string& bytes, Random& random) {
  if (bytes.size() <= 16) return;
  const auto place = [&] { return 8 + random.below(static_cast<uint32_t>(bytes.size() - 8)); };
  static constexpr uint64_t kExtremes[] = {0,          1,          ~0ull,  1ull << 63,
                                           0x7fffffff, 0xffffffff, 0xffff, 1ull << 32};
  switch (random.below(7)) {
    case 0:
      bytes[place()] ^= static_cast<char>(1u << random.below(8));
      return;
    case 1:
      bytes[place()] = static_cast<char>(random.word());
      return;
    case 2:
      put_word(bytes, place() & ~size_t{7}, kExtremes[random.below(std::size(kExtremes))], 8);
      return;
    case 3:
      put_word(bytes, place() & ~size_t{3}, kExtremes[random.below(std::size(kExtremes))], 4);
      return;
    case 4:  // a record's length
      put_word(bytes, (place() & ~size_t{7}) + 2, random.below(70), 2);
      return;
    case 5: {  // some bytes twice, or other ones
      const std::string piece = bytes.substr(place() & ~size_t{7}, 8 * (1 + random.below(16)));
      bytes.insert(place() & ~size_t{7}, piece);
      return;
    }
    default:
      if (bytes.size() > 100 && random.one_in(3))
        bytes.resize(64 + random.below(static_cast<uint32_t>(bytes.size() - 64)));
  }
}

void mutate_trace(std::string& bytes, Random& random) {
  constexpr size_t kBlock = trace::kBlockBytes;
  const auto blocks = static_cast<uint32_t>(bytes.size() / kBlock);
  if (blocks < 2 || random.one_in(10)) return mutate(bytes, random);
  const size_t block = random.below(blocks) * kBlock;
  if (random.one_in(12)) {
    const std::string piece = bytes.substr(random.below(blocks) * kBlock, kBlock);
    bytes.replace(block, kBlock, piece);
    return;
  }
  size_t used = sizeof(trace::FileHeader);
  if (block != 0) {
    trace::BlockHeader header;
    memcpy(&header, bytes.data() + block, sizeof header);
    const uint64_t events = (header.progress & (trace::kOneEvent - 1)) + 16;
    used = std::min<uint64_t>(trace::kEventsOffset + events, kBlock);
    if (random.one_in(2)) used = random.one_in(2) ? offsetof(trace::BlockHeader, open) : trace::kEventsOffset;
  }
  std::string part = bytes.substr(block, used);
  mutate(part, random);
  part.resize(used);
  bytes.replace(block, used, part);
}

}  // namespace fuzz
