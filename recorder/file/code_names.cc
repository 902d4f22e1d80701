// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/code_names.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

#include "file/line_reader.h"
#include "system.h"

namespace limpid::recorder {

namespace {

// An address that has no module, and the line that names it: of the first file or the second, at `line` - 1; 0: none.
struct Unnamed {
  uint64_t address;
  uint64_t line;
  uint32_t file;
};

// A line's code and name.
struct Named {
  uint64_t begin = 0, bytes = 0;
  std::string_view name;
};

bool read_hexadecimal(std::string_view* text, uint64_t* value) {
  *value = 0;
  size_t digits = 0;
  for (; digits < text->size() && digits < 16; ++digits) {
    const char c = (*text)[digits];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) break;
    *value = *value << 4 | static_cast<uint64_t>(digit);
  }
  text->remove_prefix(digits);
  return digits > 0;
}

// "0x7f00 b py::solve:/home/u/solve.py"; the 0x is left out by most.
bool read_named(std::string_view line, Named* out) {
  uint64_t* const numbers[] = {&out->begin, &out->bytes};
  for (uint64_t* number : numbers) {
    if (line.starts_with("0x")) line.remove_prefix(2);
    if (!read_hexadecimal(&line, number) || !line.starts_with(' ')) return false;
    line.remove_prefix(line.find_first_not_of(' ') == line.npos ? line.size() : line.find_first_not_of(' '));
  }
  out->name = line;
  return !line.empty();
}

// When the process began, in seconds since 1970; 0: not known.
int64_t began(pid_t process) {
  char text[1024];
  std::snprintf(text, sizeof text, "/proc/%d/stat", process);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t n = read(file, text, sizeof text - 1);
  close(file);
  text[n < 0 ? 0 : n] = '\0';
  const char* at = std::strrchr(text, ')');  // the name before it may have anything in it
  constexpr int kStartTime = 22, kFirstBehindName = 3;
  for (int field = kFirstBehindName; at != nullptr && field <= kStartTime; ++field) {
    at = std::strchr(at + 1, ' ');
  }
  uint64_t ticks = 0;
  if (at == nullptr) return 0;
  for (++at; *at >= '0' && *at <= '9'; ++at) ticks = ticks * 10 + static_cast<uint64_t>(*at - '0');
  const auto now = static_cast<int64_t>(read_clock(CLOCK_REALTIME)),
             running = static_cast<int64_t>(read_clock(CLOCK_BOOTTIME));
  const auto second = static_cast<int64_t>(kSecond);
  return (now - running) / second + static_cast<int64_t>(ticks) / sysconf(_SC_CLK_TCK);
}

// The process's file of names; -1: there is none, or it is another user's or an earlier process's of that number.
int open_names(pid_t process) {
  char path[64];
  std::snprintf(path, sizeof path, "/tmp/perf-%d.map", process);
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return -1;
  struct stat status;
  constexpr int64_t kRounding = 2;
  const bool ours = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                    status.st_mtim.tv_sec + kRounding >= began(process);
  if (ours) return file;
  close(file);
  return -1;
}

class UnnamedCode {
 public:
  // Finds all addresses of nodes that lie in no module. False if there are none, or no memory.
  bool collect(const NodeTable& nodes, ModuleTable& modules);
  // Looks for lines that name them.
  void look_up(int descriptor, uint32_t file);
  // Writes those that some of them are named by, once each and in their order in the files.
  void write(ProfileFile& profile, const int (&descriptors)[2]);
  ~UnnamedCode();

 private:
  static constexpr size_t kBuffer = 64 << 10;
  static bool outside(const Node& node, ModuleTable& modules, uint64_t* address);
  void name(const Named& code, uint64_t line, uint32_t file);
  void write_line(ProfileFile& profile, int descriptor, uint64_t line);

  Unnamed* addresses_ = nullptr;
  size_t count_ = 0, capacity_ = 0;
  char* buffer_ = nullptr;
};

bool UnnamedCode::outside(const Node& node, ModuleTable& modules, uint64_t* address) {
  const auto kind = static_cast<uint32_t>(node.kind);
  const bool frame = kind == static_cast<uint32_t>(profile::NodeKind::kFrame);
  if ((!frame && kind != static_cast<uint32_t>(profile::NodeKind::kLeaf)) || node.value == 0) return false;
  *address = frame ? node.value - 1 : node.value;
  const ModuleTable::Reader now(modules);
  if (now.map() != nullptr && now.map()->find(*address) != nullptr) return false;
  for (uint32_t i = modules.count(); i-- > 0;) {
    if (*address >= modules.module(i).begin && *address < modules.module(i).end) return false;
  }
  return true;
}

bool UnnamedCode::collect(const NodeTable& nodes, ModuleTable& modules) {
  uint64_t address;
  const uint32_t used = nodes.used();
  for (NodeId id = 1; id <= used; ++id)
    capacity_ += nodes.valid(id) && outside(nodes.node(id), modules, &address);
  if (capacity_ == 0) return false;
  addresses_ = static_cast<Unnamed*>(map_pages(capacity_ * sizeof(Unnamed)));
  buffer_ = static_cast<char*>(map_pages(kBuffer));
  if (addresses_ == nullptr || buffer_ == nullptr) return false;
  for (NodeId id = 1; id <= used && count_ < capacity_; ++id) {
    if (nodes.valid(id) && outside(nodes.node(id), modules, &address)) addresses_[count_++] = {address, 0, 0};
  }
  std::sort(addresses_, addresses_ + count_,
            [](const Unnamed& a, const Unnamed& b) { return a.address < b.address; });
  return true;
}

void UnnamedCode::name(const Named& code, uint64_t line, uint32_t file) {
  Unnamed* at = std::lower_bound(addresses_, addresses_ + count_, code.begin,
                                 [](const Unnamed& a, uint64_t address) { return a.address < address; });
  for (; at != addresses_ + count_ && at->address - code.begin < code.bytes; ++at) {
    at->line = line + 1;
    at->file = file;
  }
}

void UnnamedCode::look_up(int descriptor, uint32_t file) {
  LineReader lines(descriptor, buffer_, kBuffer);
  std::string_view line;
  Named code;
  for (uint64_t at; lines.next(&line, &at);) {
    if (read_named(line, &code)) name(code, at, file);
  }
}

void UnnamedCode::write_line(ProfileFile& profile, int descriptor, uint64_t line) {
  constexpr size_t kLongestName = 4096;
  const ssize_t n = pread(descriptor, buffer_, kBuffer, static_cast<off_t>(line));
  const std::string_view text(buffer_, n > 0 ? static_cast<size_t>(n) : 0);
  Named code;
  if (!read_named(text.substr(0, text.find('\n')), &code)) return;
  code.name = code.name.substr(0, kLongestName);
  auto* r = profile.append<profile::CodeNameRecord>(profile::RecordType::kCodeName, code.name.size());
  if (r == nullptr) return;
  r->name_bytes = static_cast<uint32_t>(code.name.size());
  r->begin = code.begin;
  r->bytes = code.bytes;
  std::memcpy(r + 1, code.name.data(), code.name.size());
  profile.commit(r);
}

void UnnamedCode::write(ProfileFile& profile, const int (&descriptors)[2]) {
  const auto place = [](const Unnamed& a) { return std::pair(a.file, a.line); };
  std::sort(addresses_, addresses_ + count_,
            [&](const Unnamed& a, const Unnamed& b) { return place(a) < place(b); });
  for (size_t i = 0; i < count_; ++i) {
    const bool again = i > 0 && place(addresses_[i]) == place(addresses_[i - 1]);
    if (addresses_[i].line != 0 && !again) {
      write_line(profile, descriptors[addresses_[i].file], addresses_[i].line - 1);
    }
  }
}

UnnamedCode::~UnnamedCode() {
  if (addresses_ != nullptr) munmap(addresses_, capacity_ * sizeof(Unnamed));
  if (buffer_ != nullptr) munmap(buffer_, kBuffer);
}

}  // namespace

void write_code_names(ProfileFile& file, const NodeTable& nodes, ModuleTable& modules, pid_t forked_from) {
  const ErrnoGuard keep;
  UnnamedCode code;
  if (!code.collect(nodes, modules)) return;
  const int descriptors[2] = {forked_from == 0 ? -1 : open_names(forked_from), open_names(getpid())};
  for (uint32_t i = 0; i < 2; ++i) {
    if (descriptors[i] >= 0) code.look_up(descriptors[i], i);
  }
  code.write(file, descriptors);
  for (const int descriptor : descriptors) {
    if (descriptor >= 0) close(descriptor);
  }
}

}  // namespace limpid::recorder
