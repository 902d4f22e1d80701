// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program in a situation, and how a test looks at it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "memory.h"

namespace limpid::test {

// What the program said about itself: by thread (its kernel number, 0 for all) and key, in order.
using Facts = std::map<long, std::map<std::string, std::vector<std::uint64_t>>>;

// A running program; it is killed when this goes.
class Subject {
 public:
  // environment: NAME=value, beside what the test has.
  Subject(const std::string& program, const std::string& situation,
          const std::vector<std::string>& environment = {});
  ~Subject();
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  // Reads what it says until it is ready. Throws when it ends before that.
  void await_ready();

  // Waits until each of its threads sleeps, then stops them all.
  void stop_at_rest();

  // Lets it go on after stop_at_rest, and tells it that it may end what it waits with.
  void tell();

  [[nodiscard]] int pid() const { return pid_; }
  Facts facts;

 private:
  int pid_ = 0;
  int output_ = -1;
};

enum class View { live, core, gcore };

// What a test gets: memory and facts. Made once for each program, situation and view.
struct Session {
  std::unique_ptr<Subject> subject;  // null when only its core is left
  std::unique_ptr<Memory> memory;
  Facts facts;

  [[nodiscard]] std::uint64_t fact(long thread, const std::string& key) const;
  [[nodiscard]] bool has(long thread, const std::string& key) const;
  // The threads that said something under key.
  [[nodiscard]] std::vector<long> threads_with(const std::string& key) const;
};

Session& session_of(const std::string& program, const std::string& situation, View view);

}  // namespace limpid::test
