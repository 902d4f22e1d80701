// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating tasks in a program for the model.
#pragma once

#include "core/task/create/create.h"
#include "core/task/create/included.h"
#include "core/task/detach/detach.h"
#include "whole/program.h"

namespace limpid::core {

// A task's argument. The runtime writes the handle of a detachable task's event to its beginning.
template <class Body>
struct Argument {
  void* event = nullptr;
  Body* body;
};

// A task that calls body(thread). argument is copied.
template <class Body>
TaskSpec task_of(Argument<Body>& argument) {
  TaskSpec spec;
  spec.body = [](void* data) { (*static_cast<Argument<Body>*>(data)->body)(this_thread()); };
  spec.data = &argument;
  spec.data_size = sizeof argument;
  spec.data_align = alignof(Argument<Body>);
  return spec;
}

template <class Body>
void create(Thread& self, Body& body) {
  Argument<Body> argument{nullptr, &body};
  create_task(self, task_of(argument));
}

inline events::Dependence on(const model::Plain<int>& variable, events::DependenceKind kind) {
  events::Dependence dependence{};
  dependence.variable = reinterpret_cast<uint64_t>(&variable);
  dependence.kind = kind;
  return dependence;
}

template <class Body>
void create(Thread& self, Body& body, const events::Dependence& dependence) {
  Argument<Body> argument{nullptr, &body};
  TaskSpec spec = task_of(argument);
  spec.dependences = &dependence;
  spec.dependence_count = 1;
  create_task(self, spec);
}

// An included task: its body has run when the call returns.
template <class Body>
void include(Thread& self, Body& body) {
  Argument<Body> argument{nullptr, &body};
  run_included_task<events::Observed>(self, task_of(argument).body, &argument, 0);
}

template <class Body>
void create_urgent(Thread& self, Body& body) {
  Argument<Body> argument{nullptr, &body};
  TaskSpec spec = task_of(argument);
  spec.priority = 1;
  create_task(self, spec);
}

// Returns the handle of the task's event.
template <class Body>
void* create_detachable(Thread& self, Body& body) {
  void* event = nullptr;
  Argument<Body> argument{nullptr, &body};
  TaskSpec spec = task_of(argument);
  spec.flags |= kTaskDetachable;
  spec.event = &event;
  create_task(self, spec);
  return event;
}

template <class Body>
void create_untied(Thread& self, Body& body) {
  Argument<Body> argument{nullptr, &body};
  TaskSpec spec = task_of(argument);
  spec.flags |= kTaskUntied;
  create_task(self, spec);
}

}  // namespace limpid::core
