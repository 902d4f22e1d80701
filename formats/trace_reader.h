// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reader of trace files for offline programs and tests. It believes nothing in the file: a block that is none
// is passed over, one whose codes make no sense ends there and the rest of it counts as lost. It holds a list
// of the blocks, and one block for each thread that is being read.
//
//     TraceFile file;
//     if (!file.open(path, &error)) ...
//     for (const TraceThread& thread : file.threads()) {
//       TraceCursor events = file.events(thread);
//       for (Event e; events.next(&e);) ...
//     }
//
// Where events are missing the cursor says kLost with their number, at the moment from which on events are known
// again. What is open then follows, at the same moment: kImplicitBegin for each implicit task, outermost first,
// and kTaskSchedule if the thread is at another task than the innermost of these. The same after kResume.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "profile_reader.h"
#include "trace.h"
#include "trace_codec.h"
#include "trace_event.h"

namespace limpid::trace {

// Where the bytes come from.
class Source {
 public:
  virtual ~Source() = default;
  virtual uint64_t size() const = 0;
  // False if not all of them are there.
  virtual bool read(uint64_t offset, void* to, size_t bytes) const = 0;
};

class MemorySource : public Source {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes) {}
  uint64_t size() const override { return bytes_.size(); }
  bool read(uint64_t offset, void* to, size_t bytes) const override {
    if (offset > bytes_.size() || bytes_.size() - offset < bytes) return false;
    std::memcpy(to, bytes_.data() + offset, bytes);
    return true;
  }

 private:
  std::span<const std::byte> bytes_;
};

class FileSource : public Source {
 public:
  explicit FileSource(int fd) : fd_(fd) {}
  ~FileSource() override { close(fd_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  uint64_t size() const override {
    struct stat status;
    return fstat(fd_, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
  }
  bool read(uint64_t offset, void* to, size_t bytes) const override {
    return pread(fd_, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
  }

 private:
  int fd_;
};

struct TraceBlock {
  uint32_t thread = 0;
  uint64_t sequence = 0;
  uint64_t offset = 0;
};

struct TraceThread {
  uint32_t id = 0;  // ThreadRecord::id in the profile
  uint32_t os_tid = 0;
  profile::ThreadType type = profile::ThreadType::kUnknown;
  uint64_t events = 0;  // in the blocks that are there
  uint64_t bytes = 0;   // of these events
  size_t first_block = 0, blocks = 0;
};

// Turns ticks into ns since the profile's start.
class TickClock {
 public:
  TickClock() = default;
  explicit TickClock(const FileHeader& h) : begin_(h.begin) {
    const ClockPoint& later = h.later[h.latest & 1];
    if (later.ticks <= begin_.ticks || later.ns <= begin_.ns) return;
    ns_per_tick_ =
        static_cast<double>(later.ns - begin_.ns) / static_cast<double>(later.ticks - begin_.ticks);
  }
  uint64_t ns(uint64_t ticks) const {
    const double after = ns_per_tick_ * (static_cast<double>(static_cast<int64_t>(ticks - begin_.ticks)));
    const double ns = static_cast<double>(begin_.ns) + after;
    return ns <= 0 ? 0 : ns >= 9e18 ? uint64_t{9'000'000'000'000'000'000} : static_cast<uint64_t>(ns + 0.5);
  }

 private:
  ClockPoint begin_{};
  double ns_per_tick_ = 1;
};

// The events of one thread, in order.
class TraceCursor {
 public:
  TraceCursor(std::shared_ptr<const Source> source, const TickClock& clock, std::vector<TraceBlock> blocks)
      : source_(std::move(source)), clock_(clock), blocks_(std::move(blocks)) {}
  TraceCursor(TraceCursor&&) = default;  // a copy would point into the original's block
  TraceCursor& operator=(TraceCursor&&) = default;

  // False: that was the last one.
  bool next(Event* out) {
    for (;;) {
      if (!pending_.empty()) {
        *out = pending_.front();
        pending_.pop_front();
        return true;
      }
      if (at_ != nullptr && take(out)) return true;
      if (!next_block()) return false;
    }
  }

  // Blocks that made no sense, or were gone when they were to be read.
  uint64_t damaged() const { return damaged_; }

 private:
  bool take(Event* out) {
    if (left_ == 0) return false;
    at_ = decode(&memory_, at_, end_, out);
    if (at_ == nullptr) {
      ++damaged_;
      missing_ += left_;
      return false;
    }
    --left_;
    ++known_events_;
    last_ns_ = out->time_ns = std::max(last_ns_, clock_.ns(out->time_ns));
    // Threads go on in a block of its own, so its header knows what is open.
    if (out->kind == EventKind::kResume && first_ && pending_.empty()) say_open();
    first_ = false;
    return true;
  }

  void leave_block() {
    if (in_block_) missing_ += header_.lost_after;
    in_block_ = false;
    at_ = nullptr;
  }

  // Goes to the next block that can be read. At the end what is missing there is said last.
  bool next_block() {
    leave_block();
    while (index_ < blocks_.size()) {
      if (load(blocks_[index_++])) return true;
      ++damaged_;
    }
    if (missing_ == 0) return false;
    say_lost(last_ns_);
    return true;
  }

  bool load(const TraceBlock& block) {
    if (buffer_.empty()) buffer_.resize(kBlockBytes);
    if (!source_->read(block.offset, buffer_.data(), kBlockBytes) && !load_tail(block)) return false;
    std::memcpy(&header_, buffer_.data(), sizeof header_);
    if (header_.magic != kBlockMagic || header_.thread != block.thread || header_.sequence != block.sequence)
      return false;
    in_block_ = first_ = true;
    at_ = buffer_.data() + kEventsOffset;
    end_ = at_ + std::min<uint64_t>(header_.progress & (kOneEvent - 1), kBlockBytes - kEventsOffset);
    left_ = header_.progress >> 32;
    memory_.begin(header_);
    if (header_.first_event > known_events_) {
      missing_ += header_.first_event - known_events_;
      known_events_ = header_.first_event;
    }
    if (header_.sequence == 0) missing_ += header_.lost_before;
    last_ns_ = std::max(last_ns_, clock_.ns(header_.begin_ticks));
    if (missing_ != 0) {
      say_lost(last_ns_);
      say_open();
    }
    return true;
  }

  // A file that was cut inside this block.
  bool load_tail(const TraceBlock& block) {
    const uint64_t size = source_->size();
    if (size <= block.offset || size - block.offset < kEventsOffset) return false;
    std::fill(buffer_.begin(), buffer_.end(), uint8_t{0});
    return source_->read(block.offset, buffer_.data(), std::min<uint64_t>(size - block.offset, kBlockBytes));
  }

  void say_lost(uint64_t at_ns) {
    Event e;
    e.kind = EventKind::kLost;
    e.time_ns = at_ns;
    e.count = missing_;
    missing_ = 0;
    pending_.push_back(e);
  }

  void say_open() {
    uint64_t innermost = 0;
    for (uint32_t i = 0; i < std::min(header_.open_depth, kMaxOpenTasks); ++i) {
      const OpenTask& open = header_.open[i];
      Event e;
      e.kind = EventKind::kImplicitBegin;
      e.time_ns = last_ns_;
      e.id = innermost = open.task;
      e.other = open.region;
      e.number = open.number;
      e.count = open.count;
      pending_.push_back(e);
    }
    if (header_.task == 0 || header_.task == innermost || header_.open_depth > kMaxOpenTasks) return;
    Event e;
    e.kind = EventKind::kTaskSchedule;
    e.time_ns = last_ns_;
    e.id = innermost;
    e.other = header_.task;
    e.detail = kStatusSwitch;
    pending_.push_back(e);
  }

  std::shared_ptr<const Source> source_;
  TickClock clock_;
  std::vector<TraceBlock> blocks_;
  std::vector<uint8_t> buffer_;
  std::deque<Event> pending_;
  BlockHeader header_{};
  Memory memory_{};
  size_t index_ = 0;
  bool in_block_ = false;
  bool first_ = false;           // no event of the block was read yet
  const uint8_t* at_ = nullptr;  // nullptr: nothing more to be had from the block
  const uint8_t* end_ = nullptr;
  uint64_t left_ = 0;          // events of the block
  uint64_t known_events_ = 0;  // of the thread, up to here, those in missing blocks included
  uint64_t missing_ = 0;       // not yet said
  uint64_t last_ns_ = 0;
  uint64_t damaged_ = 0;
};

class TraceFile {
 public:
  // False, with one sentence in *error, only if this is no trace of a known version.
  bool open(const std::string& path, std::string* error) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
      *error = "cannot open: " + std::string(std::strerror(errno));
      return false;
    }
    return open(std::make_shared<FileSource>(fd), error);
  }

  bool open(std::shared_ptr<const Source> source, std::string* error) {
    *this = {};
    source_ = std::move(source);
    if (!source_->read(0, &header_, sizeof header_)) {
      *error = "too short to be a Limpid trace (" + std::to_string(source_->size()) + " bytes)";
      return false;
    }
    if (header_.magic != kMagic) {
      *error = "not a Limpid trace";
      return false;
    }
    if (header_.version_major != kVersionMajor || header_.block_bytes != kBlockBytes) {
      *error = "trace format " + std::to_string(header_.version_major) + " with blocks of " +
               std::to_string(header_.block_bytes) + " bytes; this program reads format " +
               std::to_string(kVersionMajor) + " with " + std::to_string(kBlockBytes);
      return false;
    }
    clock_ = TickClock(header_);
    list_blocks();
    return true;
  }

  const FileHeader& header() const { return header_; }
  bool has(FileFlag flag) const { return (header_.flags & static_cast<uint32_t>(flag)) != 0; }
  uint64_t size() const { return source_ == nullptr ? 0 : source_->size(); }

  // In the order of their ids.
  const std::vector<TraceThread>& threads() const { return threads_; }

  // Where the last block that holds events ends.
  uint64_t end() const { return end_; }

  // Events that are there, of all threads, and the bytes that they take.
  uint64_t events() const { return sum(&TraceThread::events); }
  uint64_t bytes() const { return sum(&TraceThread::bytes); }

  // Whether the trace is of the run that the profile is of.
  bool belongs_to(const profile::Profile& profile) const {
    return header_.pid == profile.run.pid &&
           header_.start_monotonic_ns == profile.header.start_monotonic_ns &&
           header_.start_realtime_ns == profile.header.start_realtime_ns;
  }

  TraceCursor events(const TraceThread& thread) const {
    const auto first = blocks_.begin() + static_cast<ptrdiff_t>(thread.first_block);
    return {source_, clock_, {first, first + static_cast<ptrdiff_t>(thread.blocks)}};
  }

 private:
  uint64_t sum(uint64_t TraceThread::*field) const {
    uint64_t total = 0;
    for (const TraceThread& t : threads_) total += t.*field;
    return total;
  }

  void list_blocks() {
    std::vector<std::pair<TraceBlock, BlockHeader>> found;
    BlockHeader h;
    for (uint64_t at = kBlockBytes; source_->read(at, &h, sizeof h); at += kBlockBytes) {
      if (h.magic != kBlockMagic) continue;
      found.push_back({{h.thread, h.sequence, at}, h});
      end_ = at + kBlockBytes;
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first.thread, a.first.sequence) < std::pair(b.first.thread, b.first.sequence);
    });
    for (const auto& [block, header] : found) add(block, header);
  }

  void add(const TraceBlock& block, const BlockHeader& h) {
    if (threads_.empty() || threads_.back().id != block.thread) {
      threads_.push_back(
          {block.thread, h.os_tid, static_cast<profile::ThreadType>(h.thread_type), 0, 0, blocks_.size(), 0});
    } else if (blocks_.back().sequence == block.sequence) {
      return;
    }
    blocks_.push_back(block);
    TraceThread& thread = threads_.back();
    ++thread.blocks;
    const uint64_t bytes = std::min<uint64_t>(h.progress & (kOneEvent - 1), kBlockBytes - kEventsOffset);
    thread.bytes += bytes;
    thread.events += std::min<uint64_t>(h.progress >> 32, bytes / 2);  // none takes less
  }

  std::shared_ptr<const Source> source_;
  FileHeader header_{};
  TickClock clock_;
  std::vector<TraceBlock> blocks_;  // by thread, then in order
  uint64_t end_ = kBlockBytes;
  std::vector<TraceThread> threads_;
};

// The name of the trace that a recorder writes beside this profile.
inline std::string trace_path(const std::string& profile_path) {
  return profile_path + kNameSuffix;
}

}  // namespace limpid::trace
