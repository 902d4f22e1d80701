// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "attach/request.h"

namespace limpid::cli::attach {

using formats::AttachAnswer;
using formats::AttachState;

void Request::prepare() {
  words_.set(Word::answer, static_cast<uint32_t>(AttachAnswer::none));
  words_.set(Word::end_wanted, 0);
}

void Request::ask() {
  words_.set(Word::state, static_cast<uint32_t>(AttachState::asked));
}

// The entry is looked at first: while it is free no thread is on its way, and only who holds the lock sends one. So a
// state that is `asked` after that stays so.
bool Request::withdraw() {
  if (!is_entry_free() || state() != AttachState::asked) return false;
  words_.set(Word::state, static_cast<uint32_t>(AttachState::idle));
  return true;
}

bool Request::withdraw_abandoned() {
  if (entry() == formats::EntryUse::promised) release_entry();
  return withdraw();
}

// The state decides, and the answer only says how it came to be idle again: the process writes the answer first, and
// who went by the answer would then find a tool that is not attached yet, and take it for one that has ended.
Request::Progress Request::progress() const {
  switch (state()) {
    case AttachState::idle:
      return answer() == AttachAnswer::attached ? Progress::attached : Progress::refused;
    case AttachState::attached:
    case AttachState::ending:
      return Progress::attached;
    default:
      return Progress::waiting;
  }
}

}  // namespace limpid::cli::attach
