// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/device_clock.h"

#include "clocks.h"

namespace limpid::recorder {

namespace {

constexpr int kLooks = 8;
constexpr int64_t kSameNs = 1'000'000;  // two clocks that are closer than this are one

int64_t ns_of(double seconds) {
  return static_cast<int64_t>(seconds * 1e9 + 0.5);
}

int64_t distance(int64_t a, int64_t b) {
  return a > b ? a - b : b - a;
}

}  // namespace

bool DeviceClock::start(ompt_device_t* device, ompt_function_lookup_t lookup) {
  const auto time = reinterpret_cast<ompt_get_device_time_t>(lookup("ompt_get_device_time"));
  const auto translate = reinterpret_cast<ompt_translate_time_t>(lookup("ompt_translate_time"));
  if (time == nullptr) return false;
  int64_t shortest = INT64_MAX;
  for (int i = 0; i < kLooks; ++i) {
    const uint64_t before = now_ns();
    const ompt_device_time_t seen = time(device);
    const auto took = static_cast<int64_t>(now_ns() - before);
    if (seen == ompt_time_none) return false;
    if (took >= shortest) continue;
    shortest = took;
    const auto own = static_cast<int64_t>(seen);
    const auto host = static_cast<int64_t>(before) + took / 2;
    const bool same = distance(own, host) < kSameNs &&
                      (translate == nullptr || distance(ns_of(translate(device, seen)), own) < kSameNs);
    translate_ = same ? nullptr : translate;
    shift_ns_ = same ? 0 : host - (translate != nullptr ? ns_of(translate(device, seen)) : own);
  }
  device_ = device;
  return true;
}

uint64_t DeviceClock::host_ns(ompt_device_time_t time) const {
  const int64_t translated =
      translate_ != nullptr ? ns_of(translate_(device_, time)) : static_cast<int64_t>(time);
  const int64_t host = translated + shift_ns_;
  return host > 0 ? static_cast<uint64_t>(host) : 0;
}

}  // namespace limpid::recorder
