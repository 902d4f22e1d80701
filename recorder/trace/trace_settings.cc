// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/trace_settings.h"

#include <cstdlib>
#include <cstring>

#include "messages.h"
#include "settings.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kLeastSize = 1 << 20;

void read_switch(const char* text, TraceSettings* s) {
  if (std::strcmp(text, "off") == 0) return;
  s->chunks = std::strcmp(text, "chunks") == 0;
  s->on = s->chunks || std::strcmp(text, "on") == 0;
  if (!s->on) message("LIMPID_TRACE=%s: expected on, chunks (chunks of loops too) or off; using off", text);
}

void read_keep(const char* text, TraceSettings* s) {
  char* end;
  const double seconds = std::strtod(text, &end);
  if (std::strcmp(text, "size") == 0) {
    s->recycle = true;
  } else if (end != text && *end == '\0' && seconds > 0 && seconds <= 1e6) {
    s->recycle = true;
    s->keep_ns = static_cast<uint64_t>(seconds * 1e9);
  } else {
    message("LIMPID_TRACE_KEEP=%s: expected seconds, up to 1000000, or the word size; keeping the beginning",
            text);
  }
}

}  // namespace

void TraceSettings::read(const Settings& all) {
  if (const char* v = all.value_of("LIMPID_TRACE")) read_switch(v, this);
  if (const char* v = all.value_of("LIMPID_TRACE_SIZE")) {
    uint64_t bytes = 0;
    if (parse_size(v, kLeastSize, &bytes)) {
      size = bytes;
    } else {
      message("LIMPID_TRACE_SIZE=%s: expected bytes, or a number with k, M or G, of at least 1M; using 1G",
              v);
    }
  }
  if (const char* v = all.value_of("LIMPID_TRACE_KEEP")) read_keep(v, this);
}

}  // namespace limpid::recorder
