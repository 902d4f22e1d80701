// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of a program, alive or in a core file: what a debugger's callbacks read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace limpid::test {

// A part of the address space that a file stands behind.
struct MappedFile {
  std::uint64_t begin, end, offset;
  std::string path;
};

class Memory {
 public:
  virtual ~Memory() = default;
  virtual bool read(std::uint64_t address, std::uint64_t bytes, void* buffer) = 0;
  virtual bool write(std::uint64_t address, std::uint64_t bytes, const void* buffer) = 0;

  // The address of a symbol of the runtime, from its dynamic symbol table; 0: there is none.
  std::uint64_t symbol(const std::string& name);

  std::vector<MappedFile> files;
  std::uint64_t reads = 0;  // how often a debugger's callback was asked

 private:
  std::map<std::string, std::uint64_t> symbols_;
};

class LiveMemory : public Memory {
 public:
  explicit LiveMemory(int pid);
  ~LiveMemory() override;
  bool read(std::uint64_t address, std::uint64_t bytes, void* buffer) override;
  bool write(std::uint64_t address, std::uint64_t bytes, const void* buffer) override;

 private:
  int file_;
};

// Reads a core file whole; what it lacks comes from the files that were mapped. Writing fails.
class CoreMemory : public Memory {
 public:
  explicit CoreMemory(const std::string& path);
  bool read(std::uint64_t address, std::uint64_t bytes, void* buffer) override;
  bool write(std::uint64_t, std::uint64_t, const void*) override { return false; }

  struct Segment {
    std::uint64_t address;
    std::vector<unsigned char> bytes;
  };
  std::vector<Segment> segments;

 private:
  bool read_file(std::uint64_t address, std::uint64_t bytes, void* buffer);
};

// Writes a core file of a stopped process: memory and the list of mapped files, no registers.
void write_core(int pid, const std::string& path);

// /proc/PID/maps: all mappings, with their permissions.
struct Mapping : MappedFile {
  std::string permissions;
};
std::vector<Mapping> mappings_of(int pid);

}  // namespace limpid::test
