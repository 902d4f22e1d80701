// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads /etc/ld.so.cache in the form that glibc has written since 2.2: a header, entries, texts.
#include "platform/loader_cache.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace limpid::platform {
namespace {

struct Header {
  char magic[20];
  uint32_t count;  // of entries
  uint32_t text_bytes;
  uint32_t others[5];
};
constexpr char kMagic[] = "glibc-ld.so.cache1.1";
static_assert(sizeof kMagic - 1 == sizeof Header::magic && sizeof(Header) == 48);

struct Entry {
  uint32_t flags;
  uint32_t name;  // offsets of texts from the begin of the file
  uint32_t path;
  uint32_t os_version;
  uint64_t hardware;
};
static_assert(sizeof(Entry) == 24);

constexpr uint32_t kX86_64 = 0x0303;  // ELF, libc 6, and 64 bits
constexpr uint32_t kFlagsMask = 0xffff;

class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat status;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
      bytes_ = static_cast<size_t>(status.st_size);
      memory_ = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
  }
  ~MappedFile() {
    if (memory_ != MAP_FAILED) munmap(memory_, bytes_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // Null: the file is shorter.
  template <class Item>
  const Item* at(size_t offset, size_t count = 1) const {
    if (memory_ == MAP_FAILED || offset > bytes_ || count > (bytes_ - offset) / sizeof(Item)) return nullptr;
    return reinterpret_cast<const Item*>(static_cast<const char*>(memory_) + offset);
  }
  const char* text(size_t offset) const {
    const char* const begin = at<char>(offset);
    return begin != nullptr && memchr(begin, '\0', bytes_ - offset) != nullptr ? begin : nullptr;
  }

 private:
  void* memory_ = MAP_FAILED;
  size_t bytes_ = 0;
};

}  // namespace

bool search_loader_cache(const char* name, bool (*accept)(const char* path, void* argument), void* argument) {
  const MappedFile cache("/etc/ld.so.cache");
  const Header* const header = cache.at<Header>(0);
  if (header == nullptr || memcmp(header->magic, kMagic, sizeof header->magic) != 0) return false;
  const Entry* const entries = cache.at<Entry>(sizeof(Header), header->count);
  if (entries == nullptr) return false;
  for (uint32_t i = 0; i < header->count; ++i) {
    const char* const found = cache.text(entries[i].name);
    const char* const path = cache.text(entries[i].path);
    if ((entries[i].flags & kFlagsMask) != kX86_64 || found == nullptr || path == nullptr) continue;
    if (strcmp(found, name) == 0 && accept(path, argument)) return true;
  }
  return false;
}

}  // namespace limpid::platform
