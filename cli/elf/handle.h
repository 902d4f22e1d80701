// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <libelf.h>

#include <memory>
#include <string>

namespace limpid::cli::elf {

// An open ELF file. Owns the descriptor and libelf's handle; empty when the file is missing or no ELF file.
class Handle {
 public:
  Handle() = default;
  explicit Handle(const std::string& path);
  ~Handle();
  Handle(Handle&& other) noexcept;
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  explicit operator bool() const { return elf_ != nullptr; }
  Elf* get() const { return elf_; }
  int descriptor() const { return fd_; }

  // The build id as lower-case hexadecimal digits, empty if the file has none.
  std::string build_id() const;

 private:
  void close();

  int fd_ = -1;
  Elf* elf_ = nullptr;
};

// Lower-case hexadecimal digits of `size` bytes.
std::string hex(const void* bytes, size_t size);

}  // namespace limpid::cli::elf
