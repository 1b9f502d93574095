/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the runtime that have something to do at certain moments of a
 * search: a row each says which part, and at which moments. What it does then
 * is a function of its own file, mz_PART_MOMENT, which is declared here.
 *
 *   INIT      once: settings are known, the program's memory is as main is to
 *             find it
 *   SHARE     once, after that: takes from the arena what all workers share
 *   SNAPSHOT  once, after that: notes what executions change, and is to be
 *             undone; may change what the program will find
 *   TAKE  in each process that searches: takes from its arena
 *   RESTORE   before each execution, the first too: the program's memory is as
 *             at the snapshot. Not where each execution has a child to itself
 *   ROLLBACK  before each execution, the first too: what the last one did to
 *             the process besides is undone. Also after an execution that is
 *             told, and at the end of each child, which shares the offsets of
 *             its parent's files
 *   RESET     as an execution begins: what the part knows of the last one is
 *             forgotten. mz_turns.execution is the new one
 *   BORN, JOINED  of a thread of the execution, with its parent, who joins it
 *   FINGERPRINT     adds what the program's future depends on (state.h)
 *
 * At each moment parts come in the order of the rows.
 */
#ifndef MZ_RUNTIME_PARTS_H
#define MZ_RUNTIME_PARTS_H

#include "base/arena.h"
#include "op/thread.h"

/* clang-format off */
#define MZ_PARTS(X) \
    X(module_notes,      INIT) \
    X(foreign,           INIT) \
    X(libc_owners,       SNAPSHOT) \
    X(libc_unknown,      SNAPSHOT) \
    X(libc_states,       SNAPSHOT | ROLLBACK) \
    X(libc_texts,        ROLLBACK) \
    X(libstdcxx_streams, SNAPSHOT) \
    X(libc_time,         SNAPSHOT | ROLLBACK | BORN | JOINED | FINGERPRINT) \
    X(libc_random,       SNAPSHOT | ROLLBACK | FINGERPRINT) \
    X(libc_identity,     SNAPSHOT) \
    /* Output is before descriptors: it puts /dev/null over 1 and 2. */ \
    X(libc_output,       SNAPSHOT) \
    /* Descriptors are before fibers, which are threads. */ \
    X(libc_descriptors,  INIT | SNAPSHOT | ROLLBACK | FINGERPRINT) \
    X(libc_files,        SNAPSHOT | ROLLBACK) \
    X(view,              TAKE | ROLLBACK | RESET | FINGERPRINT) \
    X(libc_mappings,     SNAPSHOT | ROLLBACK | FINGERPRINT) \
    X(libc_signal,       SNAPSHOT | ROLLBACK | BORN) \
    X(libc_exit,         SNAPSHOT | ROLLBACK) \
    X(libc_unsupported,  SNAPSHOT) \
    X(openmp,            SNAPSHOT) \
    X(fiber,             INIT | SNAPSHOT | RESTORE | RESET | FINGERPRINT) \
    X(heap,              SNAPSHOT | RESTORE | FINGERPRINT) \
    X(plain,             INIT | SNAPSHOT | RESET | BORN | JOINED) \
    X(signals,           INIT) \
    X(audit,             INIT) \
    X(object,            SHARE | TAKE) \
    X(account,           TAKE | RESET) \
    X(suppress,          TAKE) \
    X(stand,             RESET) \
    X(loop,              INIT | TAKE | RESET) \
    X(atomic_block,      RESET) \
    X(thread,            TAKE | RESET) \
    X(cond,              RESET | FINGERPRINT) \
    X(futex,             RESET | FINGERPRINT) \
    X(once,              RESET | BORN) \
    X(specific,          INIT) \
    X(semaphore_named,   RESET | FINGERPRINT) \
    /* Last: what others do as they take the snapshot is part of it. */ \
    X(segments,          SNAPSHOT | RESTORE | FINGERPRINT)
/* clang-format on */

struct mz_fingerprint;

void mz_parts_init(void);
void mz_parts_share(struct mz_arena *);
void mz_parts_snapshot(void);
void mz_parts_take(struct mz_arena *);
void mz_parts_restore(void);
void mz_parts_rollback(void);
void mz_parts_reset(void);
void mz_parts_born(mz_tid parent, mz_tid child);
void mz_parts_joined(mz_tid parent, mz_tid child);
void mz_parts_fingerprint(struct mz_fingerprint *);

/* Those exist that a row names. */
#define X(part, moments)                             \
    void mz_##part##_init(void);                     \
    void mz_##part##_share(struct mz_arena *);       \
    void mz_##part##_snapshot(void);                 \
    void mz_##part##_take(struct mz_arena *);    \
    void mz_##part##_restore(void);                  \
    void mz_##part##_rollback(void);                 \
    void mz_##part##_reset(void);                    \
    void mz_##part##_born(mz_tid parent, mz_tid);    \
    void mz_##part##_joined(mz_tid parent, mz_tid);  \
    void mz_##part##_fingerprint(struct mz_fingerprint *);
MZ_PARTS(X)
#undef X

#endif
