// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace limpid::cli::live {

// A part of a file in the memory of a process.
struct Mapping {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t offset = 0;  // in the file
  std::string path;
};

// The memory of a process that goes on running: read, never written and never stopped.
class Memory {
 public:
  // Throws Failure if there is no such process, if it may not be read, or if Limpid's runtime is not in it.
  explicit Memory(pid_t pid);

  pid_t pid() const { return pid_; }
  // False: some of it is not there (any more). What was read stays the same until forget(): a picture is made of many
  // small reads, and a page costs as much as a word.
  bool read(uint64_t address, void* to, uint64_t bytes);
  void forget() { pages_.clear(); }

  // Also when only its parent has not heard of it yet.
  bool has_ended() const;

  // Of the runtime; 0: it has none of this name.
  uint64_t symbol(const std::string& name) const;

  // The mapping that has an address; nullptr: no file has. Looks again if a library may have come since.
  const Mapping* mapping_of(uint64_t address);
  // What to take from an address in a file's mapping to have it as the file does.
  uint64_t bias_of(const Mapping& mapping) const;

 private:
  static constexpr uint64_t kPage = 4096;
  using Page = std::array<char, kPage>;

  bool read_past_pages(uint64_t address, void* to, uint64_t bytes) const;
  const Page* page_at(uint64_t address);
  void read_maps();
  void read_symbols();

  pid_t pid_;
  std::vector<Mapping> mappings_;
  std::unordered_map<std::string, uint64_t> symbols_;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;  // by address
};

}  // namespace limpid::cli::live
