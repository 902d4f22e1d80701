// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>

#include "attach_request.h"
#include "live/memory.h"

namespace limpid::cli::attach {

// A process that runs on Limpid, with what its runtime has for those who attach a recorder: the request, and the words
// by which a thread is made to take it. Everything of it is read and written in place, while the process runs.
class Target {
 public:
  // Throws Failure for a process that is not there, may not be touched, is not on Limpid, or on another build of it.
  explicit Target(pid_t pid);

  pid_t pid() const { return memory_.pid(); }
  live::Memory& memory() { return memory_; }
  bool has_ended() const { return memory_.has_ended(); }
  const std::string& runtime() const { return runtime_; }  // its file
  const std::string& version() const { return version_; }  // "Limpid 0.1.0 ..."

  formats::AttachState state() const;
  formats::AttachAnswer answer() const;
  std::string message() const;

  // Writes a request, and with its last word that it is one. The state must be idle.
  void ask(const std::string& library, const std::map<std::string, std::string>& options,
           uint64_t limit_ns) const;
  // Nobody has taken it, and nobody will.
  void withdraw() const;
  void want_end() const;

  // A thread that goes on at `entry` takes the request and then is where it was: at resume_at.
  uint64_t entry() const { return entry_; }
  bool is_entry_busy() const;
  void prepare_entry(uint64_t resume_at) const;
  void release_entry() const;

 private:
  void read_layout();
  void check_versions(const std::string& version_text) const;
  uint64_t root(const std::string& name) const;
  void read(uint64_t address, void* to, size_t bytes) const;
  void write(uint64_t address, const void* from, size_t bytes) const;
  uint32_t word(size_t offset) const;
  void set_word(size_t offset, uint32_t value) const;

  live::Memory memory_;
  std::string runtime_, version_;
  std::map<std::string, uint64_t> roots_;
  uint64_t request_ = 0, entry_ = 0, resume_at_ = 0, busy_ = 0;  // addresses
};

}  // namespace limpid::cli::attach
