// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_ALLOCATOR: a predefined allocator, or a memory space with traits.
#include "core/icv/environment.h"
#include "core/icv/grow_array.h"
#include "core/memory/allocator.h"

namespace limpid::core {
namespace {

constexpr Word<std::uint64_t> kAllocators[] = {
    {"omp_default_mem_alloc", 1}, {"omp_large_cap_mem_alloc", 2}, {"omp_const_mem_alloc", 3},
    {"omp_high_bw_mem_alloc", 4}, {"omp_low_lat_mem_alloc", 5},   {"omp_cgroup_mem_alloc", 6},
    {"omp_pteam_mem_alloc", 7},   {"omp_thread_mem_alloc", 8},    {nullptr, 0}};

constexpr Word<std::uint64_t> kMemSpaces[] = {{"omp_default_mem_space", 0}, {"omp_large_cap_mem_space", 1},
                                              {"omp_const_mem_space", 2},   {"omp_high_bw_mem_space", 3},
                                              {"omp_low_lat_mem_space", 4}, {nullptr, 0}};

constexpr Word<std::uint64_t> kSyncHints[] = {{"contended", kTraitContended},
                                              {"uncontended", kTraitUncontended},
                                              {"serialized", kTraitSerialized},
                                              {"private", kTraitPrivate},
                                              {nullptr, 0}};
constexpr Word<std::uint64_t> kAccesses[] = {{"all", kTraitAll},
                                             {"cgroup", kTraitCgroup},
                                             {"pteam", kTraitPteam},
                                             {"thread", kTraitThread},
                                             {nullptr, 0}};
constexpr Word<std::uint64_t> kFallbacks[] = {{"default_mem_fb", kTraitDefaultMemFallback},
                                              {"null_fb", kTraitNullFallback},
                                              {"abort_fb", kTraitAbortFallback},
                                              {"allocator_fb", kTraitAllocatorFallback},
                                              {nullptr, 0}};
constexpr Word<std::uint64_t> kPinned[] = {{"true", kTraitTrue}, {"false", kTraitFalse}, {nullptr, 0}};
constexpr Word<std::uint64_t> kPartitions[] = {{"environment", kTraitEnvironment},
                                               {"nearest", kTraitNearest},
                                               {"blocked", kTraitBlocked},
                                               {"interleaved", kTraitInterleaved},
                                               {nullptr, 0}};

// A trait's name and the words it accepts; without words it accepts a positive number.
struct TraitSyntax {
  const char* name;
  TraitKey key;
  const Word<std::uint64_t>* words;
};
constexpr TraitSyntax kTraits[] = {
    {"sync_hint", TraitKey::kSyncHint, kSyncHints}, {"alignment", TraitKey::kAlignment, nullptr},
    {"access", TraitKey::kAccess, kAccesses},       {"pool_size", TraitKey::kPoolSize, nullptr},
    {"fallback", TraitKey::kFallback, kFallbacks},  {"fb_data", TraitKey::kFallbackData, kAllocators},
    {"pinned", TraitKey::kPinned, kPinned},         {"partition", TraitKey::kPartition, kPartitions}};

bool take_trait_value(EnvText& text, const TraitSyntax& syntax, std::uint64_t& value) {
  if (syntax.words != nullptr) return take_one_of(text, syntax.words, value);
  std::int64_t number = 0;
  if (!text.take_number(std::int64_t{1}, INT64_MAX, number)) return false;
  value = static_cast<std::uint64_t>(number);
  return true;
}

bool take_trait(EnvText& text, AllocatorTrait& trait) {
  for (const TraitSyntax& syntax : kTraits) {
    if (!text.take_word(syntax.name)) continue;
    trait.key = syntax.key;
    return text.take('=') && take_trait_value(text, syntax, trait.value);
  }
  return false;
}

bool take_traits(EnvText& text, GrowArray<AllocatorTrait>& traits) {
  do {
    AllocatorTrait trait = {};
    if (!take_trait(text, trait)) return false;
    traits.add(trait);
  } while (text.take(','));
  return true;
}

}  // namespace

bool read_allocator(EnvText& text, Environment& environment) {
  std::uint64_t handle = kNullAllocator;
  if (!take_one_of(text, kAllocators, handle)) {
    std::uint64_t space = 0;
    GrowArray<AllocatorTrait> traits;
    if (!take_one_of(text, kMemSpaces, space)) return false;
    if (text.take(':') && !take_traits(text, traits)) return false;
    if (!text.at_end()) return false;
    handle = make_allocator(space, traits.begin(), traits.count());
  }
  if (!text.at_end() || handle == kNullAllocator) return false;
  environment.initial.def_allocator = handle;
  return true;
}

}  // namespace limpid::core
