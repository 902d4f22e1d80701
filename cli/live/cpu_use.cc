// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/cpu_use.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace limpid::cli::live {

void CpuUse::begin(uint64_t now_ns) {
  before_ns_ = now_ns_;
  now_ns_ = now_ns;
  before_ = std::move(now_);
  now_.clear();
}

// schedstat: nanoseconds on a processor, in a queue for one, number of turns. Plain calls: this is most of what a look at
// many threads costs.
void CpuUse::look_at(uint64_t thread) {
  std::array<char, 64> text{};
  const int file =
      open(fmt::format("/proc/{}/task/{}/schedstat", pid_, thread).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t bytes = read(file, text.data(), text.size() - 1);
  close(file);
  if (bytes > 0) now_[thread] = std::strtoull(text.data(), nullptr, 10);
}

std::optional<double> CpuUse::share(uint64_t thread) const {
  const auto before = before_.find(thread);
  const auto now = now_.find(thread);
  if (before == before_.end() || now == now_.end() || now_ns_ <= before_ns_) return std::nullopt;
  const auto ran = static_cast<double>(now->second - std::min(now->second, before->second));
  return std::min(1.0, ran / static_cast<double>(now_ns_ - before_ns_));
}

}  // namespace limpid::cli::live
