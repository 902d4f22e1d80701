// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses the fields of an affinity format and writes them out.
#include "core/icv/affinity_format.h"

#include <stdio.h>
#include <string.h>

namespace limpid::core {
namespace {

// Appends to a buffer that may be too small. length() counts all characters, also those that were cut.
class Output {
 public:
  Output(char* buffer, std::size_t size) : buffer_(buffer), size_(size) {
    if (size_ > 0) buffer_[0] = '\0';
  }

  void add(char c) {
    if (length_ + 1 < size_) {
      buffer_[length_] = c;
      buffer_[length_ + 1] = '\0';
    }
    ++length_;
  }
  void add(const char* text, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) add(text[i]);
  }
  void fill(char c, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) add(c);
  }

  [[nodiscard]] std::size_t length() const { return length_; }

 private:
  char* buffer_;
  std::size_t size_;
  std::size_t length_ = 0;
};

// %[[[0].]size]type or %[[[0].]size]{name}
struct Field {
  bool zeros = false;
  bool right = false;
  std::size_t width = 0;
  char type = '\0';
};

struct LongName {
  const char* name;
  char type;
};
constexpr LongName kLongNames[] = {{"team_num", 't'},       {"num_teams", 'T'},   {"nesting_level", 'L'},
                                   {"thread_num", 'n'},     {"num_threads", 'N'}, {"ancestor_tnum", 'a'},
                                   {"host", 'H'},           {"process_id", 'P'},  {"native_thread_id", 'i'},
                                   {"thread_affinity", 'A'}};

// On entry `at` is behind the opening brace, on return behind the closing one. '\0' for a name that is not in
// the table.
char take_long_name(const char*& at) {
  const std::size_t length = strcspn(at, "}");
  const char* const name = at;
  at += length;
  if (*at == '}') ++at;
  for (const LongName& known : kLongNames)
    if (strlen(known.name) == length && memcmp(known.name, name, length) == 0) return known.type;
  return '\0';
}

// Wider than any sensible terminal: keeps a mistyped size from filling memory.
constexpr std::size_t kMaxWidth = 1 << 16;

Field take_field(const char*& at) {
  Field field;
  if (at[0] == '0' && at[1] == '.') {
    field.zeros = true;
    ++at;
  }
  if (*at == '.') {
    field.right = true;
    ++at;
  }
  for (; *at >= '0' && *at <= '9'; ++at)
    if (field.width < kMaxWidth) field.width = field.width * 10 + static_cast<std::size_t>(*at - '0');
  if (*at == '{') {
    ++at;
    field.type = take_long_name(at);
  } else if (*at != '\0') {
    field.type = *at++;
  }
  return field;
}

void add_padded(Output& out, const Field& field, const char* text, bool numeric) {
  std::size_t length = strlen(text);
  const std::size_t padding = field.width > length ? field.width - length : 0;
  if (!field.right) {
    out.add(text, length);
    return out.fill(' ', padding);
  }
  const bool zeros = field.zeros && numeric;
  if (zeros && *text == '-') {
    out.add(*text++);
    --length;
  }
  out.fill(zeros ? '0' : ' ', padding);
  out.add(text, length);
}

void add_number(Output& out, const Field& field, long value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%ld", value);
  add_padded(out, field, digits, true);
}

void add_affinity(Output& out, const Field& field, const platform::CpuSet& processors) {
  char text[24 * 1024];  // the longest possible list: every other one of 8192 processors
  platform::format_cpu_list(processors, text, sizeof text);
  add_padded(out, field, text, false);
}

void add_field(Output& out, const Field& field, const AffinityFields& facts) {
  switch (field.type) {
    case 't':
      return add_number(out, field, facts.team_num);
    case 'T':
      return add_number(out, field, facts.num_teams);
    case 'L':
      return add_number(out, field, facts.nesting_level);
    case 'n':
      return add_number(out, field, facts.thread_num);
    case 'N':
      return add_number(out, field, facts.num_threads);
    case 'a':
      return add_number(out, field, facts.ancestor_tnum);
    case 'P':
      return add_number(out, field, facts.process_id);
    case 'i':
      return add_number(out, field, facts.native_thread_id);
    case 'H':
      return add_padded(out, field, facts.host, false);
    case 'A':
      return add_affinity(out, field, facts.thread_affinity);
    default:
      return add_padded(out, field, "undefined", false);
  }
}

}  // namespace

std::size_t format_affinity(char* buffer, std::size_t size, const char* format, const AffinityFields& facts) {
  Output out(buffer, size);
  while (*format != '\0') {
    if (*format != '%') {
      out.add(*format++);
    } else if (format[1] == '%') {
      out.add('%');
      format += 2;
    } else {
      ++format;
      add_field(out, take_field(format), facts);
    }
  }
  return out.length();
}

}  // namespace limpid::core
