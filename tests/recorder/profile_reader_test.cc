// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profile_reader.h"

#include <gtest/gtest.h>

#include <random>

#include "../seed.h"

namespace limpid::profile {
namespace {

class Image {
 public:
  Image() {
    FileHeader header{};
    header.magic = kMagic;
    header.version_major = kVersionMajor;
    header.header_bytes = sizeof header;
    put_bytes(&header, sizeof header);
  }

  template <typename T>
  Image& add(RecordType type, T record, const std::string& tail = {}) {
    const size_t bytes = (sizeof record + tail.size() + kUnit - 1) / kUnit * kUnit;
    record.head = {static_cast<uint16_t>(type), static_cast<uint16_t>(bytes / kUnit)};
    put_bytes(&record, sizeof record);
    put_bytes(tail.data(), tail.size());
    bytes_.resize(bytes_.size() + bytes - sizeof record - tail.size());
    return *this;
  }
  Image& node(uint32_t id, uint32_t parent) {
    NodeRecord r{};
    r.id = id;
    r.parent = parent;
    r.kind = static_cast<uint32_t>(parent == 0 ? NodeKind::kProgram : NodeKind::kFrame);
    return add(RecordType::kNode, r);
  }
  Image& sample(uint32_t node) {
    SampleRecord r{};
    r.node = node;
    r.weight_ns = 5;
    return add(RecordType::kSample, r);
  }

  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  void put_bytes(const void* from, size_t n) {
    const size_t end = bytes_.size();
    bytes_.resize(end + n);
    if (n != 0) std::memcpy(bytes_.data() + end, from, n);
  }
  std::vector<std::byte> bytes_;
};

Profile parse(Image& image) {
  Profile p;
  std::string error;
  EXPECT_TRUE(parse_profile(image.bytes(), &p, &error)) << error;
  return p;
}

TEST(ProfileReader, ReadsWhatIsThere) {
  Image image;
  InfoRecord info{};
  info.name_bytes = 4;
  info.value_bytes = 5;
  image.add(RecordType::kInfo, info, "hosthere!").node(1, 0).node(9, 1).sample(9).sample(1);
  const Profile p = parse(image);
  EXPECT_EQ(p.text("host"), "here!");
  EXPECT_EQ(p.nodes.size(), 2u);
  ASSERT_NE(p.find_node(9), nullptr);
  EXPECT_EQ(p.find_node(9)->parent, 1u);
  EXPECT_EQ(p.samples.size(), 2u);
  EXPECT_EQ(p.skipped, 0u);
}

// A kernel's span ends before its bytes; a loss is that of a device that is there.
TEST(ProfileReader, ReadsWhatDevicesDid) {
  Image image;
  DeviceRecord device{};
  device.number = 3;
  device.known = static_cast<uint32_t>(DeviceKnown::kTotals) | static_cast<uint32_t>(DeviceKnown::kMoments);
  device.type_bytes = 5;
  DeviceSpanRecord span{};
  span.node = 1;
  span.device = 3;
  span.begin_ns = 10;
  span.end_ns = 20;
  span.bytes = 99;
  image.add(RecordType::kDevice, device, "sm_90").node(1, 0).add(RecordType::kDeviceSpan, span);
  const size_t end = image.bytes().size();
  image.add(RecordType::kDeviceSpan, span);
  const RecordHead kernel = {static_cast<uint16_t>(RecordType::kDeviceSpan), kKernelSpanBytes / kUnit};
  std::memcpy(image.bytes().data() + end, &kernel, sizeof kernel);
  image.bytes().resize(end + kKernelSpanBytes);
  DeviceLossRecord loss{};
  loss.device = 3;
  loss.spans = 4;
  image.add(RecordType::kDeviceLoss, loss);
  Profile p = parse(image);
  ASSERT_EQ(p.device_spans.size(), 2u);
  EXPECT_EQ(p.device_spans[0].bytes, 99u);
  EXPECT_EQ(p.device_spans[1].end_ns, 20u);
  EXPECT_EQ(p.device_spans[1].bytes, 0u);
  ASSERT_EQ(p.devices.size(), 1u);
  EXPECT_TRUE(p.devices[0].measured && p.devices[0].timed);
  EXPECT_EQ(p.devices[0].lost_spans, 4u);
  EXPECT_EQ(p.skipped, 0u);
  span.begin_ns = 21;
  loss.device = 4;
  image.add(RecordType::kDeviceSpan, span).add(RecordType::kDeviceLoss, loss);
  EXPECT_EQ(parse(image).skipped, 2u);
}

TEST(ProfileReader, DropsWhatNamesNothing) {
  Image image;
  image.node(2, 1).node(1, 0).node(1, 0).node(3, 2).node(4, 0).sample(7);
  const Profile p = parse(image);
  EXPECT_EQ(p.nodes.size(), 1u);
  EXPECT_EQ(p.samples.size(), 0u);
  EXPECT_EQ(p.skipped, 5u);
}

TEST(ProfileReader, SkipsTheFuture) {
  Image image;
  NoteRecord unknown{};
  image.add(static_cast<RecordType>(999), unknown).node(1, 0);
  Image with_tail;
  NodeRecord root{};
  root.id = 1;
  with_tail.add(RecordType::kNode, root, "sixteen more byt").node(2, 1);
  EXPECT_EQ(parse(image).nodes.size(), 1u);
  EXPECT_EQ(parse(image).skipped, 1u);
  EXPECT_EQ(parse(with_tail).nodes.size(), 2u);
}

TEST(ProfileReader, TellsModulesAtTheSamePlaceApart) {
  Image image;
  ModuleRecord module{};
  module.begin = 0x1000;
  module.end = 0x2000;
  module.path_bytes = 2;
  for (const char* path : {"/a", "/b"}) {
    module.id = path[1] == 'a' ? 1 : 2;
    image.add(RecordType::kModule, module, path);
  }
  image.node(1, 0).node(2, 1);
  NodeRecord tagged{};
  tagged.id = 3;
  tagged.parent = 1;
  tagged.kind = static_cast<uint32_t>(NodeKind::kLeaf) | 2u << kNodeKindBits;
  image.add(RecordType::kNode, tagged);
  const Profile p = parse(image);
  EXPECT_EQ(p.find_node(3)->kind, NodeKind::kLeaf);
  ASSERT_NE(p.find_module(*p.find_node(2), 0x1800), nullptr);
  EXPECT_EQ(p.find_module(*p.find_node(2), 0x1800)->path, "/a");
  EXPECT_EQ(p.find_module(*p.find_node(3), 0x1800)->path, "/b");
  EXPECT_EQ(p.find_module(*p.find_node(2), 0x2000), nullptr);
}

TEST(ProfileReader, RefusesOtherFiles) {
  Profile p;
  std::string error;
  std::vector<std::byte> bytes(10);
  EXPECT_FALSE(parse_profile(bytes, &p, &error));
  bytes.resize(100);
  EXPECT_FALSE(parse_profile(bytes, &p, &error));
  EXPECT_EQ(error, "not a Limpid profile");
  Image image;
  reinterpret_cast<FileHeader*>(image.bytes().data())->version_major = 9;
  EXPECT_FALSE(parse_profile(image.bytes(), &p, &error));
  EXPECT_NE(error.find("format 9"), std::string::npos);
}

TEST(ProfileReader, EndsAtTheFirstUncommittedRecord) {
  Image image;
  image.node(1, 0);
  const size_t whole = image.bytes().size();
  image.node(2, 1);
  std::fill_n(image.bytes().begin() + static_cast<long>(whole), sizeof(RecordHead), std::byte{0});
  const Profile p = parse(image);
  EXPECT_EQ(p.nodes.size(), 1u);
  EXPECT_FALSE(p.damaged);
}

// Any bytes, and any damage to a good file, end in an answer.
TEST(ProfileReader, SurvivesGarbage) {
  std::mt19937 random(static_cast<uint32_t>(test_seed()));
  for (int round = 0; round < 3000; ++round) {
    Image image;
    for (uint32_t id = 1; id < 30; ++id) image.node(id, id / 2).sample(id);
    RegionRecord region{};
    region.node = 3;
    ModuleRecord module{};
    module.begin = 1;
    module.end = 2;
    module.path_bytes = 7;
    image.add(RecordType::kRegion, region)
        .add(RecordType::kModule, module, "/lib/xy")
        .add(RecordType::kThread, ThreadRecord{});
    std::vector<std::byte>& bytes = image.bytes();
    for (int i = 0; i < 1 + round % 40; ++i)
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    bytes.resize(random() % (bytes.size() + 1));
    Profile p;
    std::string error;
    if (!parse_profile(bytes, &p, &error)) {
      EXPECT_FALSE(error.empty());
      continue;
    }
    for (const Sample& s : p.samples) ASSERT_NE(p.find_node(s.node), nullptr);
    for (const Node& n : p.nodes) ASSERT_TRUE(n.parent == 0 || p.find_node(n.parent) != nullptr);
  }
}

}  // namespace
}  // namespace limpid::profile
