// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "callbacks.h"

#include <stdlib.h>
#include <string.h>

#include "rules.h"
#include "states.h"
#include "world.h"

namespace limpid::check {
namespace {

// Which of two forms of a callback is registered for good.
enum class Form { only, emi, plain };

struct Callback {
  const char* name;
  const char* section;  // of 5.1, that describes it
  ompt_callbacks_t event;
  ompt_callback_t function;
  bool must_be_always;  // 5.1, table 4.2; of all others table 4.3 demands no level
  const char* words;    // what World::count calls its events, up to the ':'
  Form form = Form::only;
};

struct Answer {
  int level = -1;  // ompt_set_result_t
  uint64_t seen = 0;
};

template <class Specified>
constexpr ompt_callback_t typed(Specified function) {
  return reinterpret_cast<ompt_callback_t>(function);
}

const Callback kCallbacks[] = {
    {"thread_begin", "4.5.2.1", ompt_callback_thread_begin,
     typed<ompt_callback_thread_begin_t>(on_thread_begin), true, "thread_begin"},
    {"thread_end", "4.5.2.2", ompt_callback_thread_end, typed<ompt_callback_thread_end_t>(on_thread_end),
     true, "thread_end"},
    {"parallel_begin", "4.5.2.3", ompt_callback_parallel_begin,
     typed<ompt_callback_parallel_begin_t>(on_parallel_begin), true, "parallel_begin league_begin"},
    {"parallel_end", "4.5.2.4", ompt_callback_parallel_end,
     typed<ompt_callback_parallel_end_t>(on_parallel_end), true, "parallel_end league_end"},
    {"implicit_task", "4.5.2.11", ompt_callback_implicit_task,
     typed<ompt_callback_implicit_task_t>(on_implicit_task), true,
     "implicit_begin implicit_end initial_begin initial_end"},
    {"task_create", "4.5.2.7", ompt_callback_task_create, typed<ompt_callback_task_create_t>(on_task_create),
     true, "create"},
    {"task_schedule", "4.5.2.10", ompt_callback_task_schedule,
     typed<ompt_callback_task_schedule_t>(on_task_schedule), true, "switch"},
    {"control_tool", "4.5.2.29", ompt_callback_control_tool,
     typed<ompt_callback_control_tool_t>(on_control_tool), true, "control"},
    {"work", "4.5.2.5", ompt_callback_work, typed<ompt_callback_work_t>(on_work), false,
     "work_begin work_end work_count"},
    {"dispatch", "4.5.2.6", ompt_callback_dispatch, typed<ompt_callback_dispatch_t>(on_dispatch), false,
     "dispatch dispatch_iterations dispatch_addresses"},
    {"masked", "4.5.2.12", ompt_callback_masked, typed<ompt_callback_masked_t>(on_masked), false,
     "masked_begin masked_end"},
    {"sync_region", "4.5.2.13", ompt_callback_sync_region, typed<ompt_callback_sync_region_t>(on_sync_region),
     false, "sync_begin sync_end"},
    {"sync_region_wait", "4.5.2.13", ompt_callback_sync_region_wait,
     typed<ompt_callback_sync_region_t>(on_sync_region_wait), false, "wait_begin wait_end"},
    {"reduction", "4.5.2.13", ompt_callback_reduction, typed<ompt_callback_sync_region_t>(on_reduction),
     false, "reduction_begin reduction_end"},
    {"dependences", "4.5.2.8", ompt_callback_dependences, typed<ompt_callback_dependences_t>(on_dependences),
     false, "dependences"},
    {"task_dependence", "4.5.2.9", ompt_callback_task_dependence,
     typed<ompt_callback_task_dependence_t>(on_task_dependence), false, "dependence"},
    {"cancel", "4.5.2.18", ompt_callback_cancel, typed<ompt_callback_cancel_t>(on_cancel), false, "cancel"},
    {"lock_init", "4.5.2.14", ompt_callback_lock_init, typed<ompt_callback_mutex_acquire_t>(on_lock_init),
     false, "lock_init"},
    {"lock_destroy", "4.5.2.15", ompt_callback_lock_destroy, typed<ompt_callback_mutex_t>(on_lock_destroy),
     false, "lock_destroy"},
    {"mutex_acquire", "4.5.2.14", ompt_callback_mutex_acquire,
     typed<ompt_callback_mutex_acquire_t>(on_mutex_acquire), false, "acquire"},
    {"mutex_acquired", "4.5.2.15", ompt_callback_mutex_acquired,
     typed<ompt_callback_mutex_t>(on_mutex_acquired), false, "acquired"},
    {"mutex_released", "4.5.2.15", ompt_callback_mutex_released,
     typed<ompt_callback_mutex_t>(on_mutex_released), false, "released"},
    {"nest_lock", "4.5.2.16", ompt_callback_nest_lock, typed<ompt_callback_nest_lock_t>(on_nest_lock), false,
     "nest_begin nest_end"},
    {"flush", "4.5.2.17", ompt_callback_flush, typed<ompt_callback_flush_t>(on_flush), false, "flush"},
    {"error", "4.5.2.30", ompt_callback_error, typed<ompt_callback_error_t>(on_error), false, "error"},
    {"target", "4.5.2.26", ompt_callback_target, typed<ompt_callback_target_t>(on_target_plain), true,
     "plain_target_begin plain_target_end", Form::plain},
    {"target_emi", "4.5.2.26", ompt_callback_target_emi, typed<ompt_callback_target_emi_t>(on_target), true,
     "target_begin target_end", Form::emi},
    {"target_data_op", "4.5.2.25", ompt_callback_target_data_op,
     typed<ompt_callback_target_data_op_t>(on_data_op_plain), true, "plain_data_op", Form::plain},
    {"target_data_op_emi", "4.5.2.25", ompt_callback_target_data_op_emi,
     typed<ompt_callback_target_data_op_emi_t>(on_data_op), true, "data_op_begin data_op_end", Form::emi},
    {"target_submit", "4.5.2.28", ompt_callback_target_submit,
     typed<ompt_callback_target_submit_t>(on_submit_plain), true, "plain_submit", Form::plain},
    {"target_submit_emi", "4.5.2.28", ompt_callback_target_submit_emi,
     typed<ompt_callback_target_submit_emi_t>(on_submit), true, "submit_begin submit_end", Form::emi},
    {"target_map", "4.5.2.27", ompt_callback_target_map, typed<ompt_callback_target_map_t>(on_map_plain),
     false, "plain_map", Form::plain},
    {"target_map_emi", "4.5.2.27", ompt_callback_target_map_emi,
     typed<ompt_callback_target_map_emi_t>(on_map), false, "map", Form::emi},
    {"device_initialize", "4.5.2.19", ompt_callback_device_initialize,
     typed<ompt_callback_device_initialize_t>(on_device_initialize), true, "device_initialize"},
    {"device_finalize", "4.5.2.20", ompt_callback_device_finalize,
     typed<ompt_callback_device_finalize_t>(on_device_finalize), true, "device_finalize"},
    {"device_load", "4.5.2.21", ompt_callback_device_load, typed<ompt_callback_device_load_t>(on_device_load),
     true, "device_load"},
    {"device_unload", "4.5.2.22", ompt_callback_device_unload,
     typed<ompt_callback_device_unload_t>(on_device_unload), true, "device_unload"},
};

constexpr size_t kCount = sizeof kCallbacks / sizeof kCallbacks[0];
Answer g_answers[kCount];

const char* level_name(int level) {
  static const char* const kNames[] = {"error", "never", "impossible", "sometimes", "sometimes_paired",
                                       "always"};
  return level >= 0 && level <= ompt_set_always ? kNames[level] : "?";
}

void check_get(World& w, const Callback& callback, bool registered) {
  if (w.ask.get_callback == nullptr) return;
  ompt_callback_t found = nullptr;
  int answer = w.ask.get_callback(callback.event, &found);
  bool good = registered ? answer == 1 && found == callback.function : answer == 0;
  w.expect(good, "registration.get", "4.6.1.4", "ompt_get_callback for %s returns %d and %s, expected %d",
           callback.name, answer, found == callback.function ? "the callback" : "another pointer",
           registered ? 1 : 0);
}

void register_one(World& w, const Callback& callback, Answer& answer, bool keep) {
  answer.seen = 0;
  ompt_set_result_t result = w.ask.set_callback(callback.event, callback.function);
  answer.level = result;
  bool good = result == ompt_set_always || (!callback.must_be_always && result != ompt_set_error);
  w.expect(good, "registration", "4.2.4", "%s is registered as %s%s", callback.name, level_name(result),
           callback.must_be_always ? ", expected always" : "");
  bool possible = result >= ompt_set_sometimes;
  if (possible) check_get(w, callback, true);
  if (!keep && possible) {
    w.ask.set_callback(callback.event, nullptr);
    check_get(w, callback, false);
  }
}

}  // namespace

void register_callbacks(World& w) {
  if (w.ask.set_callback == nullptr) return;
  const char* emi = getenv("LIMPID_CHECK_EMI");
  Form unwanted = emi != nullptr && strcmp(emi, "0") == 0 ? Form::emi : Form::plain;
  // First the form that goes again, so that the two are never registered at the same time.
  for (size_t i = 0; i < kCount; ++i) {
    if (kCallbacks[i].form == unwanted) register_one(w, kCallbacks[i], g_answers[i], false);
  }
  for (size_t i = 0; i < kCount; ++i) {
    if (kCallbacks[i].form != unwanted) register_one(w, kCallbacks[i], g_answers[i], true);
  }
}

void note_event(const char* name) {
  for (size_t i = 0; i < kCount; ++i) {
    if (strcmp(kCallbacks[i].name, name) != 0) continue;
    ++g_answers[i].seen;
    bool denied = g_answers[i].level == ompt_set_never || g_answers[i].level == ompt_set_impossible;
    world().expect(!denied, "registration.never", "4.4.4.2", "%s was registered as %s", name,
                   level_name(g_answers[i].level));
    return;
  }
}

void tell_summary() {
  World& w = world();
  for (size_t i = 0; i < kCount; ++i) {
    JsonLine line("callback");
    line.text("name", kCallbacks[i].name).text("section", kCallbacks[i].section);
    line.text("registered", level_name(g_answers[i].level));
    line.flag("must_be_always", kCallbacks[i].must_be_always).text("words", kCallbacks[i].words);
    w.report.write(line.number("seen", g_answers[i].seen));
  }
  for (const auto& [word, times] : w.words)
    w.report.write(JsonLine("word").text("word", word).number("times", times));
  tell_states(w);
  w.report.summarize();
}

}  // namespace limpid::check
