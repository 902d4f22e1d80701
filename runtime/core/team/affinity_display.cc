// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the values of a thread's affinity line, and prints the line when they have changed.
#include "core/team/affinity_display.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/data/ancestors.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/icv/affinity_format.h"
#include "core/icv/device_icvs.h"

namespace limpid::core {
namespace {

constexpr std::size_t kLine = 8192;  // longest line of one thread, in bytes

class Facts {
 public:
  explicit Facts(const Thread& self) {
    if (gethostname(host_, sizeof host_) != 0) host_[0] = '\0';
    host_[sizeof host_ - 1] = '\0';
    const auto level = static_cast<int>(self.team->nesting.level);
    facts_ = {static_cast<long>(self.team->league.team_number),
              static_cast<long>(self.team->league.size),
              level,
              static_cast<long>(self.index),
              static_cast<long>(self.team_size),
              ancestor_at(self, level - 1).thread_num,
              getpid(),
              static_cast<long>(self.identity.native_id),
              host_,
              {}};
    platform::affinity_of_this_thread(facts_.thread_affinity);
  }
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;

  [[nodiscard]] const AffinityFields& get() const { return facts_; }

 private:
  char host_[256];
  AffinityFields facts_;
};

// Writes the text, cut to kLine - 2 bytes, and a newline; returns the length with the newline.
std::size_t make_line(Thread& self, const char* format, char* line) {
  std::size_t length = capture_affinity(self, format, line, kLine - 1);
  if (length > kLine - 2) length = kLine - 2;
  line[length] = '\n';
  return length + 1;
}

// FNV-1a.
constexpr std::uint64_t kHashBegin = 0xcbf29ce484222325;
std::uint64_t hash_of(const char* text, std::size_t length) {
  std::uint64_t hash = kHashBegin;
  for (std::size_t i = 0; i < length; ++i)
    hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3;
  return hash;
}

// The places of the region's threads: if one changes, all threads print their lines (5.1, section 6.13).
std::uint64_t hash_of_places(const Team& team) {
  std::uint64_t hash = kHashBegin;
  for (std::uint32_t index = 0; index < team.size; ++index)
    hash = (hash ^ static_cast<std::uint32_t>(team.members[index].place)) * 0x100000001b3;
  return hash;
}

// All fields of a thread's affinity that may change, whichever of them affinity-format-var shows. A change of
// the format itself does not count.
constexpr char kFacts[] = "%t %T %L %n %N %a %A";

// Hash of the values that the calling thread printed last.
constinit thread_local std::uint64_t t_shown = 0;

// Prints where the program's own runtime does. One write, so that the lines of several threads do not mix.
// LLVM's goes through stdout, in order with the program's own output.
void write_line(const char* line, std::size_t length) {
  if (global_icvs().own_runtime == OwnRuntime::kLlvm) {
    fwrite(line, 1, length, stdout);
    return;
  }
  const ssize_t ignored = write(STDERR_FILENO, line, length);
  static_cast<void>(ignored);
}

}  // namespace

std::size_t capture_affinity(Thread& self, const char* format, char* buffer, std::size_t size) {
  const Facts facts(self);
  if (format != nullptr && *format != '\0') return format_affinity(buffer, size, format, facts.get());
  char default_format[kMaxAffinityFormat];
  copy_affinity_format(default_format, sizeof default_format);
  return format_affinity(buffer, size, default_format, facts.get());
}

std::size_t capture_affinity_padded(Thread& self, const char* format, char* buffer, std::size_t size) {
  char line[kLine];
  const std::size_t length = capture_affinity(self, format, line, sizeof line);
  const std::size_t have = length < kLine ? length : kLine - 1;
  const std::size_t used = have < size ? have : size;
  memcpy(buffer, line, used);
  if (used < size) memset(buffer + used, ' ', size - used);
  return length;
}

void display_affinity(Thread& self, const char* format) {
  char line[kLine];
  write_line(line, make_line(self, format, line));
}

void display_changed_affinity(Thread& self) {
  char line[kLine];
  const std::uint64_t hash = hash_of(line, make_line(self, kFacts, line)) + hash_of_places(*self.team);
  if (t_shown == hash) return;
  t_shown = hash;
  write_line(line, make_line(self, nullptr, line));
}

}  // namespace limpid::core
