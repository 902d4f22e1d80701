// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbols/name.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>

namespace limpid::cli::symbols {
namespace {

bool is_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

// The words that compilers put behind a dot when they make a new function out of one that the user wrote.
// Anything else behind a dot belongs to the name.
bool is_clone_word(std::string_view word) {
  static constexpr std::array<std::string_view, 17> kWords = {
      "_omp_fn",        "_omp_cpyfn", "omp_outlined", "omp_outlined_debug__",
      "omp_task_entry", "omp_par",    "omp_wsloop",   "isra",
      "constprop",      "part",       "cold",         "lto_priv",
      "localalias",     "llvm",       "clone",        "DIR",
      "extracted"};
  return is_digits(word) || std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// Position of the first dot that starts a compiler's suffix; npos without one. `a..omp_par` has an empty word
// between the two dots.
size_t suffix_start(std::string_view symbol) {
  for (size_t dot = symbol.find('.', 1); dot != std::string_view::npos; dot = symbol.find('.', dot + 1)) {
    size_t begin = dot + 1;
    if (begin < symbol.size() && symbol[begin] == '.') ++begin;
    size_t end = symbol.find('.', begin);
    if (is_clone_word(symbol.substr(begin, end == std::string_view::npos ? end : end - begin))) return dot;
  }
  return std::string_view::npos;
}

bool says_outlined(std::string_view suffix) {
  static constexpr std::array<std::string_view, 7> kMarks = {
      "_omp_fn", "_omp_cpyfn", "omp_outlined", "omp_task_entry", ".omp_par", "omp_wsloop", ".DIR.OMP."};
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return suffix.find(mark) != std::string_view::npos; });
}

std::string demangle_cxx(const std::string& symbol) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                              std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

// flang: _Q, then scopes M(odule) S(ubmodule) F(unction that hosts), then P(rocedure), each with a name in
// lower case.
std::string read_flang(std::string_view symbol) {
  if (symbol == "_QQmain") return "main program";
  std::string text;
  size_t at = 2;
  while (at < symbol.size() && std::string_view("MSFP").find(symbol[at]) != std::string_view::npos) {
    size_t end = at + 1;
    while (end < symbol.size() && !std::isupper(static_cast<unsigned char>(symbol[end]))) ++end;
    if (!text.empty() && end > at + 1) text += "::";
    text += symbol.substr(at + 1, end - at - 1);
    at = end;
  }
  return at == symbol.size() && !text.empty() ? text : std::string(symbol);
}

// gfortran: __module_MOD_procedure, or __module.submodule_MOD_procedure.
std::string read_gfortran(std::string_view symbol) {
  size_t mark = symbol.find("_MOD_");
  std::string module(symbol.substr(2, mark - 2));
  if (size_t dot = module.find('.'); dot != std::string::npos) module.replace(dot, 1, "::");
  return module + "::" + std::string(symbol.substr(mark + 5));
}

std::string read_fortran(std::string_view symbol) {
  if (symbol.substr(0, 2) == "__" && symbol.find("_MOD_") != std::string_view::npos)
    return read_gfortran(symbol);
  if (symbol.substr(0, 2) == "_Q") return read_flang(symbol);
  if (symbol == "MAIN__") return "main program";
  if (symbol.size() > 1 && symbol.back() == '_') symbol.remove_suffix(1);
  if (size_t mark = symbol.find("_mp_"); mark != std::string_view::npos && mark > 0) {
    return std::string(symbol.substr(0, mark)) + "::" + std::string(symbol.substr(mark + 4));
  }
  return std::string(symbol);
}

// Index of the bracket that opens what the one at `close` closes; npos if there is none.
size_t opening_of(const std::string& text, size_t close) {
  int depth = 0;
  for (size_t i = close + 1; i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0) return i;
  }
  return std::string::npos;
}

// Where the return type ends: the last space outside all brackets, unless it belongs to an operator's name.
size_t name_start(const std::string& text) {
  int depth = 0;
  size_t operator_at = text.find("operator");
  for (size_t i = text.size(); i-- > 0;) {
    char c = text[i];
    bool in_operator = operator_at != std::string::npos && i >= operator_at;
    if (in_operator) continue;
    if (c == '>' || c == ')' || c == '}' || c == ']') ++depth;
    if (c == '<' || c == '(' || c == '{' || c == '[') --depth;
    // `T::f() const::{lambda()#1}`: a scope's own qualifier is no return type.
    bool qualifier = text.compare(i, 8, " const::") == 0 || text.compare(i, 11, " volatile::") == 0;
    if (c == ' ' && depth == 0 && !qualifier) return i + 1;
  }
  return 0;
}

// Where the last parameter list of a declaration begins; npos if it is none. A lambda or a local class
// carries its function's parameters in the middle of its name: those are not meant.
size_t parameters_start(const std::string& declaration) {
  size_t close = declaration.rfind(')');
  if (close == std::string::npos) return close;
  std::string behind = declaration.substr(close + 1);
  static constexpr std::array<std::string_view, 6> kQualifiers = {
      "", " const", " volatile", " const volatile", " &", " const &"};
  if (std::find(kQualifiers.begin(), kQualifiers.end(), behind) == kQualifiers.end())
    return std::string::npos;
  size_t open = opening_of(declaration, close);
  return open == 0 ? std::string::npos : open;
}

}  // namespace

bool is_fortran_mangled(std::string_view symbol) {
  bool gfortran = symbol.substr(0, 2) == "__" && symbol.find("_MOD_") != std::string_view::npos;
  return gfortran || (symbol.size() > 2 && symbol.substr(0, 2) == "_Q" && std::isupper(symbol[2]));
}

std::string without_parameters(const std::string& declaration) {
  // Those in the middle stay, they tell overloads apart. Only the last list goes, with the qualifiers behind
  // it.
  size_t open = parameters_start(declaration);
  if (open == std::string::npos) return declaration;
  std::string head = declaration.substr(0, open);
  return head.substr(name_start(head));
}

std::string without_return_type(const std::string& declaration) {
  size_t open = parameters_start(declaration);
  if (open == std::string::npos) return declaration;
  return declaration.substr(name_start(declaration.substr(0, open)));
}

Name read_name(std::string_view symbol, bool fortran) {
  Name name;
  if (!symbol.empty() && symbol[0] == '.' && says_outlined(symbol)) {
    name.suffix = symbol;
    name.outlined = true;
    return name;
  }
  if (symbol.starts_with("__GI_"))
    symbol.remove_prefix(5);  // glibc's inner name for the function of that name
  size_t cut = suffix_start(symbol);
  std::string base(symbol.substr(0, cut));
  if (cut != std::string_view::npos) name.suffix = symbol.substr(cut);
  name.outlined = says_outlined(name.suffix);
  if (base.compare(0, 2, "_Z") == 0) {
    name.full = demangle_cxx(base);
    name.text = without_parameters(name.full);
  } else {
    name.text = fortran || is_fortran_mangled(base) ? read_fortran(base) : base;
    name.full = name.text;
  }
  return name;
}

}  // namespace limpid::cli::symbols
