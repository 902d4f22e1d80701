// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/places.h"

#include <fmt/format.h>

#include <filesystem>

namespace limpid::cli::live {
namespace {

std::string text_of(const symbols::Location& location, int line, const std::string& function) {
  const symbols::Frame& frame = location.frames.back();
  const std::string& file = frame.decl_file.empty() ? frame.file : frame.decl_file;
  if (line > 0 && !file.empty())
    return fmt::format("{}:{} in {}", std::filesystem::path(file).filename().string(), line, function);
  if (!function.empty()) return function;
  return fmt::format("{}+{:#x}", location.module, location.address);
}

}  // namespace

const symbols::Location* Places::locate(uint64_t address) {
  const Mapping* const mapping = memory_.mapping_of(address);
  if (mapping == nullptr) return nullptr;
  return &symbolizer_.locate(symbolizer_.add_module({mapping->path, ""}),
                             address - memory_.bias_of(*mapping));
}

// The body begins at the directive; the call, where there is no body to look at, may have the line of the statement
// before. The function around an outlined one is in its name, or else the call's.
std::string Places::of_construct(uint64_t created_at, uint64_t function) {
  const auto [known, fresh] = known_.try_emplace({created_at, function}, "?");
  if (!fresh) return known->second;
  const symbols::Location* const body = function == 0 ? nullptr : locate(function);
  const symbols::Location* const call = created_at == 0 ? nullptr : locate(created_at - 1);
  if (body != nullptr) {
    const symbols::Frame& frame = body->frames.back();
    const bool named = !frame.name.text.empty() || call == nullptr;
    known->second = text_of(*body, frame.declared && frame.decl_line > 0 ? frame.decl_line : frame.line,
                            named ? frame.name.text : call->frames.back().name.text);
  } else if (call != nullptr) {
    known->second = text_of(*call, call->frames.back().line, call->frames.back().name.text);
  }
  return known->second;
}

}  // namespace limpid::cli::live
