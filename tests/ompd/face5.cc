// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "face5.h"

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

ompd_rc_t print(const char*, int) {
  return ompd_rc_ok;
}

ompd_rc_t sizes(ompd_address_space_context_t*, ompd_device_type_sizes_t* found) {
  *found = {sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void*)};
  return ompd_rc_ok;
}

ompd_rc_t symbol(ompd_address_space_context_t* context, ompd_thread_context_t*, const char* name,
                 ompd_address_t* address, const char*) {
  address->address = memory_of(context).symbol(name);
  return address->address != 0 ? ompd_rc_ok : ompd_rc_unavailable;
}

ompd_rc_t read(ompd_address_space_context_t* context, ompd_thread_context_t*, const ompd_address_t* address,
               ompd_size_t bytes, void* buffer) {
  ++memory_of(context).reads;
  return memory_of(context).read(address->address, bytes, buffer) ? ompd_rc_ok : ompd_rc_error;
}

ompd_rc_t write(ompd_address_space_context_t* context, ompd_thread_context_t*, const ompd_address_t* address,
                ompd_size_t bytes, const void* buffer) {
  return memory_of(context).write(address->address, bytes, buffer) ? ompd_rc_ok : ompd_rc_error;
}

ompd_rc_t convert(ompd_address_space_context_t*, const void* input, ompd_size_t unit, ompd_size_t count,
                  void* output) {
  std::memcpy(output, input, unit * count);
  return ompd_rc_ok;
}

ompd_rc_t thread_context(ompd_address_space_context_t*, ompd_thread_id_t, ompd_size_t, const void*,
                         ompd_thread_context_t**) {
  return ompd_rc_unsupported;
}

}  // namespace

const ompd_callbacks_t& callbacks() {
  static const ompd_callbacks_t table = {allocate, release, print,   sizes,   symbol,        read,
                                         write,    read,    convert, convert, thread_context};
  return table;
}

std::map<std::string, NamedIcv> enumerate_icvs(ompd_address_space_handle_t* process) {
  std::map<std::string, NamedIcv> icvs;
  ompd_icv_id_t current = ompd_icv_undefined;
  for (int more = 1; more != 0;) {
    const char* name = nullptr;
    ompd_scope_t scope{};
    if (ompd_enumerate_icvs(process, current, &current, &name, &scope, &more) != ompd_rc_ok) break;
    icvs[taken(name)] = {current, scope};
  }
  return icvs;
}

Session& Ompd5::look_at(const std::string& situation) {
  Session& session = Face::look_at(situation);
  icvs_ = enumerate_icvs(process_);
  return session;
}

ompd_word_t Ompd5::icv(void* handle, const char* name, ompd_rc_t expected) {
  ompd_word_t value = -4711;
  EXPECT_EQ(ompd_get_icv_from_scope(handle, icvs_.at(name).scope, icvs_.at(name).id, &value), expected)
      << name;
  return value;
}

std::string Ompd5::icv_text(void* handle, const char* name) {
  const char* text = nullptr;
  EXPECT_EQ(ompd_get_icv_string_from_scope(handle, icvs_.at(name).scope, icvs_.at(name).id, &text),
            ompd_rc_ok)
      << name;
  return text != nullptr ? taken(text) : "";
}

}  // namespace limpid::test
