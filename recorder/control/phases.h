// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "file/profile_file.h"
#include "file/record_writer.h"

namespace limpid::recorder {

class EventTrace;

// The phases that the program is in, by names of its own: one current phase, and others that begin and end as
// the program says, in each other or not. All of it is for who holds the file's lock.
class Phases {
 public:
  explicit constexpr Phases(EventTrace& trace) : trace_(trace) {}

  // The current phase ends, and this one begins; with an empty name none does.
  void change(RecordWriter* writer, const char* name, uint64_t now);

  // Begins a phase beside what there is, or ends the latest one of that name. False if there is none.
  void begin(RecordWriter* writer, const char* name, uint64_t now);
  bool end(RecordWriter* writer, const char* name, uint64_t now);

  // For another recording: what was open has ended unseen.
  void forget() {
    current_ = {};
    for (uint32_t i = 0; i < open_count_; ++i) open_[i] = {};
    open_count_ = 0;
  }

  // A file begins: it has no names yet, and the phases that are open now begin with it.
  void write_again(RecordWriter* writer, uint64_t now);

  // How often a phase has begun or ended up to that moment, which is not before that of an earlier call.
  // Samples of different numbers have nothing to do with each other.
  uint32_t number_at(uint64_t now) {
    if (changed_ns_ <= now) number_ = changes_;
    return number_;
  }

 private:
  static constexpr uint32_t kNames = 1024;
  static constexpr uint32_t kNameBytes = 120;
  static constexpr uint32_t kOpen = 64;

  struct Name {
    char text[kNameBytes];
    bool written;
  };
  struct Open {
    uint32_t name = 0;  // 0: none
    profile::PhaseRecord* record = nullptr;
  };

  uint32_t name_id(const char* text);
  Open open(RecordWriter* writer, uint32_t name, uint64_t now);
  void close(RecordWriter* writer, Open* phase, uint64_t now);
  void note_change(uint64_t now);

  EventTrace& trace_;
  Name* names_ = nullptr;  // by id; the first is nobody's
  uint32_t name_count_ = 0;
  Open current_;
  Open open_[kOpen];
  uint32_t open_count_ = 0;
  uint32_t changes_ = 0, number_ = 0;
  uint64_t changed_ns_ = 0;
};

}  // namespace limpid::recorder
