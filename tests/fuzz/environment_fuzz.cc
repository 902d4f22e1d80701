// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values for all environment variables that the runtime reads, a few at a time, for a program that is started
// anew for each case: it has to end in time, with its result, whatever they are. Only a wrong OMP_TOOL ends
// it at once, with a message.
//
// usage: environment_fuzz VICTIM TOOL [--cases N] [--seconds N]
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "fuzz.h"

namespace {

constexpr const char* kNames[] = {"OMP_TOOL",
                                  "OMP_TOOL_LIBRARIES",
                                  "OMP_TOOL_VERBOSE_INIT",
                                  "OMP_SCHEDULE",
                                  "OMP_NUM_THREADS",
                                  "OMP_DYNAMIC",
                                  "OMP_PROC_BIND",
                                  "OMP_PLACES",
                                  "OMP_STACKSIZE",
                                  "GOMP_STACKSIZE",
                                  "KMP_STACKSIZE",
                                  "OMP_WAIT_POLICY",
                                  "GOMP_SPINCOUNT",
                                  "KMP_BLOCKTIME",
                                  "KMP_LIBRARY",
                                  "OMP_NESTED",
                                  "OMP_MAX_ACTIVE_LEVELS",
                                  "OMP_THREAD_LIMIT",
                                  "OMP_CANCELLATION",
                                  "OMP_DISPLAY_ENV",
                                  "OMP_DISPLAY_AFFINITY",
                                  "OMP_AFFINITY_FORMAT",
                                  "OMP_DEFAULT_DEVICE",
                                  "OMP_MAX_TASK_PRIORITY",
                                  "OMP_TARGET_OFFLOAD",
                                  "OMP_DEBUG",
                                  "OMP_OMPD",
                                  "OMP_ALLOCATOR",
                                  "OMP_NUM_TEAMS",
                                  "OMP_TEAMS_THREAD_LIMIT",
                                  "GOMP_CPU_AFFINITY",
                                  "GOMP_DEBUG",
                                  "KMP_AFFINITY",
                                  "KMP_SETTINGS",
                                  "LIMPID_UNKNOWN"};

constexpr const char* kPieces[] = {" ",
                                   ",",
                                   ":",
                                   ";",
                                   "{",
                                   "}",
                                   "(",
                                   ")",
                                   "!",
                                   "-",
                                   "+",
                                   "=",
                                   "%",
                                   "%{",
                                   "%0.10L",
                                   "%n",
                                   "0",
                                   "1",
                                   "2",
                                   "3",
                                   "64",
                                   "65536",
                                   "4294967296",
                                   "18446744073709551616",
                                   "-1",
                                   "0x10",
                                   "1e3",
                                   "true",
                                   "FALSE",
                                   "enabled",
                                   "DISABLED",
                                   "stderr",
                                   "STDOUT",
                                   "on",
                                   "off",
                                   "verbose",
                                   "static",
                                   "dynamic",
                                   "guided",
                                   "auto",
                                   "monotonic:",
                                   "nonmonotonic:",
                                   "close",
                                   "spread",
                                   "primary",
                                   "master",
                                   "threads",
                                   "cores",
                                   "sockets",
                                   "ll_caches",
                                   "numa_domains",
                                   "{0}",
                                   "{0:2}",
                                   "{0,1}",
                                   "active",
                                   "passive",
                                   "infinite",
                                   "k",
                                   "M",
                                   "G",
                                   "B",
                                   "ms",
                                   "mandatory",
                                   "default",
                                   "serial",
                                   "turnaround",
                                   "omp_default_mem_space",
                                   "omp_high_bw_mem_alloc",
                                   "alignment=",
                                   "pinned=true",
                                   "pool_size=",
                                   "fallback=null_fb",
                                   "\t",
                                   "\n",
                                   "\xff\xfe",
                                   "\xc3\xa9",
                                   "libm.so.6",
                                   "/dev/null",
                                   "/nowhere/tool.so"};

std::string g_tool;

std::string random_value(fuzz::Random& random, const char* name) {
  std::string value;
  bool libraries = strcmp(name, "OMP_TOOL_LIBRARIES") == 0;
  if (libraries && random.one_in(3)) value += g_tool + ":";
  uint32_t pieces = random.below(7);
  for (uint32_t i = 0; i < pieces; ++i) {
    if (random.one_in(10)) {
      char byte = static_cast<char>(1 + random.below(255));
      value += byte == '/' ? '_' : byte;  // no files elsewhere
    } else {
      value += kPieces[random.below(sizeof kPieces / sizeof kPieces[0])];
    }
  }
  if (random.one_in(40)) value.append(5000, random.one_in(2) ? '7' : ',');
  if (libraries && random.one_in(3)) value += ":" + g_tool;
  return value;
}

// A verbose log goes into the working folder, which is a fresh one.
bool harmless(const char* name, const std::string& value) {
  bool file = strcmp(name, "OMP_TOOL_VERBOSE_INIT") == 0;
  return !file || value.find('/') == std::string::npos;
}

std::vector<std::string> random_environment(uint64_t seed) {
  fuzz::Random random(seed);
  std::vector<std::string> result;
  uint32_t count = 1 + random.below(4);
  for (uint32_t i = 0; i < count; ++i) {
    const char* name = kNames[random.below(sizeof kNames / sizeof kNames[0])];
    if (random.one_in(3)) name = kNames[random.below(3)];
    std::string value = random_value(random, name);
    if (harmless(name, value)) result.push_back(std::string(name) + "=" + value);
  }
  return result;
}

struct Outcome {
  int status = 0;
  bool in_time = true;
  std::string output;
  std::string errors;
};

[[noreturn]] void become(const char* victim, const std::vector<std::string>& environment, int out, int err) {
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::vector<char*> words;
  for (const std::string& setting : environment) words.push_back(const_cast<char*>(setting.c_str()));
  std::string path =
      std::string("LD_LIBRARY_PATH=") + (getenv("LD_LIBRARY_PATH") ? getenv("LD_LIBRARY_PATH") : "");
  std::string sanitizer = "ASAN_OPTIONS=detect_leaks=0";
  words.push_back(path.data());
  words.push_back(sanitizer.data());
  words.push_back(nullptr);
  char* arguments[] = {const_cast<char*>(victim), nullptr};
  execve(victim, arguments, words.data());
  _exit(127);
}

void read_all(int fd, std::string& text) {
  lseek(fd, 0, SEEK_SET);
  char buffer[4096];
  for (ssize_t bytes; (bytes = read(fd, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(bytes));
  close(fd);
}

int scratch_file() {
  char name[] = "scratch.XXXXXX";
  int fd = mkstemp(name);
  unlink(name);
  return fd;
}

Outcome run_victim(const char* victim, const std::vector<std::string>& environment) {
  constexpr int kPatience = 120000;  // milliseconds
  int out = scratch_file();
  int err = scratch_file();
  pid_t child = fork();
  if (child == 0) become(victim, environment, out, err);
  Outcome outcome;
  int waited = 0;
  while (waitpid(child, &outcome.status, WNOHANG) == 0) {
    usleep(1000);
    if (++waited < kPatience) continue;
    outcome.in_time = false;
    kill(child, SIGKILL);
    waitpid(child, &outcome.status, 0);
    break;
  }
  read_all(out, outcome.output);
  read_all(err, outcome.errors);
  return outcome;
}

// The first setting of a variable is the one that counts.
bool has_wrong_tool(const std::vector<std::string>& environment) {
  const std::string name = "OMP_TOOL=";
  for (const std::string& setting : environment) {
    if (setting.rfind(name, 0) != 0) continue;
    constexpr const char* kBlanks = " \t\n\v\f\r";
    const size_t begin = setting.find_first_not_of(kBlanks, name.size());
    if (begin == std::string::npos) return true;
    const std::string word = setting.substr(begin, setting.find_last_not_of(kBlanks) + 1 - begin);
    return strcasecmp(word.c_str(), "enabled") != 0 && strcasecmp(word.c_str(), "disabled") != 0;
  }
  return false;
}

bool was_refused(const Outcome& outcome) {
  return WIFSIGNALED(outcome.status) && WTERMSIG(outcome.status) == SIGABRT &&
         outcome.errors.find("limpid: OMP_TOOL=\"") != std::string::npos;
}

bool has_its_result(const Outcome& outcome) {
  return WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0 &&
         outcome.output.find("result 499500 144 2 1\n") != std::string::npos;
}

bool is_good(const std::vector<std::string>& environment, const Outcome& outcome) {
  if (!outcome.in_time || outcome.errors.find("Sanitizer") != std::string::npos) return false;
  return has_wrong_tool(environment) ? was_refused(outcome) : has_its_result(outcome);
}

void report(uint64_t seed, const std::vector<std::string>& environment, const Outcome& outcome) {
  fprintf(stderr, "FAILED with status %d%s; replay with LIMPID_SEED=%llu and --cases 1\n", outcome.status,
          outcome.in_time ? "" : " (it did not end)", static_cast<unsigned long long>(seed));
  for (const std::string& setting : environment) fprintf(stderr, "  %s\n", setting.c_str());
  fprintf(stderr, "output:\n%s\nerrors:\n%s\n", outcome.output.c_str(), outcome.errors.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: environment_fuzz VICTIM TOOL [--cases N] [--seconds N]\n");
    return 2;
  }
  g_tool = argv[2];
  char folder[] = "/tmp/environment_fuzz.XXXXXX";
  if (mkdtemp(folder) == nullptr || chdir(folder) != 0) return 2;
  fuzz::Run run(fuzz::options(argc, argv));
  bool good = true;
  while (good && run.resume_flags()) {
    uint64_t seed = run.next_seed();
    std::vector<std::string> environment = random_environment(seed);
    Outcome outcome = run_victim(argv[1], environment);
    good = is_good(environment, outcome);
    if (!good) report(seed, environment, outcome);
  }
  printf("%llu environments\n", static_cast<unsigned long long>(run.done()));
  fflush(stdout);
  std::string removal = std::string("rm -rf ") + folder;
  if (system(removal.c_str()) != 0) fprintf(stderr, "%s stays\n", folder);
  return good ? 0 : 1;
}
