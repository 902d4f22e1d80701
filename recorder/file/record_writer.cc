// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file/record_writer.h"

#include <cstring>

#include <sys/stat.h>

#include "system.h"

namespace limpid::recorder {

using profile::RecordType;

namespace {

// For the time without a processor, which comes behind the wait id.
bool has_room(const profile::SampleRecord& record) {
  return record.head.units * profile::kUnit >= sizeof record + 2 * sizeof(uint64_t);
}

}  // namespace

bool RecordWriter::create(uint64_t origin_ns, uint64_t timed_bytes) {
  origin_ns_ = origin_ns;
  timed_bytes_ = timed_bytes;
  modules_written_ = 0;
  nodes_looked_at_ = nodes_done_ = 0;
  finished_ = said_no_phases_ = false;
  if (written_ == nullptr) written_ = static_cast<uint8_t*>(map_pages(NodeTable::kCapacity + 1));
  if (module_records_ == nullptr) {
    module_records_ = static_cast<profile::ModuleRecord**>(map_pages(ModuleTable::kCapacity * sizeof(void*)));
  }
  if (written_ == nullptr || module_records_ == nullptr) return false;
  std::memset(written_, 0, nodes_.used() + 1);
  if (aggregates_ != nullptr) munmap(aggregates_, kAggregates * sizeof(Aggregate));
  aggregates_ = nullptr;
  for (profile::DeviceLossRecord*& loss : device_losses_) loss = nullptr;
  return true;
}

void RecordWriter::info(const char* name, const char* value, size_t value_bytes) {
  const size_t name_bytes = std::strlen(name);
  if (value_bytes > 256 << 10) value_bytes = 256 << 10;
  auto* r = file_.append<profile::InfoRecord>(RecordType::kInfo, name_bytes + value_bytes);
  if (r == nullptr) return;
  r->name_bytes = static_cast<uint32_t>(name_bytes);
  r->value_bytes = static_cast<uint32_t>(value_bytes);
  std::memcpy(r + 1, name, name_bytes);
  std::memcpy(reinterpret_cast<char*>(r + 1) + name_bytes, value, value_bytes);
  file_.commit(r);
}

void RecordWriter::note(const char* text) {
  const size_t bytes = std::strlen(text);
  auto* r = file_.append<profile::NoteRecord>(RecordType::kNote, bytes);
  if (r == nullptr) return;
  r->text_bytes = static_cast<uint32_t>(bytes);
  std::memcpy(r + 1, text, bytes);
  file_.commit(r);
}

void RecordWriter::device(uint32_t number, uint32_t known, const char* type) {
  const size_t bytes = std::strlen(type);
  auto* r = file_.append<profile::DeviceRecord>(RecordType::kDevice, bytes);
  if (r == nullptr) return;
  r->number = number;
  r->known = known;
  r->type_bytes = static_cast<uint32_t>(bytes);
  std::memcpy(r + 1, type, bytes);
  file_.commit(r);
}

void RecordWriter::device_span(const DeviceSpan& span) {
  if (!write_device_span(span)) lose_device_span(span.device);
}

bool RecordWriter::write_device_span(const DeviceSpan& span) {
  if (finished_ || file_.size() >= timed_bytes_ || !ensure_node(span.node)) return false;
  constexpr size_t kTail = sizeof(profile::DeviceSpanRecord) - profile::kKernelSpanBytes;
  const bool kernel = span.work == profile::DeviceWork::kKernel;
  auto* r = static_cast<profile::DeviceSpanRecord*>(
      file_.append_raw(RecordType::kDeviceSpan, profile::kKernelSpanBytes + (kernel ? 0 : kTail)));
  if (r == nullptr) return false;
  r->node = span.node;
  r->device = static_cast<uint16_t>(span.device);
  r->work = static_cast<uint16_t>(span.work);
  r->begin_ns = relative(span.begin_ns);
  r->end_ns = relative(span.end_ns);
  if (!kernel) {
    r->bytes = span.bytes;
    r->host_address = span.host_address;
  }
  file_.commit(r);
  return true;
}

void RecordWriter::lose_device_span(uint32_t device) {
  if (finished_ || device >= kMostDevices) return;
  profile::DeviceLossRecord*& loss = device_losses_[device];
  if (loss == nullptr) {
    auto* r = file_.append<profile::DeviceLossRecord>(RecordType::kDeviceLoss);
    if (r == nullptr) return;
    r->device = device;
    file_.commit(r);
    loss = r;
    note(
        "The budget for timed samples (LIMPID_MAX_SIZE) was used up: what devices did later are totals "
        "without times.");
  }
  store_in_place(&loss->spans, loss->spans + 1);
}

void RecordWriter::begin_thread(ThreadSlot* slot) {
  auto* r = file_.append<profile::ThreadRecord>(RecordType::kThread);
  if (r == nullptr) return;
  r->id = slot->id;
  r->type = static_cast<uint32_t>(slot->type);
  r->os_tid = static_cast<uint32_t>(slot->tid);
  r->begin_ns = relative(slot->begin_ns);
  r->end_ns = profile::kStillThere;
  file_.commit(r);
  slot->sampler.record = r;
  slot->sampler.begun = true;
}

void RecordWriter::end_thread(ThreadSlot* slot) {
  if (slot->sampler.record == nullptr) return;
  store_in_place(&slot->sampler.record->type, static_cast<uint32_t>(slot->type));
  store_in_place(&slot->sampler.record->end_ns, relative(slot->end_ns));
}

profile::OutsiderRecord* RecordWriter::outsider(const ThreadSlot& slot) {
  auto* r = file_.append<profile::OutsiderRecord>(RecordType::kOutsider);
  if (r == nullptr) return nullptr;
  r->os_tid = static_cast<uint32_t>(slot.tid);
  r->begin_ns = r->end_ns = relative(slot.begin_ns);
  r->sampled = 1;
  r->thread = slot.id;
  file_.commit(r);
  return r;
}

bool RecordWriter::ensure_node(NodeId id) {
  return nodes_.valid(id) && ensure_written(id, 0);
}

// Parents first. Depth is bounded by the table's own paths; the limit only keeps the stack in bounds.
bool RecordWriter::ensure_written(NodeId id, uint32_t depth) {
  if (written_[id] != 0) return true;
  const Node& n = nodes_.node(id);
  if (n.parent != kNoNode && (depth > 4000 || !ensure_written(n.parent, depth + 1))) return false;
  auto* r = file_.append<profile::NodeRecord>(RecordType::kNode);
  if (r == nullptr) return false;
  r->id = id;
  r->parent = n.parent;
  r->kind = static_cast<uint32_t>(n.kind);
  r->value = n.value;
  file_.commit(r);
  written_[id] = 1;
  return true;
}

// One that is being made just now is written by the next call; numbers without a node stay so.
void RecordWriter::write_nodes() {
  const NodeId used = nodes_.used();
  for (NodeId id = nodes_done_ + 1; id <= used; ++id) {
    if (nodes_.valid(id) && !ensure_node(id)) return;
  }
  nodes_done_ = nodes_looked_at_;
  nodes_looked_at_ = used;
}

// will_grow: room for every number that a later stretch may bring.
profile::SampleRecord* RecordWriter::new_sample(const ThreadSlot& slot, const SampleKey& key,
                                                const Weight& weight, bool will_grow) {
  const bool missing = will_grow || weight.open || weight.no_processor_ns != 0;
  const size_t words = missing ? 2 : key.wait_id != 0 ? 1 : 0;
  auto* r = file_.append<profile::SampleRecord>(RecordType::kSample, words * sizeof(uint64_t));
  if (r == nullptr) return nullptr;
  r->thread = slot.id;
  r->time_ns = relative(weight.until_ns);
  r->weight_ns = weight.all_ns;
  r->node = key.node;
  r->state = key.state;
  r->flags = key.flags;
  const uint64_t tail[2] = {key.wait_id, weight.no_processor_ns};
  std::memcpy(r + 1, tail, words * sizeof(uint64_t));
  file_.commit(r);
  return r;
}

void RecordWriter::grow_sample(profile::SampleRecord* r, const Weight& weight) {
  store_in_place(&r->weight_ns, r->weight_ns + weight.all_ns);
  store_in_place(&r->time_ns, relative(weight.until_ns));
  add_no_processor(r, weight.no_processor_ns);
}

// For records with room only.
void RecordWriter::add_no_processor(profile::SampleRecord* r, uint64_t ns) {
  if (ns == 0) return;
  uint64_t* no_processor = reinterpret_cast<uint64_t*>(r + 1) + 1;
  store_in_place(no_processor, *no_processor + ns);
}

bool RecordWriter::sample(ThreadSlot* slot, const SampleKey& key, uint64_t until_ns,
                          const ProcessorShare::Missing& missing) {
  SamplerView& view = slot->sampler;
  if (view.open != nullptr) add_no_processor(view.open, missing.before_ns);
  const uint64_t all = until_ns > view.accounted_ns ? until_ns - view.accounted_ns : 0;
  const Weight weight{until_ns, all, missing.here_ns, missing.open};
  const bool needs_room = missing.here_ns != 0 || missing.open;
  if (view.have_key && view.key == key && view.sample != nullptr && (!needs_room || has_room(*view.sample))) {
    grow_sample(view.sample, weight);
  } else if (!ensure_node(key.node) || !place_sample(slot, key, weight)) {
    return false;
  }
  if (missing.open) view.open = view.sample;
  view.have_key = true;
  view.key = key;
  if (until_ns > view.accounted_ns) view.accounted_ns = until_ns;
  return true;
}

bool RecordWriter::place_sample(ThreadSlot* slot, const SampleKey& key, const Weight& weight) {
  if (file_.size() >= timed_bytes_) return aggregate(slot, key, weight);
  slot->sampler.sample = new_sample(*slot, key, weight, false);
  return slot->sampler.sample != nullptr;
}

bool RecordWriter::aggregate(ThreadSlot* slot, const SampleKey& key, const Weight& weight) {
  if (aggregates_ == nullptr) {
    aggregates_ = static_cast<Aggregate*>(map_pages(kAggregates * sizeof(Aggregate)));
    if (aggregates_ == nullptr) return false;
    note(
        "The budget for timed samples (LIMPID_MAX_SIZE) was used up: later samples are totals without "
        "times.");
  }
  uint64_t h = (static_cast<uint64_t>(key.node) << 32 | slot->id) * 0x9e3779b97f4a7c15ull ^ key.wait_id ^
               static_cast<uint64_t>(key.state) << 20 ^ static_cast<uint64_t>(key.flags) << 40;
  h *= 0xbf58476d1ce4e5b9ull;
  h >>= 40;
  for (uint32_t probe = 0; probe < 64; ++probe, ++h) {
    Aggregate& a = aggregates_[h % kAggregates];
    if (a.record == nullptr) {
      SampleKey flagged = key;
      flagged.flags |= static_cast<uint16_t>(profile::SampleFlag::kAggregated);
      a.record = new_sample(*slot, flagged, weight, true);
      a.thread = slot->id;
      a.key = key;
      slot->sampler.sample = a.record;
      return a.record != nullptr;
    }
    if (a.thread == slot->id && a.key == key) {
      grow_sample(a.record, weight);
      slot->sampler.sample = a.record;
      return true;
    }
  }
  return false;
}

profile::PauseRecord* RecordWriter::begin_pause(uint64_t at_ns) {
  auto* r = file_.append<profile::PauseRecord>(RecordType::kPause);
  if (r == nullptr) return nullptr;
  r->begin_ns = relative(at_ns);
  r->end_ns = profile::kStillThere;
  file_.commit(r);
  return r;
}

void RecordWriter::end_pause(profile::PauseRecord* pause, uint64_t at_ns) {
  store_in_place(&pause->end_ns, relative(at_ns));
}

bool RecordWriter::phase_name(uint32_t id, const char* name) {
  const size_t bytes = std::strlen(name);
  auto* r = file_.append<profile::PhaseNameRecord>(RecordType::kPhaseName, bytes);
  if (r == nullptr) return false;
  r->id = id;
  r->name_bytes = static_cast<uint32_t>(bytes);
  std::memcpy(r + 1, name, bytes);
  file_.commit(r);
  return true;
}

profile::PhaseRecord* RecordWriter::begin_phase(uint32_t name, uint64_t at_ns) {
  if (file_.size() >= timed_bytes_) {
    if (!said_no_phases_)
      note("The budget for timed samples (LIMPID_MAX_SIZE) was used up: later phases are not in the file.");
    said_no_phases_ = true;
    return nullptr;
  }
  auto* r = file_.append<profile::PhaseRecord>(RecordType::kPhase);
  if (r == nullptr) return nullptr;
  r->name = name;
  r->begin_ns = relative(at_ns);
  r->end_ns = profile::kStillThere;
  file_.commit(r);
  return r;
}

void RecordWriter::end_phase(profile::PhaseRecord* phase, uint64_t at_ns) {
  store_in_place(&phase->end_ns, relative(at_ns));
}

void RecordWriter::write_module_file(uint32_t module, const char* path) {
  struct stat file;
  if (stat(path, &file) != 0) return;
  auto* r = file_.append<profile::ModuleFileRecord>(RecordType::kModuleFile);
  if (r == nullptr) return;
  r->module = module;
  r->bytes = static_cast<uint64_t>(file.st_size);
  r->modified_ns = static_cast<uint64_t>(file.st_mtim.tv_sec) * 1'000'000'000 +
                   static_cast<uint64_t>(file.st_mtim.tv_nsec);
  file_.commit(r);
}

void RecordWriter::write_modules() {
  const uint32_t n = modules_.count();
  for (; modules_written_ < n; ++modules_written_) {
    const Module& m = modules_.module(modules_written_);
    const size_t path_bytes = std::strlen(m.path);
    auto* r = file_.append<profile::ModuleRecord>(RecordType::kModule, m.build_id_bytes + path_bytes);
    if (r == nullptr) return;
    r->id = modules_written_ + 1;
    r->bias = m.bias;
    r->begin = m.begin;
    r->end = m.end;
    r->load_ns = relative(m.load_ns);
    r->unload_ns = profile::kStillThere;
    r->build_id_bytes = m.build_id_bytes;
    r->path_bytes = static_cast<uint32_t>(path_bytes);
    std::memcpy(r + 1, m.build_id, m.build_id_bytes);
    std::memcpy(reinterpret_cast<uint8_t*>(r + 1) + m.build_id_bytes, m.path, path_bytes);
    file_.commit(r);
    module_records_[modules_written_] = r;
    if (m.build_id_bytes == 0) write_module_file(modules_written_ + 1, m.path);
  }
  for (uint32_t i = 0; i < n; ++i) {
    const uint64_t unload = modules_.module(i).unload_ns;
    store_in_place(&module_records_[i]->unload_ns, unload == 0 ? profile::kStillThere : relative(unload));
  }
}

void RecordWriter::update_region(const ConstructTotals& t, profile::RegionRecord* r) {
  const auto ns = [this](uint64_t ticks) {
    return static_cast<uint64_t>(static_cast<double>(ticks) * ns_per_tick_);
  };
  const RegionSums::Read sums = t.regions.read();
  store_in_place(&r->count, sums.count);
  store_in_place(&r->elapsed_ns, ns(sums.ticks));
  store_in_place(&r->longest_ns, ns(t.longest.load(std::memory_order_relaxed)));
  store_in_place(&r->shortest_ns, sums.count == 0 ? 0 : ns(t.shortest.load(std::memory_order_relaxed)));
  store_in_place(&r->capacity_ns, ns(sums.capacity));
  store_in_place(&r->requested_size, t.requested.load(std::memory_order_relaxed));
  store_in_place(&r->actual_size, t.actual.load(std::memory_order_relaxed));
  store_in_place(&r->smallest_size, t.smallest.load(std::memory_order_relaxed));
  store_in_place(&r->largest_size, t.largest.load(std::memory_order_relaxed));
}

void RecordWriter::write_totals_of(ConstructTotals* t) {
  if (!t->dirty.load(std::memory_order_relaxed) || !t->dirty.exchange(false, std::memory_order_relaxed))
    return;
  if (t->record == nullptr && !ensure_node(t->node)) return;
  switch (t->kind) {
    case ConstructTotals::Kind::kRegion: {
      auto* r = static_cast<profile::RegionRecord*>(t->record);
      if (r == nullptr) r = file_.append<profile::RegionRecord>(RecordType::kRegion);
      if (r == nullptr) return;
      update_region(*t, r);
      r->node = t->node;
      if (t->record == nullptr) file_.commit(r);
      t->record = r;
      return;
    }
    case ConstructTotals::Kind::kTask: {
      auto* r = static_cast<profile::TaskRecord*>(t->record);
      if (r == nullptr) r = file_.append<profile::TaskRecord>(RecordType::kTask);
      if (r == nullptr) return;
      r->node = t->node;
      store_in_place(&r->count, t->count.load(std::memory_order_relaxed));
      store_in_place(&r->missed, t->capacity.load(std::memory_order_relaxed));
      if (t->record == nullptr) file_.commit(r);
      t->record = r;
      return;
    }
    case ConstructTotals::Kind::kBlame: {
      auto* r = static_cast<profile::BlameRecord*>(t->record);
      if (r == nullptr) r = file_.append<profile::BlameRecord>(RecordType::kBlame);
      if (r == nullptr) return;
      r->node = t->node;
      r->kind = t->mutex_kind;
      store_in_place(&r->wait_ns, t->elapsed.load(std::memory_order_relaxed));
      store_in_place(&r->count, t->count.load(std::memory_order_relaxed));
      if (t->record == nullptr) file_.commit(r);
      t->record = r;
      return;
    }
    default:
      return write_device_work(t);
  }
}

void RecordWriter::write_device_work(ConstructTotals* t) {
  auto* r = static_cast<profile::DeviceWorkRecord*>(t->record);
  if (r == nullptr) r = file_.append<profile::DeviceWorkRecord>(RecordType::kDeviceWork);
  if (r == nullptr) return;
  r->node = t->node;
  r->device = t->mutex_kind;
  r->work = static_cast<uint32_t>(t->kind) - static_cast<uint32_t>(ConstructTotals::Kind::kKernel) +
            static_cast<uint32_t>(profile::DeviceWork::kKernel);
  store_in_place(&r->count, t->count.load(std::memory_order_relaxed));
  store_in_place(&r->busy_ns, t->elapsed.load(std::memory_order_relaxed));
  store_in_place(&r->bytes, t->capacity.load(std::memory_order_relaxed));
  if (t->record == nullptr) file_.commit(r);
  t->record = r;
}

void RecordWriter::write_totals(double ns_per_tick) {
  ns_per_tick_ = ns_per_tick;
  const uint32_t n = totals_.used();
  for (uint32_t i = 0; i < n; ++i) {
    if (totals_.listed(i)) write_totals_of(&totals_.entry(i));
  }
}

void RecordWriter::finish(profile::FinishReason reason, uint64_t at_ns) {
  if (finished_) return;
  auto* r = file_.append<profile::FinishRecord>(RecordType::kFinish);
  if (r == nullptr) return;
  r->reason = static_cast<uint32_t>(reason);
  r->time_ns = relative(at_ns);
  file_.commit(r);
  finished_ = true;
}

}  // namespace limpid::recorder
