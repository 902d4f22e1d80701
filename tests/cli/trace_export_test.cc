// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats that are not text: what their readers find in them.
#include <gtest/gtest.h>
#include <zlib.h>

#include <map>
#include <nlohmann/json.hpp>
#include <protozero/pbf_reader.hpp>
#include <set>
#include <sstream>

#include "base/failure.h"
#include "export/device_tracks.h"
#include "export/formats.h"
#include "export/frame_name.h"
#include "export/slices.h"
#include "export/trace_writer.h"
#include "support/device_run.h"
#include "support/files.h"
#include "support/known_run.h"
#include "support/trace_script.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;
using protozero::pbf_reader;
using test::ScratchDirectory;

class TraceExport : public testing::Test {
 protected:
  TraceExport() : file_(scratch_.write("one.limpid", test::KnownRun().bytes())) {}

  analysis::Analysis analysis() {
    analysis::Options wanted;
    wanted.timeline = true;
    return test::analyze_files({file_}, wanted);
  }
  test::Outcome shell(const std::string& command) { return test::shell(command, scratch_.path()); }
  test::Outcome limpid(const std::string& arguments) {
    return shell(std::string(LIMPID_COMMAND) + " export " + arguments);
  }
  bool has(const std::string& program) { return shell("command -v " + program).exit == 0; }

  ScratchDirectory scratch_;
  std::string file_;
};

// What each frame took of its own, by the steps of one thread: ns by name.
class Slices {
 public:
  void step(size_t thread, uint64_t time_ns, const std::string& name, bool enters) {
    std::vector<std::string>& open = open_[thread];
    const uint64_t since = std::exchange(last_[thread], time_ns);
    ASSERT_LE(since, time_ns);
    if (!open.empty()) own_[open.back()] += time_ns - since;
    if (enters) {
      open.push_back(name);
      return;
    }
    ASSERT_FALSE(open.empty());
    EXPECT_EQ(open.back(), name);
    open.pop_back();
  }
  const std::map<std::string, uint64_t>& own() const {
    for (const auto& [thread, open] : open_) EXPECT_TRUE(open.empty()) << thread;
    return own_;
  }

 private:
  std::map<size_t, std::vector<std::string>> open_;
  std::map<size_t, uint64_t> last_;
  std::map<std::string, uint64_t> own_;
};

// Of the known run (tests/cli/support/known_run.h).
const std::map<std::string, uint64_t> kOwn = {{"main", 100'000'000},
                                              {"<idle>", 100'000'000},
                                              {"<implicit barrier>", 200'000'000},
                                              {"innermost", 400'000'000}};

std::map<std::string, uint64_t> without_nothing(std::map<std::string, uint64_t> own) {
  std::erase_if(own, [](const auto& entry) { return entry.second == 0; });
  return own;
}

TEST_F(TraceExport, SlicesNestAndAddUp) {
  const analysis::Analysis known = analysis();
  Slices slices;
  walk_slices(known.timeline, known.tree, [&](const Step& step) {
    slices.step(step.thread, step.time_ns, frame_name(known.tree.at(step.node).key), step.enters);
  });
  EXPECT_EQ(without_nothing(slices.own()), kOwn);
}

TEST_F(TraceExport, WhatAdjoinsIsEnteredOnce) {
  const analysis::Analysis known = analysis();
  int mains = 0;
  walk_slices(known.timeline, known.tree, [&](const Step& step) {
    mains += step.enters && step.thread == 0 && frame_name(known.tree.at(step.node).key) == "main";
  });
  EXPECT_EQ(mains, 1);
}

struct Track {
  std::string name;
  uint64_t parent = 0;
};

void read_track(pbf_reader descriptor, std::map<uint64_t, Track>& tracks) {
  uint64_t uuid = 0;
  Track track;
  while (descriptor.next()) {
    if (descriptor.tag() == 1) {
      uuid = descriptor.get_uint64();
    } else if (descriptor.tag() == 2) {
      track.name = descriptor.get_string();
    } else if (descriptor.tag() == 5) {
      track.parent = descriptor.get_uint64();
    } else {
      descriptor.skip();
    }
  }
  tracks[uuid] = track;
}

// What is in a trace for Perfetto.
struct PerfettoTrace {
  Slices slices;
  std::map<uint64_t, std::vector<uint64_t>> open;  // by track
  std::map<uint64_t, Track> tracks;
};

void read_perfetto(const std::string& bytes, PerfettoTrace& read) {
  std::map<uint64_t, std::string> names;
  pbf_reader trace(bytes);
  while (trace.next(1)) {
    pbf_reader packet = trace.get_message();
    uint64_t time_ns = 0;
    uint64_t type = 0, name = 0, track = 0;
    while (packet.next()) {
      if (packet.tag() == 8) {
        time_ns = packet.get_uint64();
      } else if (packet.tag() == 12) {
        pbf_reader interned = packet.get_message();
        while (interned.next(2)) {
          pbf_reader entry = interned.get_message();
          uint64_t number = 0;
          while (entry.next()) {
            if (entry.tag() == 1) number = entry.get_uint64();
            if (entry.tag() == 2) names[number] = entry.get_string();
          }
        }
      } else if (packet.tag() == 11) {
        pbf_reader event = packet.get_message();
        while (event.next()) {
          if (event.tag() == 9) {
            type = event.get_uint64();
          } else if (event.tag() == 10) {
            name = event.get_uint64();
          } else if (event.tag() == 11) {
            track = event.get_uint64();
          } else {
            event.skip();
          }
        }
      } else if (packet.tag() == 60) {
        read_track(packet.get_message(), read.tracks);
      } else {
        packet.skip();
      }
    }
    if (type == 1) {
      read.open[track].push_back(name);
      read.slices.step(track, time_ns, names[name], true);
    } else if (type == 2) {
      ASSERT_FALSE(read.open[track].empty());
      read.slices.step(track, time_ns, names[read.open[track].back()], false);
      read.open[track].pop_back();
    }
  }
}

TEST_F(TraceExport, APerfettoTraceHasTheSlices) {
  std::string bytes;
  const analysis::Analysis known = analysis();
  perfetto_writer([&](std::string_view piece) { bytes += piece; })->add(known.timeline, known);
  PerfettoTrace read;
  read_perfetto(bytes, read);
  EXPECT_EQ(without_nothing(read.slices.own()), kOwn);
  EXPECT_EQ(read.open.size(), 2u);
}

// Of the run in tests/cli/support/device_run.h.
const std::map<std::string, uint64_t> kOwnOfDevices = {{"main", 40'000'000},
                                                       {"<waiting for device 0>", 60'000'000},
                                                       {"kernel: main", 30'000'000},
                                                       {"copy to the device: main", 30'000'000},
                                                       {"copy from the device: main", 10'000'000},
                                                       {"device memory: main", 5'000'000}};

TEST_F(TraceExport, ADeviceHasTracksInPerfetto) {
  scratch_.write("devices.limpid", test::DeviceRun().bytes());
  const test::Outcome written = limpid("--perfetto devices.limpid");
  ASSERT_EQ(written.exit, 0) << written.err;
  PerfettoTrace read;
  read_perfetto(written.out, read);
  EXPECT_EQ(without_nothing(read.slices.own()), kOwnOfDevices);
  std::set<std::string> below;
  for (const auto& [uuid, track] : read.tracks) {
    const auto parent = read.tracks.find(track.parent);
    if (parent != read.tracks.end() && parent->second.name == "device 0 (sm_90)") below.insert(track.name);
  }
  EXPECT_EQ(below,
            (std::set<std::string>{"kernel", "copy to the device", "copy from the device", "device memory"}));
}

// Serial code 0-10; a region of two threads to 100 with a loop, a critical section that thread 1 waits for from 30 to
// 40, a task of thread 0 that thread 1 runs at the barrier from 60 to 80, and waiting up to 90; serial code to 120. Times in us.
std::string trace_of_known_run() {
  test::TraceScript script(2);
  constexpr uint64_t kUs = 1000;
  constexpr uint8_t kLoop = ompt_work_loop, kEnd = ompt_sync_region_barrier_implicit_parallel;
  using Kind = trace::EventKind;
  script.on(0, 0).begin_initial(1).on(0, 10 * kUs).fork(2, 1, 4).begin_implicit(3, 2, 2);
  script.on(1, 12 * kUs).begin_implicit(4, 2, 2);
  script.on(0, 20 * kUs).ask(7, 4).take(7).on(0, 40 * kUs).give(7);
  script.on(1, 30 * kUs).ask(7, 4).on(1, 41 * kUs).take(7).on(1, 45 * kUs).give(7);
  script.on(0, 50 * kUs).event(Kind::kWorkBegin, 3, 0, kLoop, 4, 100).on(0, 55 * kUs).create(5, 3, 4);
  script.on(0, 90 * kUs).event(Kind::kWorkEnd, 3, 0, kLoop).begin(kEnd, 3);
  script.on(1, 50 * kUs).begin(kEnd, 4).on(1, 60 * kUs).switch_to(4, 5).on(1, 80 * kUs).complete(5, 4);
  script.on(1, 91 * kUs).end(kEnd, 4).end_implicit(4, 2);
  script.on(0, 92 * kUs).end(kEnd, 3).end_implicit(3, 2).on(0, 100 * kUs).join(2, 1);
  script.on(0, 120 * kUs).end_initial(1);
  return script.file(42);
}

TEST_F(TraceExport, EventsAreSlices) {
  scratch_.write("one.limpid-trace", trace_of_known_run());
  const test::Outcome written = limpid("--perfetto --events one.limpid");
  ASSERT_EQ(written.exit, 0) << written.err;
  EXPECT_EQ(written.err, "");
  PerfettoTrace read;
  read_perfetto(written.out, read);
  const std::map<std::string, uint64_t> all = without_nothing(read.slices.own());
  std::map<std::string, uint64_t> own;  // us, without the place
  for (const auto& [name, ns] : all) own[name.substr(0, name.find(" in "))] += ns / 1000;
  EXPECT_EQ(own, (std::map<std::string, uint64_t>{{"serial code", 30},
                                                  {"begins and ends parallel", 8},
                                                  {"parallel", 10 + 10 + 18 + 5},
                                                  {"critical", 20 + 4},
                                                  {"waits for critical", 11},
                                                  {"loop", 40},
                                                  {"task", 20},
                                                  {"waits at the barrier of parallel", 2 + 10 + 11}}));
  const nlohmann::json report =
      nlohmann::json::parse(shell(LIMPID_COMMAND " report --json one.limpid").out).at("trace").at(0);
  uint64_t work_ns = 0;
  for (const auto& [name, ns] : all) {
    if (!name.starts_with("waits") && !name.starts_with("begins")) work_ns += ns;
  }
  EXPECT_NEAR(static_cast<double>(work_ns) / 1e9 / report.at("work_s").get<double>(), 1, 1e-3);
}

TEST_F(TraceExport, EventsNeedATraceAndPerfetto) {
  const test::Outcome none = limpid("--perfetto --events one.limpid");
  EXPECT_EQ(none.exit, kExitBadInput);
  EXPECT_EQ(none.out, "");
  EXPECT_NE(none.err.find("--events needs a trace: limpid record --trace"), std::string::npos) << none.err;
  scratch_.write("one.limpid-trace", trace_of_known_run());
  scratch_.write("two.limpid", test::KnownRun(43).bytes());
  EXPECT_NE(limpid("--perfetto --events one.limpid two.limpid > out").err.find("two.limpid has no trace"),
            std::string::npos);
  EXPECT_EQ(limpid("--folded --events one.limpid").exit, kExitBadUsage);
  EXPECT_EQ(limpid("--perfetto --events --phase solve one.limpid").exit, kExitBadUsage);
}

TEST_F(TraceExport, WhatOfADeviceHasNoMomentsIsSaid) {
  scratch_.write("devices.limpid", test::DeviceRun(test::DeviceRun::kTotals).bytes());
  EXPECT_NE(
      limpid("--perfetto devices.limpid > trace").err.find("what was done of device 0 is not in the trace"),
      std::string::npos);
  scratch_.write("devices.limpid", test::DeviceRun(3, 7).bytes());
  EXPECT_NE(limpid("--perfetto devices.limpid > trace")
                .err.find("a part (7 operations) of device 0 is not in the trace"),
            std::string::npos);
}

// Two kernels at once, and a third one.
TEST(DeviceTracks, HaveNothingThatOverlaps) {
  analysis::DeviceRow row;
  row.places.resize(1);
  row.places[0].kind = Tree::Kind::kProgram;
  for (const auto& [begin, end] : {std::pair{0, 10}, {5, 8}, {9, 12}, {10, 11}})
    row.spans.push_back(
        {static_cast<uint64_t>(begin), static_cast<uint64_t>(end), profile::DeviceWork::kKernel, 0, 0, 0});
  const std::vector<DeviceTrack> tracks = device_tracks(row);
  ASSERT_EQ(tracks.size(), 2u);
  EXPECT_EQ(tracks[0].name, "kernel");
  EXPECT_EQ(tracks[1].name, "kernel 2");
  EXPECT_EQ(tracks[0].spans.size(), 2u);
  for (const DeviceTrack& track : tracks) EXPECT_LE(track.spans[0]->end_ns, track.spans[1]->begin_ns);
  EXPECT_EQ(span_name(row, row.spans[0]), "kernel");
}

std::string unpacked(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string out(1 << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  inflateEnd(&stream);
  return out;
}

TEST_F(TraceExport, AProfileProtosTypesAddUp) {
  const std::string bytes = unpacked(pprof(analysis()));
  std::vector<int64_t> sums(5, 0);
  pbf_reader profile(bytes);
  while (profile.next(2)) {
    pbf_reader sample = profile.get_message();
    size_t type = 0;
    while (sample.next(2)) {
      for (const int64_t value : sample.get_packed_int64()) {
        ASSERT_LT(type, sums.size());
        sums[type++] += value;
      }
    }
  }
  EXPECT_EQ(sums, (std::vector<int64_t>{800'000'000, 500'000'000, 300'000'000, 0, 0}));
}

TEST_F(TraceExport, PprofReadsIt) {
  if (!has("go")) GTEST_SKIP() << "no go tool pprof here (Debian: golang-go)";
  ASSERT_EQ(limpid("--pprof -o one.pb.gz one.limpid").exit, 0);
  const test::Outcome time = shell("go tool pprof -top one.pb.gz");
  EXPECT_NE(time.out.find("Total samples = 800ms"), std::string::npos) << time.out << time.err;
  EXPECT_NE(time.out.find("<implicit barrier>"), std::string::npos) << time.out;
  EXPECT_NE(time.out.find("parallel in shapes::region (shapes.cc:"), std::string::npos) << time.out;
  const test::Outcome wait = shell("go tool pprof -sample_index=wait -top one.pb.gz");
  EXPECT_NE(wait.out.find("Total samples = 300ms"), std::string::npos) << wait.out << wait.err;
  EXPECT_NE(wait.out.find("<idle>"), std::string::npos) << wait.out;
}

// A line of otf2-print: `ENTER  0  100000000  Region: "main" <1>`.
void read_event(const std::string& line, Slices& slices) {
  std::istringstream words(line);
  std::string event;
  size_t location = 0;
  uint64_t time_ns = 0;
  words >> event >> location >> time_ns;
  if (event != "ENTER" && event != "LEAVE") return;
  const size_t begin = line.find('"') + 1;
  slices.step(location, time_ns, line.substr(begin, line.rfind('"') - begin), event == "ENTER");
}

TEST_F(TraceExport, Otf2PrintReadsIt) {
  const test::Outcome written = limpid("--otf2 -o archive one.limpid");
  if (written.err.find("built without libotf2") != std::string::npos) GTEST_SKIP() << written.err;
  ASSERT_EQ(written.exit, 0) << written.err;
  if (!has("otf2-print")) GTEST_SKIP() << "no otf2-print here (Debian: otf2-tools)";
  const test::Outcome events = shell("otf2-print archive/traces.otf2");
  EXPECT_EQ(events.exit, 0) << events.err;
  Slices slices;
  std::istringstream lines(events.out);
  for (std::string line; std::getline(lines, line);) read_event(line, slices);
  EXPECT_EQ(without_nothing(slices.own()), kOwn);
  const test::Outcome definitions = shell("otf2-print -G archive/traces.otf2");
  EXPECT_NE(definitions.out.find("Role: PARALLEL, Paradigm: OPENMP"), std::string::npos) << definitions.out;
  EXPECT_NE(definitions.out.find("Role: IMPLICIT_BARRIER, Paradigm: OPENMP"), std::string::npos);
  EXPECT_NE(limpid("--otf2 -o archive one.limpid").err.find("not an empty directory"), std::string::npos);
}

TEST_F(TraceExport, ADeviceIsAnAcceleratorInOtf2) {
  scratch_.write("devices.limpid", test::DeviceRun().bytes());
  const test::Outcome written = limpid("--otf2 -o devices devices.limpid");
  if (written.err.find("built without libotf2") != std::string::npos) GTEST_SKIP() << written.err;
  ASSERT_EQ(written.exit, 0) << written.err;
  if (!has("otf2-print")) GTEST_SKIP() << "no otf2-print here (Debian: otf2-tools)";
  const test::Outcome events = shell("otf2-print devices/traces.otf2");
  EXPECT_EQ(events.exit, 0) << events.err;
  Slices slices;
  std::istringstream lines(events.out);
  for (std::string line; std::getline(lines, line);) read_event(line, slices);
  EXPECT_EQ(without_nothing(slices.own()), kOwnOfDevices);
  const test::Outcome definitions = shell("otf2-print -G devices/traces.otf2");
  for (const char* const wanted :
       {"ACCELERATOR_STREAM", "device 0 (sm_90)", "Role: DATA_TRANSFER", "Role: ALLOCATE"})
    EXPECT_NE(definitions.out.find(wanted), std::string::npos) << wanted << definitions.out;
}

TEST_F(TraceExport, BinaryNeedsAPlace) {
  const test::Outcome outcome = limpid("--otf2 one.limpid");
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_NE(outcome.err.find("expected -o DIRECTORY"), std::string::npos) << outcome.err;
  EXPECT_EQ(limpid("--perfetto one.limpid > out && test -s out").exit, 0);
}

}  // namespace
}  // namespace limpid::cli::exporting
