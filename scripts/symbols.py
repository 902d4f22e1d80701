#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exported symbols of liblimpid.so: one table, and what is made from it.

  symbols.py script TABLE         the linker's version script
  symbols.py aliases TABLE        linker script that makes the NAME@NODE aliases
  symbols.py test TABLE           C source of the presence test (looks every NAME@NODE up as the loader does)
  symbols.py standin TABLE NODE   assembler source of a library with the names of NODE and nothing behind them, to link
                                  programs as another runtime's users do
  symbols.py check TABLE LIBRARY  compare TABLE with LIBRARY's dynamic symbols, both ways; exit 1 on a difference

The format of TABLE is described at its top.
"""
import fnmatch
import subprocess
import sys
from dataclasses import dataclass


@dataclass
class Symbol:
    name: str
    node: str
    alias: bool       # a non-default version: another name for the default one's address
    target: str = ""  # the name whose address this name has too; empty: it has a definition of its own


def fail(message):
    sys.exit(f"symbols.py: {message}")


def read_table(path):
    """Returns (nodes, symbols): nodes maps each node to its parent ('' for none), in file order."""
    nodes, symbols, patterns, node = {}, [], [], ""
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "node":
            node, parent = words[1], words[2] if len(words) > 2 else ""
            if node in nodes or (parent and parent not in nodes):
                fail(f"{path}:{number}: node {node} given twice, or its parent '{parent}' is not above it")
            nodes[node] = parent
        elif not node:
            fail(f"{path}:{number}: '{words[0]}' stands before the first node line")
        elif words[0] == "also" and len(words) > 1:
            patterns += [(pattern, node) for pattern in words[1:]]
        elif len(words) == 1 or words[1:] == ["also"]:
            symbols.append(Symbol(words[0], node, len(words) == 2))
        elif len(words) == 3 and words[1] == "=":
            symbols.append(Symbol(words[0], node, False, words[2]))
        else:
            fail(f"{path}:{number}: '{line.strip()}' is none of NAME, NAME = OTHER, NAME also, also PATTERN...")
    defaults = [s.name for s in symbols if not s.alias]
    for pattern, also_in in patterns:
        matching = [s for s in symbols if not s.alias and s.node != also_in and fnmatch.fnmatchcase(s.name, pattern)]
        if not matching:
            fail(f"{path}: no name matches 'also {pattern}' of node {also_in}")
        symbols += [Symbol(s.name, also_in, True, s.target) for s in matching]
    for symbol in symbols:
        if defaults.count(symbol.name) != 1:
            fail(f"{path}: {symbol.name} needs exactly one default version, it has {defaults.count(symbol.name)}")
    return nodes, symbols


def version_script(nodes, symbols):
    # Everything else stays inside. The rule goes into a node without aliases: ld lets a node's local
    # patterns win over a NAME@NODE that is defined elsewhere.
    catch_all = [node for node in nodes if not any(s.alias for s in symbols if s.node == node)][-1]
    for node, parent in nodes.items():
        hidden = "  local: *;\n" if node == catch_all else ""
        names = [s.name for s in symbols if s.node == node and not s.alias]
        print(f"{node} {{")
        if names:
            print("  global:")
            for name in names:
                print(f"    {name};")
        print(f"{hidden}}}{' ' + parent if parent else ''};\n")


def alias_script(symbols):
    print("/* Made by scripts/symbols.py. An alias is the same address: no call between, return addresses are the"
          " program's. */")
    for symbol in symbols:
        if symbol.alias:
            print(f'"{symbol.name}@{symbol.node}" = {symbol.target or symbol.name};')
        elif symbol.target:
            print(f"{symbol.name} = {symbol.target};")


def presence_test(symbols):
    print("""/* Made by scripts/symbols.py: is each NAME@NODE of the table there for the loader? */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

static const char* const kWanted[][2] = {""")
    for symbol in symbols:
        print(f'    {{"{symbol.name}", "{symbol.node}"}},')
    print("""};

int main(int argc, char** argv) {
  void* library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) return fprintf(stderr, "presence: cannot load %s: %s\\n", argv[1], dlerror()), 2;
  int missing = 0, count = sizeof kWanted / sizeof kWanted[0];
  for (int i = 0; i < count; i++) {
    if (dlvsym(library, kWanted[i][0], kWanted[i][1])) continue;
    printf("missing: %s@%s\\n", kWanted[i][0], kWanted[i][1]);
    missing++;
  }
  printf("%d of %d exported names present\\n", count - missing, count);
  return missing ? 1 : 0;
}""")


def stand_in(symbols, node):
    print("# Made by scripts/symbols.py. For the linker only.\n.text")
    for name in (s.name for s in symbols if s.node == node):
        print(f".globl {name}\n.type {name}, %function\n{name}:\n.size {name}, 1\n.byte 0")
    print('.section .note.GNU-stack,"",%progbits')


def library_symbols(library):
    """The defined versioned names in LIBRARY as a set of (name, node, is default)."""
    text = subprocess.run(["readelf", "--dyn-syms", "--wide", library], check=True, capture_output=True, text=True)
    found = set()
    for line in text.stdout.splitlines():
        fields = line.split()
        if len(fields) < 8 or fields[4] not in ("GLOBAL", "WEAK") or fields[6] in ("UND", "ABS"):
            continue
        name, at, node = fields[7].partition("@")
        found.add((name, node.lstrip("@"), node.startswith("@") or not at))
    return found


def check_library(symbols, library):
    wanted = {(s.name, s.node, not s.alias) for s in symbols}
    found = library_symbols(library)
    for name, node, default in sorted(wanted - found):
        print(f"missing in the library: {name}{'@@' if default else '@'}{node}")
    for name, node, default in sorted(found - wanted):
        print(f"exported but not in the table: {name}{'@@' if default else '@'}{node}")
    print(f"{len(wanted & found)} of {len(wanted)} names exported as the table says")
    return wanted == found


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in ("script", "aliases", "test", "standin", "check"):
        fail("usage: symbols.py {script|aliases|test} TABLE, symbols.py standin TABLE NODE, or symbols.py check TABLE"
             " LIBRARY")
    nodes, symbols = read_table(arguments[1])
    if arguments[0] == "script":
        version_script(nodes, symbols)
    elif arguments[0] == "aliases":
        alias_script(symbols)
    elif arguments[0] == "test":
        presence_test(symbols)
    elif arguments[0] == "standin":
        stand_in(symbols, arguments[2])
    elif not check_library(symbols, arguments[2]):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
