// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds and searches the index of threads.
#include "model/thread_index.h"

namespace limpid::ompd {
namespace {

struct IndexedThread {
  uint64_t thread, lwp, pthread;
};

uint64_t id_of(const IndexedThread& entry, IdKind kind) {
  return kind == IdKind::lwp ? entry.lwp : entry.pthread;
}

Name field_of(IdKind kind) {
  return kind == IdKind::lwp ? Name::thread_native_id : Name::thread_native_handle;
}

}  // namespace

struct ThreadIndex {
  uint64_t next_thread_id;  // of the runtime, when the index was made
  uint32_t count;

  IndexedThread* entries() { return reinterpret_cast<IndexedThread*>(this + 1); }
};

namespace {

uint32_t count_threads(Reader& reader) {
  uint32_t count = 0;
  ThreadWalk walk(reader);
  Object thread;
  while (count < kMostThreads && walk.next(thread)) ++count;
  return count;
}

void drop_index(Process& process) {
  if (process.thread_index != nullptr) process.access->release(process.thread_index);
  process.thread_index = nullptr;
}

// Each thread's record is read once.
void make_index(Process& process, uint64_t next_thread_id) {
  drop_index(process);
  Reader reader(process);
  const uint32_t room = count_threads(reader);
  void* memory = nullptr;
  const uint64_t bytes = sizeof(ThreadIndex) + room * sizeof(IndexedThread);
  if (!reader.ok() || process.access->allocate(bytes, &memory) != Rc::ok) return;
  auto* index = static_cast<ThreadIndex*>(memory);
  index->next_thread_id = next_thread_id;
  ThreadWalk walk(reader);
  Object thread;
  for (index->count = 0; index->count < room && walk.next(thread); ++index->count)
    index->entries()[index->count] = {thread.address, reader.field(thread.address, Name::thread_native_id),
                                      reader.field(thread.address, Name::thread_native_handle)};
  process.thread_index = index;
  if (!reader.ok()) drop_index(process);
}

// A worker is registered before its native ids are known: then they are read again.
bool is_entry(Reader& reader, IndexedThread& entry, IdKind kind, uint64_t id) {
  const bool had_none = id_of(entry, kind) == 0;
  if (!had_none && id_of(entry, kind) != id) return false;
  const uint64_t now = reader.field(entry.thread, field_of(kind));
  if (had_none) (kind == IdKind::lwp ? entry.lwp : entry.pthread) = now;
  return reader.ok() && now == id && reader.field(entry.thread, Name::thread_alive) != 0;
}

}  // namespace

Rc find_in_index(Process& process, IdKind kind, uint64_t id, Object& thread) {
  Reader reader(process);
  const uint64_t next_thread_id = reader.root(Name::next_thread_id);
  if (!reader.ok()) return reader.rc();
  if (process.thread_index == nullptr || process.thread_index->next_thread_id != next_thread_id)
    make_index(process, next_thread_id);
  if (process.thread_index == nullptr) return find_thread(process, kind, id, thread);
  ThreadIndex& index = *process.thread_index;
  for (uint32_t i = 0; i < index.count && reader.ok(); ++i) {
    IndexedThread& entry = index.entries()[i];
    if (!is_entry(reader, entry, kind, id)) continue;
    thread = {entry.thread, reader.field(entry.thread, Name::thread_id), Life::runs};
    return reader.rc();
  }
  return reader.ok() ? Rc::unavailable : reader.rc();
}

}  // namespace limpid::ompd
