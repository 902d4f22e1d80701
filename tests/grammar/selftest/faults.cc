// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The faults that the stream knows by their names.
#include "faults.h"

namespace selftest {
namespace {

const Fault kNamed[] = {
    {"no thread_begin", "thread.first", {"data.thread"}},
    {"no thread_end", "thread.end"},
    {"dirty region word", "data.fresh"},
    {"parallel flags", "parallel.flags"},
    {"no enter frame", "frame.enter"},
    {"code in the runtime", "codeptr.runtime"},
    {"index too large", "implicit_task.index"},
    {"size differs", "implicit_task.parallelism", {"*"}},
    {"team size at the end", "implicit_task.end.parallelism"},
    {"region at the end", "implicit_task.end.parallel"},
    {"no end barrier", "implicit_task.barrier"},
    {"deprecated barrier", "sync.kind.deprecated", {"data.null", "implicit_task.barrier"}},
    {"region at barrier end", "sync.end.parallel"},
    {"barrier in work", "barrier.in_work"},
    {"end from elsewhere", "codeptr.pair"},
    {"work not ended", "nesting", {"barrier.in_work", "work.nested"}},
    {"work end of another type", "nesting", {"barrier.in_work", "work.nested"}},
    {"chunk lost", "dispatch.all"},
    {"chunk out of range", "dispatch.range"},
    {"single executed by nobody", "region.executors"},
    {"wrong prior task", "task.current"},
    {"task never completes", "parallel.tasks", {"taskwait.children"}},
    {"task in a wait", "wait.task"},
    {"undeferred task deferred", "task.undeferred", {"taskwait.children"}},
    {"taskwait too early", "taskwait.children"},
    {"dependence ignored", "task.order"},
    {"word changed", "data.task", {"*"}},
    {"word moved", "data.moved"},
    {"acquired without acquire", "mutex.acquire"},
    {"released twice", "mutex.owner"},
    {"lock without init", "lock.init"},
    {"parallel_end twice", "data.parallel"},
    {"event after the end", "tool.finalized", {"thread.last"}},
    {"wrong thread data", "inquiry.thread"},
};

}  // namespace

std::vector<Fault> all_faults() {
  std::vector<Fault> faults(std::begin(kNamed), std::end(kNamed));
  for (const auto& more :
       {region_faults(), construct_faults(), task_faults(), device_faults(), entry_faults()})
    faults.insert(faults.end(), more.begin(), more.end());
  return faults;
}

}  // namespace selftest
