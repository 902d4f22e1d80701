// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "profile_reader.h"
#include "symbols.h"
#include "trace_reader.h"

namespace limpid::test {

inline constexpr uint64_t kMillisecond = 1'000'000;

// A profile and the names of the functions in it.
class NamedProfile {
 public:
  explicit NamedProfile(const std::string& path);

  const profile::Profile& operator*() const { return profile_; }
  const profile::Profile* operator->() const { return &profile_; }

  // Names from the sampled function outwards; constructs are "<parallel>", "<teams>", "<task>", gaps
  // "<truncated>", the root "<program>".
  std::vector<std::string> path(uint32_t node) const;

  // Nanoseconds of all samples whose path has all these names, in this order from the root inwards (others
  // may lie between).
  uint64_t time(const std::vector<std::string>& names, int state = -1) const;
  // Of all samples.
  uint64_t time() const { return time({}); }

  // Name of the code that a program counter is in.
  std::string function(const profile::Node& node, uint64_t address) const;

 private:
  std::string made_code(uint64_t address) const;
  bool matches(const profile::Sample& sample, const std::vector<std::string>& names, int state) const;

  profile::Profile profile_;
  mutable std::map<std::string, std::unique_ptr<Symbols>> symbols_;
  mutable std::map<uint32_t, std::vector<std::string>> paths_;
};

// Whose time a recording is in: the machine's, by the recorder as it is delivered; or the program's own
// (scripted/script.h), where everything it says is known to the nanosecond.
enum class Clock { kReal, kScripted };

// One run of a test program under the recorder. Its folder is deleted with it.
class Recording {
 public:
  // `environment` entries are "NAME=value". "%folder" at the beginning of an argument becomes the run's
  // folder. `meanwhile` is called with that folder while the program runs.
  using Meanwhile = std::function<void(const std::string& folder, pid_t program)>;
  Recording(Clock clock, const std::string& program, std::vector<std::string> arguments,
            const std::vector<std::string>& environment = {}, const Meanwhile& meanwhile = {});
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  int wait_status() const { return status_; }
  bool exited(int code) const;
  bool killed_by(int signal) const;
  const std::string& output() const { return output_; }      // stdout
  const std::string& messages() const { return messages_; }  // stderr
  // The number after "name " in the program's output.
  double number(const std::string& name) const;
  // The same, if it is in milliseconds, in nanoseconds.
  uint64_t time(const std::string& name) const { return static_cast<uint64_t>(number(name)) * kMillisecond; }

  // All profiles, the main program's first.
  const std::vector<std::unique_ptr<NamedProfile>>& profiles() const { return profiles_; }
  const NamedProfile& profile() const { return *profiles_.at(0); }

  // The traces beside them, in the same order.
  size_t traces() const { return traces_.size(); }
  const trace::TraceFile& trace(size_t which = 0) const { return traces_.at(which); }

 private:
  std::string folder_, output_, messages_;
  int status_ = 0;
  std::vector<std::unique_ptr<NamedProfile>> profiles_;
  std::vector<trace::TraceFile> traces_;
};

// Path of a test program, and of the recorder.
std::string program_path(const std::string& name);
std::string recorder_path();

// Per thread the weights add up to its life without the pauses in it, to the nanosecond.
void expect_whole_lives(const profile::Profile& profile);

}  // namespace limpid::test
