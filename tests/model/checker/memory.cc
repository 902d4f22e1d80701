// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and fences on views of atomic words.
#include "checker/memory.h"

#include <algorithm>

namespace model {

void View::join(const View& other) {
  if (seen.size() < other.seen.size()) seen.resize(other.seen.size());
  std::uint32_t* const mine = seen.data();
  const std::uint32_t* const others = other.seen.data();
  for (std::size_t at = 0; at < other.seen.size(); ++at) mine[at] = std::max(mine[at], others[at]);
  for (int at = 0; at < kMaxThreads; ++at) clock[at] = std::max(clock[at], other.clock[at]);
}

void View::see(std::uint32_t location, std::uint32_t when) {
  if (seen.size() <= location) seen.resize(location + 1);
  seen[location] = std::max(seen[location], when);
}

namespace {

constexpr std::uint32_t kStep = 1 << 12;  // between two stores, to leave room for others

}  // namespace

Location& Memory::at(const void* address, std::uint64_t initial) {
  Location*& word = words_at_[address];
  if (word != nullptr) return *word;
  word = &words_.emplace_back();
  word->number = static_cast<std::uint32_t>(words_.size() - 1);
  word->stores.push_back({initial, 0, false, {}});
  return *word;
}

std::uint32_t Memory::oldest(const View& view, const Location& word, Order order) const {
  std::uint32_t known = view.seen_at(word.number);
  if (order == Order::seq_cst) known = std::max(known, consistent_.seen_at(word.number));
  std::uint32_t store = newest(word);
  while (word.stores[store].when > known) --store;
  return store;
}

PooledVector<std::uint32_t> Memory::earlier_places(const View& view, const Location& word,
                                                   Order order) const {
  PooledVector<std::uint32_t> places;
  for (std::uint32_t place = oldest(view, word, order) + 1; place < word.stores.size(); ++place) {
    const Store& next = word.stores[place];
    if (!next.modifies && next.when - word.stores[place - 1].when > 1) places.push_back(place);
  }
  return places;
}

std::uint64_t Memory::read(View& view, Location& word, std::uint32_t store, Order order) {
  view.see(word.number, word.stores[store].when);
  if (acquires(order)) view.learn(word.stores[store].message);
  if (order == Order::seq_cst) consistent_.see(word.number, word.stores[store].when);
  return word.stores[store].value;
}

void Memory::write(View& view, Location& word, std::uint64_t value, Order order, std::size_t before) {
  const std::uint32_t previous = word.stores[before - 1].when;
  const std::uint32_t when =
      before == word.stores.size() ? previous + kStep : previous + (word.stores[before].when - previous) / 2;
  Store& store = *word.stores.insert(word.stores.begin() + static_cast<std::ptrdiff_t>(before),
                                     {value, when, false, {}});
  view.see(word.number, when);
  if (releases(order)) {
    ++view.clock[view.thread];
    store.message = view;
  }
  if (order == Order::seq_cst) consistent_.see(word.number, when);
}

void Memory::modify(View& view, Location& word, std::uint64_t value, Order order) {
  write(view, word, value, order);
  Store& store = word.stores.back();
  store.modifies = true;
  const View& before = word.stores[word.stores.size() - 2].message;
  if (!releases(order)) {
    store.message = before;
  } else if (!acquires(order)) {  // else the view has learned it
    store.message.join(before);
    store.message.thread = View::kNone;
  }
}

void Memory::fence(View& view) {
  if (view.seen.size() < consistent_.seen.size()) view.seen.resize(consistent_.seen.size());
  for (std::size_t at = 0; at < consistent_.seen.size(); ++at)
    view.seen[at] = std::max(view.seen[at], consistent_.seen[at]);
  for (std::uint32_t at = 0; at < view.seen.size(); ++at) consistent_.see(at, view.seen[at]);
}

}  // namespace model
