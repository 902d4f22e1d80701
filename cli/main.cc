// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line: which subcommands and options there are, and what --help says about them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "annotate/command.h"
#include "base/deep_stack.h"
#include "base/failure.h"
#include "check/command.h"
#include "debug/command.h"
#include "debug/gdb_options.h"
#include "diff/command.h"
#include "export/command.h"
#include "info/command.h"
#include "live/command.h"
#include "page/command.h"
#include "record/command.h"
#include "report/command.h"
#include "run/command.h"
#include "scale/command.h"

namespace {

using namespace limpid::cli;

constexpr const char* kAbout =
    "Limpid shows where an OpenMP program spends its time, as the program was written.\n"
    "It works on programs that are already built, by GCC or LLVM: nothing is recompiled or relinked.\n\n"
    "  limpid run ./program         run it on Limpid's OpenMP runtime\n"
    "  limpid record ./program      the same, and write a profile\n"
    "  limpid record --pid PID      the same of a process that runs already, and leave it again\n"
    "  limpid report FILE.limpid    read the profile\n"
    "  limpid annotate FUNC FILE    a function's source with the time of each line\n"
    "  limpid diff OLD NEW          what became slower or faster between two runs\n"
    "  limpid scale RUN...          what more threads bring\n"
    "  limpid export FILE.limpid    write it in the format of another tool\n"
    "  limpid ps PID, limpid top PID   what a running process does: threads, regions, tasks, deadlocks\n"
    "  limpid debug ./program       debug it with gdb, which then knows threads, regions and tasks\n"
    "  limpid check                 check an OpenMP runtime's tool interface\n";

constexpr const char* kRecordAbout =
    "Run PROGRAM under Limpid's OpenMP runtime and write a profile of it.\n\n"
    "The program keeps its standard input and output, its signals and its exit status; everything\n"
    "that limpid says goes to stderr. If the program dies of a signal, so does limpid record.\n"
    "One file is written per process: PROGRAM.PID.limpid in the current directory, or\n"
    "PROGRAM.rRANK.PID.limpid under MPI.\n\n"
    "With --pid a process that runs on Limpid already is recorded instead, until ctrl-C, --for or its end; "
    "it\n"
    "goes on undisturbed (docs/attach.md).";

constexpr const char* kRunAbout =
    "Run PROGRAM on Limpid's OpenMP runtime.\n\n"
    "Sets LD_LIBRARY_PATH, and LD_PRELOAD unless the program itself finds Limpid by that, and becomes\n"
    "the program: same process, same input and output, same exit status. It works for programs that ask\n"
    "for libgomp.so.1, libomp.so, libomp.so.5 or libiomp5.so, and for what starts them: scripts, Rscript,\n"
    "mpirun. If a process that comes of it is on another OpenMP runtime, one line on stderr says so.";

constexpr const char* kDebugAbout =
    "Debug PROGRAM on Limpid's OpenMP runtime with gdb.\n\n"
    "Becomes gdb, with the `omp` commands loaded (`help omp` lists them: threads, bt, parallel, tasks, "
    "locks,\n"
    "deadlock, icvs, break, step) and the runtime put in place as limpid run does. --core opens a core "
    "file,\n"
    "--pid attaches to a process that runs on Limpid already, however it was started.";

constexpr const char* kReportAbout =
    "Print what profiles say: the run, work and wait, parallel regions, the call tree, functions.\n\n"
    "Several files (the ranks of an MPI program, the processes of a pipeline) are merged into one\n"
    "report; a directory stands for every *.limpid file in it.";

constexpr const char* kAnnotateAbout =
    "Print the source of a function with the time of each line.\n\n"
    "The function is named as in limpid report; of `outer::name` the last part will do. Lines of functions "
    "that\n"
    "the compiler inlined count for those functions. Several files are merged as in limpid report.";

constexpr const char* kDiffAbout =
    "Compare runs of a program before and after a change: which regions, paths and functions became\n"
    "slower or faster, by how much, and how sure that is.\n\n"
    "  limpid diff OLD NEW                          one run each\n"
    "  limpid diff --before OLD... --after NEW...   several runs each: medians and intervals\n\n"
    "A run is a profile, or a directory with the profiles of its processes. Constructs are matched by the\n"
    "function around them and their order in it, so lines may move. With one run each nobody knows how much\n"
    "runs differ anyway: four of each say it. `=` is no change that can be told from noise.";

constexpr const char* kScaleAbout =
    "Compare runs of a program with different numbers of threads: speed-up and efficiency, the serial part,\n"
    "from how many threads on more do not pay, and which regions lose most.\n\n"
    "  for t in 1 2 4 8; do OMP_NUM_THREADS=$t limpid record -o $t.limpid ./program; done\n"
    "  limpid scale 1.limpid 2.limpid 4.limpid 8.limpid\n\n"
    "Several runs with the same number: their median.";

constexpr const char* kExportAbout =
    "Write profiles in the format of another tool: the call tree with the time of each path, or what each\n"
    "thread and each offload device did when (--perfetto, --otf2).\n\n"
    "The sum of all times is the thread time of the report, waiting included. Several files are merged as\n"
    "in limpid report.";

constexpr const char* kPsAbout =
    "Show what a running process does: its OpenMP threads, each with its place in the team, region, task,\n"
    "and what it waits for and for whom.\n\n"
    "It may have been started in whatever way, if it runs on Limpid. It is read, never stopped or written.\n"
    "Exit status of --deadlock: 0 none, 3 threads wait for each other, 1 the process cannot be read.";

constexpr const char* kTopAbout =
    "Show what a running process does, again and again; `q` leaves. Columns as in limpid ps (docs/live.md).";

constexpr const char* kInfoAbout =
    "Describe a profile, a program, or this installation.\n\n"
    "Without an argument: this installation. With a profile: what it says about its run.\n"
    "With a program: the OpenMP runtime that it would load and why, which compilers built it, how\n"
    "limpid run and record put Limpid in its place, and what Limpid makes of the environment.";

constexpr const char* kCheckAbout =
    "Check what an OpenMP runtime tells tools (OMPT) against OpenMP 5.1.\n\n"
    "Builds small programs with the compilers found, runs them on the runtime under a tool that knows the\n"
    "rules, and prints callback by callback how it is registered, how often it came and which rules were\n"
    "broken, with the section of the specification. With a PROGRAM, checks what that one makes it tell.\n"
    "Exit status: 0 no deviation, 1 deviations (or no OMPT interface), 2 nothing could be checked.";

// CLI11 knows options; what follows them is ours to name.
class Formatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const std::string command = app->get_name();
    if (command == "record")
      return "\nUsage: limpid record [OPTIONS] [--] PROGRAM [ARGUMENTS...]\n"
             "       limpid record [OPTIONS] --pid PID\n";
    if (command == "run") return "\nUsage: limpid run [--] PROGRAM [ARGUMENTS...]\n";
    if (command == "debug") return "\nUsage: limpid debug [OPTIONS] [--] [PROGRAM [ARGUMENTS...]]\n";
    if (command == "report") return "\nUsage: limpid report [OPTIONS] FILE...\n";
    if (command == "check") return "\nUsage: limpid check [OPTIONS] [-- PROGRAM [ARGUMENTS...]]\n";
    if (command == "ps") return "\nUsage: limpid ps [OPTIONS] PID\n";
    if (command == "top") return "\nUsage: limpid top [OPTIONS] PID\n";
    if (command == "info") return "\nUsage: limpid info [FILE]\n";
    return CLI::Formatter::make_usage(app, name);
  }
  // In the list of commands one line each is enough.
  std::string make_subcommand(const CLI::App* sub) const override {
    const std::string text = sub->get_description();
    return fmt::format("  {:<10}{}\n", sub->get_name(), text.substr(0, text.find('\n')));
  }
  std::string make_positionals(const CLI::App*) const override { return {}; }  // the usage line says it all
};

// The recorder reads these; a wrong one is better named before the program runs. Empty: it is right.
std::string is_trace_size(const std::string& text) {
  const bool right = std::regex_match(text, std::regex("[0-9]+(\\.[0-9]+)?[kKmMgG]?"));
  return right ? "" : fmt::format("{}: expected bytes, or a number with k, M or G", text);
}

std::string is_trace_span(const std::string& text) {
  char* end;
  const double seconds = std::strtod(text.c_str(), &end);
  const bool right = text == "size" || (!text.empty() && *end == '\0' && seconds > 0 && seconds <= 1e6);
  return right ? "" : fmt::format("{}: expected seconds, or the word size", text);
}

void add_record(CLI::App& app, record::Options& options, int& status) {
  CLI::App* record = app.add_subcommand("record", kRecordAbout);
  record->add_option("-o,--output", options.output, "File to write, or a directory to write into")
      ->type_name("FILE");
  record->add_option("-F,--frequency", options.frequency, "Samples per second and thread (default 200)")
      ->check(CLI::Range(1, 10000))
      ->type_name("HZ");
  record
      ->add_option("--max-cost", options.max_cost,
                   "Percent of the processors that sampling may take (default HZ / 250, at least 1): above "
                   "it samples are rarer")
      ->check(CLI::Range(0.01, 50.0))
      ->type_name("PERCENT");
  record->add_flag(
      "--paused", options.paused,
      "Record nothing before the program starts it: omp_control_tool(omp_control_tool_start, 0, NULL)");
  CLI::Option* trace = record->add_flag("--trace", options.trace,
                                        "Also each event, in FILE-trace: begin, end, wait, task, lock");
  record->add_flag("--chunks", options.chunks, "In the trace: each chunk of a loop too")->needs(trace);
  record->add_option("--trace-size", options.trace_size, "Limit of the trace (default 1G)")
      ->needs(trace)
      ->check(is_trace_size)
      ->type_name("SIZE");
  record
      ->add_option("--keep", options.keep, "Of the trace keep the last seconds, or with `size` the last SIZE")
      ->needs(trace)
      ->check(is_trace_span)
      ->type_name("SECONDS");
  record->add_flag("--keep-runtime", options.keep_runtime,
                   "Record with the OpenMP runtime that the program finds by itself");
  CLI::Option* pid =
      record
          ->add_option("-p,--pid", options.pid,
                       "Record this process, which runs on Limpid already, instead of a program")
          ->check(CLI::PositiveNumber)
          ->type_name("PID");
  CLI::Option* limit =
      record
          ->add_option("--for", options.for_s,
                       "Of a process: end the recording after so long (default: ctrl-C ends it)")
          ->needs(pid)
          ->check(CLI::Range(0.001, 1e9))
          ->type_name("SECONDS");
  record->add_flag("--detach", options.detach, "Of a process: end a recording whose command is gone")
      ->needs(pid)
      ->excludes(limit);
  record->add_flag("-q,--quiet", options.quiet, "No summary at the end");
  record->callback([&options, &status] { status = record::run_record(options); });
}

void add_run(CLI::App& app, const std::vector<std::string>& command, int& status) {
  CLI::App* run = app.add_subcommand("run", kRunAbout);
  run->callback([&command, &status] { status = run::run_program(command); });
}

void add_debug(CLI::App& app, debug::Options& options, int& status) {
  CLI::App* debug = app.add_subcommand("debug", kDebugAbout);
  debug->add_option("-c,--core", options.core, "Open this core file of PROGRAM")->type_name("FILE");
  debug->add_option("-p,--pid", options.pid, "Attach to this process")
      ->check(CLI::PositiveNumber)
      ->type_name("PID");
  debug->add_option("--ex", options.commands, "A command for gdb to begin with (may be repeated)")
      ->allow_extra_args(false)
      ->type_name("COMMAND");
  debug->add_flag("--batch", options.batch, "Leave gdb after these commands");
  debug->add_option("--gdb", options.gdb, "The gdb to use (default: the one in PATH)")->type_name("GDB");
  debug->footer(
      "gdb's own options are handed on: -x FILE, -ex COMMAND, -iex COMMAND, -tui, -i=mi, -nx and the like.");
  debug->callback([&options, &status] { status = debug::run_debug(options); });
}

// Seconds on the command line; a negative or missing one is refused by the check.
void add_moment(CLI::App& command, const char* name, uint64_t& ns, const char* about) {
  command
      .add_option_function<double>(
          name, [&ns](const double& seconds) { ns = static_cast<uint64_t>(seconds * 1e9); }, about)
      ->check(CLI::Range(0.0, 1e9))
      ->type_name("SECONDS");
}

void add_phase(CLI::App& command, analysis::Selection& selection) {
  command
      .add_option("--phase", selection.phase, "Only while the program was in phases of this name (limpid.h)")
      ->type_name("NAME");
}

// Which part of the run a report is about.
void add_selection(CLI::App& command, analysis::Selection& selection) {
  command
      .add_option("--region", selection.region,
                  "Only code directly in regions of this name, or at this file:line")
      ->type_name("NAME");
  command.add_option("--focus", selection.focus, "Only what functions of this name ran, by calls too")
      ->type_name("FUNC");
  command.add_option("--thread", selection.threads, "Only these threads, by number")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
  add_phase(command, selection);
  add_moment(command, "--from", selection.from_ns, "Only from this moment of the run on");
  add_moment(command, "--to", selection.to_ns, "Only up to this moment of the run");
}

void add_report(CLI::App& app, report::Options& options, int& status) {
  CLI::App* report = app.add_subcommand("report", kReportAbout);
  report->add_option("files", options.files, "Profiles, or directories of profiles")
      ->required()
      ->type_name("FILE");
  report->add_flag("--json", options.json, "One JSON object with everything (docs/report-json.md)");
  report
      ->add_option("--html", options.html,
                   "Write one HTML page to FILE: tables, flame graph, timeline (docs/page.md)")
      ->type_name("FILE")
      ->excludes("--json");
  report->add_option("--depth", options.depth, "Levels of the call tree to show (default: all)")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  report
      ->add_option("--min-percent", options.min_percent,
                   "Leave out what takes less of the time, but for the ten largest (default 1)")
      ->check(CLI::Range(0.0, 100.0))
      ->type_name("P");
  report
      ->add_option("--sort", options.sort,
                   "Order: regions by gain, elapsed, work, wait, balance or count; functions by total")
      ->check(CLI::IsMember({"gain", "elapsed", "work", "wait", "balance", "count", "self", "total"}))
      ->type_name("KEY");
  report->add_flag("--threads", options.threads, "Also one line per thread");
  report->add_flag("--timeline", options.timeline,
                   "Also what each thread did when, a letter for each stretch of time");
  report
      ->add_option_function<std::vector<std::string>>(
          "--what-if",
          [&options](const std::vector<std::string>& words) {
            for (const std::string& word : words) options.what_if.push_back(tracing::parse_change(word));
          },
          "What the run would take were NAME, a function or file:line, FACTOR times as fast (needs a trace)")
      ->allow_extra_args(false)
      ->type_name("NAME=FACTOR");
  report->add_option("--by", options.by, "What to list: construct, function (default), thread or line")
      ->check(CLI::IsMember({"construct", "function", "thread", "line"}))
      ->type_name("WHAT");
  add_selection(*report, options.selection);
  report->add_flag("--no-fold", options.no_fold,
                   "Show recursion level by level, and every function of a chain");
  report->add_flag("--no-color", options.no_color, "No colour, also on a terminal");
  report->callback([&options, &status] {
    status = options.html.empty() ? report::run_report(options) : page::write_page(options);
  });
}

void add_annotate(CLI::App& app, annotate::Options& options, int& status) {
  CLI::App* annotate = app.add_subcommand("annotate", kAnnotateAbout);
  annotate->add_option("function", options.function, "The function")->required()->type_name("FUNCTION");
  annotate->add_option("files", options.files, "Profiles, or directories of profiles")
      ->required()
      ->type_name("FILE");
  add_selection(*annotate, options.selection);
  annotate->add_flag("--no-color", options.no_color, "No colour, also on a terminal");
  annotate->callback([&options, &status] { status = annotate::run_annotate(options); });
}

// `diff OLD NEW`, or several runs behind --before and --after.
void take_runs(const std::vector<std::string>& runs, diff::Options& options) {
  const bool named = !options.before.empty() || !options.after.empty();
  if (named && (options.before.empty() || options.after.empty() || !runs.empty()))
    throw Failure(kExitBadUsage, "diff: expected runs behind both --before and --after, and no others");
  if (named) return;
  if (runs.size() != 2)
    throw Failure(kExitBadUsage,
                  fmt::format("diff: {} run{} given, expected two: OLD and NEW (several of each: --before "
                              "OLD... --after NEW...)",
                              runs.size(), runs.size() == 1 ? "" : "s"));
  options.before = {runs[0]};
  options.after = {runs[1]};
}

void add_diff(CLI::App& app, diff::Options& options, int& status) {
  CLI::App* diff = app.add_subcommand("diff", kDiffAbout);
  auto runs = std::make_shared<std::vector<std::string>>();
  diff->add_option("runs", *runs, "The run before and the run after: profiles, or directories of profiles")
      ->type_name("RUN");
  diff->add_option("--before", options.before, "Runs before the change")->type_name("RUN");
  diff->add_option("--after", options.after, "Runs after it")->type_name("RUN");
  diff->add_option(
          "--fail-over", options.fail_over,
          "Exit status 1 if the run, or a region with at least 1 % of it, surely became slower by more")
      ->check(CLI::Range(0.0, 1e6))
      ->type_name("PERCENT");
  add_phase(*diff, options.selection);
  diff->add_flag("--all", options.all, "Also what did not change");
  diff->add_flag("--json", options.json, "One JSON object with everything (docs/diff-json.md)");
  diff->add_flag("--no-color", options.no_color, "No colour, also on a terminal");
  diff->callback([&options, runs, &status] {
    take_runs(*runs, options);
    status = diff::run_diff(options);
  });
}

void add_scale(CLI::App& app, scale::Options& options, int& status) {
  CLI::App* command = app.add_subcommand("scale", kScaleAbout);
  command->add_option("runs", options.runs, "Runs: profiles, or directories with the profiles of one run")
      ->required()
      ->type_name("RUN");
  command->add_flag("--json", options.json, "One JSON object with everything (docs/scale-json.md)");
  command
      ->add_option("--html", options.html, "Write one HTML page to FILE: time and efficiency (docs/page.md)")
      ->type_name("FILE")
      ->excludes("--json");
  command->add_flag("--no-color", options.no_color, "No colour, also on a terminal");
  command->callback([&options, &status] { status = scale::run_scale(options); });
}

void add_export(CLI::App& app, exporting::Options& options, int& status) {
  using exporting::Format;
  CLI::App* command = app.add_subcommand("export", kExportAbout);
  command->add_option("files", options.files, "Profiles, or directories of profiles")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options.output, "File to write (default: stdout); --otf2: a new directory")
      ->type_name("FILE");
  command->add_flag("--events", options.events,
                    "--perfetto: from the events of a trace instead of samples (docs/trace.md)");
  add_phase(*command, options.selection);
  CLI::Option_group* const formats = command->add_option_group("format", "One of");
  formats->require_option(1);
  const auto add = [&](const char* name, Format format, const char* about) {
    formats->add_flag_callback(
        name, [&options, format] { options.format = format; }, about);
  };
  add("--folded", Format::folded, "Stacks in lines, for flamegraph.pl and most viewers");
  add("--speedscope", Format::speedscope, "JSON for www.speedscope.app");
  add("--hatchet", Format::hatchet, "JSON for Hatchet's GraphFrame.from_literal()");
  add("--pprof", Format::pprof, "profile.proto, for go tool pprof and what reads its format");
  add("--perfetto", Format::perfetto, "What each thread did when, for ui.perfetto.dev");
  add("--otf2", Format::otf2, "The same as an OTF2 archive, for Vampir and its like");
  command->callback([&options, &status] { status = exporting::run_export(options); });
}

void add_process(CLI::App& command, live::Options& options) {
  command.add_option("pid", options.pid, "The process")
      ->required()
      ->check(CLI::PositiveNumber)
      ->type_name("PID");
}

void add_ps(CLI::App& app, live::Options& options, int& status) {
  CLI::App* ps = app.add_subcommand("ps", kPsAbout);
  add_process(*ps, options);
  ps->add_flag("--deadlock", options.deadlock,
               "Only whether threads wait for each other, also as exit status");
  ps->add_flag("--json", options.json, "One JSON object (docs/live.md)");
  ps->callback([&options, &status] { status = live::run_ps(options); });
}

void add_top(CLI::App& app, live::Options& options, int& status) {
  CLI::App* top = app.add_subcommand("top", kTopAbout);
  add_process(*top, options);
  top->add_option("-d,--delay", options.delay_s, "Seconds between two pictures (default 0.5)")
      ->check(CLI::Range(0.05, 3600.0))
      ->type_name("SECONDS");
  top->add_option("-n,--count", options.count, "So many pictures, then leave")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  top->callback([&options, &status] { status = live::run_top(options); });
}

void add_info(CLI::App& app, std::string& file, int& status) {
  CLI::App* info = app.add_subcommand("info", kInfoAbout);
  info->add_option("file", file, "A profile or a program")->type_name("FILE");
  info->callback([&file, &status] { status = info::run_info(file); });
}

void add_check(CLI::App& app, check::Options& options, int& status) {
  CLI::App* check = app.add_subcommand("check", kCheckAbout);
  check->add_option("--runtime", options.runtime, "The OpenMP runtime to check (default: Limpid's own)")
      ->type_name("LIB");
  check
      ->add_option("--threads", options.threads,
                   "Numbers of threads to run with (default 1,2,4,8; a PROGRAM: as it is)")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024))
      ->type_name("LIST");
  check
      ->add_option("--compiler", options.compilers,
                   "gcc, clang, flang, or a version of these (default: all found)")
      ->delimiter(',')
      ->type_name("LIST");
  check->add_option("--only", options.only, "Names of the programs to run (default: all)")
      ->delimiter(',')
      ->type_name("LIST");
  check->add_flag("--json", options.json, "One JSON object with everything (docs/check-json.md)");
  check
      ->add_option("-o,--output", options.output,
                   "File for the report (default: stdout; with a PROGRAM, whose stdout it is, stderr)")
      ->type_name("FILE");
  check->callback([&options, &status] { status = check::run_check(options); });
}

// Help and version go to stdout and are no errors; a wrong command line is explained on stderr.
int explain(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  if (app.get_subcommands().empty()) {
    fmt::print(stderr, "{}", app.help());
    return kExitBadUsage;
  }
  fmt::print(stderr, "limpid: {}\n", error.what());
  std::string name;
  for (const CLI::App* used : app.get_subcommands()) name = " " + used->get_name();
  fmt::print(stderr, "Try `limpid{} --help`.\n", name);
  return kExitBadUsage;
}

// `check` has a program only behind "--".
std::vector<std::string> take_after_dashes(std::vector<std::string>& arguments) {
  auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  std::vector<std::string> program(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return program;
}

// Options whose value is a word of its own.
bool takes_value(std::string_view word) {
  constexpr std::string_view kOptions[] = {"-o",           "--output", "-F",    "--frequency", "--max-cost",
                                           "--trace-size", "--keep",   "-c",    "-p",          "--core",
                                           "--pid",        "--ex",     "--gdb", "--for"};
  return std::find(std::begin(kOptions), std::end(kOptions), word) != std::end(kOptions);
}

// Everything behind the own options of `record`, `debug` and `run` is the program's, whatever it looks like:
// taken away here, so that the option parser never sees it.
std::vector<std::string> take_program(std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  if (arguments.front() == "check") return take_after_dashes(arguments);
  if (arguments.front() != "record" && arguments.front() != "run" && arguments.front() != "debug") return {};
  size_t at = 1;
  while (at < arguments.size() && arguments[at].size() > 1 && arguments[at][0] == '-' &&
         arguments[at] != "--") {
    const std::string& word = arguments[at];
    at += takes_value(word) ? 2 : 1;
  }
  if (at >= arguments.size()) return {};
  bool separator = arguments[at] == "--";
  std::vector<std::string> program(arguments.begin() + static_cast<ptrdiff_t>(at + (separator ? 1 : 0)),
                                   arguments.end());
  arguments.resize(at);
  return program;
}

int run_command(int argc, char** argv) {
  CLI::App app(kAbout, "limpid");
  app.set_version_flag("--version", std::string("limpid ") + LIMPID_VERSION);
  app.formatter(std::make_shared<Formatter>());
  app.require_subcommand(1);
  app.footer("`limpid COMMAND --help` tells more about each.");
  int status = kExitOk;
  record::Options record_options;
  report::Options report_options;
  std::string info_file;
  annotate::Options annotate_options;
  diff::Options diff_options;
  scale::Options scale_options;
  exporting::Options export_options;
  live::Options live_options;
  check::Options check_options;
  debug::Options debug_options;
  const std::pair<std::string_view, std::function<void()>> commands[] = {
      {"run", [&] { add_run(app, record_options.command, status); }},
      {"record", [&] { add_record(app, record_options, status); }},
      {"report", [&] { add_report(app, report_options, status); }},
      {"annotate", [&] { add_annotate(app, annotate_options, status); }},
      {"diff", [&] { add_diff(app, diff_options, status); }},
      {"scale", [&] { add_scale(app, scale_options, status); }},
      {"export", [&] { add_export(app, export_options, status); }},
      {"ps", [&] { add_ps(app, live_options, status); }},
      {"top", [&] { add_top(app, live_options, status); }},
      {"info", [&] { add_info(app, info_file, status); }},
      {"check", [&] { add_check(app, check_options, status); }},
      {"debug", [&] { add_debug(app, debug_options, status); }},
  };
  const std::string_view first = argc > 1 ? argv[1] : "";
  const auto* named = std::find_if(std::begin(commands), std::end(commands),
                                   [&](const auto& command) { return command.first == first; });
  // Of a command that is named, its options alone: to list all of them takes a third of what a start takes.
  if (named != std::end(commands)) {
    named->second();
  } else if (argc > 1 && argv[1][0] != '-') {
    throw Failure(kExitBadUsage,
                  fmt::format("no command `{}`: expected run, record, report, annotate, diff, scale, "
                              "export, ps, top, info, debug or check",
                              first));
  } else {
    for (const auto& [name, add] : commands) add();
  }
  try {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments.front() == "debug")
      debug_options.handed_on = debug::take_gdb_options(arguments);
    record_options.command = take_program(arguments);
    check_options.command = record_options.command;
    debug_options.program = record_options.command;
    std::reverse(arguments.begin(), arguments.end());  // the order CLI11 wants
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
  return status;
}

int run_or_explain(int argc, char** argv) {
  try {
    return run_command(argc, argv);
  } catch (const Failure& failure) {
    fmt::print(stderr, "limpid: {}\n", failure.what());
    return failure.code();
  } catch (const std::exception& error) {
    fmt::print(stderr, "limpid: {}\n", error.what());
    return kExitBadInput;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return on_deep_stack([=] { return run_or_explain(argc, argv); });
}
