// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/settle.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "analysis/input.h"
#include "analysis/trace_of.h"

namespace limpid::cli::record {
namespace {

using profile::FinishReason;

std::string this_host() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : fd_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {}
  ~OpenFile() {
    if (fd_ >= 0) close(fd_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  // Whether a recorder holds it. One that cannot lock its file does not: so this alone proves nothing.
  bool is_held() const { return fd_ < 0 || flock(fd_, LOCK_EX | LOCK_NB) != 0; }

  // Where the records end; 0 if that cannot be read.
  size_t end_of_records() const {
    std::vector<std::byte> bytes(static_cast<size_t>(std::max<off_t>(0, lseek(fd_, 0, SEEK_END))));
    if (bytes.size() < sizeof(profile::FileHeader)) return 0;
    if (pread(fd_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return 0;
    profile::FileHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    profile::RecordCursor cursor(bytes, header.header_bytes);
    for (profile::RawRecord record; cursor.next(&record);) {
    }
    return cursor.damaged() ? 0 : cursor.offset();
  }

  // The record first: the file is never without its end.
  bool finish(size_t at, const profile::FinishRecord& record) const {
    return pwrite(fd_, &record, sizeof record, static_cast<off_t>(at)) == sizeof record &&
           cut(at + sizeof record);
  }
  bool cut(size_t at) const { return ftruncate(fd_, static_cast<off_t>(at)) == 0; }

 private:
  int fd_;
};

// Nobody writes to the file's memory any more. A process that became another program lives on, but its memory
// is gone.
bool is_over(const analysis::Origin& origin, bool exec) {
  if (origin.host != this_host()) return false;
  return exec || (kill(static_cast<pid_t>(origin.pid), 0) != 0 && errno == ESRCH);
}

profile::FinishRecord finish_record(const profile::Profile& profile, FinishReason reason) {
  profile::FinishRecord record{};
  record.head = {static_cast<uint16_t>(profile::RecordType::kFinish), sizeof record / profile::kUnit};
  record.reason = static_cast<uint32_t>(reason);
  record.time_ns = analysis::end_of(profile);
  return record;
}

// The blocks that were to be written next are of no use.
void cut_trace(const analysis::Input& input) {
  std::optional<analysis::TraceOf> trace = analysis::find_trace(input);
  if (!trace || trace->file.has(trace::FileFlag::kFinished)) return;
  const OpenFile file(trace->path);
  if (!file.is_held() && trace->file.end() < trace->file.size()) file.cut(trace->file.end());
}

// False if the file was deleted.
bool settle_one(analysis::Origin& origin, bool exec, const Ending& ending) {
  const bool main_program = static_cast<int>(origin.pid) == ending.pid;
  const OpenFile file(origin.path);
  if (origin.finished || file.is_held() || !is_over(origin, exec)) return true;
  analysis::Input input;
  input.path = origin.path;
  profile::Profile& profile = input.profile;
  std::string ignored;
  if (!profile::read_profile(origin.path, &profile, &ignored) || profile.damaged) return true;
  if (!origin.openmp && !main_program) return unlink(origin.path.c_str()) != 0;
  cut_trace(input);
  const size_t end = file.end_of_records();
  if (end == 0) return true;
  if (!exec && (!main_program || ending.by_signal)) {
    file.cut(end);
    return true;
  }
  const auto record = finish_record(profile, exec ? FinishReason::kExec : FinishReason::kGone);
  origin.finished = file.finish(end, record);
  return true;
}

}  // namespace

void settle(std::vector<analysis::Origin>& outputs, const Ending& ending) {
  const analysis::Recordings recordings(outputs);
  std::vector<analysis::Origin> kept;
  for (analysis::Origin& output : outputs) {
    const bool exec = !output.finished && recordings.is_followed(output);
    if (settle_one(output, exec, ending)) kept.push_back(std::move(output));
  }
  outputs = std::move(kept);
}

}  // namespace limpid::cli::record
