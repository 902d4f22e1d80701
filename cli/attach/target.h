// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>

#include "attach/request.h"
#include "attach_request.h"
#include "base/failure.h"
#include "live/memory.h"

namespace limpid::cli::attach {

// The process has ended, or is ending: its memory is gone.
class Gone : public Failure {
 public:
  explicit Gone(pid_t pid) : Failure(kExitBadInput, "process " + std::to_string(pid) + " has ended") {}
};

// A process that runs on Limpid, with what its runtime has for those who attach a recorder: the request, and the words
// by which a thread is made to take it. Everything of it is read and written in place, while the process runs.
class Target : private Words {
 public:
  // Throws Failure for a process that is not there, may not be touched, is not on Limpid, or on another build of it.
  explicit Target(pid_t pid);

  pid_t pid() const { return memory_.pid(); }
  live::Memory& memory() { return memory_; }
  bool has_ended() const { return memory_.has_ended(); }
  const std::string& runtime() const { return runtime_; }  // its file
  const std::string& version() const { return version_; }  // "Limpid 0.1.0 ..."

  Request& request() { return words_; }
  formats::AttachState state() const { return words_.state(); }
  std::string message() const;

  // Writes a request, and with its last word that it is one. The state must be idle.
  void ask(const std::string& library, const std::map<std::string, std::string>& options, uint64_t limit_ns);

  // A thread that goes on at `entry` takes the request and then is where it was: at resume_at.
  uint64_t entry() const { return entry_; }
  void prepare_entry(uint64_t resume_at);

 private:
  void read_layout();
  void check_versions(const std::string& version_text) const;
  uint64_t root(const std::string& name) const;
  void read(uint64_t address, void* to, size_t bytes) const;
  void write(uint64_t address, const void* from, size_t bytes) const;
  uint64_t address_of(Word which) const;
  uint32_t get(Word which) const override;
  void set(Word which, uint32_t value) override;

  live::Memory memory_;
  Request words_{*this};
  std::string runtime_, version_;
  std::map<std::string, uint64_t> roots_;
  uint64_t request_ = 0, entry_ = 0, resume_at_ = 0, busy_ = 0;  // addresses
};

}  // namespace limpid::cli::attach
