// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenMP program for the model: a main thread that uses the runtime as compiled code does, and ends.
#pragma once

#include <functional>

#include "core/icv/icv.h"
#include "core/team/adopt.h"
#include "core/team/region.h"
#include "model.h"

namespace limpid::core {

// A region takes some hundred operations.
inline constexpr model::Bounds kWholeBounds{12'000, 6'000};

// Forgets the threads and numbers of the execution before.
void start_afresh();

// Its main thread runs the body; then it ends, and its workers with it. Other threads that the scenario has
// named run beside it, after a start_afresh() of the scenario's own.
inline void program_beside(model::Execution& run, const std::function<void(Thread&)>& body) {
  run.keep_for_each_thread(reinterpret_cast<void**>(&t_self));
  run.thread([&] {
    t_self = &g_stranger;
    Thread& self = this_thread();
    body(self);
    retire_thread(self);
  });
  run.run();
}

inline void program(model::Execution& run, const std::function<void(Thread&)>& body) {
  start_afresh();
  program_beside(run, body);
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
