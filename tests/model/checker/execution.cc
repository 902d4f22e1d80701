// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules the threads of an execution as fibers, and performs their operations.
#include "checker/execution.h"

#include <algorithm>
#include <bit>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <cstring>
#include <utility>
#include <vector>

#include "checker/weaken.h"

namespace model {
namespace {

Execution* g_execution = nullptr;
constexpr int kPatience = 3;  // rounds in which nothing is stored, before time passes
constexpr std::size_t kStackBytes = 256 * 1024;
// Of a compare_exchange that is given one order.
constexpr Order order_of_failure(Order order) {
  return order == Order::acq_rel ? Order::acquire : order == Order::release ? Order::relaxed : order;
}
constexpr std::uint32_t kOnceIn = 8;  // random paths: one operation in so many deviates

}  // namespace

Execution* Execution::current() {
  return g_execution;
}

Execution::Execution(Choices& choices, const Budget& budget) : choices_(choices), left_(budget) {
  threads_[0].view.thread = 0;
  g_execution = this;
}

// Stacks of threads that have not ended are not unwound: that would run the code under test.
Execution::~Execution() {
  static auto& abandoned = *new std::vector<boost::context::fiber>;
  for (Thread& thread : threads_)
    if (thread.fiber) abandoned.push_back(std::move(thread.fiber));
  g_execution = nullptr;
}

// ---- Threads ----

void Execution::thread(std::function<void()> body) {
  threads_.emplace_back();
  threads_.back().body = std::move(body);
  threads_.back().view.thread = std::min(static_cast<int>(threads_.size()), kMaxThreads) - 1;
  if (static_cast<int>(threads_.size()) > kMaxThreads) fail("more threads than the checker has room for");
  if (running_ != 0) start(threads_.back(), self().view);
}

void Execution::start(Thread& thread, const View& creator) {
  thread.view.join(creator);
  static boost::context::pooled_fixedsize_stack stacks(kStackBytes);
  thread.fiber =
      boost::context::fiber(std::allocator_arg, stacks, [this, &thread](boost::context::fiber&& scheduler) {
        scheduler_ = std::move(scheduler);
        thread.body();
        thread.ended = true;
        return std::move(scheduler_);
      });
}

void Execution::run() {
  for (std::size_t thread = 1; thread < threads_.size(); ++thread) start(threads_[thread], threads_[0].view);
  while (!failed()) {
    const int next = next_after_rest();
    if (next == 0) break;
    running_ = next;
    // A thread returns here when it has ended, when it sleeps, and when another thread runs next.
    threads_[next].fiber = std::move(threads_[next].fiber).resume();
    running_ = 0;
  }
  for (Thread& thread : threads_) threads_[0].view.join(thread.view);
}

bool Execution::is_alone() const {
  for (int thread = 1; thread < static_cast<int>(threads_.size()); ++thread)
    if (thread != running_ && is_ready(threads_[thread])) return false;
  return true;
}

// Bit t: thread t can continue, is not the running one, and has not yielded.
std::uint32_t Execution::others() const {
  std::uint32_t ready = 0;
  for (int at = 1; at < static_cast<int>(threads_.size()); ++at) {
    const Thread& thread = threads_[at];
    if (at != running_ && is_ready(thread) && !thread.yielded) ready |= 1U << at;
  }
  return ready;
}

// The thread that runs next when the running thread has stopped or yielded. 0: all have ended.
int Execution::next_after_rest() {
  if (chosen_ != 0) return std::exchange(chosen_, 0);
  PooledVector<int> ready;
  PooledVector<int> yielded;
  PooledVector<int> dozing;
  bool all_ended = true;
  for (int at = 1; at < static_cast<int>(threads_.size()); ++at) {
    Thread& thread = threads_[at];
    all_ended = all_ended && thread.ended;
    if (is_ready(thread)) (thread.yielded ? yielded : ready).push_back(at);
    if (thread.sleeps_at != nullptr && thread.wakes_by_itself) dozing.push_back(at);
  }
  if (all_ended) return 0;
  if (ready.empty()) {
    for (int at : yielded) threads_[at].yielded = false;
    ready = yielded;
  }
  // Where the others only look again and again for what does not come, time passes.
  if (ready.empty() || (!yielded.empty() && ready == yielded && ++idle_rounds_ > kPatience)) {
    for (int at : dozing) threads_[at].sleeps_at = nullptr;
    if (!dozing.empty()) ready = dozing;
    idle_rounds_ = 0;
  }
  if (ready.empty()) {
    fail("all threads sleep");
    return 0;
  }
  return ready[choose(ready.size())];
}

std::uint32_t Execution::choose(std::size_t options) {
  return strays_ ? choices_.choose(static_cast<std::uint32_t>(options)) : 0;
}

void Execution::stray(bool strays) {
  strays_ = strays;
  if (running_ == 0 || !strays) return;
  for (Thread& thread : threads_) thread.yielded = thread.looks_again = false;
  leave_for_another();
}

void Execution::leave_for_another() {
  void* const own = own_variable_ != nullptr ? *own_variable_ : nullptr;
  scheduler_ = std::move(scheduler_).resume();
  in_a_row_ = 0;
  if (own_variable_ != nullptr) *own_variable_ = own;
}

void Execution::begin_operation(const char* what, const Site& site) {
  self().paused = false;
  if (running_ != 0 && !failed()) {
    if (log_.size() >= kMaxSteps) fail("no end after so many steps");
    if (gives_way()) leave_for_another();
  }
  log_.push_back({running_, what, site, 0});
}

// Whether another thread runs before the next operation: by choice, or because this one has run for so long
// that it may be waiting for others without yielding.
bool Execution::gives_way() {
  if (is_alone()) return false;
  if (++in_a_row_ > kFairShare) {
    self().yielded = true;
    return true;
  }
  if (left_.preemptions == 0 || !strays_) return false;
  std::uint32_t ready = others();
  if (ready == 0 || !choices_.seldom(kOnceIn)) return false;
  --left_.preemptions;
  for (auto skipped = choices_.choose(static_cast<std::uint32_t>(std::popcount(ready))); skipped > 0;
       --skipped)
    ready &= ready - 1;
  chosen_ = std::countr_zero(ready);
  return true;
}

// Consecutive yields count as one. A thread that continues nevertheless, as on a processor of its own, is a
// preemption.
void Execution::yield() {
  if (running_ == 0 || self().paused) return;
  self().paused = true;
  if (log_.size() > kMaxSteps) fail("no end after so many steps");
  log_.push_back({running_, "yield", Site{}, 0});
  if (strays_ && left_.preemptions != 0 && !is_alone() && choices_.seldom(kOnceIn)) {
    --left_.preemptions;
    return;
  }
  self().yielded = true;
  self().looks_again = true;
  leave_for_another();
}

void Execution::fail(const std::string& why) {
  if (why_.empty()) why_ = why;
  if (running_ != 0) leave_for_another();  // and never returns
}

// ---- Memory ----

Location& Execution::location(Word word) {
  std::uint64_t value = 0;
  std::memcpy(&value, word.address, word.size);
  return memory_.at(word.address, value);
}

void Execution::publish(Word word, std::uint64_t value) {
  std::memcpy(word.address, &value, word.size);
}

bool Execution::surprise() {
  if (running_ == 0 || left_.surprises == 0 || !strays_ || !choices_.seldom(kOnceIn)) return false;
  --left_.surprises;
  return true;
}

std::uint64_t Execution::read(Location& word, Order order) {
  const std::uint32_t oldest = memory_.oldest(self().view, word, order);
  std::uint32_t store = Memory::newest(word);
  if (store > oldest && !self().looks_again && surprise()) store -= 1 + choices_.choose(store - oldest);
  return memory_.read(self().view, word, store, order);
}

std::uint64_t Execution::load(Word at, Order order, const Site& site) {
  order = weakened(site, order, Access::load);
  begin_operation("load", site);
  const std::uint64_t value = read(location(at), order);
  note(value);
  return value;
}

void Execution::store(Word at, std::uint64_t value, Order order, const Site& site) {
  order = weakened(site, order, Access::store);
  begin_operation("store", site);
  self().looks_again = false;
  idle_rounds_ = 0;
  Location& word = location(at);
  const PooledVector<std::uint32_t> earlier = memory_.earlier_places(self().view, word, order);
  note(value);
  if (!earlier.empty() && surprise()) {
    log_.back().what = "store before a newer one";
    const std::uint32_t place = earlier[choices_.choose(static_cast<std::uint32_t>(earlier.size()))];
    return memory_.write(self().view, word, value, order, place);
  }
  memory_.write(self().view, word, value, order);
  publish(at, value);
}

std::uint64_t Execution::modify(Word at, Change change, std::uint64_t operand, Order order,
                                const Site& site) {
  order = weakened(site, order, Access::modify);
  begin_operation("modify", site);
  self().looks_again = false;
  idle_rounds_ = 0;
  Location& word = location(at);
  const std::uint64_t before = memory_.read(self().view, word, Memory::newest(word), order);
  if (!is_left_out(site, Access::modify)) {
    memory_.modify(self().view, word, change(before, operand), order);
    publish(at, word.stores.back().value);
  }
  note(before);
  return before;
}

bool Execution::compare_exchange(Word at, std::uint64_t& expected, std::uint64_t desired,
                                 const Comparison& comparison, const Site& site) {
  const Order order = weakened(site, comparison.order, Access::modify);
  const Order failing = comparison.failing.has_value() ? weakened(site, *comparison.failing, Access::compare)
                                                       : order_of_failure(order);
  begin_operation("compare_exchange", site);
  Location& word = location(at);
  const bool fits = word.stores.back().value == expected;
  if (fits && !(comparison.weak && surprise())) {
    self().looks_again = false;
    idle_rounds_ = 0;
    memory_.read(self().view, word, Memory::newest(word), order);
    if (!is_left_out(site, Access::modify)) {
      memory_.modify(self().view, word, desired, order);
      publish(at, desired);
    }
    note(desired);
    return true;
  }
  expected = memory_.read(self().view, word, Memory::newest(word), failing);
  note(expected);
  return false;
}

void Execution::fence(const Site& site) {
  begin_operation("fence", site);
  memory_.fence(self().view);
}

void Execution::process_fence(const Site& site) {
  begin_operation("process_fence", site);
  if (is_left_out(site, Access::fence)) return;
  for (Thread& thread : threads_) memory_.fence(thread.view);
  // Again: earlier threads now also see what later threads in the list had seen.
  for (Thread& thread : threads_) memory_.fence(thread.view);
}

void Execution::check_race(const Location& word, bool writes) {
  const View& view = self().view;
  if (word.writer >= 0 && word.writer != running_ && view.clock[word.writer] < word.written_at)
    fail("a data race: plain data that another thread has written");
  for (int thread = 0; writes && thread < kMaxThreads; ++thread) {
    if (thread != running_ && view.clock[thread] < word.read_at[thread])
      fail("a data race: plain data that another thread has read");
  }
}

void Execution::read_plain(const void* address) {
  Location& word = memory_.at(address, 0);
  log_.push_back({running_, "read plain data", Site{}, 0});
  check_race(word, false);
  word.read_at[running_] = ++self().view.clock[running_];
}

void Execution::write_plain(const void* address) {
  Location& word = memory_.at(address, 0);
  log_.push_back({running_, "write plain data", Site{}, 0});
  check_race(word, true);
  word.writer = running_;
  word.written_at = ++self().view.clock[running_];
}

// ---- Sleep ----

// The kernel checks the word and adds the sleeper under a lock that a waker takes, too.
void Execution::sleep(Word at, std::uint64_t expected, bool ends_by_itself, const Site& site) {
  begin_operation("sleep", site);
  self().looks_again = false;
  idle_rounds_ = 0;
  self().view.join(kernel_);
  const std::uint64_t value = read(location(at), Order::relaxed);
  kernel_.join(self().view);
  note(value);
  if (value != expected || surprise()) return;
  self().sleeps_at = at.address;
  self().wakes_by_itself = ends_by_itself;
  leave_for_another();
}

PooledVector<int> Execution::sleepers_at(const void* address) const {
  PooledVector<int> found;
  for (int thread = 1; thread < static_cast<int>(threads_.size()); ++thread)
    if (threads_[thread].sleeps_at == address) found.push_back(thread);
  return found;
}

bool Execution::wake(const void* address, int count, const Site& site) {
  begin_operation("wake", site);
  if (is_left_out(site, Access::wake)) return false;
  self().view.join(kernel_);
  kernel_.join(self().view);
  PooledVector<int> sleepers = sleepers_at(address);
  const bool any = !sleepers.empty() && count > 0;
  for (; count > 0 && !sleepers.empty(); --count) {
    const std::uint32_t which = choose(sleepers.size());
    threads_[sleepers[which]].sleeps_at = nullptr;
    sleepers.erase(sleepers.begin() + which);
  }
  note(any);
  return any;
}

void Execution::move_sleepers(const void* from, const void* to, const Site& site) {
  begin_operation("requeue", site);
  if (is_left_out(site, Access::wake)) return;
  self().view.join(kernel_);
  kernel_.join(self().view);
  for (int thread : sleepers_at(from)) threads_[thread].sleeps_at = to;
}

std::string Execution::report() const {
  constexpr std::size_t kLongest = 80;
  std::string text = why_ + "\n";
  const std::size_t first = log_.size() > kLongest ? log_.size() - kLongest : 0;
  if (first != 0) text += "  (" + std::to_string(first) + " operations before)\n";
  for (std::size_t at = first; at < log_.size(); ++at) {
    const Record& record = log_[at];
    const char* file = std::strrchr(record.site.file_name(), '/');
    text += "  thread " + std::to_string(record.thread) + ": " + record.what + " " +
            std::to_string(record.value) + "  at " + (file != nullptr ? file + 1 : "") + ":" +
            std::to_string(record.site.line()) + "\n";
  }
  return text;
}

}  // namespace model
