// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/distribution.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace limpid::cli::tracing {
namespace {

// Each octave has 16 buckets; what is below 16 has one for each value.
constexpr unsigned kBits = 4;
constexpr size_t kParts = 1 << kBits;

size_t bucket_of(uint64_t ns) {
  if (ns < kParts) return ns;
  const unsigned octave = static_cast<unsigned>(std::bit_width(ns)) - 1;
  return (octave - kBits + 1) * kParts + ((ns >> (octave - kBits)) & (kParts - 1));
}

unsigned octave_of(size_t bucket) {
  if (bucket < kParts) return bucket == 0 ? 0 : static_cast<unsigned>(std::bit_width(bucket)) - 1;
  return static_cast<unsigned>(bucket / kParts) + kBits - 1;
}

// Of its bucket the middle.
uint64_t middle_of(size_t bucket) {
  if (bucket < kParts) return bucket;
  const unsigned shift = octave_of(bucket) - kBits;
  const uint64_t begin = (kParts + bucket % kParts) << shift;
  return begin + ((uint64_t{1} << shift) >> 1);
}

}  // namespace

void Distribution::add(uint64_t ns) {
  ++count_;
  sum_ns_ += ns;
  least_ns_ = std::min(least_ns_, ns);
  most_ns_ = std::max(most_ns_, ns);
  const size_t bucket = bucket_of(ns);
  if (buckets_.size() <= bucket) buckets_.resize(bucket + 1);
  ++buckets_[bucket];
}

void Distribution::add(const Distribution& other) {
  count_ += other.count_;
  sum_ns_ += other.sum_ns_;
  least_ns_ = std::min(least_ns_, other.least_ns_);
  most_ns_ = std::max(most_ns_, other.most_ns_);
  if (buckets_.size() < other.buckets_.size()) buckets_.resize(other.buckets_.size());
  for (size_t i = 0; i < other.buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
}

uint64_t Distribution::quantile_ns(double share) const {
  if (count_ == 0) return 0;
  const auto wanted =
      std::max<uint64_t>(1, static_cast<uint64_t>(std::ceil(share * static_cast<double>(count_))));
  uint64_t seen = 0;
  for (size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    seen += buckets_[bucket];
    if (seen >= wanted) return std::clamp(middle_of(bucket), least_ns_, most_ns_);
  }
  return most_ns_;
}

std::vector<uint64_t> Distribution::octaves() const {
  std::vector<uint64_t> out;
  for (size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    if (buckets_[bucket] == 0) continue;
    const unsigned octave = octave_of(bucket);
    if (out.size() <= octave) out.resize(octave + 1);
    out[octave] += buckets_[bucket];
  }
  return out;
}

}  // namespace limpid::cli::tracing
