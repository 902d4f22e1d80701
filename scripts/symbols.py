#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exported symbols of liblimpid.so: one table, and what is made from it.

  symbols.py script TABLE         the linker's version script
  symbols.py aliases TABLE        linker script that makes the NAME@NODE aliases
  symbols.py test TABLE           C source of the presence test (looks every NAME@NODE up as the loader does)
  symbols.py import TABLE NODE LIBRARY   assembler source of an import library: the names of NODE, of the kind and size
                                  that they have in LIBRARY, and nothing behind them
  symbols.py check TABLE LIBRARY  compare TABLE with LIBRARY's dynamic symbols, both ways; exit 1 on a difference
  symbols.py imports TABLE NODE LIBRARY IMPORT   compare the import library IMPORT with NODE and with LIBRARY

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
    alias: bool       # a non-default version: another name for the default one's address, or for the target's
    target: str = ""  # the name whose address this name has too; empty: it has a definition of its own
    only: bool = False  # has no default version, so that linkers do not find it


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
        elif len(words) == 4 and words[1:3] == ["only", "="]:
            symbols.append(Symbol(words[0], node, True, words[3], True))
        else:
            fail(f"{path}:{number}: '{line.strip()}' is none of NAME, NAME = OTHER, NAME only = OTHER, NAME also, also PATTERN...")
    defaults = [s.name for s in symbols if not s.alias]
    for pattern, also_in in patterns:
        matching = [s for s in symbols if not s.alias and s.node != also_in and fnmatch.fnmatchcase(s.name, pattern)]
        if not matching:
            fail(f"{path}: no name matches 'also {pattern}' of node {also_in}")
        symbols += [Symbol(s.name, also_in, True, s.target) for s in matching]
    for symbol in symbols:
        if defaults.count(symbol.name) != (0 if symbol.only else 1):
            fail(f"{path}: {symbol.name} needs exactly one default version, or none if it is 'only' for programs that "
                 f"are linked; it has {defaults.count(symbol.name)}")
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


def import_library(symbols, node, library):
    objects = {name: size for name, _, _, kind, size in dynamic_symbols(library) if kind == "OBJECT"}
    print("# Made by scripts/symbols.py. For the linker only.")
    for name in (s.name for s in symbols if s.node == node):
        section, kind, size = (".data", "object", objects[name]) if name in objects else (".text", "function", 1)
        print(f"{section}\n.globl {name}\n.type {name}, %{kind}\n{name}:\n.size {name}, {size}\n.zero {size}")
    print('.section .note.GNU-stack,"",%progbits')


def dynamic_symbols(library):
    """The defined versioned names in LIBRARY as a list of (name, node, is default, kind, size)."""
    text = subprocess.run(["readelf", "--dyn-syms", "--wide", library], check=True, capture_output=True, text=True)
    found = []
    for line in text.stdout.splitlines():
        fields = line.split()
        if len(fields) < 8 or fields[4] not in ("GLOBAL", "WEAK") or fields[6] in ("UND", "ABS"):
            continue
        name, at, node = fields[7].partition("@")
        found.append((name, node.lstrip("@"), node.startswith("@") or not at, fields[3], int(fields[2], 0)))
    return found


def check_library(symbols, library):
    wanted = {(s.name, s.node, not s.alias) for s in symbols}
    found = {symbol[:3] for symbol in dynamic_symbols(library)}
    for name, node, default in sorted(wanted - found):
        print(f"missing in the library: {name}{'@@' if default else '@'}{node}")
    for name, node, default in sorted(found - wanted):
        print(f"exported but not in the table: {name}{'@@' if default else '@'}{node}")
    print(f"{len(wanted & found)} of {len(wanted)} names exported as the table says")
    return wanted == found


def check_imports(symbols, node, library, imported):
    """What is linked against IMPORTED binds to the same names and data in LIBRARY. True if so."""
    def described(symbol):
        name, version, _, kind, size = symbol
        return f"{name}@{version}", kind if kind == "OBJECT" else "FUNC", size if kind == "OBJECT" else 0

    wanted = {f"{s.name}@{node}" for s in symbols if s.node == node}
    there = {described(symbol) for symbol in dynamic_symbols(library)}
    found = [(symbol, described(symbol)) for symbol in dynamic_symbols(imported)]
    wrong = [f"not in the runtime as it is in {imported}: {about}" for _, about in found if about not in there]
    wrong += [f"no default version in {imported}: {about[0]}" for symbol, about in found if not symbol[2]]
    names = {about[0] for _, about in found}
    wrong += [f"not in the node {node} of the table: {name}" for name in names - wanted]
    wrong += [f"missing in {imported}: {name}" for name in wanted - names]
    print("\n".join(sorted(wrong) + [f"{len(names & wanted)} of {len(wanted)} names of {node} can be linked with"]))
    return not wrong


def main(arguments):
    counts = {"script": 2, "aliases": 2, "test": 2, "import": 4, "check": 3, "imports": 5}
    if not arguments or counts.get(arguments[0]) != len(arguments):
        fail("usage: symbols.py {script|aliases|test} TABLE, check TABLE LIBRARY, import TABLE NODE LIBRARY, or"
             " imports TABLE NODE LIBRARY IMPORT")
    kind, (nodes, symbols), rest = arguments[0], read_table(arguments[1]), arguments[2:]
    right = True
    if kind == "script":
        version_script(nodes, symbols)
    elif kind == "aliases":
        alias_script(symbols)
    elif kind == "test":
        presence_test(symbols)
    elif kind == "import":
        import_library(symbols, *rest)
    elif kind == "check":
        right = check_library(symbols, *rest)
    else:
        right = check_imports(symbols, *rest)
    sys.exit(not right)


if __name__ == "__main__":
    main(sys.argv[1:])
