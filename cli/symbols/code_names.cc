// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/code_names.h"

#include <algorithm>

namespace limpid::cli::symbols {

Location read_code_name(std::string_view name) {
  constexpr std::string_view kPython = "py::";
  Frame frame;
  frame.identity = name;
  Location location;
  const size_t colon = name.find(':', kPython.size());
  location.python = name.starts_with(kPython) && colon != name.npos;
  if (location.python) {
    frame.name.text = name.substr(kPython.size(), colon - kPython.size());
    frame.name.full = frame.name.text;
    frame.decl_file = name.substr(colon + 1);
    frame.file = frame.decl_file;
    location.detail = Detail::kSource;
  } else {
    frame.name.text = frame.name.full = name;
    location.detail = Detail::kSymbol;
  }
  location.identity = Identity::kSame;
  location.frames.push_back(std::move(frame));
  return location;
}

CodeNames::CodeNames(const std::vector<profile::CodeName>& names) {
  for (const profile::CodeName& code : names) {
    const uint64_t room = ~uint64_t{0} - code.begin;
    put(code.begin, code.begin + std::min(code.bytes, room), locations_.size());
    locations_.push_back(read_code_name(code.name));
    locations_.back().address = locations_.back().function = code.begin;
  }
}

// What was said of these addresses before holds no more.
void CodeNames::put(uint64_t begin, uint64_t end, size_t name) {
  auto next = pieces_.lower_bound(begin);
  if (next != pieces_.begin()) {
    auto& [before, piece] = *std::prev(next);
    if (piece.end > end) next = pieces_.emplace(end, piece).first;
    piece.end = std::min(piece.end, begin);
  }
  while (next != pieces_.end() && next->first < end) {
    const Piece piece = next->second;
    next = pieces_.erase(next);
    if (piece.end > end) next = pieces_.emplace(end, piece).first;
  }
  if (begin < end) pieces_[begin] = {end, name};
}

const Location* CodeNames::find(uint64_t address) const {
  auto after = pieces_.upper_bound(address);
  if (after == pieces_.begin() || address >= std::prev(after)->second.end) return nullptr;
  return &locations_[std::prev(after)->second.name];
}

}  // namespace limpid::cli::symbols
