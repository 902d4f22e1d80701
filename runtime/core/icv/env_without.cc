// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LIMPID_WITHOUT: the heuristics that are off, in a build that can turn them off.
#include "base/heuristic.h"
#include "core/icv/environment.h"

namespace limpid::core {
#ifdef LIMPID_JUDGE
namespace {

constexpr Word<uint64_t> kHeuristicWords[] = {
#define LIMPID_HEURISTIC(name) {#name, uint64_t{1} << static_cast<unsigned>(policy::name)},
    LIMPID_HEURISTICS(LIMPID_HEURISTIC)
#undef LIMPID_HEURISTIC
        {nullptr, 0}};

}  // namespace

bool read_without(EnvText& text, Environment&) {
  uint64_t without = 0;
  do {
    uint64_t bit = 0;
    if (!take_one_of(text, kHeuristicWords, bit)) return false;
    without |= bit;
  } while (text.take(','));
  if (!text.at_end()) return false;
  policy::g_without = without;
  return true;
}
#else
bool read_without(EnvText&, Environment&) {
  return false;
}
#endif
}  // namespace limpid::core
