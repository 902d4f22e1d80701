// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Books transfers between accounts; every booking takes one lock, and every hundredth goes into a common
// journal.
//
//   ledger [TRANSFERS [ACCOUNTS]]          default 25000000 transfers, 1000 accounts
//
// What to look for: the threads spend their time in <lock wait> and <overhead> under `book`, for a lock that
// `book` itself holds, and in <critical wait> under `note`. The report charges the waiting to the code that
// held them. The repair for the lock is one lock per account (always taken in order of account); for the
// journal, one journal per thread.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  long* balance;
  long accounts;
  omp_lock_t lock;
  long noted;
  double mean;  // running mean of the noted amounts
} Ledger;

// A small generator of its own for each thread: what the transfers are does not depend on the number of
// threads.
static unsigned long next(unsigned long* state) {
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return *state >> 33;
}

static void book(Ledger* ledger, long from, long to, long amount) {
  omp_set_lock(&ledger->lock);
  ledger->balance[from] -= amount;
  // What a careful bank does while it holds the lock: a look at some other accounts.
  long seen = 0;
  for (long i = 0; i < 24; ++i) seen += ledger->balance[(to + i * 37) % ledger->accounts] & 1;
  ledger->balance[to] += amount + (seen < 0);
  omp_unset_lock(&ledger->lock);
}

static void note(Ledger* ledger, long amount) {
#pragma omp critical(journal)
  {
    for (int round = 0; round < 400; ++round) {
      ledger->mean += ((double)amount - ledger->mean) / (double)(ledger->noted + round + 1);
    }
    ledger->noted += 1;
  }
}

int main(int argc, char** argv) {
  long transfers = argc > 1 ? atol(argv[1]) : 25000000;
  long accounts = argc > 2 ? atol(argv[2]) : 1000;
  if (transfers < 1 || accounts < 2) {
    fprintf(stderr, "usage: %s [TRANSFERS [ACCOUNTS]]  with at least 1 transfer and 2 accounts\n", argv[0]);
    return 2;
  }
  Ledger ledger = {.balance = calloc((size_t)accounts, sizeof(long)), .accounts = accounts};
  if (ledger.balance == NULL) return 2;
  for (long i = 0; i < accounts; ++i) ledger.balance[i] = 1000;
  omp_init_lock(&ledger.lock);

#pragma omp parallel for schedule(static)
  for (long i = 0; i < transfers; ++i) {
    unsigned long state = (unsigned long)i * 0x9E3779B97F4A7C15ul + 12345;
    long from = (long)(next(&state) % (unsigned long)accounts);
    long to = (long)(next(&state) % (unsigned long)accounts);
    long amount = (long)(next(&state) % 100);
    book(&ledger, from, to, amount);
    if (i % 100 == 0) note(&ledger, amount);
  }

  long sum = 0;
  for (long i = 0; i < accounts; ++i) sum += ledger.balance[i];
  int good = sum == 1000 * accounts && ledger.noted == (transfers + 99) / 100;
  printf("%ld transfers, %ld noted, total %ld: %s\n", transfers, ledger.noted, sum,
         good ? "verified" : "WRONG");
  omp_destroy_lock(&ledger.lock);
  free(ledger.balance);
  return good ? 0 : 1;
}
