# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenMP side of the selected inferior, for the time of one command.

Handles go stale when the program goes on, so nothing here outlives a command: `with shelf.open() as process`.
"""

import ctypes
from ctypes import byref, c_char_p, c_int, c_int64, c_uint64, c_void_p

import gdb

from . import bindings as b
from .callbacks import free
from .inferior import Inferior
from .library import LibraryShelf
from .place import of_construct
from .problem import Problem
from .region import Region
from .task import Task
from .thread import Thread

_NO_RUNTIME = (
    "No OpenMP runtime of Limpid in this process. If the program uses OpenMP, start it with "
    "`limpid debug PROGRAM`, or with the folder of liblimpid.so in LD_LIBRARY_PATH."
)
_ANOTHER = (
    "This process runs {} and not Limpid's OpenMP runtime; start the program with `limpid debug PROGRAM`."
)
_OTHERS = (("__kmpc_fork_call", "LLVM's libomp (or Intel's)"), ("GOMP_parallel", "GCC's libgomp"))
_NOT_YET = "The program has not used OpenMP yet."


class Process:
    """Threads, regions and tasks of an inferior; see the extension header for what is told."""

    def __init__(self, library, inferior):
        self.inferior = inferior
        self.library = library
        self._release = []
        self._threads = None
        self._by_number = {}
        self._by_lwp = {}
        self._tasks = None
        self._icvs = None
        self._holders = {}
        self._places = {}
        self._handle = c_void_p()
        code = library.call("ompd_process_initialize", inferior.number, byref(self._handle))
        if code != b.OK:
            raise Problem(f"libompd.so cannot read this process ({b.name_of(code)}): {library.path}")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def close(self):
        for name, handle in reversed(self._release):
            self.library.call(name, handle)
        self._release.clear()
        if self._handle:
            self.library.call("ompd_rel_address_space_handle", self._handle)
            self._handle = None

    @property
    def handle(self):
        return self._handle

    def handle_from(self, kind, name, *arguments):
        """The handle that a function gives as its last argument; None where there is nothing."""
        handle = c_void_p()
        code = self.library.call(name, *arguments, byref(handle))
        if code != b.OK:
            return None
        self._release.append((f"ompd_rel_{kind}_handle", handle))
        return handle

    def keep(self, kind, handle):
        handle = c_void_p(handle)
        self._release.append((f"ompd_rel_{kind}_handle", handle))
        return handle

    def check(self, code, what):
        if code != b.OK:
            raise Problem(f"{what}: {b.name_of(code)}")

    # ---- what there is ----

    def threads(self):
        """All OpenMP threads, in the order of the runtime's numbers."""
        if self._threads is None:
            array, count = ctypes.POINTER(b.ThreadInfo)(), c_uint64()
            code = self.library.call("limpid_ompd_get_threads", self._handle, byref(array), byref(count))
            self.check(code, "The list of OpenMP threads cannot be read")
            known = self.inferior.threads()
            infos = [array[i] for i in range(count.value)]
            found = [Thread(self, self.keep("thread", info.handle), info, known) for info in infos]
            free(array)
            # A thread that is about to begin, or has ended, has no id of the kernel, and nothing to show.
            self._threads = [thread for thread in found if thread.lwp]
            self._by_number = {thread.number: thread for thread in self._threads}
            self._by_lwp = {thread.lwp: thread for thread in self._threads}
        return self._threads

    def devices(self):
        """(number, type, name of the engine) of every device that an engine has initialized."""
        array, count = ctypes.POINTER(b.DeviceInfo)(), c_uint64()
        code = self.library.call("limpid_ompd_get_devices", self._handle, byref(array), byref(count))
        self.check(code, "The devices cannot be read")
        engines = {1: "LLVM's libomptarget", 2: "GCC's libgomp"}
        infos = (array[i] for i in range(count.value))
        found = [(info.number, info.type.decode(errors="replace"), engines.get(info.engine, "unknown")) for info in infos]
        free(array)
        return found

    def thread_numbered(self, number):
        self.threads()
        return self._by_number.get(number)

    def thread_of(self, gdb_thread):
        """The OpenMP side of a thread of gdb; None: it has none."""
        if gdb_thread is None:
            return None
        self.threads()
        return self._by_lwp.get(gdb_thread.ptid[1])

    def thread_of_lwp(self, lwp):
        self.threads()
        return self._by_lwp.get(lwp)

    def tasks(self):
        """All tasks that are not complete, without handles: what is said of them is in their `info`."""
        if self._tasks is None:
            array, count = ctypes.POINTER(b.TaskInfo)(), c_uint64()
            code = self.library.call("limpid_ompd_describe_tasks", self._handle, byref(array), byref(count))
            self.check(code, "The tasks cannot be read")
            infos = (b.TaskInfo * count.value)()
            ctypes.memmove(infos, array, ctypes.sizeof(infos))
            free(array)
            self._tasks = [Task(self, None, info) for info in infos]
        return self._tasks

    def lock_holder(self, wait_id):
        """The thread that holds a lock, critical or atomic section; None: nobody does."""
        if wait_id not in self._holders:
            handle = self.handle_from("thread", "limpid_ompd_get_lock_holder", self._handle, wait_id)
            self._holders[wait_id] = self._thread_behind(handle)
        return self._holders[wait_id]

    def awaited_thread(self, thread):
        """Who is to act before a thread in `ordered`, or one that awaits the copies of a single construct, goes on;
        None: nobody, or it waits for something else."""
        return self._thread_behind(self.handle_from("thread", "limpid_ompd_get_awaited_thread", thread.handle))

    def _thread_behind(self, handle):
        number = c_uint64()
        if handle is not None:
            self.library.call("limpid_ompd_get_thread_number", handle, byref(number))
        return self.thread_numbered(number.value)

    def place_of_construct(self, created_at, function):
        """As place.of_construct; many tasks have the same."""
        key = (created_at, function)
        if key not in self._places:
            self._places[key] = of_construct(created_at, function)
        return self._places[key]

    def region(self, handle):
        return Region(self, handle) if handle is not None else None

    def icvs(self):
        """(id, name, scope) of every ICV."""
        if self._icvs is None:
            self._icvs = self._enumerate_icvs()
        return self._icvs

    def _enumerate_icvs(self):
        found, current, more = [], 0, c_int(1)
        while more.value and len(found) < 1000:
            next_id, name, scope = c_uint64(), c_char_p(), c_int()
            answers = (byref(next_id), byref(name), byref(scope), byref(more))
            code = self.library.call("ompd_enumerate_icvs", self._handle, current, *answers)
            self.check(code, "The ICVs cannot be enumerated")
            found.append((next_id.value, name.value.decode(), scope.value))
            current = next_id.value
        return found

    def icv(self, handle, scope, identifier):
        """The ICV as text; None: it has no value here."""
        text = c_void_p()
        code = self.library.call("ompd_get_icv_string_from_scope", handle, scope, identifier, byref(text))
        if code == b.OK:
            value = ctypes.string_at(text).decode(errors="replace")
            free(text)
            return value
        number = c_int64()
        code = self.library.call("ompd_get_icv_from_scope", handle, scope, identifier, byref(number))
        return str(number.value) if code == b.OK else None


class ProcessOpener:
    """Opens the selected inferior, or says why there is nothing to see in it."""

    def __init__(self):
        self._libraries = LibraryShelf()

    def open(self):
        inferior = Inferior.selected()
        inferior.require_process()
        self._require_runtime(inferior)
        return Process(self._libraries.get(inferior), inferior)

    def library(self, inferior):
        return self._libraries.get(inferior)

    def has_runtime_now(self):
        """Whether `open` would find something, asked by what must stay silent otherwise."""
        return gdb.selected_inferior().pid != 0 and self.has_runtime(Inferior.selected())

    @staticmethod
    def has_runtime(inferior):
        return inferior.symbol("limpid_debug_layout") is not None

    def _require_runtime(self, inferior):
        if self.has_runtime(inferior):
            return
        for symbol, runtime in _OTHERS:
            if inferior.symbol(symbol) is not None:
                raise Problem(_ANOTHER.format(runtime))
        raise Problem(_NO_RUNTIME)
