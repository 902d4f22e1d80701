// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <climits>
#include <cstdint>

#include "trace/trace_settings.h"

namespace limpid::recorder {

// What the LIMPID_* variables ask for. Wrong values are named on stderr once, and the default
// holds.
struct Settings {
  static constexpr uint32_t kDefaultFrequencyMhz = 200'000;
  static constexpr uint32_t kLeastDefaultMaxCost = 1000;
  static constexpr uint64_t kDefaultMaxBytes = 256ull << 20;

  char output[PATH_MAX] = {};  // LIMPID_OUTPUT, patterns not yet expanded; empty: the default name
  uint32_t frequency_mhz = kDefaultFrequencyMhz;  // LIMPID_FREQUENCY in Hz: 1 to 10000
  int signal = 0;                                 // LIMPID_SIGNAL: number or name; 0: the recorder's choice
  uint64_t max_bytes = kDefaultMaxBytes;          // LIMPID_MAX_SIZE: bytes, or with k, M, G
  TraceSettings trace;
  bool start_paused = false;  // LIMPID_START=paused: until the program starts it
  // LIMPID_MAX_COST: what the sampler may take of all processors, in thousandths of a percent. By default one
  // percent for each 250 Hz, at least one: who asks for many samples gets them.
  uint32_t max_cost = kLeastDefaultMaxCost;
  // What callbacks for tasks may take of the program's processor time, likewise: a quarter of it, or of one percent
  // where nobody says it. More samples do not need more of them.
  uint32_t max_callback_cost = kLeastDefaultMaxCost / 4;
  int main_pid = 0;  // LIMPID_MAIN_PID: the process that the user asked to record; 0 unknown

  // Where they stand: in the environment, or, where somebody has attached the recorder, in "NAME=value" strings that
  // stand for it, an empty one behind the last.
  const char* given = nullptr;
  const char* value_of(const char* name) const;

  void read();
};

// What max_cost is where nobody says it.
constexpr uint32_t default_max_cost(uint32_t frequency_mhz) {
  const uint32_t by_rate = frequency_mhz / 250;
  return by_rate > Settings::kLeastDefaultMaxCost ? by_rate : Settings::kLeastDefaultMaxCost;
}

// Bytes, or a number with k, M or G. False if it is none of these, or under `least`, or beyond 10 T.
bool parse_size(const char* text, uint64_t least, uint64_t* bytes);

// Rank given by an MPI launcher's variable; -1 if there is none.
int mpi_rank();

// Expands %p (pid), %r (MPI rank, 0 without MPI), %R (.rRANK, nothing without MPI), %h (host), %e (program's
// name) and %% and makes the result absolute. Text that does not fit is cut.
void expand_output(const char* pattern, char (&out)[PATH_MAX]);

}  // namespace limpid::recorder
