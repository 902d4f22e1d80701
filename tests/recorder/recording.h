// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "profile_reader.h"
#include "symbols.h"

namespace limpid::test {

// A profile and the names of the functions in it.
class NamedProfile {
 public:
  explicit NamedProfile(const std::string& path);

  const profile::Profile& operator*() const { return profile_; }
  const profile::Profile* operator->() const { return &profile_; }

  // Names from the sampled function outwards; constructs are "<parallel>", "<teams>", "<task>", gaps
  // "<truncated>", the root "<program>".
  std::vector<std::string> path(uint32_t node) const;

  // Seconds of all samples whose path has all these names, in this order from the root inwards (others may
  // lie between).
  double seconds(const std::vector<std::string>& names, int state = -1) const;
  // How many separate observations these seconds rest on.
  long observations(const std::vector<std::string>& names, int state = -1) const;

  // Name of the code that a program counter is in.
  std::string function(const profile::Node& node, uint64_t address) const;

 private:
  bool matches(const profile::Sample& sample, const std::vector<std::string>& names, int state) const;

  profile::Profile profile_;
  mutable std::map<std::string, std::unique_ptr<Symbols>> symbols_;
  mutable std::map<uint32_t, std::vector<std::string>> paths_;
};

// One run of a test program under the recorder. Its folder is deleted with it.
class Recording {
 public:
  // `environment` entries are "NAME=value".
  Recording(const std::string& program, const std::vector<std::string>& arguments,
            const std::vector<std::string>& environment = {});
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

  // All profiles, the main program's first.
  const std::vector<std::unique_ptr<NamedProfile>>& profiles() const { return profiles_; }
  const NamedProfile& profile() const { return *profiles_.at(0); }

 private:
  std::string folder_, output_, messages_;
  int status_ = 0;
  std::vector<std::unique_ptr<NamedProfile>> profiles_;
};

// Path of a test program.
std::string program_path(const std::string& name);

// Per thread the weights add up to its life, to the nanosecond.
void expect_whole_lives(const profile::Profile& profile);

}  // namespace limpid::test
