/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The Collector API: the OpenMP ARB's white paper "An OpenMP Runtime API for Profiling" (2007), for C and
 * C++.
 *
 * A collector is code in the process that is measured. It asks the dynamic linker for the function named by
 * OMP_COLLECTOR_API and makes all its requests through it; the runtime does nothing for it before.
 *
 * A call takes a list of requests, in memory of the caller's. Each entry is
 *
 *     int  sz     length of the entry in bytes: the 16 bytes of these four numbers and mem, a multiple of 4
 *     int  r      an OMP_COLLECTORAPI_REQUEST
 *     int  ec     set by the runtime: an OMP_COLLECTORAPI_EC
 *     int  rsz    set by the runtime: bytes written to mem; with OMP_ERRCODE_MEM_TOO_SMALL the bytes needed;
 *                 otherwise 0
 *     char mem[]  what the request takes, and what it answers; with an error nothing is written to it, but
 * for OMP_REQ_STATE
 *
 * and the list ends with sz == 0. The entries are processed in order, as if each came in a call of its own;
 * an entry that gets an error does not keep the next from being processed. The list itself has to be aligned
 * to 4 bytes; mem need not be aligned in any way for what is in it.
 *
 * What this runtime decides where the paper leaves it open:
 *   - OMP_REQ_START never comes too late, and works again after OMP_REQ_STOP.
 *   - All 22 events are there. What a compiler expands in place no runtime sees: GCC's master construct, and
 *     atomics that the processor has.
 *   - The API stays started in a fork's child.
 *   - It is independent of OMP_TOOL, and of any OMPT tool that is active at the same time.
 *   - What a callback does with OpenMP is not reported to any tool. In the callbacks of idle threads only
 * this API may be used: such a thread has no task that a construct or routine of OpenMP could refer to.
 *   - exit() ends the calls before it destroys what there was at a session's first event, and waits for those
 *     under way; requests are answered as before.
 *   - Nothing here takes a lock or allocates: also the requests that the paper does not call
 *     async-signal-safe may be made in a signal handler.
 */
#ifndef _OMP_COLLECTOR_API_H
#define _OMP_COLLECTOR_API_H

#ifdef __cplusplus
extern "C" {
#endif

/* The name to ask the dynamic linker for. */
#define OMP_COLLECTOR_API "__omp_collector_api"

/* Processes a list of requests. Returns 0 if the whole list was processed, also when requests got error
 * codes. Returns -1, and leaves the rest of the list alone, at an entry whose sz is negative, less than 16 or
 * no multiple of 4; and at once if arg is NULL or not aligned to 4 bytes. Any thread may call it at any time,
 * several at once, before the runtime was used for anything else, and from signal handlers. */
int __omp_collector_api(void* arg);

typedef enum OMP_COLLECTORAPI_REQUEST {
  /* Starts the API; before it, and after OMP_REQ_STOP, every other request gets OMP_ERRCODE_SEQUENCE_ERR, and
   * so does a START when the API is started, which it is until a STOP has done all its work. Takes nothing,
   * answers nothing. */
  OMP_REQ_START = 0,

  /* Asks for notification of an event. Takes an event and a callback
   *     void callback(OMP_COLLECTORAPI_EVENT event);
   * in one of two layouts: mem of 12 bytes holds the event and, right behind it, the pointer; in 16 or more
   * it is struct { OMP_COLLECTORAPI_EVENT event; void *callback; } The thread on which the event happens
   * makes the call, perhaps before the request is answered. A callback replaces the one before it; NULL is no
   * callback. Answers nothing. OMP_ERRCODE_UNKNOWN: no such event. OMP_ERRCODE_ERROR: mem has less than 12
   * bytes. */
  OMP_REQ_REGISTER = 1,

  /* Takes an event (4 bytes), for which there is no callback from now on. A call that another thread has
   * begun may still be running. Answers nothing. Errors as with OMP_REQ_REGISTER; less than 4 bytes. */
  OMP_REQ_UNREGISTER = 2,

  /* What the calling thread does: an OMP_COLLECTOR_API_THR_STATE (4 bytes). In the states in which a thread
   * waits for something in particular the answer has a second part, its wait id (8 bytes): directly behind
   * the state if mem has less than 16 bytes, and otherwise as in struct { OMP_COLLECTOR_API_THR_STATE state;
   * void *wait_id; } The wait id is that of the lock in THR_LKWT_STATE, THR_CTWT_STATE and THR_ATWT_STATE
   * (its address), of the barrier in THR_IBAR_STATE and THR_EBAR_STATE (the same for all who wait at it), of
   * the ordered region in THR_ODWT_STATE. If mem has room for the state but not for the wait id, the state is
   * written, and the error code is OMP_ERRCODE_MEM_TOO_SMALL. Any thread may ask. Async-signal-safe. */
  OMP_REQ_STATE = 3,

  /* The id of the parallel region that the calling thread is in (uint64_t); 0 outside. In a callback for
   * OMP_EVENT_FORK it is the new region's. Ids count up from 1. Any thread may ask. Async-signal-safe. */
  OMP_REQ_CURRENT_PRID = 4,

  /* The id of the parallel region around that region (uint64_t); 0 if there is none, and for the process's
   * initial thread outside any region. For the thread that is the master of the region's team:
   * OMP_ERRCODE_THREAD_ERR for the others, and for other threads that are in no region. */
  OMP_REQ_PARENT_PRID = 5,

  /* Ends the session: no callbacks any more (those that were begun may still be running). */
  OMP_REQ_STOP = 6,

  /* No callbacks until OMP_REQ_RESUME; events in between are not remembered. Registrations stay and may be
   * changed. Does nothing if the API pauses already. */
  OMP_REQ_PAUSE = 7,

  /* Does nothing if the API does not pause. */
  OMP_REQ_RESUME = 8,

  OMP_REQ_LAST
} OMP_COLLECTORAPI_REQUEST;

/* What ec says. */
typedef enum OMP_COLLECTORAPI_EC {
  OMP_ERRCODE_OK = 0,
  OMP_ERRCODE_ERROR = 1,         /* mem is too small for what the request takes */
  OMP_ERRCODE_UNKNOWN = 2,       /* no such request; no such event */
  OMP_ERRCODE_UNSUPPORTED = 3,   /* known, but not supported; not given by this runtime */
  OMP_ERRCODE_SEQUENCE_ERR = 4,  /* not at this time: the API is not started, or is already */
  OMP_ERRCODE_OBSOLETE = 5,      /* not supported any more; not given by this runtime */
  OMP_ERRCODE_THREAD_ERR = 6,    /* not by this thread */
  OMP_ERRCODE_MEM_TOO_SMALL = 7, /* the answer does not fit into mem: rsz says how much does */
  OMP_ERRCODE_LAST
} OMP_COLLECTORAPI_EC;

/* What a collector can be told of, on the thread on which it happens. */
typedef enum OMP_COLLECTORAPI_EVENT {
  OMP_EVENT_FORK = 1,           /* the master is about to fork a team */
  OMP_EVENT_JOIN = 2,           /* all have done their work, and the master is back outside */
  OMP_EVENT_THR_BEGIN_IDLE = 3, /* a worker has no region: THR_IDLE_STATE */
  OMP_EVENT_THR_END_IDLE = 4,
  OMP_EVENT_THR_BEGIN_IBAR =
      5, /* THR_IBAR_STATE; a thread does not wait while it executes a task in a barrier */
  OMP_EVENT_THR_END_IBAR = 6,
  OMP_EVENT_THR_BEGIN_EBAR = 7, /* THR_EBAR_STATE */
  OMP_EVENT_THR_END_EBAR = 8,
  OMP_EVENT_THR_BEGIN_LKWT = 9, /* THR_LKWT_STATE: only if the lock is held */
  OMP_EVENT_THR_END_LKWT = 10,
  OMP_EVENT_THR_BEGIN_CTWT = 11, /* THR_CTWT_STATE: only if another thread is in the critical region */
  OMP_EVENT_THR_END_CTWT = 12,
  OMP_EVENT_THR_BEGIN_ODWT = 13, /* THR_ODWT_STATE: only if it is not this iteration's turn */
  OMP_EVENT_THR_END_ODWT = 14,
  OMP_EVENT_THR_BEGIN_MASTER = 15, /* the master is in a master region */
  OMP_EVENT_THR_END_MASTER = 16,
  OMP_EVENT_THR_BEGIN_SINGLE = 17, /* the thread that executes a single region is in it */
  OMP_EVENT_THR_END_SINGLE = 18,
  OMP_EVENT_THR_BEGIN_ORDERED = 19, /* in an ordered region */
  OMP_EVENT_THR_END_ORDERED = 20,
  OMP_EVENT_THR_BEGIN_ATWT = 21, /* THR_ATWT_STATE: only for atomic regions with a lock, if it is held */
  OMP_EVENT_THR_END_ATWT = 22,
  OMP_EVENT_THR_RESERVED_IMPL = 4096, /* events of an implementation's own; this one has none */
  OMP_EVENT_LAST
} OMP_COLLECTORAPI_EVENT;

/* What a thread does. "User threads" are the initial thread and those that the program made itself. */
typedef enum OMP_COLLECTOR_API_THR_STATE {
  THR_OVHD_STATE =
      1, /* in a parallel region, or about to begin one: the runtime works, or a task waits for tasks */
  THR_WORK_STATE = 2,   /* in a parallel region: the program works */
  THR_IBAR_STATE = 3,   /* waits at an implicit barrier; wait id */
  THR_EBAR_STATE = 4,   /* waits at a barrier construct; wait id */
  THR_IDLE_STATE = 5,   /* a thread of the runtime's own, without work */
  THR_SERIAL_STATE = 6, /* a user thread outside any parallel region; also one that has never used OpenMP */
  THR_REDUC_STATE = 7,  /* combines the results of a reduction */
  THR_LKWT_STATE = 8,   /* waits for a lock or nestable lock; wait id */
  THR_CTWT_STATE = 9,   /* waits to enter a critical region; wait id */
  THR_ODWT_STATE = 10,  /* waits for its turn in an ordered region; wait id */
  THR_ATWT_STATE = 11,  /* waits to enter an atomic region; wait id */
  THR_LAST_STATE
} OMP_COLLECTOR_API_THR_STATE;

#ifdef __cplusplus
}
#endif

#endif
