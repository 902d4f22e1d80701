// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration, entry points and their answers.
#include <signal.h>

#include "check/tool/told.h"
#include "faults.h"

namespace selftest {
namespace {

void control(int command, int answer) {
  reinterpret_cast<ompt_callback_control_tool_t>(fake::callbacks[ompt_callback_control_tool])(
      static_cast<uint64_t>(command), static_cast<uint64_t>(answer), nullptr, user_code());
}

// A taskwait during which the runtime answers something else.
template <class Change>
void asked_wrongly(Stream& s, Change change) {
  fake::Answers before = fake::answers;
  change();
  s.sync_of(&s.implicit_, ompt_sync_region_taskwait, ompt_scope_begin);
  fake::answers = before;
  s.sync_of(&s.implicit_, ompt_sync_region_taskwait, ompt_scope_end);
}

void wait_in_state(Stream& s, int state) {
  s.sync_of(&s.implicit_, ompt_sync_region_taskwait, ompt_scope_begin);
  for (auto endpoint : {ompt_scope_begin, ompt_scope_end}) {
    fake::answers.state = state;
    call<ompt_callback_sync_region_t>(ompt_callback_sync_region_wait, ompt_sync_region_taskwait, endpoint,
                                      &s.region_, &s.implicit_, user_code());
  }
  fake::answers.state = ompt_state_work_parallel;
  s.sync_of(&s.implicit_, ompt_sync_region_taskwait, ompt_scope_end);
}

void weak(ompt_callbacks_t event, ompt_set_result_t answer) {
  fake::answers.weak_event = event;
  fake::answers.weak_answer = answer;
}

const Fault kFaults[] = {
    {"thread_begin only sometimes",
     "registration",
     {},
     Point::start,
     [](Stream&) { weak(ompt_callback_thread_begin, ompt_set_sometimes); }},
    {"callbacks forgotten",
     "registration.get",
     {},
     Point::start,
     [](Stream&) { fake::answers.forgets_callbacks = true; }},
    {"work that never comes",
     "registration.never",
     {},
     Point::start,
     [](Stream&) { weak(ompt_callback_work, ompt_set_never); }},
    {"an entry point is missing",
     "entry.missing",
     {},
     Point::start,
     [](Stream&) { fake::answers.missing = "ompt_get_proc_id"; }},
    {"every name is known",
     "entry.unknown",
     {},
     Point::start,
     [](Stream&) { fake::answers.knows_all_names = true; }},
    {"states without end",
     "entry.states",
     {},
     Point::start,
     [](Stream&) { fake::answers.endless_states = true; }},
    {"a state without name",
     "entry.states",
     {},
     Point::start,
     [](Stream&) { fake::answers.nameless_state = true; }},
    {"implementations without end",
     "entry.mutex_impls",
     {},
     Point::start,
     [](Stream&) { fake::answers.endless_impls = true; }},
    {"the same id twice",
     "entry.unique_id",
     {},
     Point::start,
     [](Stream&) { fake::answers.same_unique_id = true; }},
    {"other processors",
     "entry.num_procs",
     {},
     Point::initial,
     [](Stream&) { control(told_num_procs, fake::kProcs + 1); }},
    {"other devices", "entry.num_devices", {}, Point::initial, [](Stream&) { control(told_num_devices, 1); }},
    {"other places",
     "entry.num_places",
     {},
     Point::initial,
     [](Stream&) { control(told_num_places, fake::kPlaces - 1); }},
    {"another place", "entry.place_num", {}, Point::initial, [](Stream&) { control(told_place_num, 5); }},
    {"a list of processors is overrun",
     "entry.place_procs",
     {},
     Point::initial,
     [](Stream&) {
       fake::answers.writes_too_much = true;
       control(told_num_places, fake::kPlaces);
     }},
    {"a list of places is overrun",
     "entry.partition",
     {},
     Point::initial,
     [](Stream&) {
       fake::answers.writes_too_much = true;
       control(told_partition_size, fake::kPlaces);
     }},
    {"a target that is none",
     "entry.target_info",
     {},
     Point::initial,
     [](Stream&) {
       fake::answers.in_target = 1;
       control(77, 0);
     }},
    {"another task is told",
     "inquiry.task",
     {},
     Point::region,
     [](Stream& s) { asked_wrongly(s, [&s] { fake::answers.task = &s.initial_; }); }},
    {"another kind of task is told",
     "inquiry.task.flags",
     {},
     Point::region,
     [](Stream& s) { asked_wrongly(s, [] { fake::answers.task_flags = ompt_task_explicit; }); }},
    {"another team is told",
     "inquiry.parallel",
     {},
     Point::region,
     [](Stream& s) { asked_wrongly(s, [] { fake::answers.region_size = 7; }); }},
    {"another wait is told",
     "inquiry.state",
     {},
     Point::region,
     [](Stream& s) { wait_in_state(s, ompt_state_wait_barrier_explicit); }},
    {"no wait is told",
     "inquiry.state.early",
     {},
     Point::region,
     [](Stream& s) { wait_in_state(s, ompt_state_work_parallel); }},
    {"a handler is told no state",
     "inquiry.signal",
     {},
     Point::region,
     [](Stream&) {
       fake::answers.state = 0x7777;
       raise(SIGPROF);
       fake::answers.state = ompt_state_work_parallel;
     },
     "LIMPID_CHECK_STORM=1"},
};

}  // namespace

std::vector<Fault> entry_faults() {
  return {std::begin(kFaults), std::end(kFaults)};
}

}  // namespace selftest
