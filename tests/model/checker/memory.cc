// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and fences on views of atomic words.
#include "checker/memory.h"

#include <algorithm>

namespace model {

void View::join(const View& other) {
  if (seen.size() < other.seen.size()) seen.resize(other.seen.size());
  for (std::size_t at = 0; at < other.seen.size(); ++at) seen[at] = std::max(seen[at], other.seen[at]);
  for (int thread = 0; thread < kMaxThreads; ++thread)
    clock[thread] = std::max(clock[thread], other.clock[thread]);
}

void View::see(std::uint32_t location, std::uint32_t store) {
  if (seen.size() <= location) seen.resize(location + 1);
  seen[location] = std::max(seen[location], store);
}

Location& Memory::at(const void* address, std::uint64_t initial) {
  auto [place, is_new] = locations_.try_emplace(address);
  Location& word = place->second;
  if (is_new) {
    word.number = count_++;
    word.stores.push_back({initial, {}});
  }
  return word;
}

std::uint32_t Memory::oldest(const View& view, const Location& word, Order order) const {
  const std::uint32_t known = view.seen_at(word.number);
  return order == Order::seq_cst ? std::max(known, consistent_.seen_at(word.number)) : known;
}

std::uint64_t Memory::read(View& view, Location& word, std::uint32_t store, Order order) {
  view.see(word.number, store);
  if (acquires(order)) view.join(word.stores[store].message);
  if (order == Order::seq_cst) consistent_.see(word.number, store);
  return word.stores[store].value;
}

void Memory::write(View& view, Location& word, std::uint64_t value, Order order) {
  word.stores.push_back({value, {}});
  view.see(word.number, newest(word));
  if (releases(order)) word.stores.back().message = view;
  if (order == Order::seq_cst) consistent_.see(word.number, newest(word));
}

void Memory::modify(View& view, Location& word, std::uint64_t value, Order order) {
  View before = word.stores.back().message;
  write(view, word, value, order);
  word.stores.back().message.join(before);
}

void Memory::fence(View& view) {
  if (view.seen.size() < consistent_.seen.size()) view.seen.resize(consistent_.seen.size());
  for (std::size_t at = 0; at < consistent_.seen.size(); ++at)
    view.seen[at] = std::max(view.seen[at], consistent_.seen[at]);
  for (std::uint32_t at = 0; at < view.seen.size(); ++at) consistent_.see(at, view.seen[at]);
}

}  // namespace model
