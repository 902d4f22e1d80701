// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Broken profiles for every command that reads one: each may refuse a file with a message (Failure), none may crash,
// hang, print what is no JSON, or send control characters to a terminal.
//
//   profile_fuzz MODULE [--cases N | --seconds N]     MODULE: a program with symbols, which the profiles are of
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "annotate/command.h"
#include "base/failure.h"
#include "diff/command.h"
#include "export/command.h"
#include "fuzz.h"
#include "info/command.h"
#include "page/document.h"
#include "report/command.h"
#include "scale/command.h"
#include "support/profile_writer.h"

namespace fuzz {
namespace {

using namespace limpid;
using namespace limpid::cli;
using profile::NodeKind;
using profile::ThreadType;
using test::ProfileWriter;

constexpr unsigned kHangs = 60;  // seconds for one command on one small file

volatile unsigned long long g_seed;
const char* volatile g_command = "";

void say_case(const char* what) {
  char line[200];
  const int length =
      snprintf(line, sizeof line, "\nprofile_fuzz: %s in `%s`: LIMPID_SEED=%llu and --cases 1 replay it\n",
               what, g_command, g_seed);
  if (write(STDERR_FILENO, line, static_cast<size_t>(length)) < 0) _exit(4);
}

void on_signal(int number) {
  say_case(number == SIGALRM ? "no end" : "a crash");
  signal(number, SIG_DFL);
  raise(number);
}

[[noreturn]] void fail(const std::string& what) {
  say_case(what.c_str());
  exit(1);
}

// A profile with every kind of record, of a program whose code begins at `base`.
std::string whole_profile(const std::string& module, Random& random) {
  constexpr uint64_t kBase = 0x10000000;
  ProfileWriter writer(1000);
  writer.run(random.below(5), static_cast<int32_t>(random.below(3)) - 1, true, 2);
  writer.info("command", std::string("./solver\0one two", 16));
  writer.info("host", "node");
  writer.info("runtime", "Limpid");
  writer.info("env:OMP_NUM_THREADS", "2");
  writer.module(kBase, kBase, kBase + 0x100000, module);
  writer.module(0x70000000, 0x70000000, 0x70001000, "/usr/lib/libmpi.so.40", "\x12\x34");
  const auto address = [&] { return random.one_in(8) ? 0x70000010 : kBase + random.below(0x40000); };
  const uint32_t threads = 1 + random.below(4);
  for (uint32_t i = 0; i < threads; ++i)
    writer.thread(i, i == 0 ? ThreadType::kInitial : ThreadType::kWorker, i, 2000);
  writer.outsider(77, "io", 5);
  std::vector<uint32_t> nodes = {writer.node(0, NodeKind::kProgram)};
  static constexpr NodeKind kKinds[] = {NodeKind::kFrame, NodeKind::kLeaf, NodeKind::kParallel,
                                        NodeKind::kTeams, NodeKind::kTask};
  for (int i = 0; i < 30; ++i) {
    const NodeKind kind = kKinds[random.below(std::size(kKinds))];
    const uint32_t node =
        writer.node(nodes[random.below(static_cast<uint32_t>(nodes.size()))], kind, address());
    nodes.push_back(node);
    if (kind == NodeKind::kParallel) writer.region(node, 1 + random.below(9), 50, threads);
    if (kind == NodeKind::kTask) writer.task(node, random.below(1000));
  }
  static constexpr uint16_t kStates[] = {0x000, 0x001, 0x002, 0x010, 0x011,
                                         0x040, 0x041, 0x042, 0x100, 0x101};
  for (uint64_t ms = 5; ms < 200; ms += 5) {
    const uint32_t node = nodes[random.below(static_cast<uint32_t>(nodes.size()))];
    const uint16_t state = kStates[random.below(std::size(kStates))];
    const auto blocked = static_cast<profile::BlockedKind>(random.below(12));
    if (random.one_in(3)) {
      writer.sample_off(random.below(threads), node, state, ms, 5, blocked, random.below(5));
    } else {
      writer.sample(random.below(threads), node, state, ms, 5);
    }
  }
  writer.blame(nodes.back(), 5, 40, 7);
  writer.counters(40, 1, 3, 1);
  writer.note("a note");
  if (!random.one_in(4)) writer.finish(200);
  return writer.bytes();
}

void put_word(std::string& bytes, size_t at, uint64_t word, size_t size) {
  if (at + size <= bytes.size()) memcpy(bytes.data() + at, &word, size);
}

void mutate(std::string& bytes, Random& random) {
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

// What a command prints on stdout. It may refuse the file.
class Stdout {
 public:
  explicit Stdout(std::string path) : path_(std::move(path)) {}

  std::string of(const char* name, const std::function<void()>& command) {
    g_command = name;
    if (freopen(path_.c_str(), "w", stdout) == nullptr) fail("no file for stdout");
    alarm(kHangs);
    try {
      command();
    } catch (const Failure& failure) {
      if (failure.what()[0] == '\0') fail("a refusal without a reason");
    }
    alarm(0);
    fflush(stdout);
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::string path_;
};

void expect_json(const std::string& text) {
  if (!text.empty() && !nlohmann::json::accept(text)) fail("no JSON");
}

void expect_printable(const std::string& text) {
  for (const char c : text) {
    if ((c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == 0x7f) fail("a control character");
  }
}

class Commands {
 public:
  Commands(const std::string& folder, std::string good)
      : folder_(folder), bad_(folder + "/bad.limpid"), good_(std::move(good)), out_(folder + "/out") {}

  const std::string& bad() const { return bad_; }

  void run_all() {
    reports();
    page();
    expect_printable(out_.of("annotate", [&] { annotate::run_annotate({"main", {bad_}, {}, true}); }));
    diff::Options diff{{good_}, {bad_}, {}, true, true, true, 5.0};
    expect_json(out_.of("diff --json", [&] { diff::run_diff(diff); }));
    diff.json = false;
    expect_printable(out_.of("diff", [&] { diff::run_diff(diff); }));
    expect_json(out_.of("scale --json", [&] { scale::run_scale({{good_, bad_}, true, "", true}); }));
    expect_printable(out_.of("scale", [&] { scale::run_scale({{bad_, good_}, false, "", true}); }));
    exports();
    expect_printable(out_.of("info", [&] { info::run_info(bad_); }));
  }

 private:
  void reports() {
    report::Options options;
    options.files = {bad_};
    options.no_color = true;
    options.json = true;
    expect_json(out_.of("report --json", [&] { report::run_report(options); }));
    options.json = false;
    options.timeline = options.threads = true;
    options.min_percent = 0;
    expect_printable(out_.of("report --timeline --threads", [&] { report::run_report(options); }));
    options.files = {good_, bad_};
    options.selection.from_ns = 20'000'000;
    options.selection.to_ns = 150'000'000;
    options.by = "line";
    options.no_fold = true;
    expect_printable(out_.of("report --from", [&] { report::run_report(options); }));
  }

  void page() {
    out_.of("report --html", [&] {
      symbols::Symbolizer symbolizer;
      analysis::Options wanted;
      wanted.timeline = true;
      wanted.condense = page::keep_small;
      const analysis::Analysis analysis = analysis::analyze({bad_}, symbolizer, wanted);
      expect_json(page::page_data(analysis, {}));
    });
  }

  void exports() {
    using exporting::Format;
    static constexpr std::pair<Format, const char*> kFormats[] = {
        {Format::folded, "export --folded"},     {Format::speedscope, "export --speedscope"},
        {Format::hatchet, "export --hatchet"},   {Format::pprof, "export --pprof"},
        {Format::perfetto, "export --perfetto"}, {Format::otf2, "export --otf2"}};
    for (const auto& [format, name] : kFormats) {
      const bool folder = format == Format::otf2;
      const std::string to = folder ? folder_ + "/archive" : "";
      const std::string text = out_.of(name, [&] { exporting::run_export({{bad_}, format, {}, to}); });
      if (format == Format::speedscope || format == Format::hatchet) expect_json(text);
      if (format == Format::folded) expect_printable(text);
      if (folder) std::filesystem::remove_all(to);
    }
  }

  std::string folder_;
  std::string bad_;
  std::string good_;
  Stdout out_;
};

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

int fuzz_profiles(const Options& given, const std::string& module) {
  for (const int number : {SIGALRM, SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) signal(number, on_signal);
  std::string folder = std::filesystem::temp_directory_path() / "profile_fuzz-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 3;
  Random first(7);
  write_file(folder + "/good.limpid", whole_profile(module, first));
  Commands commands(folder, folder + "/good.limpid");
  Run run(given);
  fflush(stdout);
  while (run.resume_flags()) {
    g_seed = run.next_seed();
    Random random(g_seed);
    std::string bytes = whole_profile(module, random);
    for (uint32_t changes = 1 + random.below(12); changes > 0; --changes) mutate(bytes, random);
    write_file(commands.bad(), bytes);
    commands.run_all();
  }
  std::filesystem::remove_all(folder);
  fprintf(stderr, "%llu profiles through every command\n", static_cast<unsigned long long>(run.done()));
  return 0;
}

}  // namespace
}  // namespace fuzz

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: profile_fuzz MODULE [--cases N | --seconds N]\n");
    return 2;
  }
  return fuzz::fuzz_profiles(fuzz::options(argc, argv), argv[1]);
}
