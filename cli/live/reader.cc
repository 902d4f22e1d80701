// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/reader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/layout.h"
#include "live/state.h"
#include "ompd_extension.h"

namespace limpid::cli::live {
namespace {

constexpr ompd_word_t kApiVersion = 202011;  // OpenMP 5.1
constexpr char kThreadNumber[] = "thread-num-var";
constexpr int kMostIcvs = 1000;
constexpr int kMostLevels = 100;

Memory& memory_behind(ompd_address_space_context_t* context) {
  return *reinterpret_cast<Memory*>(context);
}

ompd_rc_t allocate(ompd_size_t bytes, void** to) {
  *to = std::malloc(bytes == 0 ? 1 : bytes);
  return *to == nullptr ? ompd_rc_nomem : ompd_rc_ok;
}

ompd_rc_t release(void* memory) {
  std::free(memory);
  return ompd_rc_ok;
}

ompd_rc_t print(const char*, int) {
  return ompd_rc_ok;
}

ompd_rc_t sizes(ompd_address_space_context_t*, ompd_device_type_sizes_t* out) {
  *out = {sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void*)};
  return ompd_rc_ok;
}

ompd_rc_t find_symbol(ompd_address_space_context_t* context, ompd_thread_context_t*, const char* name,
                      ompd_address_t* address, const char*) {
  *address = {ompd_segment_none, memory_behind(context).symbol(name)};
  return address->address == 0 ? ompd_rc_error : ompd_rc_ok;
}

ompd_rc_t read_memory(ompd_address_space_context_t* context, ompd_thread_context_t*,
                      const ompd_address_t* address, ompd_size_t bytes, void* to) {
  return memory_behind(context).read(address->address, to, bytes) ? ompd_rc_ok : ompd_rc_error;
}

// Up to its end; a string may stand at the end of what can be read.
ompd_rc_t read_string(ompd_address_space_context_t* context, ompd_thread_context_t*,
                      const ompd_address_t* address, ompd_size_t bytes, void* to) {
  char* const text = static_cast<char*>(to);
  for (ompd_size_t i = 0; i < bytes; ++i) {
    if (!memory_behind(context).read(address->address + i, text + i, 1)) return ompd_rc_error;
    if (text[i] == '\0') break;
  }
  return ompd_rc_ok;
}

// A view never writes.
ompd_rc_t refuse_write(ompd_address_space_context_t*, ompd_thread_context_t*, const ompd_address_t*,
                       ompd_size_t, const void*) {
  return ompd_rc_unsupported;
}

ompd_rc_t copy(ompd_address_space_context_t*, const void* from, ompd_size_t unit, ompd_size_t count,
               void* to) {
  std::memcpy(to, from, unit * count);
  return ompd_rc_ok;
}

ompd_rc_t no_thread_context(ompd_address_space_context_t*, ompd_thread_id_t, ompd_size_t, const void*,
                            ompd_thread_context_t**) {
  return ompd_rc_unsupported;
}

constexpr ompd_callbacks_t kCallbacks = {allocate,         release,      print,       sizes, find_symbol,
                                         read_memory,      refuse_write, read_string, copy,  copy,
                                         no_thread_context};

TaskSeen task_from(const limpid_ompd_task_t& info) {
  TaskSeen task;
  task.id = info.id;
  task.parent_id = info.parent_id;
  task.region_id = info.region_id;
  task.thread = info.thread_id;
  task.created_at = info.created_at;
  task.function = info.function;
  task.progress = info.progress;
  task.implicit = (static_cast<unsigned>(info.flags) & (ompt_task_implicit | ompt_task_initial)) != 0;
  return task;
}

// A handle that goes back by a function of the library.
template <typename Opaque>
class Held {
 public:
  using Release = ompd_rc_t (*)(Opaque*);
  explicit Held(Release give_back) : give_back_(give_back) {}
  ~Held() { reset(); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  Opaque* get() const { return handle_; }
  Opaque** out() {
    reset();
    return &handle_;
  }

 private:
  void reset() {
    if (handle_ != nullptr) give_back_(handle_);
    handle_ = nullptr;
  }
  Release give_back_;
  Opaque* handle_ = nullptr;
};

}  // namespace

// libompd.so, and this process in it.
class Reader::Library {
 public:
  explicit Library(Memory& memory) : memory_(memory) {
    const std::string path = find_layout().lib + "/libompd.so";
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw Failure(kExitBadInput, fmt::format("cannot load {}: {}", path, dlerror()));
    load(initialize, "ompd_initialize");
    load(finalize, "ompd_finalize");
    load(open_process, "ompd_process_initialize");
    load(close_process, "ompd_rel_address_space_handle");
    load(get_threads, "limpid_ompd_get_threads");
    load(rel_thread, "ompd_rel_thread_handle");
    load(thread_number, "limpid_ompd_get_thread_number");
    load(current_region, "ompd_get_curr_parallel_handle");
    load(enclosing_region, "ompd_get_enclosing_parallel_handle");
    load(rel_region, "ompd_rel_parallel_handle");
    load(region_info, "limpid_ompd_get_region_info");
    load(barrier, "limpid_ompd_get_barrier");
    load(current_task, "ompd_get_curr_task_handle");
    load(rel_task, "ompd_rel_task_handle");
    load(task_info, "limpid_ompd_get_task_info");
    load(describe_tasks, "limpid_ompd_describe_tasks");
    load(lock_holder, "limpid_ompd_get_lock_holder");
    load(awaited_thread, "limpid_ompd_get_awaited_thread");
    load(enumerate_icvs, "ompd_enumerate_icvs");
    load(icv, "ompd_get_icv_from_scope");
    if (initialize(kApiVersion, &kCallbacks) != ompd_rc_ok)
      throw Failure(kExitBadInput, path + " does not take OMPD 5");
  }
  ~Library() {
    if (process_ != nullptr) close_process(process_);
    if (library_ == nullptr) return;
    finalize();
    dlclose(library_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  Picture read(std::shared_ptr<const TaskTable> tasks) {
    memory_.forget();
    if (process_ == nullptr) open();
    Picture picture;
    limpid_ompd_thread_t* threads = nullptr;
    ompd_size_t count = 0;
    if (get_threads(process_, &threads, &count) != ompd_rc_ok) fail();
    for (ompd_size_t i = 0; i < count; ++i) {
      // One that has not begun, or has ended, has no number of the kernel.
      if (threads[i].lwp != 0) picture.threads.push_back(read_thread(threads[i], picture));
      rel_thread(threads[i].handle);
    }
    release(threads);
    picture.tasks = tasks != nullptr ? std::move(tasks) : read_tasks();
    return picture;
  }

 private:
  template <typename Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    if (function == nullptr)
      throw Failure(kExitBadInput, fmt::format("libompd.so of this installation has no {}", name));
  }

  void open() {
    if (open_process(reinterpret_cast<ompd_address_space_context_t*>(&memory_), &process_) == ompd_rc_ok) {
      find_icv();
      return;
    }
    process_ = nullptr;
    throw Failure(kExitBadInput, fmt::format("process {} has not used OpenMP yet", memory_.pid()));
  }

  [[noreturn]] void fail() const {
    if (memory_.has_ended()) throw Failure(kExitBadInput, fmt::format("process {} has ended", memory_.pid()));
    throw Failure(kExitBadInput, fmt::format("the threads of process {} cannot be read", memory_.pid()));
  }

  void find_icv() {
    ompd_icv_id_t current = ompd_icv_undefined;
    int more = 1;
    for (int i = 0; i < kMostIcvs && more != 0; ++i) {
      const char* name = nullptr;
      ompd_scope_t scope = ompd_scope_global;
      if (enumerate_icvs(process_, current, &current, &name, &scope, &more) != ompd_rc_ok) return;
      if (scope == ompd_scope_thread && std::strcmp(name, kThreadNumber) == 0) thread_num_icv_ = current;
      release(const_cast<char*>(name));
    }
  }

  ThreadSeen read_thread(const limpid_ompd_thread_t& info, Picture& picture) {
    ThreadSeen seen;
    seen.number = info.number;
    seen.lwp = info.lwp;
    seen.state = info.state;
    seen.wait_id = info.wait_id;
    ompd_word_t place = 0;
    if (thread_num_icv_ != ompd_icv_undefined &&
        icv(info.handle, ompd_scope_thread, thread_num_icv_, &place) == ompd_rc_ok)
      seen.place = static_cast<uint32_t>(place);
    read_region(info.handle, seen, picture);
    Held<ompd_task_handle_t> task(rel_task);
    limpid_ompd_task_t about{};
    if (current_task(info.handle, task.out()) == ompd_rc_ok && task_info(task.get(), &about) == ompd_rc_ok)
      seen.task = task_from(about);
    seen.holder = read_holder(info, seen);
    return seen;
  }

  void read_region(ompd_thread_handle_t* thread, ThreadSeen& seen, Picture& picture) {
    Held<ompd_parallel_handle_t> region(rel_region);
    if (current_region(thread, region.out()) != ompd_rc_ok) return;
    seen.region_id = note_region(region.get(), picture);
    if (!is_barrier(seen.state)) return;
    // The barrier may be of a region further out.
    Held<ompd_parallel_handle_t> outer(rel_region);
    ompd_parallel_handle_t* at = region.get();
    seen.meeting_id = seen.region_id;
    for (int level = 0; seen.wait_id != 0 && seen.meeting_id != seen.wait_id && level < kMostLevels;
         ++level) {
      ompd_parallel_handle_t* next = nullptr;
      if (enclosing_region(at, &next) != ompd_rc_ok) {
        seen.meeting_id = 0;
        return;
      }
      *outer.out() = next;
      at = next;
      seen.meeting_id = note_region(at, picture);
    }
  }

  uint64_t note_region(ompd_parallel_handle_t* handle, Picture& picture) {
    limpid_ompd_region_t info{};
    if (region_info(handle, &info) != ompd_rc_ok) return 0;
    if (picture.regions.count(info.id) != 0) return info.id;
    RegionSeen region{info.id, info.created_at, info.function, info.threads, info.level, 0};
    limpid_ompd_barrier_t progress = limpid_ompd_barrier_unknown;
    if (barrier(handle, &progress) == ompd_rc_ok) region.barrier = progress;
    picture.regions[info.id] = region;
    return info.id;
  }

  uint64_t read_holder(const limpid_ompd_thread_t& info, const ThreadSeen& seen) {
    Held<ompd_thread_handle_t> other(rel_thread);
    ompd_rc_t found = ompd_rc_unavailable;
    if (is_mutex(seen.state)) {
      found = lock_holder(process_, seen.wait_id, other.out());
    } else if (is_barrier(seen.state) || is_ordered(seen.state)) {
      found = awaited_thread(info.handle, other.out());
    }
    uint64_t number = 0;
    if (found == ompd_rc_ok && other.get() != nullptr) thread_number(other.get(), &number);
    return number;
  }

  std::shared_ptr<const TaskTable> read_tasks() {
    limpid_ompd_task_t* infos = nullptr;
    ompd_size_t count = 0;
    if (describe_tasks(process_, &infos, &count) != ompd_rc_ok) return std::make_shared<TaskTable>();
    std::vector<TaskSeen> tasks;
    tasks.reserve(count);
    for (ompd_size_t i = 0; i < count; ++i) tasks.push_back(task_from(infos[i]));
    release(infos);
    return std::make_shared<TaskTable>(tasks);
  }

  Memory& memory_;
  void* library_ = nullptr;
  ompd_address_space_handle_t* process_ = nullptr;
  ompd_icv_id_t thread_num_icv_ = ompd_icv_undefined;

  decltype(&ompd_initialize) initialize = nullptr;
  decltype(&ompd_finalize) finalize = nullptr;
  decltype(&ompd_process_initialize) open_process = nullptr;
  decltype(&ompd_rel_address_space_handle) close_process = nullptr;
  decltype(&limpid_ompd_get_threads) get_threads = nullptr;
  decltype(&ompd_rel_thread_handle) rel_thread = nullptr;
  decltype(&limpid_ompd_get_thread_number) thread_number = nullptr;
  decltype(&ompd_get_curr_parallel_handle) current_region = nullptr;
  decltype(&ompd_get_enclosing_parallel_handle) enclosing_region = nullptr;
  decltype(&ompd_rel_parallel_handle) rel_region = nullptr;
  decltype(&limpid_ompd_get_region_info) region_info = nullptr;
  decltype(&limpid_ompd_get_barrier) barrier = nullptr;
  decltype(&ompd_get_curr_task_handle) current_task = nullptr;
  decltype(&ompd_rel_task_handle) rel_task = nullptr;
  decltype(&limpid_ompd_get_task_info) task_info = nullptr;
  decltype(&limpid_ompd_describe_tasks) describe_tasks = nullptr;
  decltype(&limpid_ompd_get_lock_holder) lock_holder = nullptr;
  decltype(&limpid_ompd_get_awaited_thread) awaited_thread = nullptr;
  decltype(&ompd_enumerate_icvs) enumerate_icvs = nullptr;
  decltype(&ompd_get_icv_from_scope) icv = nullptr;
};

Reader::Reader(pid_t pid)
    : memory_(std::make_unique<Memory>(pid)), library_(std::make_unique<Library>(*memory_)) {}
Reader::~Reader() = default;

Picture Reader::read(std::shared_ptr<const TaskTable> tasks) {
  return library_->read(std::move(tasks));
}

}  // namespace limpid::cli::live
