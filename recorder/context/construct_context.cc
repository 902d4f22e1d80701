// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/construct_context.h"

#include "context/earlier_region.h"
#include "context/recursion.h"
#include "context/thread_region.h"
#include "context/user_stack.h"
#include "ompt_link.h"
#include "sample/sample_handler.h"
#include "system.h"
#include "task_info.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kNeverMatches = ~0ull;

// Runtimes mean different ends of their frame by its address: begin a little below, where the return address
// into the user's code surely is above.
constexpr uint64_t kSlack = 64;

bool enter_is_known(const ThreadSlot& slot, const TaskExtent& extent, uint64_t here) {
  return extent.enter >= here + kSlack && extent.enter < slot.stack_high;
}

uint64_t base_below(uint64_t enter) {
  return (enter & ~uint64_t{7}) - kSlack;
}

ConstructTotals::Kind totals_kind(Occasion occasion) {
  switch (occasion) {
    case Occasion::kTask:
      return ConstructTotals::Kind::kTask;
    case Occasion::kRelease:
      return ConstructTotals::Kind::kBlame;
    case Occasion::kTarget:
      return ConstructTotals::Kind::kKernel;
    default:
      return ConstructTotals::Kind::kRegion;
  }
}

// The kind of node that a construct is; kProgram: it is a place, not a node of its own.
profile::NodeKind node_kind(Occasion occasion) {
  switch (occasion) {
    case Occasion::kParallel:
      return profile::NodeKind::kParallel;
    case Occasion::kTeams:
      return profile::NodeKind::kTeams;
    case Occasion::kTask:
      return profile::NodeKind::kTask;
    case Occasion::kRelease:
    case Occasion::kCall:
    case Occasion::kTarget:
      break;
  }
  return profile::NodeKind::kProgram;
}

NodeId enter_construct(NodeTable* nodes, NodeId place, Occasion occasion, uint64_t code) {
  const profile::NodeKind kind = node_kind(occasion);
  return kind == profile::NodeKind::kProgram ? place : nodes->construct(place, kind, code);
}

// Lets the entry recognise this stack again: where its return addresses lie, counted from `base`. On this
// processor's stacks a frame's return address is the word below its CFA.
[[gnu::no_sanitize_address]] void remember_returns(CreationCache::Entry* entry, const StackTrace& trace,
                                                   FrameRange range, uint64_t base, uint64_t stack_high) {
  entry->returns = 0;
  for (uint32_t i = range.first; i < range.last && entry->returns < CreationCache::kReturns; ++i) {
    uint64_t found = 0, address = 0;
    if (i != 0) address = trace.frames[i - 1].cfa + static_cast<uint64_t>(unwind::kReturnAddressOffset);
    const bool inside =
        address != 0 && address >= base && address - base < 0xffffffffu && address + 8 <= stack_high;
    if (inside) found = *reinterpret_cast<const volatile uint64_t*>(address);
    if (!inside || found != trace.frames[i].pc) {
      entry->key.span = kNeverMatches;
      return;
    }
    entry->returned[entry->returns++] = {found, static_cast<uint32_t>(address - base)};
  }
}

[[gnu::noinline]] void walk(ThreadSlot* slot, const ModuleMap& modules, uint64_t limit) {
  const unwind::Registers here = unwind::registers_here();
  const unwind::StackView stack(here.sp(), slot->stack_high > here.sp() ? slot->stack_high : here.sp());
  unwind::Unwinder unwinder(modules, stack, here, true);
  walk_stack(&unwinder, limit, &slot->creation_trace);
  slot->captures.store(slot->captures.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// Tasks that are created here again may be ones that nobody tells of.
void know_origin(Session* session, const ThreadSlot& slot, Occasion occasion, uint64_t code, NodeId node) {
  if (occasion == Occasion::kTask) session->task_origins.know(region_here(*session, slot), code, node);
}

void fill(Session* session, ThreadSlot* slot, CreationCache::Entry* entry, Occasion occasion,
          const TaskExtent& extent, uint64_t base, uint32_t mutex_kind) {
  NodeTable& nodes = session->nodes;
  NodeId place = entry->key.parent;
  const ModuleTable::Reader modules(session->modules);
  FrameRange range;
  if (modules.map() != nullptr) {
    walk(slot, *modules.map(), extent.exit);
    range = user_frames(slot->creation_trace, extent, true, *modules.map());
    place = enter_frames(&nodes, *modules.map(), place, slot->creation_trace, range,
                         callers_missing(slot->creation_trace, range, extent));
  }
  const uint64_t code = entry->key.code;
  const bool user_code = code != 0 && (modules.map() == nullptr || !modules.map()->in_runtime(code - 1));
  if (range.empty() && user_code) place = nodes.child(place, profile::NodeKind::kFrame, code);
  const NodeId node = enter_construct(&nodes, place, occasion, code);
  remember_returns(entry, slot->creation_trace, range, base, slot->stack_high);
  entry->totals =
      occasion == Occasion::kCall ? nullptr : session->totals.find(node, totals_kind(occasion), mutex_kind);
  entry->node = node;
  know_origin(session, *slot, occasion, code, node);
}

// Recursion's answer for a construct; kNoNode: it is none.
void remember(Session* session, CreationCache::Recursion* r, Occasion occasion, NodeId parent, uint64_t code,
              NodeId node) {
  CreationCache::flush(r);
  r->totals = node == kNoNode ? nullptr : session->totals.find(node, totals_kind(occasion), 0);
  r->node = node;
  r->parent = parent;
  r->kind = static_cast<uint32_t>(occasion);
  r->code = code;
}

[[gnu::noinline]] void learn_recursion(Session* session, const ThreadSlot& slot, CreationCache::Recursion* r,
                                       Occasion occasion, NodeId parent, uint64_t code) {
  const ModuleTable::Reader modules(session->modules);
  const NodeId node = recursion_of(&session->nodes, modules.map(), parent, node_kind(occasion), code);
  remember(session, r, occasion, parent, code, node);
  if (node != kNoNode) know_origin(session, slot, occasion, code, node);
}

bool have_cache(ThreadSlot* slot) {
  if (slot->cache == nullptr) slot->cache = static_cast<CreationCache*>(map_pages(sizeof(CreationCache)));
  return slot->cache != nullptr;
}

// By what a construct is found again if the stack above `base` is the same: every return address counts.
struct StackKey {
  CreationCache::Key key;
  uint64_t base;
};

[[gnu::always_inline]] inline StackKey stack_key(const ThreadSlot& slot, Occasion occasion, NodeId parent,
                                                 const TaskExtent& extent, uint64_t code,
                                                 uint32_t mutex_kind) {
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t base = enter_is_known(slot, extent, here) ? base_below(extent.enter) : here;
  const uint64_t high = extent.exit > base ? extent.exit : slot.stack_high;
  return {{parent, static_cast<uint32_t>(occasion) << 8 | mutex_kind, code, high - base}, base};
}

[[gnu::noinline]] CreationCache::Entry* learn_by_stack(Session* session, ThreadSlot* slot, Occasion occasion,
                                                       const TaskExtent& extent, const StackKey& stack) {
  const uint64_t began = now_ns();
  CreationCache::Entry* e = slot->cache->replace(stack.key);
  fill(session, slot, e, occasion, extent, stack.base, stack.key.kind & 0xff);
  const uint64_t walk = now_ns() - began;
  slot->callback_ns.store(slot->callback_ns.load(std::memory_order_relaxed) + walk,
                          std::memory_order_relaxed);
  if (occasion == Occasion::kTask) slot->task_walks_ns += walk;
  return e;
}

}  // namespace

CreationCache::Construct* find_context(Session* session, ThreadSlot* slot, Occasion occasion, NodeId parent,
                                       const TaskExtent& extent, uint64_t code, uint32_t mutex_kind) {
  if (!have_cache(slot)) return nullptr;
  const StackKey stack = stack_key(*slot, occasion, parent, extent, code, mutex_kind);
  if (CreationCache::Entry* e = slot->cache->find(stack.key, stack.base, slot->stack_high)) return e;
  if (node_kind(occasion) != profile::NodeKind::kProgram) {
    CreationCache::Recursion& r = slot->cache->recursion(parent, static_cast<uint32_t>(occasion), code);
    if (!r.is(parent, static_cast<uint32_t>(occasion), code))
      learn_recursion(session, *slot, &r, occasion, parent, code);
    if (r.node != kNoNode) return &r;
  }
  return learn_by_stack(session, slot, occasion, extent, stack);
}

// Under a parent that no node has, one for each region.
CreationCache::Construct* find_guess(Session* session, ThreadSlot* slot, Occasion occasion, uint64_t code) {
  constexpr NodeId kUnknown = 1u << 31;
  const NodeId region = region_here(*session, *slot);
  if (!have_cache(slot)) return nullptr;
  const auto kind = static_cast<uint32_t>(occasion);
  CreationCache::Recursion& r = slot->cache->recursion(region | kUnknown, kind, code);
  if (r.is(region | kUnknown, kind, code)) return &r;
  const NodeId node = session->task_origins.guess(region, code);
  if (node == kNoNode) return nullptr;
  remember(session, &r, occasion, region | kUnknown, code, node);
  return &r;
}

namespace {

// The recorder was attached, and the task may be of a region that had begun before.
[[gnu::noinline]] NodeId context_of_earlier(Session* session, ThreadSlot* slot) {
  EarlierRegion region(*session);
  NodeId context = region.known();
  const ModuleTable::Reader modules(session->modules);
  if (region.is_on_stack() && modules.map() != nullptr) {
    walk(slot, *modules.map(), 0);
    context = region.find(&session->nodes, *modules.map(), slot->creation_trace);
  }
  return context != kNoNode
             ? context
             : session->nodes.child(kProgramNode, profile::NodeKind::kTruncated,
                                    static_cast<uint64_t>(profile::TruncationReason::kNoContext));
}

// The runtime has not told of the implicit task that the thread is at: its region says where it is. It is told of once.
[[gnu::noinline]] NodeId context_of_untold(Session* session, ThreadSlot* slot) {
  if (session->attachment() != nullptr) return context_of_earlier(session, slot);
  const TaskInfo info = task_info(session->ompt);
  if (!info.known) return kProgramNode;
  const NodeId region = info.node_of_region();
  const NodeId context = region == kNoNode ? kProgramNode : region;
  if (info.task != nullptr && !info.is_explicit()) info.task->value = word_of(context);
  return context;
}

}  // namespace

NodeId context_of_task(ThreadSlot* slot, const ompt_data_t* task) {
  const NodeId node = task == nullptr ? kNoNode : node_of(task->value);
  if (node != kNoNode) return node;
  Session& session = Session::get();
  const uint32_t depth = slot->implicit_depth.load(std::memory_order_relaxed);
  if (depth == 0 && session.attachment() != nullptr) return context_of_earlier(&session, slot);
  const NodeId told = told_region(session.implicit_events, *slot);
  return told == kNoNode ? context_of_untold(&session, slot) : told;
}

TaskExtent extent_of_encountering(const ompt_frame_t* frame, NodeId context) {
  const bool initial = context == kProgramNode;
  return frame == nullptr ? TaskExtent{0, 0, initial, false} : extent_of(*frame, initial);
}

FoundPlace find_place(Session* session, ThreadSlot* slot, const void* code) {
  const TaskInfo info = task_info(session->ompt);
  FoundPlace found;
  found.context = context_of_task(slot, info.task);
  const TaskExtent extent = extent_of_encountering(info.frame, found.context);
  if (!have_cache(slot)) return found;
  const StackKey stack =
      stack_key(*slot, Occasion::kCall, found.context, extent, reinterpret_cast<uint64_t>(code), 0);
  found.entry = slot->cache->find(stack.key, stack.base, slot->stack_high);
  if (found.entry == nullptr) found.entry = learn_by_stack(session, slot, Occasion::kCall, extent, stack);
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const bool certain = found.entry != nullptr && found.entry->key.span != kNeverMatches;
  if (certain && enter_is_known(*slot, extent, here)) found.base = base_below(extent.enter);
  return found;
}

}  // namespace limpid::recorder
