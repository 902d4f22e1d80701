// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "face2.h"

#include <cstring>

namespace limpid::test {
namespace {

Memory& memory_of(ompd_address_space_context_t* context) {
  return *reinterpret_cast<Memory*>(context);
}

ompd_rc_t allocate(ompd_size_t bytes, void** memory) {
  return allocator().allocate(bytes, memory) ? ompd_rc_ok : ompd_rc_nomem;
}

ompd_rc_t release(void* memory) {
  return allocator().release(memory) ? ompd_rc_ok : ompd_rc_error;
}

ompd_rc_t print(const char*) {
  return ompd_rc_ok;
}

ompd_rc_t sizes(ompd_address_space_context_t*, ompd_target_type_sizes_t* found) {
  *found = {sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void*)};
  return ompd_rc_ok;
}

ompd_rc_t symbol(ompd_address_space_context_t* context, ompd_thread_context_t*, const char* name,
                 ompd_address_t* address) {
  address->address = memory_of(context).symbol(name);
  return address->address != 0 ? ompd_rc_ok : ompd_rc_unavailable;
}

ompd_rc_t read(ompd_address_space_context_t* context, ompd_thread_context_t*, const ompd_address_t* address,
               ompd_tword_t bytes, void* buffer) {
  const auto count = static_cast<std::uint64_t>(bytes);
  ++memory_of(context).reads;
  return memory_of(context).read(address->address, count, buffer) ? ompd_rc_ok : ompd_rc_error;
}

ompd_rc_t write(ompd_address_space_context_t* context, ompd_thread_context_t*, const ompd_address_t* address,
                ompd_tword_t bytes, const void* buffer) {
  const auto count = static_cast<std::uint64_t>(bytes);
  return memory_of(context).write(address->address, count, buffer) ? ompd_rc_ok : ompd_rc_error;
}

ompd_rc_t convert(ompd_address_space_context_t*, const void* input, int unit, int count, void* output) {
  std::memcpy(output, input, static_cast<std::size_t>(unit) * static_cast<std::size_t>(count));
  return ompd_rc_ok;
}

ompd_rc_t thread_context(ompd_address_space_context_t*, ompd_osthread_kind_t, ompd_size_t, const void*,
                         ompd_thread_context_t**) {
  return ompd_rc_unsupported;
}

ompd_rc_t space_of_thread(ompd_thread_context_t*, ompd_address_space_context_t**) {
  return ompd_rc_unsupported;
}

}  // namespace

const ompd_callbacks_t& callbacks() {
  static const ompd_callbacks_t table = {allocate, release, print,   sizes,          symbol,         read,
                                         write,    convert, convert, thread_context, space_of_thread};
  return table;
}

}  // namespace limpid::test
