// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenMP program for the model: a main thread uses the runtime as compiled code does, and ends.
#pragma once

#include <functional>

#include "core/icv/icv.h"
#include "core/team/attach.h"
#include "core/team/region.h"
#include "model.h"

namespace limpid::core {

// Lower bounds than the default, as a region takes some hundred operations.
inline constexpr model::Bounds kWholeBounds{12'000, 6'000};

// Resets the threads and numbers of the previous execution.
void start_afresh();

// A thread that the runtime does not start. It uses OpenMP from the return of come() on, runs the body, and
// ends with its workers. For scenarios with several such threads; called between start_afresh() and run().
inline void user_thread(
    model::Execution& run, std::function<void(Thread&)> body, std::function<void()> come = [] {}) {
  run.keep_for_each_thread(reinterpret_cast<void**>(&t_self));
  run.thread([body = std::move(body), come = std::move(come)] {
    t_self = &g_unregistered;
    come();
    Thread& self = this_thread();
    body(self);
    retire_thread(self);
  });
}

// A program whose main thread runs the body.
inline void program(model::Execution& run, const std::function<void(Thread&)>& body) {
  start_afresh();
  user_thread(run, body);
  run.run();
}

// A parallel region whose body is called with each member's thread.
template <class Body>
void parallel(Thread& self, uint32_t threads, Body&& body) {
  Region region;
  region.body = [](void* data) { (*static_cast<std::remove_reference_t<Body>*>(data))(this_thread()); };
  region.data = &body;
  region.num_threads = threads;
  parallel(self, region);
}

}  // namespace limpid::core
