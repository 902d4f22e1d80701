// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/state.h"

#include <fmt/format.h>

#include <map>

namespace limpid::cli::live {
namespace {

constexpr int64_t kTaskwait = 0x20, kTaskgroup = 0x21, kMutex = 0x40, kLock = 0x41, kCritical = 0x42,
                  kAtomic = 0x43, kOrdered = 0x44, kTarget = 0x80, kTargetUpdate = 0x82, kIdle = 0x100;
constexpr int64_t kFirstBarrier = 0x10, kEndOfRegion = 0x11, kEndOfTeams = 0x16;

const std::map<int64_t, const char*> kTexts = {
    {0x000, "works (serial)"},
    {0x001, "works"},
    {0x002, "works (reduction)"},
    {kFirstBarrier, "waits at a barrier"},
    {kEndOfRegion, "waits at the end of the region"},
    {0x012, "waits at the end of a worksharing construct"},
    {0x013, "waits at an implicit barrier"},
    {0x014, "waits at an explicit barrier"},
    {0x015, "waits at a barrier of the runtime"},
    {kEndOfTeams, "waits at the end of teams"},
    {kTaskwait, "waits in taskwait"},
    {kTaskgroup, "waits at the end of a taskgroup"},
    {kMutex, "waits for a mutex"},
    {kLock, "waits for a lock"},
    {kCritical, "waits for a critical section"},
    {kAtomic, "waits for an atomic section"},
    {kOrdered, "waits for its turn (ordered)"},
    {kTarget, "waits for a target region"},
    {0x081, "waits for a target data mapping"},
    {kTargetUpdate, "waits for a target update"},
    {kIdle, "idle"},
    {0x101, "in the runtime"},
    {0x102, "unknown"},
};

const std::map<int64_t, const char*> kMutexes = {
    {kMutex, "mutex"}, {kLock, "lock"}, {kCritical, "critical section"}, {kAtomic, "atomic section"}};

}  // namespace

bool is_for_device(int64_t state) {
  return state >= kTarget && state <= kTargetUpdate;
}

std::string state_text(int64_t state) {
  const auto known = kTexts.find(state);
  return known == kTexts.end() ? fmt::format("state {:#x}", state) : known->second;
}

bool is_mutex(int64_t state) {
  return kMutexes.count(state) != 0;
}

std::string mutex_kind(int64_t state) {
  return kMutexes.at(state);
}

bool is_barrier(int64_t state) {
  return state >= kFirstBarrier && state <= kEndOfTeams;
}

bool is_end(int64_t state) {
  return state == kEndOfRegion || state == kEndOfTeams;
}

bool is_ordered(int64_t state) {
  return state == kOrdered;
}

bool is_taskwait(int64_t state) {
  return state == kTaskwait;
}

bool is_taskgroup(int64_t state) {
  return state == kTaskgroup;
}

bool is_idle(int64_t state) {
  return state == kIdle;
}

}  // namespace limpid::cli::live
