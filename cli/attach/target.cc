// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attach/target.h"

#include <fmt/format.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

#include "attach/permission.h"
#include "base/failure.h"
#include "debug_layout.h"

namespace limpid::cli::attach {
namespace {

using formats::AttachRequest;
using formats::LayoutEntry;
using formats::LayoutHeader;
using formats::LayoutKind;

live::Memory open_memory(pid_t pid) {
  check_permission(pid);
  return live::Memory(pid);
}

std::vector<char> packed(const std::map<std::string, std::string>& options) {
  std::vector<char> bytes;
  for (const auto& [name, value] : options) {
    const std::string line = name + "=" + value;
    bytes.insert(bytes.end(), line.begin(), line.end());
    bytes.push_back('\0');
  }
  bytes.push_back('\0');
  return bytes;
}

}  // namespace

Target::Target(pid_t pid) : memory_(open_memory(pid)) {
  read_layout();
}

void Target::read_layout() {
  const uint64_t table = memory_.symbol(formats::kLayoutSymbol);
  if (const live::Mapping* mapping = memory_.mapping_of(table)) runtime_ = mapping->path;
  LayoutHeader header{};
  read(table, &header, sizeof header);
  if (std::memcmp(header.magic, formats::kLayoutMagic, sizeof header.magic) != 0 ||
      header.order != formats::kOrderMark || header.entry_bytes != sizeof(LayoutEntry) ||
      header.entries > formats::kMostLayoutEntries) {
    throw Failure(
        kExitBadInput,
        fmt::format("process {}: cannot read what its runtime says of itself: {} is another file than "
                    "when the process began",
                    pid(), runtime_));
  }
  std::vector<LayoutEntry> entries(header.entries);
  read(table + header.header_bytes, entries.data(), entries.size() * sizeof(LayoutEntry));
  for (const LayoutEntry& entry : entries) {
    if (entry.kind != LayoutKind::root) continue;
    roots_[std::string(entry.name, strnlen(entry.name, sizeof entry.name))] = entry.number;
    if (std::strcmp(entry.name, "attach_request") == 0 && entry.bytes != sizeof(AttachRequest))
      throw Failure(kExitBadInput, another_build(pid(), runtime_));
  }
  request_ = root("attach_request");
  entry_ = root("injected_call.entry");
  resume_at_ = root("injected_call.resume_at");
  busy_ = root("injected_call.busy");
  char text[256] = {};
  read(root("version_text"), text, sizeof text - 1);
  version_ = text;
  uint32_t attach_version = 0;
  read(request_ + offsetof(AttachRequest, version), &attach_version, sizeof attach_version);
  if (attach_version != formats::kAttachVersion) throw Failure(kExitBadInput, another_build(pid(), runtime_));
}

uint64_t Target::root(const std::string& name) const {
  const auto found = roots_.find(name);
  if (found == roots_.end()) throw Failure(kExitBadInput, another_build(pid(), runtime_));
  return found->second;
}

void Target::read(uint64_t address, void* to, size_t bytes) const {
  iovec local{to, bytes};
  iovec remote{reinterpret_cast<void*>(address), bytes};
  if (process_vm_readv(pid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes)) return;
  if (errno == ESRCH || has_ended()) throw Gone(pid());
  throw Failure(kExitBadInput,
                fmt::format("process {}: cannot read its memory: {}", pid(), std::strerror(errno)));
}

void Target::write(uint64_t address, const void* from, size_t bytes) const {
  iovec local{const_cast<void*>(from), bytes};
  iovec remote{reinterpret_cast<void*>(address), bytes};
  if (process_vm_writev(pid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes)) return;
  if (errno == ESRCH || has_ended()) throw Gone(pid());
  throw Failure(kExitBadInput,
                fmt::format("process {}: cannot write its memory: {}", pid(), std::strerror(errno)));
}

uint64_t Target::address_of(Word which) const {
  switch (which) {
    case Word::state:
      return request_ + offsetof(AttachRequest, state);
    case Word::answer:
      return request_ + offsetof(AttachRequest, answer);
    case Word::end_wanted:
      return request_ + offsetof(AttachRequest, end_wanted);
    default:
      return busy_;
  }
}

uint32_t Target::get(Word which) const {
  uint32_t value = 0;
  read(address_of(which), &value, sizeof value);
  return value;
}

void Target::set(Word which, uint32_t value) {
  write(address_of(which), &value, sizeof value);
}

std::string Target::message() const {
  char text[formats::kAttachMessageBytes] = {};
  read(request_ + offsetof(AttachRequest, message), text, sizeof text - 1);
  return text;
}

void Target::ask(const std::string& library, const std::map<std::string, std::string>& options,
                 uint64_t limit_ns) {
  const std::vector<char> lines = packed(options);
  if (library.size() >= formats::kAttachPathBytes || lines.size() >= formats::kAttachOptionBytes) {
    throw Failure(kExitBadInput,
                  fmt::format("the paths are too long: expected up to {} bytes for {}, and {} for all "
                              "settings",
                              formats::kAttachPathBytes - 1, library, formats::kAttachOptionBytes - 1));
  }
  words_.prepare();
  write(request_ + offsetof(AttachRequest, limit_ns), &limit_ns, sizeof limit_ns);
  write(request_ + offsetof(AttachRequest, library), library.c_str(), library.size() + 1);
  write(request_ + offsetof(AttachRequest, options), lines.data(), lines.size());
  words_.ask();
}

void Target::prepare_entry(uint64_t resume_at) {
  words_.promise_entry();
  write(resume_at_, &resume_at, sizeof resume_at);
}

}  // namespace limpid::cli::attach
