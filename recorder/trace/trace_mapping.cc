// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/trace_mapping.h"

#include <fcntl.h>
#include <cerrno>

#include "shared_word.h"
#include "system.h"

namespace limpid::recorder {

namespace {

// Linux 5.14. Where it is not known, stores into a new block take their page faults themselves.
constexpr int kPopulateForStores = 23;  // MADV_POPULATE_WRITE

constexpr uint32_t kFewestBlocks = 4;

}  // namespace

bool TraceMapping::create(const char* path, uint64_t limit_bytes) {
  error_ = 0;
  blocks_ = 0;
  const uint64_t most = limit_bytes / trace::kBlockBytes;
  most_ = most > UINT32_MAX ? UINT32_MAX : most < kFewestBlocks ? kFewestBlocks : static_cast<uint32_t>(most);
  // A trace that is there belongs to a profile that is not: this profile's name was free.
  if (!file_.create(path, true)) return false;
  for (; most_ >= kFewestBlocks; most_ /= 4) {
    void* p = mmap(nullptr, uint64_t{most_} * trace::kBlockBytes, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p != MAP_FAILED) {
      base_ = static_cast<uint8_t*>(p);
      break;
    }
  }
  if (base_ != nullptr && extend(1) == 1) return true;
  const int why = error_ != 0 ? error_ : ENOMEM;
  if (base_ != nullptr) munmap(base_, uint64_t{most_} * trace::kBlockBytes);
  base_ = nullptr;
  file_.remove();
  errno = why;
  return false;
}

uint32_t TraceMapping::extend(uint32_t count) {
  const ErrnoGuard keep;
  if (count > most_ - blocks_) count = most_ - blocks_;
  if (count == 0 || error_ != 0) return 0;
  const uint64_t at = uint64_t{blocks_} * trace::kBlockBytes;
  const uint64_t bytes = uint64_t{count} * trace::kBlockBytes;
  if (!file_.allocate(at, bytes)) {
    // Where many do not fit, one may.
    if (count > 1) return extend(count / 2);
    error_ = errno;
    return 0;
  }
  if (mmap(base_ + at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_.descriptor(),
           static_cast<off_t>(at)) == MAP_FAILED) {
    error_ = errno;
    return 0;
  }
  blocks_ += count;
  return count;
}

void TraceMapping::touch(uint32_t number) {
  const ErrnoGuard keep;
  madvise(block(number), trace::kBlockBytes, kPopulateForStores);
}

void TraceMapping::give_back_rest(uint32_t number) {
  constexpr uint64_t kPage = 4096;
  trace::BlockHeader& h = *block(number);
  const bool left = AtomicRef<uint64_t>(h.end_ticks).load(std::memory_order_acquire) != 0;  // [block.left]
  if (h.magic != trace::kBlockMagic || !left) return;
  const uint64_t used = trace::kEventsOffset + (h.progress & (trace::kOneEvent - 1));
  const uint64_t from = (used + kPage - 1) / kPage * kPage;
  if (from >= trace::kBlockBytes) return;
  const ErrnoGuard keep;
  fallocate(file_.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
            static_cast<off_t>(uint64_t{number} * trace::kBlockBytes + from),
            static_cast<off_t>(trace::kBlockBytes - from));
}

void TraceMapping::close(uint32_t blocks) {
  const ErrnoGuard keep;
  file_.close(uint64_t{blocks} * trace::kBlockBytes);
}

void TraceMapping::abandon() {
  const ErrnoGuard keep;
  if (base_ != nullptr) munmap(base_, uint64_t{most_} * trace::kBlockBytes);
  base_ = nullptr;
  file_.abandon();
}

}  // namespace limpid::recorder
