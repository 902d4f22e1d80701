// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/deep_stack.h"

#include <pthread.h>
#include <sys/resource.h>

namespace limpid::cli {
namespace {

constexpr size_t kEnough = 1 << 20;
constexpr size_t kDeep = 8 << 20;

struct Job {
  const std::function<int()>& work;
  int answer = 0;
};

void* run(void* job) {
  Job* own = static_cast<Job*>(job);
  own->answer = own->work();
  return nullptr;
}

}  // namespace

int on_deep_stack(const std::function<int()>& work) {
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kEnough) return work();
  Job job{work};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kDeep);
  pthread_t thread;
  bool created = pthread_create(&thread, &attributes, run, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!created) return work();
  pthread_join(thread, nullptr);
  return job.answer;
}

}  // namespace limpid::cli
