// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/earlier_threads.h"

#include "sample/thread_stack.h"
#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

struct Adoption {
  Session* session;
  uint64_t now_ns;
};

// A thread that blocks the signal is not asked: nobody opens the masks of threads that the recorder will leave again.
void adopt(void* data, uint64_t native_id, int type) {
  const auto& adoption = *static_cast<const Adoption*>(data);
  Session& session = *adoption.session;
  const auto tid = static_cast<pid_t>(native_id);
  if (session.threads.is_sampled(tid)) return;
  session.threads.adopt(tid, adoption.now_ns, kProgramNode, stack_end_if_open(tid, session.signal.number()),
                        static_cast<profile::ThreadType>(type));
}

}  // namespace

void adopt_earlier_threads(Session* session, const formats::Attachment& attachment, uint64_t now) {
  Adoption adoption{session, now};
  attachment.each_thread(&adopt, &adoption);
  // A program that has not used OpenMP yet will, most likely on this thread. There is no runtime to ask before that.
  if (session->threads.is_sampled(getpid())) return;
  adopt(&adoption, static_cast<uint64_t>(getpid()), static_cast<int>(profile::ThreadType::kInitial));
  if (ThreadSlot* slot = session->threads.find_adopted(getpid()))
    slot->ask_runtime.store(false, std::memory_order_relaxed);
}

}  // namespace limpid::recorder
