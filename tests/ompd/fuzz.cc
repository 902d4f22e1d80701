// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Garbage for the debugger's libraries: a core file in which bits are flipped, words are exchanged, and
// pieces are taken away. Every call has to end in a code, with bounded memory, and to leave nothing behind.
//
//   ompd-fuzz [--rounds N | --seconds N] [--situation NAME]
//
// The seed of a failing round is printed: LIMPID_SEED with that number and --rounds 1 play it again.
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "../seed.h"
#include "allocator.h"
#include "debug_layout.h"
#include "fuzz_calls.h"
#include "session.h"

namespace limpid::test {
namespace {

std::uint64_t g_calls = 0;

struct Options {
  std::uint64_t seed = seed_or(1);
  std::uint64_t rounds = 1000;
  long seconds = 0;
  std::string situation = "tasks";
};

[[noreturn]] void usage() {
  std::fputs("usage: ompd-fuzz [--rounds N | --seconds N] [--situation NAME]\n", stderr);
  std::exit(2);
}

Options parse(int count, char** words) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    if (i + 1 == count) usage();
    const std::string name = words[i];
    const std::string value = words[i + 1];
    if (name == "--rounds") {
      options.rounds = std::stoull(value);
    } else if (name == "--seconds") {
      options.seconds = std::stol(value);
    } else if (name == "--situation") {
      options.situation = value;
    } else {
      usage();
    }
  }
  return options;
}

// A core file's memory with faults in it, all of which can be taken back.
class FaultyMemory : public Memory {
 public:
  explicit FaultyMemory(CoreMemory& sound) : sound_(sound) { files = sound.files; }

  bool read(std::uint64_t address, std::uint64_t bytes, void* buffer) override {
    ++reads;
    touched_.push_back(address);
    for (const std::uint64_t hole : holes_) {
      if (address + bytes > hole && address < hole + kHole) return false;
    }
    if (!sound_.read(address, bytes, buffer)) return false;
    for (const Fault& fault : faults_) {
      if (fault.address >= address && fault.address < address + bytes)
        static_cast<unsigned char*>(buffer)[fault.address - address] = fault.value;
    }
    return true;
  }
  bool write(std::uint64_t, std::uint64_t, const void*) override { return false; }

  // Faults where a sound round read, so that they are met.
  void spoil(std::mt19937_64& random, const std::vector<std::uint64_t>& places) {
    const std::uint64_t count = 1 + random() % 8;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t place = places[random() % places.size()] + random() % 8;
      unsigned char byte = 0;
      if (!sound_.read(place, 1, &byte)) continue;
      switch (random() % 4) {
        case 0:
          faults_.push_back({place, static_cast<unsigned char>(byte ^ (1u << random() % 8))});
          break;
        case 1:
          faults_.push_back({place, static_cast<unsigned char>(random())});
          break;
        case 2:
          exchange(place & ~std::uint64_t{7}, places[random() % places.size()] & ~std::uint64_t{7});
          break;
        default:
          holes_.push_back(place & ~(kHole - 1));
          break;
      }
    }
  }
  void mend() {
    faults_.clear();
    holes_.clear();
    touched_.clear();
    reads = 0;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& touched() const { return touched_; }

  std::uint64_t reads = 0;

 private:
  static constexpr std::uint64_t kHole = 64;
  struct Fault {
    std::uint64_t address;
    unsigned char value;
  };

  // The word of another place, a pointer perhaps, or that place's address itself.
  void exchange(std::uint64_t at, std::uint64_t other) {
    unsigned char word[8];
    std::memcpy(word, &other, sizeof word);
    if (other % 16 == 0) sound_.read(other, sizeof word, word);
    for (std::uint64_t i = 0; i < sizeof word; ++i) faults_.push_back({at + i, word[i]});
  }

  CoreMemory& sound_;
  std::vector<Fault> faults_;
  std::vector<std::uint64_t> holes_;
  std::vector<std::uint64_t> touched_;
};

// Most faults in the table end everything at once, so most rounds leave it alone.
struct Places {
  std::vector<std::uint64_t> table, objects;
  [[nodiscard]] const std::vector<std::uint64_t>& pick(std::mt19937_64& random) const {
    return random() % 8 == 0 ? table : objects;
  }
};

Places places_of_sound_round(FaultyMemory& memory) {
  memory.mend();
  call_everything(memory);
  std::vector<std::uint64_t> touched = memory.touched();
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const std::uint64_t table = memory.symbol("limpid_debug_layout");
  Places places;
  for (const std::uint64_t place : touched) {
    const bool in_table = place >= table && place - table < sizeof(formats::LayoutEntry) * 256;
    (in_table ? places.table : places.objects).push_back(place);
  }
  return places;
}

std::uint64_t g_seed = 0;

void say_seed() {
  std::fprintf(stderr, "ompd-fuzz: replay with LIMPID_SEED=%llu and --rounds 1\n",
               static_cast<unsigned long long>(g_seed));
}

void on_alarm(int) {
  say_seed();
  static constexpr char kText[] = "ompd-fuzz: a round that does not end\n";
  if (write(STDERR_FILENO, kText, sizeof kText - 1) < 0) _exit(4);
  _exit(3);
}

void play(FaultyMemory& memory, const Places& places, std::uint64_t seed) {
  constexpr unsigned kLongestRound = 120;
  g_seed = seed;
  alarm(kLongestRound);
  std::mt19937_64 random(seed);
  memory.mend();
  memory.spoil(random, places.pick(random));
  call_everything(memory);
  if (allocator().live.empty()) return;
  say_seed();
  std::fprintf(stderr, "ompd-fuzz: %zu pieces of memory were not given back\n", allocator().live.size());
  std::exit(1);
}

int run(const Options& options) {
  signal(SIGALRM, on_alarm);
  __sanitizer_set_death_callback(say_seed);
  using Clock = std::chrono::steady_clock;
  Session& session = session_of(SUBJECT_GCC, options.situation, View::core);
  FaultyMemory memory(static_cast<CoreMemory&>(*session.memory));
  const Places places = places_of_sound_round(memory);
  std::printf("ompd-fuzz: %s, from seed %llu; a sound round reads %zu places\n", options.situation.c_str(),
              static_cast<unsigned long long>(options.seed), places.objects.size());
  const auto end = Clock::now() + std::chrono::seconds(options.seconds);
  std::uint64_t rounds = 0;
  while (options.seconds != 0 ? Clock::now() < end : rounds < options.rounds) {
    play(memory, places, options.seed + rounds);
    ++rounds;
  }
  std::printf("ompd-fuzz: %llu rounds, %llu calls\n", static_cast<unsigned long long>(rounds),
              static_cast<unsigned long long>(g_calls));
  return places.objects.empty() ? 1 : 0;
}

}  // namespace

bool ok(int code) {
  ++g_calls;
  if (code < 0 || code > kLastCode) {
    std::fprintf(stderr, "ompd-fuzz: a call returned %d\n", code);
    std::abort();
  }
  return code == 0;
}

}  // namespace limpid::test

int main(int count, char** words) {
  return limpid::test::run(limpid::test::parse(count, words));
}
