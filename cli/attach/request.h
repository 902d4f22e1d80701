// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "attach_request.h"

namespace limpid::cli::attach {

// The words in the process that its threads and this command meet on. The process may change each at any moment.
class Words {
 public:
  enum class Word { state, answer, end_wanted, entry };

  virtual ~Words() = default;
  virtual uint32_t get(Word which) const = 0;
  virtual void set(Word which, uint32_t value) = 0;
};

// What a command may do to the request of a process, and when.
//
// One command at a time does anything but look and want_end(): it holds a lock. It may be killed between any two steps,
// so each leaves the words as the next command can go on with. tests/model/attach_model.cc tries all of this.
class Request {
 public:
  // waiting: nobody has taken it, or the tool is being started. attached: the tool was started, and may have ended.
  enum class Progress { waiting, attached, refused };

  explicit Request(Words& words) : words_(words) {}

  formats::AttachState state() const { return static_cast<formats::AttachState>(words_.get(Word::state)); }
  formats::AttachAnswer answer() const {
    return static_cast<formats::AttachAnswer>(words_.get(Word::answer));
  }

  // The state must be idle. From here on the command may write what else is in the request, for ask() to hand over.
  void prepare();
  void ask();
  // Nobody has taken it, and nobody will. False: a thread may be about to take it, or has.
  bool withdraw();
  // The same with what a command left that is gone, for a second or more. It may have promised the entry to a thread
  // that it did not send; one that it did send has taken the entry by then, as that is the first that it does.
  bool withdraw_abandoned();
  // What became of the request that was asked for.
  Progress progress() const;
  // The tool shall end, also one that has not started yet.
  void want_end() { words_.set(Word::end_wanted, 1); }

  // ---- the entry: the way of one thread to take the request ----

  bool is_entry_free() const { return entry() == formats::EntryUse::free; }
  // Before a thread is sent. Taken back where that fails.
  void promise_entry() { set_entry(formats::EntryUse::promised); }
  void release_entry() { set_entry(formats::EntryUse::free); }

 private:
  using Word = Words::Word;

  formats::EntryUse entry() const { return static_cast<formats::EntryUse>(words_.get(Word::entry)); }
  void set_entry(formats::EntryUse use) { words_.set(Word::entry, static_cast<uint32_t>(use)); }

  Words& words_;
};

}  // namespace limpid::cli::attach
