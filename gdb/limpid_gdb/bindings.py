# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types and functions of libompd.so as ctypes sees them (include/omp-tools.h, formats/ompd_extension.h)."""

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int32, c_int64, c_void_p
from ctypes import c_uint8, c_uint32, c_uint64

OK, UNAVAILABLE, STALE_HANDLE, BAD_INPUT, ERROR, UNSUPPORTED = range(6)
INCOMPATIBLE, NO_MEMORY, INCOMPLETE, CALLBACK_ERROR = 7, 10, 11, 12
API_VERSION = 202011
OUTERMOST = 0xFFFFFFFF

SCOPE_ADDRESS_SPACE, SCOPE_THREAD, SCOPE_PARALLEL, SCOPE_IMPLICIT_TASK, SCOPE_TASK = 2, 3, 4, 5, 6


class Address(ctypes.Structure):
    _fields_ = [("segment", c_uint64), ("address", c_uint64)]


class FrameInfo(ctypes.Structure):
    _fields_ = [("frame_address", Address), ("frame_flag", c_int64)]


class TypeSizes(ctypes.Structure):
    _fields_ = [(name, c_uint8) for name in ("char", "short", "int", "long", "long_long", "pointer")]


class ThreadInfo(ctypes.Structure):
    _fields_ = [
        ("handle", c_void_p),
        ("number", c_uint64),
        ("lwp", c_uint64),
        ("wait_id", c_uint64),
        ("state", c_int64),
    ]


class DeviceInfo(ctypes.Structure):
    _fields_ = [("number", c_int32), ("engine", c_int32), ("type", ctypes.c_char * 64)]


class TaskInfo(ctypes.Structure):
    _fields_ = [
        ("handle", c_void_p),
        ("id", c_uint64),
        ("parent_id", c_uint64),
        ("region_id", c_uint64),
        ("thread_id", c_uint64),
        ("created_at", c_uint64),
        ("function", c_uint64),
        ("progress", c_int32),
        ("flags", c_int32),
        ("priority", c_int32),
        ("unmet", c_int32),
        ("event", c_uint64),
    ]


class RegionInfo(ctypes.Structure):
    _fields_ = [
        ("id", c_uint64),
        ("created_at", c_uint64),
        ("function", c_uint64),
        ("threads", c_uint32),
        ("requested", c_uint32),
        ("level", c_uint32),
        ("team_number", c_uint32),
        ("league_size", c_uint32),
        ("is_league", c_uint32),
    ]


Allocate = CFUNCTYPE(c_int, c_uint64, POINTER(c_void_p))
Free = CFUNCTYPE(c_int, c_void_p)
Print = CFUNCTYPE(c_int, c_char_p, c_int)
SizeOf = CFUNCTYPE(c_int, c_void_p, POINTER(TypeSizes))
Symbol = CFUNCTYPE(c_int, c_void_p, c_void_p, c_char_p, POINTER(Address), c_char_p)
Memory = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(Address), c_uint64, c_void_p)
Convert = CFUNCTYPE(c_int, c_void_p, c_void_p, c_uint64, c_uint64, c_void_p)
ThreadContext = CFUNCTYPE(c_int, c_void_p, c_uint64, c_uint64, c_void_p, POINTER(c_void_p))


class Callbacks(ctypes.Structure):
    """ompd_callbacks_t, in its order."""

    _fields_ = [
        ("alloc_memory", Allocate),
        ("free_memory", Free),
        ("print_string", Print),
        ("sizeof_type", SizeOf),
        ("symbol_addr_lookup", Symbol),
        ("read_memory", Memory),
        ("write_memory", Memory),
        ("read_string", Memory),
        ("device_to_host", Convert),
        ("host_to_device", Convert),
        ("get_thread_context_for_thread_id", ThreadContext),
    ]


_HANDLE, _OUT = c_void_p, POINTER(c_void_p)

FUNCTIONS = {
    "ompd_initialize": [c_int64, POINTER(Callbacks)],
    "ompd_process_initialize": [c_void_p, _OUT],
    "ompd_rel_address_space_handle": [_HANDLE],
    "ompd_get_omp_version_string": [_HANDLE, POINTER(c_char_p)],
    "ompd_rel_thread_handle": [_HANDLE],
    "ompd_get_curr_parallel_handle": [_HANDLE, _OUT],
    "ompd_get_enclosing_parallel_handle": [_HANDLE, _OUT],
    "ompd_get_task_parallel_handle": [_HANDLE, _OUT],
    "ompd_rel_parallel_handle": [_HANDLE],
    "ompd_get_curr_task_handle": [_HANDLE, _OUT],
    "ompd_get_generating_task_handle": [_HANDLE, _OUT],
    "ompd_get_task_in_parallel": [_HANDLE, c_int, _OUT],
    "ompd_get_task_frame": [_HANDLE, POINTER(FrameInfo), POINTER(FrameInfo)],
    "ompd_rel_task_handle": [_HANDLE],
    "ompd_enumerate_icvs": [
        _HANDLE,
        c_uint64,
        POINTER(c_uint64),
        POINTER(c_char_p),
        POINTER(c_int),
        POINTER(c_int),
    ],
    "ompd_get_icv_from_scope": [_HANDLE, c_int, c_uint64, POINTER(c_int64)],
    "ompd_get_icv_string_from_scope": [_HANDLE, c_int, c_uint64, POINTER(c_void_p)],
    "limpid_ompd_get_threads": [_HANDLE, POINTER(POINTER(ThreadInfo)), POINTER(c_uint64)],
    "limpid_ompd_get_devices": [_HANDLE, POINTER(POINTER(DeviceInfo)), POINTER(c_uint64)],
    "limpid_ompd_get_thread_number": [_HANDLE, POINTER(c_uint64)],
    "limpid_ompd_describe_tasks": [_HANDLE, POINTER(POINTER(TaskInfo)), POINTER(c_uint64)],
    "limpid_ompd_get_creator": [_HANDLE, c_uint32, _OUT, POINTER(c_uint32)],
    "limpid_ompd_get_task_info": [_HANDLE, POINTER(TaskInfo)],
    "limpid_ompd_get_region_info": [_HANDLE, POINTER(RegionInfo)],
    "limpid_ompd_get_barrier": [_HANDLE, POINTER(c_int)],
    "limpid_ompd_get_awaited_thread": [_HANDLE, _OUT],
    "limpid_ompd_get_lock_holder": [_HANDLE, c_uint64, _OUT],
}


def declare(library):
    """Gives the functions of a loaded libompd.so their types. AttributeError: it is another one."""
    for name, arguments in FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = c_int


_NAMES = {
    UNAVAILABLE: "unavailable",
    STALE_HANDLE: "stale handle",
    BAD_INPUT: "bad input",
    ERROR: "its memory makes no sense",
    UNSUPPORTED: "unsupported",
    INCOMPATIBLE: "incompatible runtime",
    NO_MEMORY: "no memory",
    CALLBACK_ERROR: "gdb could not answer",
}


def name_of(code):
    """An ompd_rc_t in words."""
    return _NAMES.get(code, f"code {code}")
