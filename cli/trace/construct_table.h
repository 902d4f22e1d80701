// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace limpid::cli::tracing {

// What kind of construct an event is of.
enum class Sort : uint8_t {
  kSerial,
  kParallel,
  kTeams,
  kTask,
  kTaskwait,
  kTaskgroup,
  kBarrier,
  kLoop,
  kSections,
  kSingle,
  kWorkshare,
  kDistribute,
  kTaskloop,
  kScope,
  kLock,
  kCritical,
  kAtomic,
  kOrdered,
};

std::string_view sort_name(Sort sort);  // `parallel`, `task`, ...
Sort sort_of_work(uint8_t work);        // ompt_work_t
Sort sort_of_mutex(uint8_t mutex);      // ompt_mutex_t

struct Construct {
  Sort sort = Sort::kSerial;
  uint32_t place = 0;  // a node of the profile; 0: unknown
  auto operator<=>(const Construct&) const = default;
};

// Numbers constructs as they come up. Number 0 is the code that is in none. There is room for 65,535: those that come
// later share the number of their sort's first construct without a place.
class ConstructTable {
 public:
  // `same_place`: one place for all that are the same in the source, whatever the path to it.
  using SamePlace = std::function<uint32_t(uint32_t place)>;
  explicit ConstructTable(SamePlace same_place = nullptr);

  uint16_t number(Sort sort, uint32_t place);
  const Construct& at(uint16_t number) const { return constructs_[number]; }
  size_t size() const { return constructs_.size(); }

 private:
  SamePlace same_place_;
  std::map<Construct, uint16_t> numbers_;
  std::vector<Construct> constructs_;
};

}  // namespace limpid::cli::tracing
