// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of an engine as GCC's libgomp is one (engine/): found by many threads at once, used by all of them, with images that come
// and go meanwhile, and a tool that is told if STRESS_TOOL is set. Results are plain memory.
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdint.h>

#include <atomic>

#include "engine/devices.h"
#include "stress.h"

extern "C" {
// What GCC calls for a target region and for a program's device image.
void GOMP_target_ext(int device, void (*body)(void*), size_t count, void** addresses, size_t* sizes,
                     unsigned short* kinds, unsigned flags, void** depend, void** arguments);
void GOMP_offload_register_ver(unsigned version, const void* table, int type, const void* data);
void GOMP_offload_unregister_ver(unsigned version, const void* table, int type, const void* data);
}

namespace {

// As mkoffload writes one for nvptx.
struct Text {
  const char* begin;
  size_t bytes;
};
struct ImageData {
  const Text* texts;
  unsigned count;
};
constexpr unsigned kVersion = 0x10001;
constexpr int kNvptx = 5;
const Text g_text = {"text", 5};
const ImageData g_image = {&g_text, 1}, g_other_image = {&g_text, 1};

void add_one(void* addresses) {
  ++**static_cast<long**>(addresses);
}

constexpr unsigned kNowait = 1;

void launch(long& value, int device, unsigned flags, bool ordered) {
  void* addresses[] = {&value};
  size_t sizes[] = {sizeof value};
  unsigned short kinds[] = {0x303};  // tofrom, aligned to 8
  // How many addresses there are, how many of them for out, and they.
  void* depend[] = {reinterpret_cast<void*>(1), reinterpret_cast<void*>(1), &value};
  void* arguments[] = {nullptr};
  GOMP_target_ext(device, add_one, 1, addresses, sizes, kinds, flags, ordered ? depend : nullptr, arguments);
}

// Kernels on changing devices, one after the other, and host tasks between them.
long chain(int threads, int links) {
  long value = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int link = 0; link < links; ++link) {
    launch(value, link % kDevices, kNowait, true);
#pragma omp task depend(inout : value) shared(value)
    value += 1000;
  }
  return value;
}

// Every thread for itself, in the construct and in tasks.
long from_all(int threads, int each) {
  long values[64] = {};
  long total = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for
    for (int i = 0; i < each; ++i) launch(values[i], i % kDevices, 0, false);
#pragma omp for
    for (int i = 0; i < each; ++i) launch(values[i], i % kDevices, kNowait, false);
  }
  for (int i = 0; i < each; ++i) total += values[i];
  return total;
}

// Memory routines of all threads, while one registers an image and takes it back: what is wrong in all copies.
long copies(int threads, int each) {
  long total = 0;
#pragma omp parallel num_threads(threads) reduction(+ : total)
  {
#pragma omp single nowait
    {
      GOMP_offload_register_ver(kVersion, nullptr, kNvptx, &g_other_image);
      GOMP_offload_unregister_ver(kVersion, nullptr, kNvptx, &g_other_image);
    }
    for (int i = 0; i < each; ++i) {
      const int device = i % kDevices;
      long here = i, back = 0;
      void* const there = omp_target_alloc(sizeof here, device);
      omp_target_memcpy(there, &here, sizeof here, 0, 0, device, omp_get_initial_device());
      omp_target_memcpy(&back, there, sizeof here, 0, 0, omp_get_initial_device(), device);
      omp_target_free(there, device);
      total += back - i;
    }
  }
  return total;
}

// Nobody knows of a device yet, and all ask at once.
std::atomic<int> g_arrived{0};
constexpr int kFirst = 4;

void* find_devices(void* value) {
  ++g_arrived;
  while (g_arrived.load() < kFirst) {
  }
  stress::expect(omp_get_num_devices(), kDevices, "number of devices", -1);
  launch(*static_cast<long*>(value), kDevices - 1, 0, false);
  return nullptr;
}

void find_at_once() {
  pthread_t threads[kFirst];
  long values[kFirst] = {};
  for (int i = 0; i < kFirst; ++i) {
    if (pthread_create(&threads[i], nullptr, find_devices, &values[i]) != 0) abort();
  }
  for (int i = 0; i < kFirst; ++i) {
    pthread_join(threads[i], nullptr);
    stress::expect(values[i], 1, "first kernel", i);
  }
}

// ---- the tool ----

std::atomic<long> g_begun{0}, g_ended{0}, g_initialized{0}, g_finalized{0}, g_loaded{0}, g_unloaded{0};

void count(ompt_scope_endpoint_t endpoint) {
  ++(endpoint == ompt_scope_begin ? g_begun : g_ended);
}

// The word is this construct's: nobody else may touch it.
void on_target(ompt_target_t, ompt_scope_endpoint_t endpoint, int, ompt_data_t*, ompt_data_t*,
               ompt_data_t* word, const void*) {
  if (endpoint == ompt_scope_begin) stress::expect(static_cast<long>(word->value), 0, "a new word", -1);
  ++word->value;
  count(endpoint);
}

void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* word, ompt_id_t*,
                  ompt_target_data_op_t, void*, int, void*, int, size_t, const void*) {
  ++word->value;
  count(endpoint);
}

void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t* word, ompt_id_t*, unsigned) {
  ++word->value;
  count(endpoint);
}

void on_device(int, const char*, ompt_device_t*, ompt_function_lookup_t, const char*) {
  ++g_initialized;
}
void on_device_end(int) {
  ++g_finalized;
}
void on_load(int, const char*, int64_t, void*, size_t, void*, void*, uint64_t) {
  ++g_loaded;
}
void on_unload(int, uint64_t) {
  ++g_unloaded;
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set(ompt_callback_target_emi, reinterpret_cast<ompt_callback_t>(on_target));
  set(ompt_callback_target_data_op_emi, reinterpret_cast<ompt_callback_t>(on_operation));
  set(ompt_callback_target_submit_emi, reinterpret_cast<ompt_callback_t>(on_submit));
  set(ompt_callback_device_initialize, reinterpret_cast<ompt_callback_t>(on_device));
  set(ompt_callback_device_finalize, reinterpret_cast<ompt_callback_t>(on_device_end));
  set(ompt_callback_device_load, reinterpret_cast<ompt_callback_t>(on_load));
  set(ompt_callback_device_unload, reinterpret_cast<ompt_callback_t>(on_unload));
  return 1;
}

void finalize(ompt_data_t*) {
  stress::expect(g_begun > 0, 1, "something was told", -1);
  stress::expect(g_ended, g_begun, "ends", -1);
  stress::expect(g_initialized, kDevices, "devices initialized", -1);
  stress::expect(g_finalized, kDevices, "devices finalized", -1);
  stress::expect(g_unloaded, g_loaded, "images unloaded", -1);
}

}  // namespace

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return std::getenv("STRESS_TOOL") != nullptr ? &result : nullptr;
}

int main() {
  std::mt19937_64 random(test_seed());
  auto up_to = [&](int most) { return 1 + static_cast<int>(random() % most); };
  const int rounds = stress::rounds(60);
  GOMP_offload_register_ver(kVersion, nullptr, kNvptx, &g_image);
  find_at_once();
  for (int round = 0; round < rounds; ++round) {
    const int threads = stress::threads(up_to(6));
    const int size = up_to(40);
    switch (round % 3) {
      case 0:
        stress::expect(chain(threads, size), size * 1001L, "chain", round);
        break;
      case 1:
        stress::expect(from_all(threads, size), 2L * size, "from all", round);
        break;
      default:
        stress::expect(copies(threads, size), 0, "copies", round);
    }
  }
}
