// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The profile file: what the recorder writes and the command reads. The words around these structs are in
// formats/README.md; the reader that survives garbage is formats/profile_reader.h.
//
// Everything is little-endian and naturally aligned; times are nanoseconds. Plain data: usable inside the
// user's process (libc alone) and offline.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::profile {

// "LIMPIDPR" when read as bytes. The writer stores it last, so a file with it has a whole header.
inline constexpr uint64_t kMagic = 0x52504449504d494cull;

// A reader accepts files whose major number is its own; within it new record types and longer records may
// appear, which an older reader skips or whose tail it ignores.
inline constexpr uint16_t kVersionMajor = 1;
inline constexpr uint16_t kVersionMinor = 5;

struct FileHeader {
  uint64_t magic;
  uint16_t version_major;
  uint16_t version_minor;
  uint32_t header_bytes;        // records begin here; at least sizeof(FileHeader)
  uint64_t start_monotonic_ns;  // CLOCK_MONOTONIC when recording began: zero of every time in the records
  uint64_t start_realtime_ns;   // CLOCK_REALTIME at the same moment
  uint64_t reserved[4];
};
static_assert(sizeof(FileHeader) == 64);

// Record types. 0 is never written: a zero head word is the end of what was committed.
enum class RecordType : uint16_t {
  kEnd = 0,
  kPad = 1,          // nothing: skip `units`
  kRun = 2,          // RunRecord, once, first
  kInfo = 3,         // InfoRecord: one named text
  kModule = 4,       // ModuleRecord: one mapped object file
  kThread = 5,       // ThreadRecord
  kNode = 6,         // NodeRecord: one node of the tree that stacks and creation contexts share
  kSample = 7,       // SampleRecord
  kRegion = 8,       // RegionRecord: totals of one parallel or teams construct in one context
  kTask = 9,         // TaskRecord: totals of one task construct in one context
  kBlame = 10,       // BlameRecord: waiting that others did for something this context held
  kCounters = 11,    // CountersRecord, once
  kNote = 12,        // NoteRecord: something the user should know about this recording
  kFinish = 13,      // FinishRecord: the recording came to an end
  kOutsider = 14,    // OutsiderRecord: a thread that does not use OpenMP
  kModuleFile = 15,  // ModuleFileRecord: which file a module without a build id was mapped from
  kCodeName = 16,    // CodeNameRecord: code that lies in no module
  kPause = 20,       // PauseRecord: a stretch of time that was not recorded
  kPhaseName = 21,   // PhaseNameRecord
  kPhase = 22,       // PhaseRecord: a stretch of time that the program has named
  kDevice = 30,      // DeviceRecord: a device of an offload engine
  kDeviceWork = 31,  // DeviceWorkRecord: totals of what a device did for one construct in one context
  kDeviceSpan = 32,  // DeviceSpanRecord: one thing that a device did, and when
  kDeviceLoss = 33,  // DeviceLossRecord: how many of these are not in the file
};

// First word of each record. The writer fills the rest of the record, then stores this word with release
// order: whoever sees it non-zero sees a whole record. Records start at multiples of 8 bytes.
struct RecordHead {
  uint16_t type;   // RecordType
  uint16_t units;  // size of the record, this head included, in units of 8 bytes; at least 1
};
static_assert(sizeof(RecordHead) == 4);
inline constexpr size_t kUnit = 8;
inline constexpr size_t kMaxRecordBytes = 0xffff * kUnit;

// "Updated in place" marks fields that the writer goes on changing after the record is committed, each with
// one aligned 8-byte store: a reader of a live or broken-off file sees some value that was true at some
// moment.

enum class SamplingEngine : uint32_t {
  // One sampler thread, CLOCK_MONOTONIC ticks, signals to running threads, by it or by timers on their processor
  // time, remote unwinding of blocked ones.
  kElapsed = 1,
};

enum class RunFlag : uint32_t {
  kPreloaded = 1,  // recording began in the library's constructor, before main
  kNoSyscallFile =
      2,  // /proc/self/task/TID/syscall is unreadable: blocked threads are found by their CPU clocks alone
  kForkedChild = 4,  // this process was made by fork from a recorded process
};

struct RunRecord {
  RecordHead head;
  uint32_t flags;  // RunFlag; updated in place
  uint32_t pid;
  uint32_t parent_pid;
  int32_t mpi_rank;        // -1: no MPI launcher's variable was found
  uint32_t processors;     // available to the process (sched_getaffinity) when recording began
  uint32_t engine;         // SamplingEngine
  uint32_t requested_mhz;  // requested sampling rate, in thousandths of a hertz
  uint32_t sample_signal;  // signal number in use, 0 if none could be had
  uint32_t omp_version;    // as the runtime gave to ompt_start_tool, 0 until then; updated in place
  // When the runtime's tool start-up reached the recorder; 0: never; 1: before this process was forked.
  // Updated in place.
  uint64_t runtime_connected_ns;
  uint64_t reserved;
};

// Names used by the recorder: "command" (argv, NUL between arguments), "executable", "directory", "host",
// "kernel", "runtime" (version string the runtime gave), "runtime_path", "recorder" (version), "processors"
// (affinity list such as "0-3,8"), "env:NAME" for each OMP_*, GOMP_*, KMP_*, LIMPID_* variable,
// "setting:NAME" for what the recorder made of its own settings ("setting:implicit_tasks" where it was not told
// of all), "callback:NAME" with the registration level that the runtime answered.
struct InfoRecord {
  RecordHead head;
  uint32_t name_bytes;   // without a NUL
  uint32_t value_bytes;  // without a NUL
  uint32_t reserved;
  // char name[name_bytes]; char value[value_bytes]; then zeros up to a multiple of 8
};

inline constexpr uint64_t kStillThere = ~0ull;  // an end time that has not come

struct ModuleRecord {
  RecordHead head;
  uint32_t id;     // 1, 2, ... in order of appearance
  uint64_t bias;   // run-time address minus address in the file
  uint64_t begin;  // run-time range of the mapped segments
  uint64_t end;
  uint64_t load_ns;    // first seen
  uint64_t unload_ns;  // seen gone, or kStillThere; updated in place
  uint32_t build_id_bytes;
  uint32_t path_bytes;  // without a NUL; "[vdso]" for the vdso
  // uint8_t build_id[build_id_bytes]; char path[path_bytes]; zeros up to a multiple of 8
};

// For modules without a build id: what tells later whether the file is still the one that ran.
struct ModuleFileRecord {
  RecordHead head;
  uint32_t module;  // ModuleRecord::id
  uint64_t bytes;
  uint64_t modified_ns;  // since 1970
};
static_assert(sizeof(ModuleFileRecord) == 24);

// A function that the program made while it ran, as it says itself. Of records that overlap the later one holds.
struct CodeNameRecord {
  RecordHead head;
  uint32_t name_bytes;
  uint64_t begin;
  uint64_t bytes;
  // char name[name_bytes]; zeros up to a multiple of 8
};
static_assert(sizeof(CodeNameRecord) == 24);

enum class ThreadType : uint32_t {  // numbers of ompt_thread_t
  kInitial = 1,
  kWorker = 2,
  kOther = 3,
  kUnknown = 4,
};

struct ThreadRecord {
  RecordHead head;
  uint32_t id;      // 0, 1, ... within this process
  uint32_t type;    // ThreadType; updated in place (together with os_tid)
  uint32_t os_tid;  // gettid()
  uint64_t begin_ns;
  uint64_t end_ns;  // kStillThere until it ended; updated in place
};

// One tree holds every stack and every creation context. A path from a node up to the root is what the user
// model shows, innermost first: frames of the sampled code, the construct that started its task, frames of
// the code that met the construct, ...
enum class NodeKind : uint32_t {
  kProgram = 1,    // the root, id 1, value 0. Idle threads between regions hang here too
  kFrame = 2,      // a calling frame; value = return address (look up value - 1)
  kLeaf = 3,       // the interrupted frame; value = exact program counter
  kParallel = 4,   // parallel construct; value = codeptr_ra (a return address; 0 unknown). Parent: the frame
                   // that has it
  kTeams = 5,      // teams construct; value = codeptr_ra
  kTask = 6,       // explicit task (also target task); value = codeptr_ra
  kTruncated = 7,  // callers are missing between this node and its parent; value = a TruncationReason
  kThread = 8,  // the code of threads that do not use OpenMP; value = start routine, 0 unknown. Parent: root
};

enum class TruncationReason : uint64_t {
  kNoUnwindInfo = 1,  // no unwind table covers the address
  kBadStack = 2,      // the tables led outside the thread's stack
  kTooDeep = 3,       // more frames than the recorder takes
  kNoContext =
      4,  // the runtime gave no task data or frames, or the recorder was not there when the task was created
  kNotSampled = 5,  // the thread did not answer, or nobody looked: time is known, place is not
};

// Libraries that come and go may use the same addresses one after the other. A frame whose kind carries no
// module id belongs to the first module of the file that contains its address.
inline constexpr uint32_t kNodeKindBits = 8;

struct NodeRecord {
  RecordHead head;
  uint32_t id;      // not 0; unique in the file; numbers may be missing
  uint32_t parent;  // a node committed earlier; 0 for the root only
  uint32_t
      kind;  // NodeKind; above kNodeKindBits the ModuleRecord::id that a frame's address belongs to, or 0
  uint64_t value;
};
static_assert(sizeof(NodeRecord) == 24);

enum class SampleFlag : uint16_t {
  kBlocked = 1,         // off the processor, asleep in the kernel
  kContextGuessed = 2,  // taken from outside the thread: state and context are the last known ones
  kAggregated = 4,  // `time_ns` is the latest of many scattered moments (the file's budget for timed samples
                    // was used up)
};

// What the user's code was blocked in, by its system call; in the upper byte of SampleRecord::flags. The
// runtime's own waiting has none: its state says what it waits for.
enum class BlockedKind : uint16_t {
  kNone = 0,
  kOther = 1,
  kSleep = 2,      // nanosleep, clock_nanosleep
  kRead = 3,       // read, recv, accept and their like
  kWrite = 4,      // write, send, fsync and their like
  kPoll = 5,       // poll, select, epoll_wait
  kProcess = 6,    // wait4, waitid
  kFutex = 7,      // a mutex, a condition, a semaphore, the end of a thread
  kSignal = 8,     // pause, sigsuspend, sigtimedwait
  kLock = 9,       // flock, fcntl, semop
  kPageFault = 10  // in no system call: memory had to be fetched
};
inline constexpr unsigned kBlockedShift = 8;

// The thread spent `weight_ns` up to `time_ns` in this state at this place. Neighbouring samples with
// everything alike are merged: weight and time grow in place. Per thread the weights add up to its life time
// without the pauses in it. None reaches across a pause, and none begins in one phase and is seen again in
// another: the phase at its beginning is that of all of it.
struct SampleRecord {
  RecordHead head;
  uint32_t thread;     // ThreadRecord::id
  uint64_t time_ns;    // end of the stretch; updated in place
  uint64_t weight_ns;  // updated in place
  uint32_t node;       // NodeRecord::id
  uint16_t state;      // ompt_state_t (values above 0x1ff: as the runtime names them)
  uint16_t flags;      // SampleFlag; above kBlockedShift the BlockedKind
  // uint64_t wait_id;          only when head.units says 5 or more: what the state waits for; 0: nothing. In a state
  //                            of waiting for a device: the device's number and 1; 0: not known (since 1.4)
  // uint64_t no_processor_ns;  only when head.units says 6 or more: the part of weight_ns in which the thread
  //                            was ready to run and had no processor; updated in place
};
static_assert(sizeof(SampleRecord) == 32);

// A thread that no runtime has announced. As soon as it uses OpenMP it has a ThreadRecord of its own, and this
// one's thread has ended.
struct OutsiderRecord {
  RecordHead head;
  uint32_t os_tid;    // 0: it came to use OpenMP after all; updated in place
  uint64_t begin_ns;  // first seen
  uint64_t end_ns;    // last seen; updated in place
  uint64_t run_ns;    // its processor time then; updated in place
  char name[16];      // as the kernel has it; zero-terminated; updated in place
  // Not in files written before version 1.2, where such threads were not sampled.
  uint32_t sampled;  // 1: `thread` has its samples
  uint32_t thread;   // ThreadRecord::id
};
static_assert(sizeof(OutsiderRecord) == 56);
inline constexpr size_t kOutsiderBytes_1_1 = offsetof(OutsiderRecord, sampled);

// Totals of one kParallel or kTeams node; everything but `node` is updated in place. Work and wait per thread
// come from the samples at and under the node.
struct RegionRecord {
  RecordHead head;
  uint32_t node;
  uint64_t count;       // instances that ended, and not in a pause
  uint64_t elapsed_ns;  // sum over instances, parallel_begin to parallel_end, without pauses
  uint64_t longest_ns;
  uint64_t shortest_ns;
  uint64_t capacity_ns;     // sum of elapsed x actual team size
  uint32_t requested_size;  // of the latest instance
  uint32_t actual_size;     // of the latest instance; 0 unknown
  uint32_t smallest_size;   // actual, over all instances; 0 unknown
  uint32_t largest_size;
};
static_assert(sizeof(RegionRecord) == 64);

struct TaskRecord {
  RecordHead head;
  uint32_t node;   // a kTask node
  uint64_t count;  // tasks created here that the runtime told of; updated in place
  // Not in files before format 1.3.
  uint64_t
      missed;  // estimated: tasks created here that it did not tell of, to save their cost; updated in place
};
inline constexpr size_t kTaskBytes_1_2 = offsetof(TaskRecord, missed);

// While this context held the lock (critical, ordered section) others waited `wait_ns` in total for it.
struct BlameRecord {
  RecordHead head;
  uint32_t node;  // path of the code that released it
  uint32_t kind;  // ompt_mutex_t
  uint32_t reserved;
  uint64_t wait_ns;  // updated in place
  uint64_t count;    // releases that had waiters charged; updated in place
};

// From the one moment to the other nothing was recorded, because the program (or who started it) asked for
// that: no samples, and no event counts in any total.
struct PauseRecord {
  RecordHead head;
  uint32_t reserved;
  uint64_t begin_ns;
  uint64_t end_ns;  // kStillThere until it ended; updated in place
};
static_assert(sizeof(PauseRecord) == 24);

struct PhaseNameRecord {
  RecordHead head;
  uint32_t id;  // 1, 2, ... in order of appearance
  uint32_t name_bytes;
  uint32_t reserved;
  // char name[name_bytes]; zeros up to a multiple of 8
};

// The program, all of its threads, was in this phase. Phases may lie in each other, and overlap.
struct PhaseRecord {
  RecordHead head;
  uint32_t name;  // PhaseNameRecord::id
  uint64_t begin_ns;
  uint64_t end_ns;  // kStillThere until it ended; updated in place
};
static_assert(sizeof(PhaseRecord) == 24);

// All updated in place.
struct CountersRecord {
  RecordHead head;
  uint32_t reserved;
  uint64_t updated_ns;  // time of the latest update: the end of the recording when there is no FinishRecord
  uint64_t ticks;       // sampler rounds
  uint64_t late_ticks;  // rounds that began more than one period late
  uint64_t samples;     // taken, merged ones counted singly
  uint64_t signals;     // samples taken by signal
  uint64_t remote_unwinds;     // samples taken from outside the thread
  uint64_t reused;             // samples of threads that had not run since their previous one
  uint64_t lost;               // samples that could not be taken or written
  uint64_t lost_ns;            // their weight
  uint64_t truncated;          // samples whose stack is cut short
  uint64_t sampler_cpu_ns;     // processor time of the sampler thread
  uint64_t handler_ns;         // elapsed time inside signal handlers
  uint64_t callback_ns;        // estimated time inside OMPT callbacks
  uint64_t contexts_captured;  // stacks unwound in callbacks
  uint64_t regions;            // parallel_begin events
  uint64_t tasks;              // task_create events
  uint64_t dropped_nodes;      // tree was full
  // Not in files of format 1.0.
  uint64_t delivery_ns;  // delivery of the signals: their number, times what one cost when that was measured
  uint64_t limited_ns;   // for so long rounds were further apart than asked for, because of their own cost
  // Not in files before format 1.3.
  uint64_t unheard_ns;  // for so long the runtime did not tell of new tasks, to save their cost
};
inline constexpr size_t kCountersBytes_1_0 = offsetof(CountersRecord, delivery_ns);

// What is known of a device: bits.
enum class DeviceKnown : uint32_t {
  kTotals = 1,   // its DeviceWorkRecords follow; without this bit nothing says what it does when
  kMoments = 2,  // and its DeviceSpanRecords; since 1.4
};

// A device that is not the host.
struct DeviceRecord {
  RecordHead head;
  uint32_t number;      // OpenMP's
  uint32_t known;       // DeviceKnown
  uint32_t type_bytes;  // without a NUL
  // char type[type_bytes]; zeros up to a multiple of 8
};

enum class DeviceWork : uint32_t {
  kKernel = 1,
  kToDevice = 2,
  kFromDevice = 3,
  kMemory = 4,     // allocating and freeing; the host's time
  kConstruct = 5,  // device constructs without nowait, from begin to end on the host; since 1.4
};

// Everything but the first three numbers is updated in place.
struct DeviceWorkRecord {
  RecordHead head;
  uint32_t node;  // path of the code that has the construct; the root: none
  uint32_t device;
  uint32_t work;  // DeviceWork
  uint64_t count;
  uint64_t busy_ns;
  uint64_t bytes;
};
static_assert(sizeof(DeviceWorkRecord) == 40);

// The device did this from the one moment to the other. The spans of a file are in no order. Of each node, device and
// kind there are as many as its DeviceWorkRecord has counted, or some are lost.
struct DeviceSpanRecord {
  RecordHead head;
  uint32_t node;  // path of the code that has the construct; the root: none
  uint16_t device;
  uint16_t work;  // DeviceWork, but no construct
  uint32_t reserved;
  uint64_t begin_ns;
  uint64_t end_ns;
  // Only when head.units says so, as for all that is no kernel:
  uint64_t bytes;
  uint64_t host_address;  // what is copied, on the host; 0: not known
};
static_assert(sizeof(DeviceSpanRecord) == 48);
inline constexpr size_t kKernelSpanBytes = offsetof(DeviceSpanRecord, bytes);

// Updated in place.
struct DeviceLossRecord {
  RecordHead head;
  uint32_t device;
  uint64_t spans;  // are not in the file: it had used up its budget for what has times
};
static_assert(sizeof(DeviceLossRecord) == 16);

struct NoteRecord {
  RecordHead head;
  uint32_t text_bytes;
  // char text[text_bytes]; zeros up to a multiple of 8
};

enum class FinishReason : uint32_t {
  kExit = 1,     // exit() or return from main
  kRuntime = 2,  // the OpenMP runtime finalized the tool
  kStopped = 3,  // recording was stopped (disk full, size limit)
  kAtOnce = 4,   // _exit() or _Exit()
  kEnded = 7,    // somebody ended the recording, and the program went on
  // Put in afterwards, by who knows that the process is gone:
  kExec = 5,  // it became another program
  kGone = 6,  // it ended without a word to the recorder, and not by a signal as far as is known
};

struct FinishRecord {
  RecordHead head;
  uint32_t reason;  // FinishReason
  uint64_t time_ns;
};

}  // namespace limpid::profile
