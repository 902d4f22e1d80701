// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_events.h"

#include <omp-tools.h>

namespace fuzz {

RandomEvents::Event RandomEvents::made(Kind kind, uint64_t id, uint64_t other, uint8_t detail,
                                       uint64_t count) {
  Event event;
  event.time_ns = now_ns_;
  event.kind = kind;
  event.id = id;
  event.other = other;
  event.detail = detail;
  event.count = count;
  event.place = random_.below(places_ + 1);
  return event;
}

// The innermost implicit or explicit task; 0: none.
uint64_t RandomEvents::task_of(const std::vector<Open>& open) const {
  for (size_t i = open.size(); i-- > 0;) {
    if (open[i].end == Kind::kImplicitEnd || open[i].end == Kind::kTaskSchedule) return open[i].id;
  }
  return 0;
}

RandomEvents::Event RandomEvents::any_event() {
  static constexpr uint64_t kExtremes[] = {0, 1, 2, 0xffffffff, 1ull << 32, 1ull << 63, ~0ull};
  const auto any = [&] { return random_.one_in(3) ? kExtremes[random_.below(7)] : random_.below(40); };
  Event event = made(static_cast<Kind>(1 + random_.below(31)), any(), any(),
                     static_cast<uint8_t>(random_.below(random_.one_in(4) ? 256 : 12)), any());
  if (random_.one_in(4)) event.place = static_cast<uint32_t>(any());
  event.number = static_cast<uint32_t>(any());
  return event;
}

RandomEvents::Event RandomEvents::begin_task_or_region(std::vector<Open>& open, uint64_t task) {
  if (random_.one_in(3) || (regions_.empty() && created_.empty())) {
    const uint64_t region = ++last_id_;
    regions_.push_back(region);
    open.push_back({Kind::kParallelEnd, region, task, 0});
    return made(Kind::kParallelBegin, region, task, static_cast<uint8_t>(random_.below(2)), random_.below(5));
  }
  if (!created_.empty() && (regions_.empty() || random_.one_in(2))) {
    const uint64_t next = created_[random_.below(static_cast<uint32_t>(created_.size()))];
    std::erase(created_, next);
    open.push_back({Kind::kTaskSchedule, next, task, ompt_task_complete});
    return made(Kind::kTaskSchedule, task, next, ompt_task_switch);
  }
  const uint64_t region = regions_[random_.below(static_cast<uint32_t>(regions_.size()))];
  open.push_back({Kind::kImplicitEnd, ++last_id_, region, 0});
  return made(Kind::kImplicitBegin, last_id_, region, 0, open_.size());
}

RandomEvents::Event RandomEvents::begin_in_task(std::vector<Open>& open, uint64_t task) {
  const auto detail = static_cast<uint8_t>(1 + random_.below(9));
  const uint64_t lock = 0x7000 + random_.below(3) * 8;
  switch (random_.below(8)) {
    case 0:
      open.push_back({Kind::kWorkEnd, task, 0, detail});
      return made(Kind::kWorkBegin, task, 0, detail, random_.below(1000));
    case 1:
      open.push_back({Kind::kSyncEnd, task, 0, detail});
      return made(Kind::kSyncBegin, task, regions_.empty() ? 0 : regions_.back(), detail);
    case 2:
      open.push_back({Kind::kWaitEnd, task, 0, detail});
      return made(Kind::kWaitBegin, task, 0, detail);
    case 3:
      open.push_back({Kind::kMutexReleased, 0, lock, detail});
      open.push_back({Kind::kMutexAcquired, 0, lock, detail});
      return made(Kind::kMutexAcquire, 0, lock, detail);
    case 4:
      created_.push_back(++last_id_);
      return made(Kind::kTaskCreate, last_id_, task, static_cast<uint8_t>(random_.below(128)));
    case 5:
      return made(Kind::kDependence, last_id_, 0x100 + random_.below(4), detail);
    case 6:
      return made(Kind::kDispatch, task, random_.below(1000), detail, random_.below(50));
    default:
      open.push_back({Kind::kMaskedEnd, task, 0, 0});
      return made(Kind::kMaskedBegin, task);
  }
}

RandomEvents::Event RandomEvents::begin(std::vector<Open>& open) {
  if (open.empty()) {
    open.push_back({Kind::kThreadEnd, 0, 0, 0});
    return made(Kind::kThreadBegin, 0);
  }
  const uint64_t task = task_of(open);
  if (task == 0 && regions_.empty()) {
    open.push_back({Kind::kImplicitEnd, ++last_id_, 0, 0});
    return made(Kind::kImplicitBegin, last_id_, 0, 0, 1);
  }
  if (task == 0 || random_.one_in(4)) return begin_task_or_region(open, task);
  return begin_in_task(open, task);
}

RandomEvents::Event RandomEvents::end(std::vector<Open>& open) {
  const Open last = open.back();
  open.pop_back();
  if (last.end == Kind::kParallelEnd) std::erase(regions_, last.id);
  return made(last.end, last.id, last.other, last.detail);
}

std::pair<uint32_t, RandomEvents::Event> RandomEvents::next() {
  now_ns_ += random_.one_in(5) ? 0 : random_.below(600'000);
  const uint32_t thread = random_.below(static_cast<uint32_t>(open_.size()));
  if (random_.one_in(60)) return {thread, any_event()};
  std::vector<Open>& open = open_[thread];
  const bool ends = open.size() > 1 && (open.size() > 9 || random_.one_in(2));
  return {thread, ends ? end(open) : begin(open)};
}

}  // namespace fuzz
