// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of requests for the Collector API: any order, any sizes, any bytes. A small model says which error
// code each request has to get; what is not to be written is compared. Under AddressSanitizer a list is just
// as long as it says.
#include <dlfcn.h>
#include <omp_collector_api.h>
#include <unistd.h>

#include <vector>

#include "fuzz.h"

namespace {

int (*g_api)(void*) = nullptr;
uint64_t g_seed = 0;
bool g_started = false;
volatile long g_called = 0;
volatile int g_sink = 0;

void on_event(OMP_COLLECTORAPI_EVENT event) {
  if (event < OMP_EVENT_FORK || event > OMP_EVENT_THR_END_ATWT) abort();
  __atomic_fetch_add(&g_called, 1, __ATOMIC_RELAXED);
}

void fail(const char* what, size_t entry) {
  fprintf(stderr, "FAILED: entry %zu: %s; replay with LIMPID_SEED=%llu and --cases 1\n", entry, what,
          static_cast<unsigned long long>(g_seed));
  exit(1);
}

struct Header {
  int size;
  int request;
  int code;
  int returned;
};

struct List {
  std::vector<char> bytes;
  std::vector<size_t> entries;  // offsets of those that are well-formed
  bool malformed = false;       // it ends in an entry that is not
};

int random_size(fuzz::Random& random) {
  static const int kUsual[] = {16, 20, 24, 28, 32, 32, 28, 40, 128, 132, 256, 1024};
  return kUsual[random.below(sizeof kUsual / sizeof kUsual[0])];
}

int random_request(fuzz::Random& random) {
  if (random.one_in(12)) return static_cast<int>(random.word());
  if (random.one_in(6)) return OMP_REQ_START;
  int request = static_cast<int>(random.below(OMP_REQ_LAST + 1));
  bool ends_all = request == OMP_REQ_STOP || request == OMP_REQ_PAUSE;
  return ends_all && !random.one_in(4) ? static_cast<int>(OMP_REQ_REGISTER) : request;
}

int random_event(fuzz::Random& random) {
  static const int kOdd[] = {0, -1, 23, 35, 255, 4096, 4097, 0x7fffffff};
  if (random.one_in(4)) return kOdd[random.below(8)];
  return static_cast<int>(1 + random.below(22));
}

void put(List& list, size_t offset, const void* value, size_t bytes) {
  if (offset + bytes <= list.bytes.size()) memcpy(list.bytes.data() + offset, value, bytes);
}

// What goes into mem: a registration in one of its layouts, or anything.
void fill(List& list, size_t offset, size_t room, fuzz::Random& random) {
  for (size_t i = 0; i < room; ++i) list.bytes[offset + i] = static_cast<char>(random.word());
  void (*callback)(OMP_COLLECTORAPI_EVENT) = random.one_in(5) ? nullptr : on_event;
  int event = random_event(random);
  if (room >= 4) put(list, offset, &event, 4);
  if (room >= 16) put(list, offset + 8, &callback, sizeof callback);
  if (room == 12) put(list, offset + 4, &callback, sizeof callback);
}

List random_list(fuzz::Random& random) {
  List list;
  uint32_t count = random.below(12);
  for (uint32_t i = 0; i < count; ++i) {
    int size = random_size(random);
    Header header = {size, i == 0 && !random.one_in(4) ? int{OMP_REQ_START} : random_request(random),
                     static_cast<int>(random.word()), static_cast<int>(random.word())};
    size_t offset = list.bytes.size();
    list.entries.push_back(offset);
    list.bytes.resize(offset + static_cast<size_t>(size));
    memcpy(list.bytes.data() + offset, &header, sizeof header);
    fill(list, offset + sizeof header, static_cast<size_t>(size) - sizeof header, random);
  }
  static const int kMalformed[] = {
      1, 2, 3, 4, 8, 12, 15, 17, 18, 19, 30, 1025, -1, -16, -2147483647 - 1, 0x7fffffff};
  list.malformed = random.one_in(3);
  int last = list.malformed ? kMalformed[random.below(16)] : 0;
  size_t offset = list.bytes.size();
  list.bytes.resize(offset + sizeof last);
  memcpy(list.bytes.data() + offset, &last, sizeof last);
  return list;
}

int expected_of_registration(const Header& header, const char* mem, int least) {
  if (header.size - 16 < least) return OMP_ERRCODE_ERROR;
  int event = 0;
  memcpy(&event, mem, sizeof event);
  return event >= 1 && event <= 22 ? OMP_ERRCODE_OK : OMP_ERRCODE_UNKNOWN;
}

int expected_of_session(int request) {
  if (request == OMP_REQ_START) {
    bool again = g_started;
    g_started = true;
    return again ? OMP_ERRCODE_SEQUENCE_ERR : OMP_ERRCODE_OK;
  }
  if (request == OMP_REQ_STOP) g_started = false;
  return OMP_ERRCODE_OK;
}

// On the initial thread, outside all regions.
int expected_code(const Header& header, const char* mem) {
  if (!g_started && header.request != OMP_REQ_START) return OMP_ERRCODE_SEQUENCE_ERR;
  switch (header.request) {
    case OMP_REQ_REGISTER:
      return expected_of_registration(header, mem, 12);
    case OMP_REQ_UNREGISTER:
      return expected_of_registration(header, mem, 4);
    case OMP_REQ_STATE:
      return header.size < 20 ? OMP_ERRCODE_MEM_TOO_SMALL : OMP_ERRCODE_OK;
    case OMP_REQ_CURRENT_PRID:
    case OMP_REQ_PARENT_PRID:
      return header.size < 24 ? OMP_ERRCODE_MEM_TOO_SMALL : OMP_ERRCODE_OK;
    case OMP_REQ_START:
    case OMP_REQ_STOP:
    case OMP_REQ_PAUSE:
    case OMP_REQ_RESUME:
      return expected_of_session(header.request);
    default:
      return OMP_ERRCODE_UNKNOWN;
  }
}

size_t answer_bytes(const Header& header) {
  if (header.request == OMP_REQ_STATE) return 4;
  return header.request == OMP_REQ_CURRENT_PRID || header.request == OMP_REQ_PARENT_PRID ? 8 : 0;
}

void check_entry(const List& list, const char* after, size_t number) {
  const char* before = list.bytes.data() + list.entries[number];
  const char* answer = after + list.entries[number];
  Header asked;
  Header answered;
  memcpy(&asked, before, sizeof asked);
  memcpy(&answered, answer, sizeof answered);
  int code = expected_code(asked, before + sizeof asked);
  if (answered.size != asked.size || answered.request != asked.request)
    fail("size or request was written", number);
  if (answered.code != code) {
    fprintf(stderr, "request %d of %d bytes: code %d, expected %d\n", asked.request, asked.size,
            answered.code, code);
    fail("wrong code", number);
  }
  size_t written = code == OMP_ERRCODE_OK ? answer_bytes(asked) : 0;
  if (code == OMP_ERRCODE_OK && answered.returned != static_cast<int>(written)) fail("wrong rsz", number);
  size_t kept = sizeof asked + written;
  if (memcmp(before + kept, answer + kept, static_cast<size_t>(asked.size) - kept) != 0)
    fail("memory was written that holds no answer", number);
}

void run_case(uint64_t seed) {
  g_seed = seed;
  fuzz::Random random(seed);
  List list = random_list(random);
  size_t shift = random.one_in(4) ? 1 + random.below(7) : 0;
  char* memory = static_cast<char*>(malloc(list.bytes.size() + shift));
  memcpy(memory + shift, list.bytes.data(), list.bytes.size());
  int result = g_api(memory + shift);
  if (shift % 4 != 0) {
    if (result != -1 || memcmp(memory + shift, list.bytes.data(), list.bytes.size()) != 0)
      fail("an unaligned list was touched", 0);
  } else {
    if (result != (list.malformed ? -1 : 0)) fail("wrong result of the call", list.entries.size());
    for (size_t i = 0; i < list.entries.size(); ++i) check_entry(list, memory + shift, i);
  }
  free(memory);
  if (!random.one_in(4)) return;
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
#pragma omp critical
    g_sink = g_sink + 1;
  }
}

// Every case begins with the API stopped.
void reset() {
  int list[5] = {16, OMP_REQ_STOP, 0, 0, 0};
  g_api(list);
  g_started = false;
}

}  // namespace

int main(int argc, char** argv) {
  g_api = reinterpret_cast<int (*)(void*)>(dlsym(RTLD_DEFAULT, OMP_COLLECTOR_API));
  if (g_api == nullptr) {
    fprintf(stderr, "the runtime has no %s\n", OMP_COLLECTOR_API);
    return 1;
  }
  fuzz::Run run(fuzz::options(argc, argv));
  while (run.resume_flags()) {
    reset();
    run_case(run.next_seed());
  }
  printf("%llu lists, %ld callbacks\n", static_cast<unsigned long long>(run.done()), g_called);
  return 0;
}
