// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_push_*: the clauses that a parallel or teams construct passes before it forks.
#include "abi/kmp/clauses.h"

#include <stdio.h>
#include <string.h>

#include <algorithm>

#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/icv/thread_lists.h"
#include "core/team/error_directive.h"

using namespace limpid;
using abi::Ident;

namespace limpid::abi {

thread_local constinit ParallelClauses t_parallel_clauses{};
thread_local constinit core::League t_teams_clauses{};

namespace {

constexpr int32_t kFatal = 2;          // severity
constexpr int32_t kPrimaryOfLlvm = 5;  // proc_bind(primary); master is 2, as in omp_proc_bind_t

core::ProcBind decode_bind(int32_t bind) {
  return bind == kPrimaryOfLlvm ? core::ProcBind::kPrimary : static_cast<core::ProcBind>(bind);
}

uint32_t positive(int32_t number) {
  return number > 0 ? static_cast<uint32_t>(number) : 0;
}

// Called when the team is formed. Reports an error if it has another size than requested.
void check_size(core::Thread& self, core::Team& team, void* context) {
  auto& clauses = *static_cast<ParallelClauses*>(context);
  const StrictThreads strict = clauses.strict;
  const uint32_t wanted = clauses.num_threads;
  clauses = {};
  if (team.size == wanted) return;
  char text[96];
  snprintf(text, sizeof text, "num_threads(strict: %u) asks for more threads than there are, %u", wanted,
           static_cast<uint32_t>(team.size));
  const char* message = strict.message != nullptr ? strict.message : text;
  core::report_error(self, strict.fatal, message, strlen(message));
}

void note_strict(int32_t severity, const char* message) {
  t_parallel_clauses.strict = {true, severity == kFatal, message};
}

// Elements beyond the number of levels are ignored.
void note_list(uint32_t length, const int32_t* list) {
  constexpr uint32_t kMostLevels = core::kSupportedActiveLevels + 1;
  ParallelClauses& clauses = t_parallel_clauses;
  clauses.num_threads = length > 0 ? positive(list[0]) : 0;
  clauses.thread_list = 0;
  if (length < 2) return;
  uint32_t values[kMostLevels];
  const uint32_t count = std::min(length, kMostLevels);
  for (uint32_t i = 0; i < count; ++i) values[i] = std::max(1U, positive(list[i]));
  clauses.thread_list = core::number_of_thread_list(values, count);
}

}  // namespace

void ParallelClauses::apply_to(core::Region& region) {
  region.num_threads = num_threads;
  region.thread_list = thread_list;
  region.bind = decode_bind(proc_bind);
  region.bind_given = proc_bind > 0 && proc_bind <= kPrimaryOfLlvm;
  if (strict.given && num_threads != 0) [[unlikely]] {
    region.prepare = check_size;
    region.context = this;
    return;
  }
  *this = {};
}

}  // namespace limpid::abi

extern "C" {

void __kmpc_push_num_threads(const Ident*, int32_t, int32_t number) {
  abi::t_parallel_clauses.num_threads = abi::positive(number);
}

void __kmpc_push_num_threads_strict(const Ident*, int32_t, int32_t number, int32_t severity,
                                    const char* message) {
  abi::t_parallel_clauses.num_threads = abi::positive(number);
  abi::note_strict(severity, message);
}

// nthreads-var as a list: the first element is this region's, the others are for the regions inside, level by
// level.
void __kmpc_push_num_threads_list(const Ident*, int32_t, uint32_t length, const int32_t* list) {
  abi::note_list(length, list);
}

void __kmpc_push_num_threads_list_strict(const Ident*, int32_t, uint32_t length, const int32_t* list,
                                         int32_t severity, const char* message) {
  abi::note_list(length, list);
  abi::note_strict(severity, message);
}

// The construct itself resets its clauses.
void __kmpc_pop_num_threads(const Ident*, int32_t) {}

void __kmpc_push_proc_bind(const Ident*, int32_t, int32_t bind) {
  abi::t_parallel_clauses.proc_bind = bind;
}

// Numbers of teams and threads; 0 or less: no clause.
void __kmpc_push_num_teams(const Ident*, int32_t, int32_t teams, int32_t thread_limit) {
  abi::t_teams_clauses = {abi::positive(teams), abi::positive(teams), abi::positive(thread_limit), nullptr,
                          false};
}

// Only Flang calls this. As of version 22 it keeps some data that is private to a team in storage that all
// teams of the league share: the indexes of sequential loops, the copies of reductions. So the teams must not
// run concurrently.
void __kmpc_push_num_teams_51(const Ident*, int32_t, int32_t lower, int32_t upper, int32_t thread_limit) {
  const uint32_t least = abi::positive(lower), most = abi::positive(upper);
  abi::t_teams_clauses = {least, most < least ? least : most, abi::positive(thread_limit), nullptr, true};
}

// thread_limit on a target construct: the first call in the region.
void __kmpc_set_thread_limit(const Ident*, int32_t, int32_t limit) {
  core::Icvs& icvs = core::this_thread().task->icvs;
  if (limit > 0) icvs.thread_limit = static_cast<uint32_t>(limit);
}
}
