// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/input.h"
#include "analysis/times.h"

namespace limpid::cli::analysis {

// Whether OpenMP made the thread or has met it as an initial one: only these are threads of a team.
bool is_openmp(profile::ThreadType type);

// How a recording came to its end.
enum class Ending {
  kExit,     // the process ended, and said so
  kExec,     // it became another program
  kStopped,  // the file could not grow: the program went on without being recorded
  kGone,     // it ended without a word, and not by a signal as far as is known
  kBroken,   // nothing is known: killed, or still running
  kEnded,    // somebody ended it, and the process went on
};
std::string_view ending_name(Ending ending);  // `exit`, `exec`, ...

// One file: a process, or the part of it in which it was one program.
struct Process {
  std::string path;
  std::string command;
  uint32_t pid = 0;
  int32_t rank = -1;
  bool openmp = false;   // it used OpenMP
  bool counted = false;  // its time is in the report's numbers
  Ending ending = Ending::kBroken;
  uint64_t begin_ns = 0;    // since the first one began
  uint64_t elapsed_ns = 0;  // that was recorded
  uint64_t threads = 0;     // the most that were alive at one time
  Times times;              // whether counted or not
};

// What one file has to tell the others of its run: which process it is of, and when that began.
struct Origin {
  std::string path;
  std::string host;
  std::string run_id;  // of the `limpid record` that started it; empty if none did
  uint32_t pid = 0;
  uint64_t start_ns = 0;  // CLOCK_REALTIME
  bool openmp = false;
  bool finished = false;  // it tells its own end
};

// Looks at a file without reading all of it. False, with one sentence in *error, if it is no profile.
bool read_origin(const std::string& path, Origin* origin, std::string* error);

// The files of one run, of which one at a time is read: what each is among them.
class Recordings {
 public:
  explicit Recordings(std::vector<Origin> origins);
  // Reads the origins of files. Throws Failure(kExitBadInput) that names the first one that is no profile.
  static Recordings of(const std::vector<std::string>& files);

  const std::vector<Origin>& origins() const { return origins_; }
  // Shells and helpers around a program would only blur its numbers: where any process used OpenMP, those that
  // did not are not counted.
  bool counts(const Origin& origin) const { return origin.openmp || !any_openmp_; }
  // Whether its process went on as another program, of which there is a file.
  bool is_followed(const Origin& origin) const;
  // How many processes are counted: one that becomes another program stays one.
  size_t processes() const;
  // `input`: read from one of the origins.
  Process describe(const Input& input, const Origin& origin) const;

 private:
  Ending ending_of(const profile::Profile& profile, const Origin& origin) const;

  std::vector<Origin> origins_;
  bool any_openmp_ = false;
  uint64_t first_ns_ = ~0ull;
};

// How many threads were alive at one time. Threads are those of OpenMP.
class Crowd {
 public:
  void add(const profile::Profile& profile);
  uint64_t most() const;  // at least 1

 private:
  std::vector<std::pair<uint64_t, int>> changes_;  // when, by CLOCK_REALTIME, and how many more
};

}  // namespace limpid::cli::analysis
