// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace limpid::cli::tracing {

// How long things took: count, sum, smallest and largest exactly, quantiles to one part in 32. Its size does not
// grow with what is added.
class Distribution {
 public:
  void add(uint64_t ns);
  void add(const Distribution& other);

  uint64_t count() const { return count_; }
  uint64_t sum_ns() const { return sum_ns_; }
  uint64_t least_ns() const { return count_ == 0 ? 0 : least_ns_; }
  uint64_t most_ns() const { return most_ns_; }
  // What `share` of them are at most, 0 <= share <= 1.
  uint64_t quantile_ns(double share) const;
  // How many took 2^i ns or more and less than twice as much, by i; zeros count as 1 ns.
  std::vector<uint64_t> octaves() const;

 private:
  uint64_t count_ = 0;
  uint64_t sum_ns_ = 0;
  uint64_t least_ns_ = ~0ull;
  uint64_t most_ns_ = 0;
  std::vector<uint64_t> buckets_;
};

}  // namespace limpid::cli::tracing
