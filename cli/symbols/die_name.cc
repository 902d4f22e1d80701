// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/die_name.h"

#include <dwarf.h>
#include <fmt/format.h>

#include <string_view>

namespace limpid::cli::symbols {
namespace {

// More scopes than any program nests; keeps a damaged file from running in circles.
constexpr int kMaxScopes = 40;
constexpr std::string_view kLambda = "<lambda(";

std::string_view own_name(Dwarf_Die& die) {
  Dwarf_Attribute found;
  const char* name = dwarf_attr(&die, DW_AT_name, &found) == nullptr ? nullptr : dwarf_formstring(&found);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

bool is_class(int tag) {
  return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

// What `die` is an instance or a definition of, in the end.
Dwarf_Die root_of(Dwarf_Die die) {
  for (int steps = 0; steps < 8; ++steps) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin;
    bool more = dwarf_attr(&die, DW_AT_abstract_origin, &attribute) != nullptr ||
                dwarf_attr(&die, DW_AT_specification, &attribute) != nullptr;
    if (!more || dwarf_formref_die(&attribute, &origin) == nullptr) break;
    die = origin;
  }
  return die;
}

// GCC gives a lambda's class no name: it is a class without one that can be called.
bool is_lambda(Dwarf_Die& die) {
  Dwarf_Die child;
  if (!is_class(dwarf_tag(&die)) || !own_name(die).empty() || dwarf_child(&die, &child) != 0) return false;
  do {
    if (dwarf_tag(&child) == DW_TAG_subprogram && own_name(child) == "operator()") return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

// `<lambda(int)>` -> `{lambda(int)#2}`.
std::string numbered(std::string_view lambda, unsigned number) {
  return fmt::format("{{{}#{}}}", lambda.substr(1, lambda.size() - 2), number);
}

// The bracket that closes the one at `open`; npos if there is none.
size_t closing_of(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '<' ? 1 : text[i] == '>' ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

}  // namespace

const char* string_attribute(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  return dwarf_attr_integrate(&die, attribute, &found) == nullptr ? nullptr : dwarf_formstring(&found);
}

void DieNames::add(Dwarf_Die& die, Dwarf_Die& parent) {
  Dwarf_Off scope = dwarf_dieoffset(&parent);
  Entry entry{scope};
  if (is_lambda(die)) entry.lambda = ++lambdas_in_[scope];
  entries_.emplace(dwarf_dieoffset(&die), entry);
}

Dwarf_Off DieNames::root_offset(Dwarf_Die& die) {
  Dwarf_Die root = root_of(die);
  return dwarf_dieoffset(&root);
}

// A template's name holds the types that it was made with; GCC writes all lambdas of a function alike there.
std::string DieNames::with_numbered_lambdas(Dwarf_Die& die, std::string name) {
  size_t from = 0;
  Dwarf_Die child;
  if (name.find(kLambda) == std::string::npos || dwarf_child(&die, &child) != 0) return name;
  do {
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (dwarf_tag(&child) != DW_TAG_template_type_parameter ||
        dwarf_attr(&child, DW_AT_type, &attribute) == nullptr ||
        dwarf_formref_die(&attribute, &type) == nullptr)
      continue;
    auto entry = entries_.find(dwarf_dieoffset(&type));
    size_t begin = name.find(kLambda, from);
    size_t end = begin == std::string::npos ? begin : closing_of(name, begin);
    if (entry == entries_.end() || entry->second.lambda == 0 || end == std::string::npos) continue;
    std::string text = numbered(std::string_view(name).substr(begin, end + 1 - begin), entry->second.lambda);
    name.replace(begin, end + 1 - begin, text);
    from = begin + text.size();
  } while (dwarf_siblingof(&child, &child) == 0);
  replace_all(name, "} >", "}>");
  replace_all(name, "main(int, char**)::", "main::");
  replace_all(name, "main()::", "main::");
  return name;
}

// The name without its scopes.
std::string DieNames::own_text(Dwarf_Die& die) {
  std::string_view name = own_name(die);
  if (dwarf_tag(&die) == DW_TAG_namespace && name.empty()) return "(anonymous namespace)";
  auto entry = entries_.find(dwarf_dieoffset(&die));
  if (entry != entries_.end() && entry->second.lambda != 0)
    return fmt::format("{{lambda#{}}}", entry->second.lambda);
  return name.empty() ? "<unnamed>" : with_numbered_lambdas(die, std::string(name));
}

// The scopes around `die`, with "::" behind; empty at the outside.
std::string DieNames::scope_of(Dwarf_Die& die, int depth) {
  auto entry = entries_.find(dwarf_dieoffset(&die));
  Dwarf_Die parent;
  if (depth > kMaxScopes || entry == entries_.end() ||
      dwarf_offdie(dwarf_cu_getdwarf(die.cu), entry->second.parent, &parent) == nullptr)
    return {};
  int tag = dwarf_tag(&parent);
  if (tag != DW_TAG_namespace && tag != DW_TAG_subprogram && !is_class(tag)) return {};
  const char* linkage = tag == DW_TAG_subprogram ? string_attribute(parent, DW_AT_linkage_name) : nullptr;
  if (linkage != nullptr) return without_return_type(read_name(linkage, false).full) + "::";
  return qualified(parent, depth + 1) + "::";
}

std::string DieNames::qualified(Dwarf_Die die, int depth) {
  Dwarf_Die root = root_of(die);
  return scope_of(root, depth) + own_text(root);
}

// The linkage name says most (namespaces, parameters, the module of a Fortran procedure) unless it is a plain
// external name, which Fortran compilers decorate: there the source's own name is better.
Name DieNames::name_of(Dwarf_Die& die, bool fortran, bool cxx) {
  const char* linkage = string_attribute(die, DW_AT_linkage_name);
  if (linkage == nullptr) linkage = string_attribute(die, DW_AT_MIPS_linkage_name);
  const char* plain = string_attribute(die, DW_AT_name);
  if (linkage != nullptr && (std::string_view(linkage).substr(0, 2) == "_Z" || is_fortran_mangled(linkage))) {
    return read_name(linkage, fortran);
  }
  const char* best = plain != nullptr ? plain : linkage;
  if (best == nullptr) return Name{"<unnamed>", "<unnamed>", "", false};
  Name name = read_name(best, fortran);
  if (!cxx || linkage != nullptr || name.outlined) return name;
  name.text = qualified(die, 0);
  name.full = name.text;
  return name;
}

}  // namespace limpid::cli::symbols
