// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/metadata.h"

#include <climits>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include <fcntl.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "sample/signal_names.h"
#include "session.h"

namespace limpid::recorder {

namespace {

void put(Session& session, const char* name, const char* value) {
  session.writer.info(name, value, std::strlen(value));
}

// A whole small file; its length.
size_t read_file(const char* path, char* buffer, size_t bytes) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  size_t total = 0;
  for (ssize_t n; total < bytes && (n = read(fd, buffer + total, bytes - total)) > 0;)
    total += static_cast<size_t>(n);
  close(fd);
  return total;
}

void put_command(Session& session) {
  static char text[64 << 10];
  size_t n = read_file("/proc/self/cmdline", text, sizeof text);
  if (n > 0 && text[n - 1] == '\0') --n;
  session.writer.info("command", text, n);
  const ssize_t length = readlink("/proc/self/exe", text, sizeof text);
  if (length > 0) session.writer.info("executable", text, static_cast<size_t>(length));
  if (getcwd(text, sizeof text) != nullptr) put(session, "directory", text);
}

void put_host(Session& session) {
  utsname name;
  if (uname(&name) != 0) return;
  put(session, "host", name.nodename);
  char kernel[sizeof name.sysname + sizeof name.release + sizeof name.machine + 3];
  std::snprintf(kernel, sizeof kernel, "%s %s %s", name.sysname, name.release, name.machine);
  put(session, "kernel", kernel);
}

// "0-3,8"
void put_processors(Session& session) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return;
  char text[4096];
  int n = 0;
  for (int first = 0; first < CPU_SETSIZE && n < static_cast<int>(sizeof text) - 32; ++first) {
    if (!CPU_ISSET(first, &set)) continue;
    int last = first;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set)) ++last;
    const char* comma = n == 0 ? "" : ",";
    const auto room = sizeof text - static_cast<size_t>(n);
    n += first == last ? std::snprintf(text + n, room, "%s%d", comma, first)
                       : std::snprintf(text + n, room, "%s%d-%d", comma, first, last);
    first = last;
  }
  session.writer.info("processors", text, static_cast<size_t>(n));
}

void put_variable(Session& session, const char* variable) {
  const char* equals = std::strchr(variable, '=');
  char name[256];
  if (equals == nullptr || equals - variable > 200) return;
  std::snprintf(name, sizeof name, "env:%.*s", static_cast<int>(equals - variable), variable);
  put(session, name, equals + 1);
}

bool is_wanted(const char* variable, bool with_ours) {
  for (const char* prefix : {"OMP_", "GOMP_", "KMP_", "LD_LIBRARY_PATH", "LD_PRELOAD"}) {
    if (std::strncmp(variable, prefix, std::strlen(prefix)) == 0) return true;
  }
  return with_ours && std::strncmp(variable, "LIMPID_", 7) == 0;
}

// Of an attached recorder's settings the environment says nothing.
void put_environment(Session& session) {
  const char* given = session.settings.given;
  for (char** e = environ; e != nullptr && *e != nullptr; ++e) {
    if (is_wanted(*e, given == nullptr)) put_variable(session, *e);
  }
  for (; given != nullptr && *given != '\0'; given += std::strlen(given) + 1) put_variable(session, given);
}

void put_settings(Session& session) {
  char text[64];
  std::snprintf(text, sizeof text, "%u.%03u", session.settings.frequency_mhz / 1000,
                session.settings.frequency_mhz % 1000);
  put(session, "setting:frequency", text);
  std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(session.settings.max_bytes));
  put(session, "setting:max_size", text);
  put(session, "setting:signal", name_of_signal(session.signal.number()).text);
  put(session, "recorder", "Limpid recorder " LIMPID_VERSION);
}

}  // namespace

void write_metadata(Session& session) {
  put_command(session);
  put_host(session);
  put_processors(session);
  put_settings(session);
  put_environment(session);
}

bool has_image_of_this_process(const char* path) {
  struct {
    profile::FileHeader header;
    profile::RunRecord run;
  } start{};
  if (read_file(path, reinterpret_cast<char*>(&start), sizeof start) != sizeof start) return false;
  return start.header.magic == profile::kMagic && start.header.version_major == profile::kVersionMajor &&
         start.header.header_bytes == sizeof start.header && start.run.pid == static_cast<uint32_t>(getpid());
}

}  // namespace limpid::recorder
