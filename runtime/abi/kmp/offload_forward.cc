// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes the calls that LLVM's compilers make for device constructs on to their library of devices.
//
// They come here where this runtime stands before the library in the loader's order, as Clang links it. Without
// an observer a call is two tests and a jump, so that the library sees the program's own return address.
#include <atomic>

#include "abi/kmp/offload_construct.h"
#include "events/emit.h"
#include "platform/library.h"

namespace limpid::abi {
namespace {

constexpr char kVersion[] = "VERS1.0";
constexpr char kLibrary[] = "libomptarget.so";  // what its file's name begins with
constexpr int32_t kFailed = -1;                 // the program then executes the region itself

// The leading part of what a kernel is launched with, in all versions.
struct KernelArguments {
  uint32_t version;
  uint32_t count;
  void** bases;
  void** addresses;
  int64_t* bytes;
  int64_t* bits;
};

bool observed() {
  constexpr uint64_t kEvents =
      events::bit(events::EventId::target) | events::bit(events::EventId::target_map) |
      events::bit(events::EventId::target_data_op) | events::bit(events::EventId::target_submit);
  return events::is_any_observed(kEvents);
}

// All of them take where in the source the construct stands, then the device.
template <class... More>
int64_t device_of(void*, int64_t device, More...) {
  return device;
}

// A routine of the library, which is searched for at its first call.
template <class Routine>
class Forward;

template <class Result, class... Arguments>
class Forward<Result(Arguments...)> {
 public:
  using Routine = Result(Arguments...);

  constexpr Forward(const char* name, core::State state, bool leaves = false)
      : name_(name), state_(state), leaves_(leaves) {}

  // To be called at once; null: call() does more, as for a thread that OpenMP does not know yet: in the child of a
  // fork its first call starts the tool.
  [[gnu::always_inline]] Routine* quick() const {
    return core::t_self->observers.are_absent() ? next_.load(std::memory_order_relaxed) : nullptr;
  }

  // Without such a routine: the answer is that nothing was done.
  [[gnu::noinline, gnu::cold]] Result call(const MapArguments& maps, const core::CallSite& site,
                                           Arguments... arguments) {
    Routine* next = next_.load(std::memory_order_relaxed);
    if (next == nullptr) next = search();
    if (next == nullptr) return Result(kFailed);
    core::this_thread();  // known from here on, and observed where the process is
    if (!observed()) return next(arguments...);
    const ForwardedConstruct construct(state_, device_of(arguments...), leaves_, maps, site);
    return next(arguments...);
  }

 private:
  // Several threads may search at once: they find the same.
  Routine* search() {
    auto* const found = reinterpret_cast<Routine*>(platform::function_behind(name_, kVersion, kLibrary));
    next_.store(found, std::memory_order_relaxed);
    return found;
  }

  const char* const name_;
  const core::State state_;
  const bool leaves_;
  std::atomic<Routine*> next_{nullptr};
};

using core::State;

// Where in the source, the device, then the arguments; with nowait also the dependences.
using Kernel = int32_t(void*, int64_t, int32_t, int32_t, void*, KernelArguments*);
using KernelNowait = int32_t(void*, int64_t, int32_t, int32_t, void*, KernelArguments*, int32_t, void*,
                             int32_t, void*);
using Data = void(void*, int64_t, int32_t, void**, void**, int64_t*, int64_t*, void**, void**);
using DataNowait = void(void*, int64_t, int32_t, void**, void**, int64_t*, int64_t*, void**, void**, int32_t,
                        void*, int32_t, void*);

constinit Forward<Kernel> g_kernel{"__tgt_target_kernel", State::wait_target};
constinit Forward<KernelNowait> g_kernel_nowait{"__tgt_target_kernel_nowait", State::wait_target};
constinit Forward<Data> g_begin{"__tgt_target_data_begin_mapper", State::wait_target_map};
constinit Forward<Data> g_end{"__tgt_target_data_end_mapper", State::wait_target_map, true};
constinit Forward<Data> g_update{"__tgt_target_data_update_mapper", State::wait_target_update};
constinit Forward<DataNowait> g_begin_nowait{"__tgt_target_data_begin_nowait_mapper", State::wait_target_map};
constinit Forward<DataNowait> g_end_nowait{"__tgt_target_data_end_nowait_mapper", State::wait_target_map,
                                           true};
constinit Forward<DataNowait> g_update_nowait{"__tgt_target_data_update_nowait_mapper",
                                              State::wait_target_update};

MapArguments maps_of(const KernelArguments* arguments) {
  if (arguments == nullptr) return {};
  return {arguments->count, arguments->addresses, arguments->bytes, arguments->bits};
}

MapArguments maps_of(int32_t count, void** addresses, int64_t* bytes, int64_t* bits) {
  return {count > 0 ? static_cast<uint32_t>(count) : 0, addresses, bytes, bits};
}

}  // namespace
}  // namespace limpid::abi

using namespace limpid::abi;

extern "C" {

// Exported with the library's names (symbols.txt).
int32_t limpid_target_kernel(void* source, int64_t device, int32_t teams, int32_t limit, void* region,
                             KernelArguments* arguments) {
  if (auto* const next = g_kernel.quick()) [[likely]]
    return next(source, device, teams, limit, region, arguments);
  const limpid::platform::KeepsFrame frame;
  return g_kernel.call(maps_of(arguments), limpid::core::call_site(), source, device, teams, limit, region,
                       arguments);
}

int32_t limpid_target_kernel_nowait(void* source, int64_t device, int32_t teams, int32_t limit, void* region,
                                    KernelArguments* arguments, int32_t count, void* list,
                                    int32_t no_alias_count, void* no_alias_list) {
  if (auto* const next = g_kernel_nowait.quick()) [[likely]]
    return next(source, device, teams, limit, region, arguments, count, list, no_alias_count, no_alias_list);
  const limpid::platform::KeepsFrame frame;
  return g_kernel_nowait.call(maps_of(arguments), limpid::core::call_site(), source, device, teams, limit,
                              region, arguments, count, list, no_alias_count, no_alias_list);
}

void limpid_target_data_begin(void* source, int64_t device, int32_t count, void** bases, void** addresses,
                              int64_t* bytes, int64_t* bits, void** names, void** mappers) {
  if (auto* const next = g_begin.quick()) [[likely]]
    return next(source, device, count, bases, addresses, bytes, bits, names, mappers);
  const limpid::platform::KeepsFrame frame;
  g_begin.call(maps_of(count, addresses, bytes, bits), limpid::core::call_site(), source, device, count,
               bases, addresses, bytes, bits, names, mappers);
}

void limpid_target_data_begin_nowait(void* source, int64_t device, int32_t count, void** bases,
                                     void** addresses, int64_t* bytes, int64_t* bits, void** names,
                                     void** mappers, int32_t dependences, void* list, int32_t no_alias_count,
                                     void* no_alias_list) {
  if (auto* const next = g_begin_nowait.quick()) [[likely]]
    return next(source, device, count, bases, addresses, bytes, bits, names, mappers, dependences, list,
                no_alias_count, no_alias_list);
  const limpid::platform::KeepsFrame frame;
  g_begin_nowait.call(maps_of(count, addresses, bytes, bits), limpid::core::call_site(), source, device,
                      count, bases, addresses, bytes, bits, names, mappers, dependences, list, no_alias_count,
                      no_alias_list);
}

void limpid_target_data_end(void* source, int64_t device, int32_t count, void** bases, void** addresses,
                            int64_t* bytes, int64_t* bits, void** names, void** mappers) {
  if (auto* const next = g_end.quick()) [[likely]]
    return next(source, device, count, bases, addresses, bytes, bits, names, mappers);
  const limpid::platform::KeepsFrame frame;
  g_end.call(maps_of(count, addresses, bytes, bits), limpid::core::call_site(), source, device, count, bases,
             addresses, bytes, bits, names, mappers);
}

void limpid_target_data_end_nowait(void* source, int64_t device, int32_t count, void** bases,
                                   void** addresses, int64_t* bytes, int64_t* bits, void** names,
                                   void** mappers, int32_t dependences, void* list, int32_t no_alias_count,
                                   void* no_alias_list) {
  if (auto* const next = g_end_nowait.quick()) [[likely]]
    return next(source, device, count, bases, addresses, bytes, bits, names, mappers, dependences, list,
                no_alias_count, no_alias_list);
  const limpid::platform::KeepsFrame frame;
  g_end_nowait.call(maps_of(count, addresses, bytes, bits), limpid::core::call_site(), source, device, count,
                    bases, addresses, bytes, bits, names, mappers, dependences, list, no_alias_count,
                    no_alias_list);
}

void limpid_target_data_update(void* source, int64_t device, int32_t count, void** bases, void** addresses,
                               int64_t* bytes, int64_t* bits, void** names, void** mappers) {
  if (auto* const next = g_update.quick()) [[likely]]
    return next(source, device, count, bases, addresses, bytes, bits, names, mappers);
  const limpid::platform::KeepsFrame frame;
  g_update.call(maps_of(count, addresses, bytes, bits), limpid::core::call_site(), source, device, count,
                bases, addresses, bytes, bits, names, mappers);
}

void limpid_target_data_update_nowait(void* source, int64_t device, int32_t count, void** bases,
                                      void** addresses, int64_t* bytes, int64_t* bits, void** names,
                                      void** mappers, int32_t dependences, void* list, int32_t no_alias_count,
                                      void* no_alias_list) {
  if (auto* const next = g_update_nowait.quick()) [[likely]]
    return next(source, device, count, bases, addresses, bytes, bits, names, mappers, dependences, list,
                no_alias_count, no_alias_list);
  const limpid::platform::KeepsFrame frame;
  g_update_nowait.call(maps_of(count, addresses, bytes, bits), limpid::core::call_site(), source, device,
                       count, bases, addresses, bytes, bits, names, mappers, dependences, list,
                       no_alias_count, no_alias_list);
}
}

namespace limpid::abi {

bool constructs_are_forwarded() {
  return platform::versioned_function_of_process("__tgt_target_kernel", kVersion) ==
         reinterpret_cast<void*>(&limpid_target_kernel);
}

}  // namespace limpid::abi
