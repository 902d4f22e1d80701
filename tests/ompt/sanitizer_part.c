// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plays ThreadSanitizer (and, as part of a library called libarcher.so, an Archer of LLVM 14) for archer.sh:
// what tells that they are there is a function.
void __tsan_init(void);
void __tsan_init(void) {}

#ifdef OLD_ARCHER
void AnnotateHappensBefore(void);
void AnnotateHappensBefore(void) {}
#endif
