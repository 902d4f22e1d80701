// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code/module_code.h"

#include <gelf.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace limpid::cli::code {
namespace {

using Flow = Instruction::Flow;

bool is_x86_64(const elf::Handle& file) {
  GElf_Ehdr header;
  return file && gelf_getehdr(file.get(), &header) != nullptr && header.e_machine == EM_X86_64;
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

bool starts_region(std::string_view name) {
  return starts_with_any(name, {"GOMP_parallel", "GOMP_teams_reg", "__kmpc_fork_"});
}

bool makes_task(std::string_view name) {
  return name == "GOMP_task" || starts_with_any(name, {"GOMP_taskloop", "__kmpc_omp_task", "__kmpc_taskloop",
                                                       "__kmpc_omp_target_task"});
}

bool releases_lock(std::string_view name) {
  bool gcc =
      starts_with_any(name, {"GOMP_critical", "GOMP_atomic", "GOMP_ordered"}) && name.ends_with("_end");
  return gcc || starts_with_any(name, {"omp_unset_", "__kmpc_end_", "__kmpc_unset_"});
}

bool any_door(std::string_view name) {
  return starts_with_any(name, {"GOMP_", "omp_", "__kmpc_"});
}

// A walk along jumps. Deeper than this nobody nests tail calls; wider, the code is no help.
struct ModuleCode::Search {
  static constexpr size_t kDepth = 12;
  static constexpr size_t kFunctions = 200;

  const Goal& goal;
  std::vector<TailCall> way;
  std::vector<TailCall> found;
  size_t ways = 0;
  std::set<uint64_t> on_way;
  size_t visited = 0;
};

ModuleCode::ModuleCode(const elf::Handle& file, const symbols::SymbolTable& symbols)
    : bytes_(file), imports_(file), symbols_(symbols), readable_(is_x86_64(file)) {}

FunctionCode* ModuleCode::function_at(uint64_t address) {
  symbols::SymbolTable::Extent extent = symbols_.extent(address);
  std::span<const uint8_t> bytes = bytes_.code_from(extent.begin);
  if (!readable_ || extent.end <= extent.begin || bytes.size() < extent.end - extent.begin) return nullptr;
  std::unique_ptr<FunctionCode>& code = functions_[extent.begin];
  if (!code) code = std::make_unique<FunctionCode>(bytes.first(extent.end - extent.begin), extent.begin);
  return code.get();
}

const Instruction* ModuleCode::call_before(uint64_t return_address, FunctionCode** function) {
  *function = return_address == 0 ? nullptr : function_at(return_address - 1);
  return *function == nullptr ? nullptr : (*function)->call_before(return_address);
}

// The linker's stub: a jump through the pointer that the loader fills in, behind a landing mark at most.
std::string_view ModuleCode::import_behind(uint64_t stub) const {
  for (int i = 0; i < 2; ++i) {
    Instruction instruction;
    if (!decode(bytes_.code_from(stub), stub, &instruction)) return {};
    if (instruction.flow == Flow::kJump && instruction.slot != 0)
      return imports_.function_at(instruction.slot);
    if (instruction.flow != Flow::kNext) return {};
    stub = instruction.end();
  }
  return {};
}

std::string_view ModuleCode::import_of(const Instruction& transfer) const {
  if (transfer.slot != 0) return imports_.function_at(transfer.slot);
  return transfer.target != 0 ? import_behind(transfer.target) : std::string_view();
}

// `name` lies in imports_.
uint64_t ModuleCode::own_function(std::string_view name) {
  auto [entry, fresh] = own_functions_.try_emplace(name, 0);
  if (fresh) entry->second = symbols_.address_of(name);
  return entry->second;
}

ModuleCode::Callee ModuleCode::callee_of(const Instruction& transfer) {
  Callee callee{transfer.target, import_of(transfer)};
  // A library may call its own functions through the loader, too.
  if (!callee.name.empty()) callee.address = own_function(callee.name);
  return callee;
}

bool ModuleCode::is_cold_part(uint64_t address) const {
  const symbols::SymbolTable::Symbol* symbol = symbols_.find(address);
  return symbol != nullptr && symbol->name.find(".cold") != std::string::npos;
}

bool ModuleCode::makes_task(const Instruction& call) {
  std::string_view name = import_of(call);
  return name == "__kmpc_omp_task_alloc" || name == "__kmpc_omp_target_task_alloc";
}

// One jump out of `function`. False: it may lead anywhere.
bool ModuleCode::follow_jump(const Instruction& jump, uint64_t function, Search& s) {
  Callee callee = callee_of(jump);
  if (is_cold_part(callee.address)) return search(callee.address, function, s);
  s.way.push_back({function, jump.address});
  bool certain = true;
  if (s.goal(callee)) {
    // Several jumps of one function to the goal are one way.
    auto same = [](const TailCall& a, const TailCall& b) { return a.function == b.function; };
    bool known = std::equal(s.found.begin(), s.found.end(), s.way.begin(), s.way.end(), same);
    if (!known) ++s.ways;
    if (s.found.empty()) s.found = s.way;
  } else if (callee.address != 0 && is_function(callee.address)) {
    certain = search(callee.address, callee.address, s);
  }
  s.way.pop_back();
  return certain;
}

// Looks for all ways from `code`, a part of `function`, to the goal by jumps alone. False: some jump may lead
// anywhere, so nothing is certain.
bool ModuleCode::search(uint64_t code, uint64_t function, Search& s) {
  FunctionCode* part = function_at(code);
  bool too_much = ++s.visited > Search::kFunctions || s.way.size() >= Search::kDepth;
  if (part == nullptr || !part->whole() || too_much) return false;
  if (!s.on_way.insert(code).second) return true;
  bool certain = !part->jumps_anywhere();
  for (const Instruction& i : part->instructions()) {
    bool jumps = i.flow == Flow::kJump || i.flow == Flow::kBranch;
    bool leaves = jumps && (i.slot != 0 || (i.target != 0 && !part->contains(i.target)));
    if (certain && leaves) certain = follow_jump(i, function, s);
  }
  s.on_way.erase(code);
  return certain;
}

// The function that a call entered; 0 if it is not known, or lies in another module.
uint64_t ModuleCode::entered_by(uint64_t return_address) {
  FunctionCode* function = nullptr;
  const Instruction* call = call_before(return_address, &function);
  if (call == nullptr) return 0;
  uint64_t address = callee_of(*call).address;
  return address != 0 && is_function(address) ? address : 0;
}

std::vector<TailCall> ModuleCode::way_from(uint64_t function, const Goal& goal) {
  if (function == 0 || goal({function, {}})) return {};
  Search s{goal, {}, {}, 0, {}, 0};
  bool certain = search(function, function, s);
  return certain && s.ways == 1 ? s.found : std::vector<TailCall>();
}

std::vector<TailCall> ModuleCode::tail_calls(uint64_t return_address, uint64_t callee) {
  auto [entry, fresh] = known_tail_calls_.try_emplace({return_address, callee});
  Goal goal = [&](const Callee& at) { return at.address == callee; };
  if (fresh) entry->second = way_from(entered_by(return_address), goal);
  return entry->second;
}

std::vector<TailCall> ModuleCode::tail_calls(uint64_t return_address, const Door& door) {
  return way_from(entered_by(return_address), [&](const Callee& at) { return door(at.name); });
}

bool ModuleCode::runtime_calls(uint64_t function, std::set<std::string>* names) {
  FunctionCode* code = function_at(function);
  if (code == nullptr || !code->whole()) return false;
  for (const Instruction& at : code->instructions()) {
    if (at.flow == Flow::kNext || at.flow == Flow::kStop) continue;
    bool inside = at.target != 0 && code->contains(at.target);
    std::string_view name = inside ? std::string_view() : import_of(at);
    if (any_door(name)) names->emplace(name);
  }
  return true;
}

bool ModuleCode::is_function(uint64_t address) const {
  return symbols_.extent(address).begin == address && !bytes_.code_from(address).empty();
}

// LLVM's compilers pass ";file;function;line;column;;" behind three numbers.
int ModuleCode::line_in(uint64_t source_location) const {
  constexpr uint64_t kText = 16;
  uint64_t text = imports_.address_at(source_location + kText);
  std::span<const uint8_t> place = bytes_.from(source_location + kText);
  if (text == 0 && place.size() >= sizeof text) std::memcpy(&text, place.data(), sizeof text);
  std::string_view rest = bytes_.text_at(text);
  if (!rest.starts_with(';')) return 0;
  for (int field = 0; field < 3; ++field) {
    size_t next = rest.find(';');
    if (next == std::string_view::npos) return 0;
    rest.remove_prefix(next + 1);
  }
  int line = 0;
  for (size_t i = 0; i < rest.size() && i < 8 && rest[i] >= '0' && rest[i] <= '9'; ++i)
    line = line * 10 + (rest[i] - '0');
  return line;
}

// Adds what one call or jump to the runtime passes. False: its body is not known.
bool ModuleCode::read_arguments(FunctionCode& function, const Instruction& call, std::string_view name,
                                ConstructCall* out) {
  FunctionCode::MakesTask makes_task = [this](const Instruction& i) { return this->makes_task(i); };
  auto is_body = [this](uint64_t address) { return is_function(address); };
  bool gcc = name.starts_with("GOMP_");
  bool llvm = name.starts_with("__kmpc_");
  out->by_gcc |= gcc;
  Values location = function.before(call, kRdi, makes_task);
  if (!gcc && location.list().size() == 1) out->line = line_in(location.list().front());
  for (Register reg : {kRdi, kRdx}) {
    if ((reg == kRdx && gcc) || (reg == kRdi && llvm)) continue;
    Values values = function.before(call, reg, makes_task);
    std::span<const uint64_t> list = values.list();
    if (list.empty() || !std::all_of(list.begin(), list.end(), is_body)) continue;
    for (uint64_t body : list) {
      if (std::find(out->bodies.begin(), out->bodies.end(), body) == out->bodies.end())
        out->bodies.push_back(body);
    }
    return true;
  }
  return false;
}

// What the jumps pass by which `function` leaves for the runtime.
void ModuleCode::read_jumps(uint64_t function, const Door& door, ConstructCall* out) {
  FunctionCode* code = function_at(function);
  bool known = code != nullptr;
  size_t jumps = 0;
  for (size_t i = 0; known && i < code->instructions().size(); ++i) {
    const Instruction& at = code->instructions()[i];
    if (at.flow != Flow::kJump && at.flow != Flow::kBranch) continue;
    std::string_view name = import_of(at);
    if (!door(name)) continue;
    known = read_arguments(*code, at, name, out);
    ++jumps;
  }
  if (!known) out->bodies.clear();
  if (jumps > 1) out->line = 0;
}

ConstructCall ModuleCode::construct(uint64_t return_address, const Door& door) {
  ConstructCall result;
  FunctionCode* function = nullptr;
  const Instruction* call = call_before(return_address, &function);
  if (call == nullptr) {
    // An outlined function that jumps to the runtime has no return address in the program. Limpid's runtime
    // gives the one behind its first byte.
    if (return_address == 0 || !is_function(return_address - 1)) return result;
    Goal goal = [&](const Callee& at) { return door(at.name); };
    result.tail_calls = way_from(return_address - 1, goal);
    if (result.tail_calls.empty()) return result;
    read_jumps(result.tail_calls.back().function, door, &result);
    result.tail_calls.erase(result.tail_calls.begin());  // the frame at the return address shows it
    return result;
  }
  std::string_view name = import_of(*call);
  bool through_register = call->target == 0 && name.empty();
  if (door(name) || through_register) {
    read_arguments(*function, *call, name, &result);
    return result;
  }
  result.tail_calls = tail_calls(return_address, door);
  if (!result.tail_calls.empty()) read_jumps(result.tail_calls.back().function, door, &result);
  return result;
}

}  // namespace limpid::cli::code
