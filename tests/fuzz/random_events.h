// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events as the threads of some program could have told them, and now and then one that makes no sense.
#pragma once

#include <utility>
#include <vector>

#include "fuzz.h"
#include "trace_event.h"

namespace fuzz {

class RandomEvents {
 public:
  using Event = limpid::trace::Event;
  using Kind = limpid::trace::EventKind;

  // Places are numbers of nodes, from 1 on.
  RandomEvents(uint32_t threads, uint32_t places, Random& random)
      : random_(random), places_(places), open_(threads) {}

  // A thread and what it tells next.
  std::pair<uint32_t, Event> next();

 private:
  // What a thread has begun and not ended.
  struct Open {
    Kind end;
    uint64_t id = 0;
    uint64_t other = 0;
    uint8_t detail = 0;
  };

  Event any_event();
  Event begin(std::vector<Open>& open);
  Event begin_task_or_region(std::vector<Open>& open, uint64_t task);
  Event begin_in_task(std::vector<Open>& open, uint64_t task);
  Event end(std::vector<Open>& open);
  uint64_t task_of(const std::vector<Open>& open) const;
  Event made(Kind kind, uint64_t id, uint64_t other = 0, uint8_t detail = 0, uint64_t count = 0);

  Random& random_;
  uint32_t places_;
  std::vector<std::vector<Open>> open_;  // by thread
  std::vector<uint64_t> regions_;        // that threads may join
  std::vector<uint64_t> created_;        // tasks that have not begun
  uint64_t last_id_ = 0;
  uint64_t now_ns_ = 0;
};

}  // namespace fuzz
