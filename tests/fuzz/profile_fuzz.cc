// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Broken profiles and traces for every command that reads them: each may refuse a file with a message (Failure), none
// may crash, hang, print what is no JSON, or send control characters to a terminal.
//
//   profile_fuzz MODULE [--cases N | --seconds N]     MODULE: a program with symbols, which the profiles are of
#include <signal.h>
#include <sys/time.h>
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
#include "random_run.h"
#include "record/settle.h"
#include "record/summary.h"
#include "report/command.h"
#include "scale/command.h"
#include "trace.h"
#include "trace/result.h"

namespace fuzz {
namespace {

using namespace limpid;
using namespace limpid::cli;

// For one command on one small file: seconds of processor time, and of the clock, much more, for a machine may stand still.
constexpr long kBusySeconds = 60;
constexpr unsigned kIdleSeconds = 900;

void limit_command(bool on) {
  const itimerval busy{{0, 0}, {on ? kBusySeconds : 0, 0}};
  setitimer(ITIMER_PROF, &busy, nullptr);
  alarm(on ? kIdleSeconds : 0);
}

volatile unsigned long long g_seed;
const char* volatile g_command = "";

// As many bytes for each module, by slashes before it: where a record stands, and so what a seed breaks, must not
// depend on the folder that a build is in.
std::string of_one_length(const std::string& module) {
  constexpr size_t kBytes = 1024;
  const std::string path = std::filesystem::absolute(module);
  return path.size() < kBytes ? std::string(kBytes - path.size(), '/') + path : path;
}

void say_case(const char* what) {
  char line[200];
  const int length =
      snprintf(line, sizeof line, "\nprofile_fuzz: %s in `%s`: LIMPID_SEED=%llu and --cases 1 replay it\n",
               what, g_command, g_seed);
  if (write(STDERR_FILENO, line, static_cast<size_t>(length)) < 0) _exit(4);
}

void on_signal(int number) {
  say_case(number == SIGALRM || number == SIGPROF ? "no end" : "a crash");
  signal(number, SIG_DFL);
  raise(number);
}

[[noreturn]] void fail(const std::string& what) {
  say_case(what.c_str());
  exit(1);
}

// What a command prints on stdout. It may refuse the file.
class Stdout {
 public:
  explicit Stdout(std::string path) : path_(std::move(path)) {}

  std::string of(const char* name, const std::function<void()>& command) {
    g_command = name;
    if (freopen(path_.c_str(), "w", stdout) == nullptr) fail("no file for stdout");
    limit_command(true);
    try {
      command();
    } catch (const Failure& failure) {
      if (failure.what()[0] == '\0') fail("a refusal without a reason");
    }
    limit_command(false);
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

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// A recording in files, as a recorder would leave it.
void write_recording(const std::string& path, const Recording& recording) {
  write_file(path, recording.profile);
  if (recording.trace.empty()) {
    std::filesystem::remove(path + trace::kNameSuffix);
  } else {
    write_file(path + trace::kNameSuffix, recording.trace);
  }
}

class Commands {
 public:
  explicit Commands(const std::string& folder)
      : folder_(folder),
        bad_(folder + "/bad.limpid"),
        good_(folder + "/good.limpid"),
        out_(folder + "/out") {}

  const std::string& bad() const { return bad_; }
  const std::string& good() const { return good_; }

  void run_all() {
    reports();
    selections();
    page();
    annotate::Options annotate{"main", {bad_}, {}, true};
    expect_printable(out_.of("annotate", [&] { annotate::run_annotate(annotate); }));
    comparisons();
    exports();
    expect_printable(out_.of("info", [&] { info::run_info(bad_); }));
    if (std::filesystem::exists(bad_ + trace::kNameSuffix))
      expect_printable(out_.of("info of the trace", [&] { info::run_info(bad_ + trace::kNameSuffix); }));
    end_of_recording();
  }

 private:
  void report(const char* name, const report::Options& options) {
    const std::string text = out_.of(name, [&] { report::run_report(options); });
    options.json ? expect_json(text) : expect_printable(text);
  }

  void reports() {
    report::Options options;
    options.files = {bad_};
    options.no_color = options.json = true;
    report("report --json", options);
    options.what_if = {{"main", 2}};
    report("report --what-if", options);
    options.what_if.clear();
    options.json = false;
    options.timeline = options.threads = true;
    options.min_percent = 0;
    report("report --timeline --threads", options);
    options.files = {bad_ + trace::kNameSuffix};
    report("report of the trace", options);
  }

  // Each one of them on two files.
  void selections() {
    report::Options options;
    options.files = {good_, bad_};
    options.no_color = true;
    options.min_percent = 0;
    options.selection.from_ns = 20'000'000;
    options.selection.to_ns = 150'000'000;
    options.by = "line";
    options.no_fold = true;
    report("report --from --by line --no-fold", options);
    options.selection = {};
    options.selection.phase = "solve";
    options.by = "construct";
    report("report --phase --by construct", options);
    options.selection = {};
    options.selection.threads = {0, 1};
    options.by = "thread";
    report("report --thread --by thread", options);
    options.selection = {};
    options.selection.region = options.selection.focus = "main";
    options.json = true;
    report("report --region --focus --json", options);
  }

  void page() {
    const std::string text = out_.of("report --html", [&] {
      symbols::Symbolizer symbolizer;
      analysis::Options wanted;
      wanted.timeline = wanted.traces = true;
      wanted.condense = page::keep_small;
      analysis::Analysis analysis = analysis::analyze({bad_}, symbolizer, wanted);
      const std::vector<tracing::Result> traces = tracing::read_traces(analysis, {{}, true});
      fputs(page::page_data(analysis, {}, traces).c_str(), stdout);
    });
    expect_json(text);
  }

  void comparisons() {
    diff::Options diff{{good_}, {bad_}, {}, true, true, true, 5.0};
    expect_json(out_.of("diff --json", [&] { diff::run_diff(diff); }));
    diff.json = false;
    diff.before = {good_, bad_};
    diff.after = {bad_, good_};
    diff.selection.phase = "solve";
    expect_printable(out_.of("diff --before --after --phase", [&] { diff::run_diff(diff); }));
    scale::Options scale{{good_, bad_}, true, "", true};
    expect_json(out_.of("scale --json", [&] { scale::run_scale(scale); }));
    scale.json = false;
    scale.runs = {bad_, good_, bad_};
    expect_printable(out_.of("scale", [&] { scale::run_scale(scale); }));
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
      const std::string text = out_.of(name, [&] { exporting::run_export({{bad_}, format, {}, false, to}); });
      if (format == Format::speedscope || format == Format::hatchet) expect_json(text);
      if (format == Format::folded) expect_printable(text);
      if (folder) std::filesystem::remove_all(to);
    }
    out_.of("export --perfetto --events", [&] {
      exporting::run_export({{good_, bad_}, Format::perfetto, {}, true, ""});
    });
  }

  // What `record` does with the files that it finds when its program is over. It may cut and end them: so it comes last.
  void end_of_recording() {
    out_.of("the end of record", [&] {
      analysis::Origin origin;
      std::string why;
      if (!analysis::read_origin(bad_, &origin, &why)) throw Failure(kExitBadInput, why);
      std::vector<analysis::Origin> outputs = {origin};
      record::settle(outputs, {static_cast<int>(origin.pid), false, 0, {}});
      if (!outputs.empty()) expect_printable(record::summary({bad_}, Style(false)));
    });
  }

  std::string folder_;
  std::string bad_;
  std::string good_;
  Stdout out_;
};

int fuzz_profiles(const Options& given, const std::string& module_file) {
  for (const int number : {SIGALRM, SIGPROF, SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
    signal(number, on_signal);
  std::string folder = std::filesystem::temp_directory_path() / "profile_fuzz-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 3;
  const std::string module = of_one_length(module_file);
  Random first(7);
  Commands commands(folder);
  write_recording(commands.good(), whole_recording(module, first));
  Run run(given);
  fflush(stdout);
  uint64_t traces = 0;
  while (run.resume_flags()) {
    g_seed = run.next_seed();
    Random random(g_seed);
    Recording recording = whole_recording(module, random);
    traces += recording.trace.empty() ? 0 : 1;
    // A whole profile leads every command to its trace.
    const bool profile = recording.trace.empty() || random.one_in(2);
    for (uint32_t changes = 1 + random.below(12); changes > 0; --changes)
      profile ? mutate(recording.profile, random) : mutate_trace(recording.trace, random);
    write_recording(commands.bad(), recording);
    commands.run_all();
  }
  std::filesystem::remove_all(folder);
  fprintf(stderr, "%llu recordings, %llu of them traced, through every command\n",
          static_cast<unsigned long long>(run.done()), static_cast<unsigned long long>(traces));
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
