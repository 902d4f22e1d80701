// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data operations and mappings of devices.
#include "names.h"
#include "rules.h"
#include "world.h"

namespace limpid::check {
namespace {

constexpr char kDataOp[] = "4.5.2.25";
constexpr char kMap[] = "4.5.2.27";

unsigned long long number(uint64_t value) {
  return value;
}

// Whether the operation is one on the memory of its source's device; else the destination's. The other one, mostly
// the host, need not be initialized as a device.
bool of_source(int type) {
  switch (type) {
    case ompt_target_data_transfer_from_device:
    case ompt_target_data_transfer_from_device_async:
    case ompt_target_data_delete:
    case ompt_target_data_delete_async:
    case ompt_target_data_disassociate:
      return true;
    default:
      return false;
  }
}

void check_operation(World& w, int type, int source_device, int dest_device, const void* code) {
  bool known = (type >= ompt_target_data_alloc && type <= ompt_target_data_disassociate) ||
               (type >= ompt_target_data_alloc_async && type <= ompt_target_data_delete_async);
  w.expect(known, "data_op.type", kDataOp, "optype %d", type);
  w.expect_code(code, "target_data_op", kDataOp);
  w.devices[of_source(type) ? source_device : dest_device].mentioned = true;
}

void check_lists(World& w, unsigned count, bool complete, const void* code) {
  w.expect(count > 0 && complete, "map.list", kMap, "%u items, and %s", count,
           complete ? "all lists" : "a list is NULL");
  w.expect_code(code, "target_map", kMap);
}

}  // namespace

void on_data_op(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* target_data, ompt_id_t* host_op_id,
                ompt_target_data_op_t type, void*, int source_device, void*, int dest_device, size_t bytes,
                const void* code) {
  Event event("target_data_op_emi", "endpoint %d type %d bytes %zu", endpoint, type, bytes);
  World& w = world();
  if (endpoint != ompt_scope_end) w.count("data_op_begin:" + data_op_name(type));
  if (endpoint != ompt_scope_begin) w.count("data_op_end:" + data_op_name(type));
  check_operation(w, type, source_device, dest_device, code);
  // A routine such as omp_target_alloc is in no target region.
  bool free = target_data == nullptr || target_data->value == 0;
  w.expect(free || w.targets.count(target_data->value) != 0, "data_op.target", kDataOp,
           "target_data->value is %#llx, which is no target region", number(free ? 0 : target_data->value));
  w.expect(endpoint >= ompt_scope_begin && endpoint <= ompt_scope_beginend, "endpoint", kDataOp,
           "target_data_op with endpoint %d", endpoint);
  w.expect(host_op_id != nullptr, "data.null", kDataOp, "host_op_id is NULL");
  if (host_op_id == nullptr || endpoint == ompt_scope_beginend) return;
  if (endpoint == ompt_scope_begin) {
    *host_op_id = w.next_id++;
    w.operations[*host_op_id] = type;
    return;
  }
  auto begun = w.operations.find(*host_op_id);
  w.expect(begun != w.operations.end() && begun->second == type, "data_op.id", kDataOp,
           "operation %#llx of type %d ends and did not begin", number(*host_op_id), type);
  if (begun != w.operations.end()) w.operations.erase(begun);
}

void on_data_op_plain(ompt_id_t target_id, ompt_id_t host_op_id, ompt_target_data_op_t type, void*,
                      int source_device, void*, int dest_device, size_t bytes, const void* code) {
  Event event("target_data_op", "id %#llx op %#llx type %d bytes %zu", number(target_id), number(host_op_id),
              type, bytes);
  World& w = world();
  w.count("plain_data_op:" + data_op_name(type));
  check_operation(w, type, source_device, dest_device, code);
  w.expect(target_id == ompt_id_none || w.targets.count(target_id) != 0, "data_op.target", kDataOp,
           "target_id %#llx is that of no target region", number(target_id));
}

void on_map(ompt_data_t* target_data, unsigned count, void** host, void** device, size_t* bytes,
            unsigned* flags, const void* code) {
  Event event("target_map_emi", "count %u", count);
  World& w = world();
  w.count("map", count);
  w.expect(target_data != nullptr && w.targets.count(target_data->value) != 0, "data_op.target", kMap,
           "target_data of a map is that of no target region");
  check_lists(w, count, host != nullptr && device != nullptr && bytes != nullptr && flags != nullptr, code);
}

void on_map_plain(ompt_id_t target_id, unsigned count, void** host, void** device, size_t* bytes,
                  unsigned* flags, const void* code) {
  Event event("target_map", "id %#llx count %u", number(target_id), count);
  World& w = world();
  w.count("plain_map", count);
  w.expect(w.targets.count(target_id) != 0, "data_op.target", kMap,
           "target_id %#llx is that of no target region", number(target_id));
  check_lists(w, count, host != nullptr && device != nullptr && bytes != nullptr && flags != nullptr, code);
}

}  // namespace limpid::check
