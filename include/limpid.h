/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Names for the phases of a program, for limpid record and report --phase. Nothing to link: without a recorder,
 * and in a program without OpenMP, the calls do nothing. They may stay in a program for good.
 *
 *   limpid_phase("solve");            the run is in this phase now, until the next call; "" ends it
 *   limpid_phase_begin("exchange");   a phase in the phase (or beside it), until
 *   limpid_phase_end("exchange");     the latest one of this name ends
 *   limpid::Phase guard("exchange");  C++: begins here, ends with the block
 *
 * A phase is a stretch of time, and all threads are in it: call these where the whole program goes on to something
 * else, outside of parallel regions or by one thread. Names are remembered: up to 1,023, of up to 119 characters.
 *
 * The calls go to the tool by omp_control_tool(), as OpenMP has it, with commands of their own. So they work on
 * every runtime with OMPT. To pause and go on: omp_control_tool(omp_control_tool_pause, 0, NULL) and so on.
 */
#ifndef LIMPID_H
#define LIMPID_H

/* Commands for omp_control_tool(). The third argument is the name. */
#define LIMPID_CONTROL_PHASE 0x4c504801
#define LIMPID_CONTROL_PHASE_BEGIN 0x4c504802
#define LIMPID_CONTROL_PHASE_END 0x4c504803

#ifdef __cplusplus
extern "C" {
#endif

/* Which OpenMP runtime there is, if any, is known when the program runs. Weak: a static program has no dlsym(). */
extern void* limpid_find_symbol_(void* where, const char* name) __asm__("dlsym") __attribute__((weak));

typedef int (*limpid_control_function_)(int command, int modifier, void* argument);

static __inline__ __attribute__((unused)) limpid_control_function_ limpid_look_for_control_(void) {
  limpid_control_function_ control;
  int (*start)(void);
  if (limpid_find_symbol_ == 0) return 0;
  *(void**)&control = limpid_find_symbol_(0, "omp_control_tool");
  if (control == 0) return 0;
  /* Some runtimes start their tool at the first call of another kind. */
  *(void**)&start = limpid_find_symbol_(0, "omp_get_max_threads");
  if (start != 0) (void)start();
  return control;
}

/* A runtime may be loaded later: looked for again at the call 1, 2, 4, 8, ... */
static __inline__ __attribute__((unused)) int limpid_control_(int command, const char* name) {
  static limpid_control_function_ known;
  static unsigned calls;
  void* argument;
  limpid_control_function_ control = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (control == 0) {
    const unsigned call = __atomic_add_fetch(&calls, 1u, __ATOMIC_RELAXED);
    if ((call & (call - 1)) == 0) control = limpid_look_for_control_();
    if (control == 0) return -2; /* omp_control_tool_notool */
    __atomic_store_n(&known, control, __ATOMIC_RELAXED);
  }
  __builtin_memcpy(&argument, &name, sizeof argument);
  return control(command, 0, argument);
}

static __inline__ __attribute__((unused)) void limpid_phase(const char* name) {
  (void)limpid_control_(LIMPID_CONTROL_PHASE, name);
}

static __inline__ __attribute__((unused)) void limpid_phase_begin(const char* name) {
  (void)limpid_control_(LIMPID_CONTROL_PHASE_BEGIN, name);
}

static __inline__ __attribute__((unused)) void limpid_phase_end(const char* name) {
  (void)limpid_control_(LIMPID_CONTROL_PHASE_END, name);
}

#ifdef __cplusplus
} /* extern "C" */

namespace limpid {

/* The name must live as long as the guard. */
class Phase {
 public:
  explicit Phase(const char* name) : name_(name) { limpid_phase_begin(name); }
  ~Phase() { limpid_phase_end(name_); }

 private:
  Phase(const Phase&);
  Phase& operator=(const Phase&);

  const char* name_;
};

} /* namespace limpid */
#endif

#endif /* LIMPID_H */
