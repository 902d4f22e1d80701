// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of device images: kept, and nothing else, until a device is asked for.
#include "abi/gomp/images.h"

#include <stdlib.h>

#include "base/check.h"
#include "sync/mutex.h"

namespace limpid::abi {

constinit std::atomic<uint32_t> g_images{0};

namespace {

struct Kept {
  Image image;
  bool handed_on;
  Kept* next;
};

// Under the lock. The engine is called outside of it: it may wait for the loader, and the loader's holder may
// register an image.
constinit sync::Mutex g_lock;
constinit Kept* g_kept = nullptr;
constinit const ImageTaker* g_engine = nullptr;

bool same(const Image& one, const Image& other) {
  return one.host_table == other.host_table && one.data == other.data && one.type == other.type;
}

// An image that has not been handed on yet. Others are added and removed meanwhile.
bool take_kept(Image& image) {
  const sync::MutexGuard guard(g_lock);
  for (Kept* kept = g_kept; kept != nullptr; kept = kept->next) {
    if (kept->handed_on) continue;
    kept->handed_on = true;
    image = kept->image;
    return true;
  }
  return false;
}

}  // namespace

void add_image(const Image& image) {
  auto* const kept = static_cast<Kept*>(malloc(sizeof(Kept)));
  if (kept == nullptr) base::fatal("out of memory for a device image");
  const ImageTaker* engine = nullptr;
  {
    const sync::MutexGuard guard(g_lock);
    g_images.fetch_add(1, std::memory_order_relaxed);
    engine = g_engine;
    *kept = {image, engine != nullptr, g_kept};
    g_kept = kept;
  }
  if (engine != nullptr) engine->add(image.version, image.host_table, image.type, image.data);
}

void remove_image(const Image& image) {
  Kept* gone = nullptr;
  const ImageTaker* engine = nullptr;
  {
    const sync::MutexGuard guard(g_lock);
    Kept** link = &g_kept;
    while (*link != nullptr && !same((*link)->image, image)) link = &(*link)->next;
    if (*link == nullptr) return;
    gone = *link;
    *link = gone->next;
    g_images.fetch_sub(1, std::memory_order_relaxed);
    if (gone->handed_on) engine = g_engine;
  }
  if (engine != nullptr) engine->remove(image.version, image.host_table, image.type, image.data);
  free(gone);
}

void hand_images_to(const ImageTaker& engine) {
  {
    const sync::MutexGuard guard(g_lock);
    LIMPID_DCHECK(g_engine == nullptr);
    g_engine = &engine;
  }
  Image image;
  while (take_kept(image)) engine.add(image.version, image.host_table, image.type, image.data);
}

}  // namespace limpid::abi

using namespace limpid;

extern "C" {

// The constructors of objects with device images call these, and the destructors.
void GOMP_offload_register(const void* host_table, int type, const void* data) {
  abi::add_image({0, host_table, type, data});
}
void GOMP_offload_unregister(const void* host_table, int type, const void* data) {
  abi::remove_image({0, host_table, type, data});
}
void GOMP_offload_register_ver(unsigned version, const void* host_table, int type, const void* data) {
  abi::add_image({version, host_table, type, data});
}
void GOMP_offload_unregister_ver(unsigned version, const void* host_table, int type, const void* data) {
  abi::remove_image({version, host_table, type, data});
}
}
