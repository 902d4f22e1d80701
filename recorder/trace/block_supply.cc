// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/block_supply.h"

#include "shared_word.h"
#include "system.h"

namespace limpid::recorder {

bool BlockSupply::begin(bool recycle, uint64_t keep_ticks) {
  recycle_ = recycle;
  keep_ticks_ = keep_ticks;
  said_error_ = false;
  stock_ = kLeastStock;
  touched_ = kLeastTouched;
  touched_to_ = 0;
  taken_ = seen_ = recycled_ = looked_at_ = 0;
  still_used_count_ = 0;
  while (stock_ > 1 && stock_ > mapping_.most() / 4) stock_ /= 2;
  if (recycle && still_used_ == nullptr)
    still_used_ = static_cast<uint32_t*>(map_pages(uint64_t{mapping_.most()} * sizeof *still_used_));
  return queue_.create(mapping_.most()) && (!recycle || still_used_ != nullptr);
}

bool BlockSupply::refill(uint64_t now, uint64_t most) {
  const uint64_t taken = queue_.taken();
  const uint64_t used = taken - taken_;
  taken_ = taken;
  if (used > stock_ / 4 && stock_ < kMostStock && stock_ * 2 <= mapping_.most() / 4) stock_ *= 2;
  if (used > touched_ / 4 && touched_ < stock_) touched_ *= 2;
  const uint64_t wanted = most < stock_ ? most : stock_;
  for (uint64_t have = queue_.stock(); have < wanted;) {
    uint32_t block = recycle_ ? oldest(now, false) : BlockQueue::kNone;
    if (block == BlockQueue::kNone) {
      const uint32_t first = mapping_.blocks();
      // In small pieces: threads come for them meanwhile.
      const uint64_t missing = wanted - have < kAtOnce ? wanted - have : kAtOnce;
      const uint32_t more = mapping_.extend(static_cast<uint32_t>(missing));
      for (uint32_t i = 0; i < more; ++i) queue_.put(first + i);
      have += more;
      if (more != 0) continue;
      // What is in stock is not kept: no more than a quarter of what there is.
      if (recycle_ && have < (mapping_.blocks() + 3) / 4) block = oldest(now, true);
      if (block == BlockQueue::kNone) break;
    }
    use_again(block);
    ++have;
  }
  touch_next();
  if (mapping_.error() == 0 || said_error_) return true;
  said_error_ = true;
  return false;
}

// A page takes a microsecond and more. Most programs need few blocks, and many threads that come at once need a
// small part of one each: so only what goes next is made ready.
void BlockSupply::touch_next() {
  const uint64_t taken = queue_.taken();
  if (touched_to_ < taken) touched_to_ = taken;
  const uint64_t end = queue_.put_so_far();
  for (; touched_to_ < end && touched_to_ < taken + touched_; ++touched_to_)
    mapping_.touch(queue_.at(touched_to_));
}

// When its thread left the block, in ticks; 0: it has not.
uint64_t BlockSupply::left_at(uint32_t block) {
  // [block.left]
  return AtomicRef<uint64_t>(mapping_.block(block)->end_ticks).load(std::memory_order_acquire);
}

void BlockSupply::set_used_aside() {
  for (; looked_at_ < queue_.taken() && left_at(queue_.at(looked_at_)) == 0; ++looked_at_)
    still_used_[still_used_count_++] = queue_.at(looked_at_);
}

// The block that was left first among those that may be used again; kNone if there is none. Blocks are left about in the
// order in which they were handed out, but for those set aside: where a thread waited for long, its block holds its latest
// events.
uint32_t BlockSupply::oldest(uint64_t now, bool however_young) {
  set_used_aside();
  uint64_t first = looked_at_ < queue_.taken() ? left_at(queue_.at(looked_at_)) : 0;
  uint32_t* aside = nullptr;
  for (uint32_t* each = still_used_; each != still_used_ + still_used_count_; ++each) {
    const uint64_t end = left_at(*each);
    if (end == 0 || (first != 0 && end >= first)) continue;
    first = end;
    aside = each;
  }
  const bool old = keep_ticks_ != 0 && now > first && now - first > keep_ticks_;
  if (first == 0 || !(however_young || old)) return BlockQueue::kNone;
  if (aside == nullptr) return queue_.at(looked_at_++);
  const uint32_t block = *aside;
  *aside = still_used_[--still_used_count_];
  return block;
}

void BlockSupply::use_again(uint32_t block) {
  trace::BlockHeader* h = mapping_.block(block);
  // A reader that comes now finds no block here.
  __atomic_store_n(&h->magic, 0, __ATOMIC_RELEASE);
  writes_plain(h);
  h->progress = h->lost_before = h->lost_after = 0;
  // Its next thread is not in it before it has taken it: [block_queue.put].
  AtomicRef<uint64_t>(h->end_ticks).store(0, std::memory_order_relaxed);
  ++recycled_;
  queue_.put(block);
}

bool BlockSupply::busy() {
  const uint64_t before = seen_;
  seen_ = queue_.taken();
  return seen_ != before;
}

uint32_t BlockSupply::close() {
  const uint64_t taken = queue_.close();
  uint32_t end = mapping_.blocks();
  // New blocks were put in the order of their numbers: those that nobody took are the last ones.
  for (uint64_t place = queue_.put_so_far(); place > taken; --place) {
    if (queue_.at(place - 1) == end - 1) --end;
  }
  return end;
}

}  // namespace limpid::recorder
