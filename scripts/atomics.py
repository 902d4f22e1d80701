#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The __kmpc_atomic_* entries: a name says it all, so they are made from the names in the symbol table.

  atomics.py entries TABLE        C++ source of the entries; the operations are templates in runtime/abi/kmp/atomic
  atomics.py test TABLE           C source of a program that checks each against a plain computation

A name is __kmpc_atomic_TYPE_OPERATION, then one of: nothing (x = x op value), _rev (x = value op x), _cpt and
_cpt_rev (the same, and the value before or after is the result), _TYPE (value is of that type). OPERATION may also
be rd, wr or swp. bool_SIZE_cas and val_SIZE_cas compare and swap; with _cpt they also store what was there.
"""
import re
import sys
from dataclasses import dataclass

TYPES = {
    "fixed1": "int8_t", "fixed2": "int16_t", "fixed4": "int32_t", "fixed8": "int64_t",
    "fixed1u": "uint8_t", "fixed2u": "uint16_t", "fixed4u": "uint32_t", "fixed8u": "uint64_t",
    "float4": "float", "float8": "double", "float10": "long double",
    "cmplx4": "__complex__ float", "cmplx8": "__complex__ double", "cmplx10": "__complex__ long double",
}
# How C writes each operation.
OPERATIONS = {
    "add": "a + b", "sub": "a - b", "mul": "a * b", "div": "a / b", "shl": "a << b", "shr": "a >> b",
    "andb": "a & b", "orb": "a | b", "xor": "a ^ b", "andl": "a && b", "orl": "a || b",
    "eqv": "~(a ^ b)", "neqv": "a ^ b", "max": "a > b ? a : b", "min": "a < b ? a : b",
    "rd": "a", "wr": "b", "swp": "b",
}
SIZED = re.compile(r"__kmpc_atomic_(\d+|start|end)")
CAS = re.compile(r"__kmpc_atomic_(bool|val)_(\d)_cas(_cpt)?")
PLAIN = re.compile(r"__kmpc_atomic_([a-z]+\d+u?)_([a-z]+)(_cpt)?(_rev)?(?:_([a-z]+\d+))?")


def fail(message):
    sys.exit(f"atomics.py: {message}")


@dataclass
class Entry:
    name: str
    place: str      # type of the object
    operation: str  # a key of OPERATIONS
    capture: bool
    reverse: bool
    value: str      # type of the value

    @property
    def by_address(self):
        """Captured single complex values are no results: the caller says where they go."""
        return self.place == TYPES["cmplx4"] and (self.capture or self.operation == "swp")

    @property
    def result(self):
        returns = self.capture or self.operation in ("rd", "swp")
        return self.place if returns and not self.by_address else "void"

    @property
    def parameters(self):
        return ([f"{self.place}* place"] + ([f"{self.value} value"] if self.operation != "rd" else []) +
                ([f"{self.place}* result"] if self.by_address else []) + (["int32_t after"] if self.capture else []))


def names_of(table):
    for line in open(table, encoding="utf-8"):
        words = line.partition("#")[0].split()
        if len(words) == 1 and words[0].startswith("__kmpc_atomic_"):
            yield words[0]


def read_table(table):
    """Returns (entries, compare-and-swap matches); sized.cc has the rest."""
    entries, swaps = [], []
    for name in names_of(table):
        plain = PLAIN.fullmatch(name)
        if SIZED.fullmatch(name):
            continue
        if CAS.fullmatch(name):
            swaps.append(CAS.fullmatch(name))
        elif plain and plain[1] in TYPES and plain[2] in OPERATIONS and (plain[5] or plain[1]) in TYPES:
            entries.append(Entry(name, TYPES[plain[1]], plain[2], bool(plain[3]), bool(plain[4]),
                                 TYPES[plain[5] or plain[1]]))
        else:
            fail(f"{table}: cannot tell what {name} means")
    return entries, swaps


def entry_body(entry):
    operation = "Swp" if entry.operation == "wr" else entry.operation.capitalize()
    if entry.reverse:
        operation = f"Reversed<{operation}>"
    if entry.operation == "rd":
        return "return read(place);"
    if entry.operation == "swp" or entry.capture:
        target = "*result =" if entry.by_address else "return"
        return f"{target} capture<{operation}>(place, value, {'after != 0' if entry.capture else 'false'});"
    return f"update<{operation}>(place, value);"


def cas_entry(match):
    kind, cpt, word = match[1], match[3], TYPES[f"fixed{match[2]}"]
    store = ""
    if cpt:
        store = ("  *seen = before == expected ? wanted : before;\n" if kind == "val" else
                 "  if (before != expected) *seen = before;\n")
    result = "before" if kind == "val" else "before == expected"
    return (f"{word if kind == 'val' else 'bool'} {match[0]}(const Ident*, int32_t, {word}* place, {word} expected, "
            f"{word} wanted{f', {word}* seen' if cpt else ''}) {{\n"
            f"  const {word} before = compare_and_swap(place, expected, wanted);\n{store}  return {result};\n}}")


def write_entries(entries, swaps):
    print("""// Made by scripts/atomics.py.
#include "abi/kmp/atomic/change.h"
#include "abi/kmp/atomic/place.h"
#include "abi/kmp/ident.h"

using namespace limpid::abi;

extern "C" {
""")
    for entry in entries:
        print(f"{entry.result} {entry.name}(const Ident*, int32_t, {', '.join(entry.parameters)}) {{\n"
              f"  {entry_body(entry)}\n}}")
    for match in swaps:
        print(cas_entry(match))
    print("}")


TEST_HEAD = """/* Made by scripts/atomics.py: each entry against the same computation in plain C. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static int wrong;
static void check(const char* name, const char* what, int right) {
  if (right) return;
  printf("%s: %s is wrong\\n", name, what);
  wrong++;
}
"""


def values_of(entry):
    """Pairs (object, value) that tell the operations apart; no division by zero, no overflow, no large shift."""
    if entry.operation in ("shl", "shr"):
        return [("2", "3"), ("5", "1")]
    if "complex" in entry.place:
        return [("3 + 4i", "1 - 2i"), ("-6 + 8i", "2 + 1i")]
    if "int" not in entry.place:
        return [("6.5", "-1.25"), ("-3.5", "7.75"), ("0.0625", "2")]
    unsigned = entry.place.startswith("u")
    return [("12", "7"), ("13", "0x55" if unsigned else "-5"), ("9", "9"), ("7", "2.5" if entry.value == "double" else "3")]


def write_check(entry):
    print(f"\nextern {entry.result} {entry.name}(const void*, int32_t, {', '.join(entry.parameters)});")
    print(f"static void test_{entry.name}(void) {{")
    first, second = ("value", "start") if entry.reverse else ("start", "value")
    formula = re.sub(r"\b([ab])\b", lambda m: first if m[1] == "a" else second, OPERATIONS[entry.operation])
    for start, value in values_of(entry):
        for after in ((0, 1) if entry.capture else (0,)):
            arguments = ["0", "0", "&place"] + ([] if entry.operation == "rd" else ["value"])
            arguments += (["&got"] if entry.by_address else []) + ([str(after)] if entry.capture else [])
            call = f"{entry.name}({', '.join(arguments)})"
            print(f"  {{\n    {entry.place} start = {start}, place = start;")
            if entry.operation != "rd":
                print(f"    {entry.value} value = {value};")
            print(f"    {entry.place} expected = ({entry.place})({formula});")
            captured = entry.result != "void" or entry.by_address
            if captured:
                print(f"    {entry.place} got{'' if entry.by_address else ' = ' + call};")
            if not captured or entry.by_address:
                print(f"    {call};")
            print(f'    check("{entry.name}", "the object ({start} by {value})", place == expected);')
            if captured:
                print(f'    check("{entry.name}", "the result ({start} by {value})", got == '
                      f'{"expected" if after else "start"});')
            print("  }")
    print("}")


def write_cas_check(match):
    kind, cpt, word = match[1], match[3], TYPES[f"fixed{match[2]}"]
    result = word if kind == "val" else "bool"
    print(f"\nextern {result} {match[0]}(const void*, int32_t, {word}*, {word}, {word}{f', {word}*' if cpt else ''});")
    print(f"static void test_{match[0]}(void) {{")
    for expected, after in ((11, 22), (12, 11)):
        hit = expected == 11
        returned = ("1" if hit else "0") if kind == "bool" else "11"
        stored = ("33" if kind == "bool" else "22") if hit else "11"
        print(f"  {{\n    {word} place = 11, seen = 33;")
        print(f"    {result} got = {match[0]}(0, 0, &place, {expected}, 22{', &seen' if cpt else ''});")
        print(f'    check("{match[0]}", "the object", place == {after});')
        print(f'    check("{match[0]}", "the result", got == {returned});')
        print(f'    check("{match[0]}", "what was seen", seen == {stored if cpt else 33});\n  }}')
    print("}")


def write_test(entries, swaps):
    print(TEST_HEAD)
    for entry in entries:
        write_check(entry)
    for match in swaps:
        write_cas_check(match)
    names = [entry.name for entry in entries] + [match[0] for match in swaps]
    print("\nint main(void) {")
    for name in names:
        print(f"  test_{name}();")
    print(f'  printf("{len(names)} entries, %d wrong\\n", wrong);\n  return wrong != 0;\n}}')


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in ("entries", "test"):
        fail("usage: atomics.py {entries|test} TABLE")
    entries, swaps = read_table(arguments[1])
    (write_entries if arguments[0] == "entries" else write_test)(entries, swaps)


if __name__ == "__main__":
    main(sys.argv[1:])
