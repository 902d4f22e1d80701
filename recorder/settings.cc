// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings.h"

#include <sys/utsname.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "messages.h"
#include "sample/signal_names.h"

namespace limpid::recorder {

namespace {

void read_frequency(const char* text, Settings* s) {
  char* end;
  const double hz = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(hz >= 1 && hz <= 10000)) {
    message("LIMPID_FREQUENCY=%s: expected a number of samples per second from 1 to 10000; using %u", text,
            Settings::kDefaultFrequencyMhz / 1000);
    return;
  }
  s->frequency_mhz = static_cast<uint32_t>(hz * 1000);
}

void read_cost(const char* text, Settings* s) {
  char* end;
  const double percent = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(percent >= 0.01 && percent <= 50)) {
    message("LIMPID_MAX_COST=%s: expected percent of the processors from 0.01 to 50; using %u", text,
            s->max_cost / 1000);
    return;
  }
  s->max_cost = static_cast<uint32_t>(percent * 1000);
  s->max_callback_cost = s->max_cost / 4;
}

void read_size(const char* text, Settings* s) {
  if (parse_size(text, 16 << 10, &s->max_bytes)) return;
  message("LIMPID_MAX_SIZE=%s: expected bytes, or a number with k, M or G, of at least 16k; using 256M",
          text);
}

void read_signal(const char* text, Settings* s) {
  const int number = signal_number(text);
  const bool usable = number >= 1 && number <= SIGRTMAX && number != SIGKILL && number != SIGSTOP &&
                      number != SIGSEGV && number != SIGBUS && number != SIGILL && number != SIGFPE;
  if (!usable) {
    message("LIMPID_SIGNAL=%s: expected a signal that a program can handle, such as URG, PROF or RTMIN+5",
            text);
    return;
  }
  s->signal = number;
}

void read_start(const char* text, Settings* s) {
  s->start_paused = std::strcmp(text, "paused") == 0;
  if (!s->start_paused && std::strcmp(text, "now") != 0)
    message("LIMPID_START=%s: expected paused or now; recording begins now", text);
}

void append(char (&out)[PATH_MAX], size_t* length, const char* text) {
  while (*text != '\0' && *length + 1 < sizeof out) out[(*length)++] = *text++;
  out[*length] = '\0';
}

void append_pattern(char (&out)[PATH_MAX], size_t* length, char letter) {
  char text[32];
  utsname host;
  switch (letter) {
    case 'p':
      std::snprintf(text, sizeof text, "%d", getpid());
      return append(out, length, text);
    case 'r':
      std::snprintf(text, sizeof text, "%d", mpi_rank() < 0 ? 0 : mpi_rank());
      return append(out, length, text);
    case 'R':
      if (mpi_rank() < 0) return;
      std::snprintf(text, sizeof text, ".r%d", mpi_rank());
      return append(out, length, text);
    case 'h':
      return append(out, length, uname(&host) == 0 ? host.nodename : "host");
    case 'e':
      return append(out, length, program_invocation_short_name);
    case '%':
      return append(out, length, "%");
    default:
      text[0] = '%';
      text[1] = letter;
      text[2] = '\0';
      return append(out, length, text);
  }
}

}  // namespace

const char* Settings::value_of(const char* name) const {
  if (given == nullptr) return std::getenv(name);
  const size_t bytes = std::strlen(name);
  for (const char* each = given; *each != '\0'; each += std::strlen(each) + 1) {
    if (std::strncmp(each, name, bytes) == 0 && each[bytes] == '=') return each + bytes + 1;
  }
  return nullptr;
}

void Settings::read() {
  if (const char* v = value_of("LIMPID_OUTPUT")) {
    std::strncpy(output, v, sizeof output - 1);
  }
  if (const char* v = value_of("LIMPID_FREQUENCY")) read_frequency(v, this);
  max_cost = default_max_cost(frequency_mhz);
  if (const char* v = value_of("LIMPID_MAX_COST")) read_cost(v, this);
  if (const char* v = value_of("LIMPID_MAX_SIZE")) read_size(v, this);
  if (const char* v = value_of("LIMPID_SIGNAL")) read_signal(v, this);
  if (const char* v = value_of("LIMPID_START")) read_start(v, this);
  if (const char* v = value_of("LIMPID_MAIN_PID")) main_pid = static_cast<pid_t>(std::strtol(v, nullptr, 10));
  trace.read(*this);
}

bool parse_size(const char* text, uint64_t least, uint64_t* bytes) {
  char* end;
  const double n = std::strtod(text, &end);
  double unit = 0;
  switch (*end) {
    case '\0':
      unit = 1;
      break;
    case 'k':
    case 'K':
      unit = 1 << 10;
      ++end;
      break;
    case 'M':
    case 'm':
      unit = 1 << 20;
      ++end;
      break;
    case 'G':
    case 'g':
      unit = 1 << 30;
      ++end;
      break;
    default:
      break;
  }
  const double size = n * unit;
  if (end == text || *end != '\0' || !(size >= static_cast<double>(least) && size <= 1e13)) return false;
  *bytes = static_cast<uint64_t>(size);
  return true;
}

int mpi_rank() {
  for (const char* name :
       {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID"}) {
    const char* v = std::getenv(name);
    if (v == nullptr || *v == '\0') continue;
    char* end;
    const long rank = std::strtol(v, &end, 10);
    if (*end == '\0' && rank >= 0 && rank <= INT_MAX) return static_cast<int>(rank);
  }
  return -1;
}

void expand_output(const char* pattern, char (&out)[PATH_MAX]) {
  size_t length = 0;
  out[0] = '\0';
  if (*pattern == '\0') pattern = mpi_rank() < 0 ? "limpid.%p.limpid" : "limpid.%r.%p.limpid";
  if (*pattern != '/' && getcwd(out, sizeof out) != nullptr) {
    length = std::strlen(out);
    append(out, &length, "/");
  }
  for (; *pattern != '\0'; ++pattern) {
    if (*pattern == '%' && pattern[1] != '\0') {
      append_pattern(out, &length, *++pattern);
    } else if (length + 1 < sizeof out) {
      out[length++] = *pattern;
      out[length] = '\0';
    }
  }
}

}  // namespace limpid::recorder
