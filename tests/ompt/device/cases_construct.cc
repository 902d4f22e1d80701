// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device constructs: the life of the device, target, data motion, teams inside, and what threads know inside.
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>

#include "../../sleeping.h"
#include "cases.h"
#include "device_log.h"

using namespace device_log;

extern "C" void GOMP_target_enter_exit_data(int device, size_t count, void** addresses, size_t* sizes,
                                            unsigned short* kinds, unsigned flags, void** depend);

namespace {

volatile int g_sink;

constexpr char kInitial[] = "(initial_begin )";  // of the program's start, when it falls into the log

std::string region(const std::string& inside = "") {
  return "submit_begin initial_begin " + inside + "initial_end submit_end ";
}

Event find(const std::vector<Event>& all, const std::string& word) {
  for (const Event& event : all)
    if (event.word == word || event.name == word) return event;
  EXPECT_EQ(word.empty(), 1);
  return {};
}

void check_device() {
  Device d = device();
  EXPECT_EQ(d.type.find(';') != std::string::npos, 1);
  EXPECT_EQ(d.documentation.size() > 20, 1);
  for (const Event& event : events()) {
    if (event.device != -7) EXPECT_EQ(event.device, omp_get_initial_device());
  }
}

// On one thread begin and end of everything have the same objects; the region's operation lies inside.
void check_target(ompt_target_t kind) {
  auto all = events();
  const Event begin = find(all, "target_begin:" + std::to_string(kind));
  const Event end = find(all, "target_end:" + std::to_string(kind));
  EXPECT_EQ(begin.task != nullptr && begin.task == end.task, 1);
  EXPECT_EQ(begin.code != nullptr && begin.code == end.code, 1);
  if (old_form()) {
    EXPECT_EQ(begin.target_id != 0 && begin.target_id == end.target_id, 1);
    EXPECT_EQ(static_cast<long long>(begin.info_target), static_cast<long long>(begin.target_id));
  } else {
    EXPECT_EQ(begin.target != nullptr && begin.target == end.target, 1);
  }
  EXPECT_EQ(begin.inside, 1);
  EXPECT_EQ(static_cast<long long>(begin.info_device), omp_get_initial_device());
}

void simple_target() {
  clear();
  int value = 0;
#pragma omp target map(tofrom : value)
  value = 1;
  EXPECT_EQ(value, 1);
  if (old_form()) {
    EXPECT_WORDS("target_begin:1 map:0x203 submit initial_begin initial_end target_end:1");
  } else {
    EXPECT_WORDS("target_begin:1 map:0x203 " + region() + "target_end:1");
  }
  check_target(ompt_target);
  auto all = events();
  const Event map = find(all, "map");
  EXPECT_EQ(map.source == &value && map.bytes == sizeof value, 1);
  const Event submit = find(all, old_form() ? "submit" : "submit_begin");
  EXPECT_EQ(submit.teams, 1);
  EXPECT_EQ(submit.info_operation != 0, 1);
  EXPECT_EQ(find(all, "target_begin").info_operation, 0);
  if (old_form()) {
    EXPECT_EQ(submit.target_id == find(all, "target_begin").target_id && map.target_id == submit.target_id,
              1);
    EXPECT_EQ(static_cast<long long>(submit.operation), static_cast<long long>(submit.info_operation));
  } else {
    EXPECT_EQ(submit.target == find(all, "target_begin").target && map.target == submit.target, 1);
    EXPECT_EQ(static_cast<long long>(submit.operation),
              static_cast<long long>(find(all, "submit_end").operation));
  }
}

// What a construct uses without a clause is mapped, too.
void implicit_maps() {
  int array[10] = {0};
  struct {
    int a, b;
  } pair = {1, 2};
  clear();
#pragma omp target
  array[pair.a] = pair.b;
  EXPECT_EQ(array[1], 2);
  const std::string maps = "map:0x223,0x223 ";
  if (old_form()) {
    EXPECT_WORDS("target_begin:1 " + maps + "submit initial_begin initial_end target_end:1");
  } else {
    EXPECT_WORDS("target_begin:1 " + maps + region() + "target_end:1");
  }
  check_target(ompt_target);
  size_t bytes = 0;
  for (const Event& event : events()) bytes += event.name == "map" ? event.bytes : 0;
  EXPECT_EQ(bytes == sizeof array || bytes == sizeof pair, 1);  // of the first item
}

void data_motion() {
  int array[10] = {0};
  g_sink = array[0];
  clear();
#pragma omp target enter data map(to : array)
  EXPECT_WORDS("target_begin:2 map:0x201 target_end:2");
  check_target(ompt_target_enter_data);
  clear();
#pragma omp target update from(array)
  EXPECT_WORDS("target_begin:4 target_end:4");
  check_target(ompt_target_update);
  clear();
#pragma omp target exit data map(delete : array)
  EXPECT_WORDS("target_begin:3 map:0x210 target_end:3");
  check_target(ompt_target_exit_data);
  clear();
#pragma omp target data map(alloc : array)
  g_sink = 1;
  EXPECT_WORDS("target_begin:2 map:0x204 target_end:2 target_begin:3 target_end:3");
  clear();
#pragma omp target enter data map(always, to : array)
#pragma omp target exit data map(release : array)
  EXPECT_WORDS("target_begin:2 map:0x241 target_end:2 target_begin:3 map:0x208 target_end:3");
}

// More items than are told at a time, and some among them that map nothing.
void many_maps() {
  constexpr size_t kItems = 80;
  constexpr unsigned short kTo = 1, kFirstPrivate = 12;
  int variables[kItems];
  void* addresses[kItems];
  size_t sizes[kItems];
  unsigned short kinds[kItems];
  for (size_t i = 0; i < kItems; ++i) {
    addresses[i] = &variables[i];
    sizes[i] = sizeof(int);
    kinds[i] = i % 2 == 0 ? kTo : kFirstPrivate;
  }
  clear();
  GOMP_target_enter_exit_data(-1, kItems, addresses, sizes, kinds, 0, nullptr);
  size_t items = 0;
  for (const Event& event : events()) {
    for (char c : event.word) items += event.name == "map" && (c == ':' || c == ',');
  }
  EXPECT_EQ(items, kItems / 2);
}

// One league, its initial tasks, distribute work inside; nothing else that begins a region.
void teams_inside() {
  clear();
#pragma omp target teams distribute num_teams(3)
  for (int i = 0; i < 6; ++i) g_sink = i;
  std::string submit = old_form() ? "submit " : "submit_begin ";
  std::string done = old_form() ? "" : "submit_end ";
  std::string team = "initial_begin (work_begin:distribute work_end:distribute )?initial_end ";
  EXPECT_WORDS("target_begin:1 " + submit + "initial_begin league_begin (" + team +
               "){3}league_end initial_end " + done + "target_end:1");
  auto all = events();
  EXPECT_EQ(find(all, "league_begin").task != nullptr, 1);
  EXPECT_EQ(find(all, old_form() ? "submit" : "submit_begin").teams, 3);
}

int g_inside = 0;
int g_same = 0;

void count(int& counter, bool condition) {
  __atomic_fetch_add(&counter, condition ? 1 : 0, __ATOMIC_RELAXED);
}

ompt_id_t look_inside() {
  ompt_id_t target = 0;
  uint64_t device = 77;
  ompt_id_t operation = 77;
  auto info = reinterpret_cast<ompt_get_target_info_t>(entry_point("ompt_get_target_info"));
  count(g_inside,
        info(&device, &target, &operation) == 1 && device == 0 && target != 0 && operation == ompt_id_none);
  return target;
}

void look_inside_team() {
  const ompt_id_t outer = look_inside();
#pragma omp parallel num_threads(3)
  count(g_same, look_inside() == outer);
}

// Workers of a region in the target region are in the target region too; outside nobody is.
void info_inside() {
  auto info = reinterpret_cast<ompt_get_target_info_t>(entry_point("ompt_get_target_info"));
  EXPECT_EQ(info(nullptr, nullptr, nullptr), 0);
#pragma omp target
  look_inside_team();
  EXPECT_EQ(g_inside, 4);
  EXPECT_EQ(g_same, 3);
#pragma omp parallel num_threads(3)
  count(g_inside, info(nullptr, nullptr, nullptr) != 0);
  EXPECT_EQ(g_inside, 4);
}

}  // namespace

// An empty target as the first construct of the program.
void first_target_cases() {
#pragma omp target
  {}
  std::string rest = old_form() ? "target_begin:1 submit initial_begin initial_end target_end:1"
                                : "target_begin:1 " + region() + "target_end:1";
  EXPECT_WORDS(kInitial + ("initialize load " + rest));
  check_device();
  const Event load = find(events(), "load");
  const char* code = reinterpret_cast<const char*>(&first_target_cases);
  const char* begin = static_cast<const char*>(load.destination);
  EXPECT_EQ(load.source == load.destination && begin <= code && code < begin + load.bytes, 1);
  clear();
#pragma omp target
  {}
  EXPECT_WORDS(rest);  // once is enough
}

constexpr int kRacers = 4;
std::atomic<long> g_racers[kRacers];  // the kernel's ids

// Until everybody else waits for what the calling thread is to do.
void await_others() {
  for (const std::atomic<long>& racer : g_racers) {
    while (racer == 0 || (racer != this_thread_id() && !sleeps_in_futex(racer))) usleep(1000);
  }
}

// Threads that meet their first targets at the same time: the device is introduced once, and its code is
// loaded, before all of them, however long the tool takes.
void first_race_cases() {
  at_initialize(await_others);
  at_load(await_others);
#pragma omp parallel num_threads(kRacers)
  {
    g_racers[omp_get_thread_num()] = this_thread_id();
#pragma omp target
    g_sink = 1;
  }
  auto all = events();
  int introduced = 0;
  int loaded = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    introduced += all[i].name == "initialize";
    loaded += all[i].name == "load";
    if (all[i].name == "target_begin") EXPECT_EQ(introduced == 1 && loaded == 1, 1);
  }
  EXPECT_EQ(introduced == 1 && loaded == 1, 1);
}

// The tool ends itself: the device ends before, and nothing comes after.
void finalize_cases() {
#pragma omp target
  g_sink = 1;
  static bool finalized = false;
  at_finalize([] {
    finalized = true;
    EXPECT_EQ(words().find("unload finalize") != std::string::npos, 1);
  });
  reinterpret_cast<ompt_finalize_tool_t>(entry_point("ompt_finalize_tool"))();
  EXPECT_EQ(finalized, 1);
  clear();
#pragma omp target
  g_sink = 2;
  omp_target_free(omp_target_alloc(8, omp_get_initial_device()), omp_get_initial_device());
  EXPECT_WORDS("");
}

std::atomic<int> g_uses{0};

// Until some uses more of the device have begun and ended.
void await_uses() {
  for (const int seen = g_uses; g_uses < seen + 10;) usleep(100);
}

// Threads that use the device while the process ends do not bring it back.
void finalize_race_cases() {
#pragma omp target
  g_sink = 1;
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(entry_point("ompt_set_callback"));
  const ompt_callback_thread_end_t take_time = [](ompt_data_t*) { await_uses(); };
  set_callback(ompt_callback_thread_end, reinterpret_cast<ompt_callback_t>(take_time));
  auto use_device = [](void*) -> void* {
    for (;;) {
#pragma omp target
      g_sink = 2;
      omp_target_free(omp_target_alloc(8, omp_get_initial_device()), omp_get_initial_device());
      ++g_uses;
    }
    return nullptr;
  };
  pthread_t thread;
  EXPECT_EQ(pthread_create(&thread, nullptr, use_device, nullptr), 0);
  await_uses();
  at_finalize([] {
    int begun = 0;
    for (const Event& event : events()) begun += event.name == "initialize";
    EXPECT_EQ(begun, 1);
  });
}

void no_device_cases() {
#pragma omp parallel num_threads(2)
  g_sink = 1;
  at_finalize([] {
    if (words().find("initialize") != std::string::npos) EXPECT_EQ(0, 1);
  });
}

void construct_cases() {
#pragma omp target
  {}
  simple_target();
  simple_target();
  implicit_maps();
  data_motion();
  many_maps();
  teams_inside();
  info_inside();
}
