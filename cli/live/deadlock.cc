// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/deadlock.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "live/waiting.h"

namespace limpid::cli::live {
namespace {

Stuck stuck_of(const ThreadSeen& thread) {
  return {thread.number, thread.state, thread.wait_id, thread.task ? thread.task->id : 0};
}

// A walk from thread to cause, depth first, which notes each way back into itself.
class Search {
 public:
  explicit Search(const Picture& picture) : picture_(picture) {
    for (const ThreadSeen& thread : picture.threads) causes_[thread.number] = causes(picture, thread);
  }

  std::vector<Cycle> all() {
    for (const ThreadSeen& thread : picture_.threads) {
      if (finished_.count(thread.number) == 0) walk_from(thread.number);
    }
    return std::move(found_);
  }

 private:
  struct Step {
    uint64_t number;
    size_t next = 0;  // of its causes
  };

  void walk_from(uint64_t start) {
    path_ = {{start}};
    while (!path_.empty()) {
      Step& step = path_.back();
      const std::vector<uint64_t>& next = causes_[step.number];
      if (step.next == next.size()) {
        finished_.insert(step.number);
        path_.pop_back();
        continue;
      }
      const uint64_t cause = next[step.next++];
      const auto seen =
          std::find_if(path_.begin(), path_.end(), [&](const Step& one) { return one.number == cause; });
      if (seen != path_.end()) {
        note(seen);
      } else if (finished_.count(cause) == 0 && picture_.thread(cause) != nullptr) {
        path_.push_back({cause});
      }
    }
  }

  void note(std::vector<Step>::const_iterator first) {
    Cycle cycle;
    for (auto at = first; at != path_.end(); ++at) cycle.push_back(stuck_of(*picture_.thread(at->number)));
    const bool told = std::any_of(cycle.begin(), cycle.end(),
                                  [this](const Stuck& one) { return told_.count(one.number) != 0; });
    if (told) return;
    for (const Stuck& one : cycle) told_.insert(one.number);
    std::rotate(cycle.begin(),
                std::min_element(cycle.begin(), cycle.end(),
                                 [](const Stuck& a, const Stuck& b) { return a.number < b.number; }),
                cycle.end());
    found_.push_back(std::move(cycle));
  }

  const Picture& picture_;
  std::unordered_map<uint64_t, std::vector<uint64_t>> causes_;
  std::vector<Step> path_;
  std::set<uint64_t> finished_;
  std::set<uint64_t> told_;
  std::vector<Cycle> found_;
};

}  // namespace

std::vector<Cycle> cycles(const Picture& picture) {
  return Search(picture).all();
}

std::vector<Cycle> lasting_cycles(const Picture& first, const std::function<Picture()>& read) {
  std::vector<Cycle> lasting = cycles(first);
  for (int i = 0; i < kReadings && !lasting.empty(); ++i) {
    const std::vector<Cycle> now = cycles(read());
    std::erase_if(lasting,
                  [&](const Cycle& cycle) { return std::find(now.begin(), now.end(), cycle) == now.end(); });
  }
  return lasting;
}

}  // namespace limpid::cli::live
