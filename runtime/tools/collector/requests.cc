// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each request of the API does.
#include "tools/collector/requests.h"

#include <stdint.h>
#include <string.h>

#include "tools/collector/answers.h"
#include "tools/collector/session.h"

namespace limpid::tools::collector {
namespace {

constexpr size_t kNumberBytes = 4;   // an event, a state
constexpr size_t kPackedBytes = 12;  // a number and, right behind it, a pointer or wait id
constexpr size_t kStructBytes = 16;  // the same as a C struct

// The offset of the word that follows a number.
size_t word_offset(size_t size) {
  return size >= kStructBytes ? 8 : kNumberBytes;
}

OMP_COLLECTORAPI_EC outcome(bool at_this_time) {
  return at_this_time ? OMP_ERRCODE_OK : OMP_ERRCODE_SEQUENCE_ERR;
}

bool fits(Request& request, size_t needed) {
  request.returned = static_cast<int>(needed);
  return request.size >= needed;
}

OMP_COLLECTORAPI_EC answer_region(Request& request, uint64_t id) {
  if (!fits(request, sizeof id)) return OMP_ERRCODE_MEM_TOO_SMALL;
  memcpy(request.mem, &id, sizeof id);
  return OMP_ERRCODE_OK;
}

OMP_COLLECTORAPI_EC start_session(Request&) {
  return outcome(start());
}
OMP_COLLECTORAPI_EC stop_session(Request&) {
  return outcome(stop());
}
OMP_COLLECTORAPI_EC pause_session(Request&) {
  return outcome(pause());
}
OMP_COLLECTORAPI_EC resume_session(Request&) {
  return outcome(resume());
}

OMP_COLLECTORAPI_EC change_callback(const Request& request, Callback function) {
  int event = 0;
  memcpy(&event, request.mem, kNumberBytes);
  if (!is_event(event)) return OMP_ERRCODE_UNKNOWN;
  return outcome(set_callback(static_cast<OMP_COLLECTORAPI_EVENT>(event), function));
}

OMP_COLLECTORAPI_EC register_event(Request& request) {
  if (request.size < kPackedBytes) return OMP_ERRCODE_ERROR;
  Callback function = nullptr;
  memcpy(&function, request.mem + word_offset(request.size), sizeof function);
  return change_callback(request, function);
}

OMP_COLLECTORAPI_EC unregister_event(Request& request) {
  if (request.size < kNumberBytes) return OMP_ERRCODE_ERROR;
  return change_callback(request, nullptr);
}

// A state is written even if its wait id does not fit. Samplers pass 4 bytes, the same buffer again and
// again, and read no error code: without it they would count each wait as the state of the previous sample.
OMP_COLLECTORAPI_EC answer_state(Request& request) {
  StateAnswer answer = state_of_caller();
  int state = answer.state;
  bool room_for_state = fits(request, kNumberBytes);
  if (room_for_state) memcpy(request.mem, &state, kNumberBytes);
  if (!answer.has_wait_id) return room_for_state ? OMP_ERRCODE_OK : OMP_ERRCODE_MEM_TOO_SMALL;
  if (request.size < kPackedBytes) {
    request.returned = kStructBytes;
    return OMP_ERRCODE_MEM_TOO_SMALL;
  }
  size_t offset = word_offset(request.size);
  memcpy(request.mem + offset, &answer.wait_id, sizeof answer.wait_id);
  request.returned = static_cast<int>(offset + sizeof answer.wait_id);
  return OMP_ERRCODE_OK;
}

OMP_COLLECTORAPI_EC answer_region(Request& request) {
  return answer_region(request, region_of_caller());
}

OMP_COLLECTORAPI_EC answer_region_around(Request& request) {
  uint64_t id = 0;
  if (!region_around_caller(id)) return OMP_ERRCODE_THREAD_ERR;
  return answer_region(request, id);
}

using Processor = OMP_COLLECTORAPI_EC (*)(Request& request);

// In the order of OMP_COLLECTORAPI_REQUEST.
constexpr Processor kProcessors[] = {
    start_session,        register_event, unregister_event, answer_state,   answer_region,
    answer_region_around, stop_session,   pause_session,    resume_session,
};
static_assert(sizeof kProcessors / sizeof kProcessors[0] == OMP_REQ_LAST);

}  // namespace

OMP_COLLECTORAPI_EC process(int number, Request& request) {
  if (number != OMP_REQ_START && !is_started()) return OMP_ERRCODE_SEQUENCE_ERR;
  if (number < 0 || number >= OMP_REQ_LAST) return OMP_ERRCODE_UNKNOWN;
  return kProcessors[number](request);
}

}  // namespace limpid::tools::collector
