// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "elf/handle.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace limpid::cli::elf {

Handle::Handle(const std::string& path) {
  elf_version(EV_CURRENT);
  fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) return;
  elf_ = elf_begin(fd_, ELF_C_READ_MMAP, nullptr);
  if (elf_ == nullptr || elf_kind(elf_) != ELF_K_ELF) close();
}

Handle::~Handle() {
  close();
}

Handle::Handle(Handle&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), elf_(std::exchange(other.elf_, nullptr)) {}

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = std::exchange(other.fd_, -1);
    elf_ = std::exchange(other.elf_, nullptr);
  }
  return *this;
}

void Handle::close() {
  if (elf_ != nullptr) elf_end(elf_);
  if (fd_ >= 0) ::close(fd_);
  elf_ = nullptr;
  fd_ = -1;
}

std::string Handle::build_id() const {
  const void* bytes = nullptr;
  ssize_t size = elf_ == nullptr ? 0 : dwelf_elf_gnu_build_id(elf_, &bytes);
  return size > 0 ? hex(bytes, static_cast<size_t>(size)) : std::string();
}

std::string hex(const void* bytes, size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < size; ++i) {
    unsigned byte = static_cast<const unsigned char*>(bytes)[i];
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace limpid::cli::elf
