/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The audit: does the program tell of all that it does? It trusts neither
 * compilers nor tables. While an execution is audited the memory that several
 * threads can reach has no access rights, so that each access faults; it is
 * compared with what was announced, done elsewhere (displaced.h), and the
 * execution goes on. What nobody announced is noted as not seen.
 *
 * Watched are the writable globals of the program and its own libraries, the
 * heap, private mappings of the program, and the stacks of all threads but the
 * one that runs. Not watched: thread-local storage, memory of system libraries.
 *
 *   whose code accesses         what excuses it
 *   libmazurka.so               everything: it announces what it does
 *   libstdc++, libgcc_s         the same, by decision
 *   libc and its kin            what a call announced (mz_audit_call); memory
 *                               that is libc's own
 *   the program, other modules  what hooks in the same module announced
 *
 * System calls would fail on such memory: they are caught as well (PR_SET_
 * SYSCALL_USER_DISPATCH), and executed with all of it open.
 */
#ifndef MZ_RUNTIME_AUDIT_H
#define MZ_RUNTIME_AUDIT_H

#include <signal.h>

#include "runtime/runtime.h"

/* An execution begins, and ends; in between mz_rt.auditing holds, unless the
 * number of accesses that are to be audited is reached. */
void mz_audit_begin(void);
void mz_audit_end(void);

/* In a handler, first of all: is this signal the audit's? Then it has been
 * dealt with. Else the context is as if there were no audit. */
bool mz_audit_signal(int signal, const siginfo_t *, void *context);

/* The audit must not end while it treats one of these. */
static inline bool mz_audit_uses(int signal)
{
    return signal == SIGSEGV || signal == SIGTRAP || signal == SIGSYS;
}

/* Around a handler, or other work of the runtime's that changes the rights of
 * watched memory: system calls are its own. */
uint8_t mz_audit_enter(void);
void mz_audit_leave(uint8_t);

/* What comes in between is the runtime's own work, which is not worth to be
 * caught: this memory is open. No other thread may run meanwhile. */
void mz_audit_rest(uint64_t start, uint64_t end);
void mz_audit_go_on(uint64_t start, uint64_t end);

/*
 * The same for a function of the runtime that is called often: what it touches
 * is opened when it does, and closed when it returns (or others run).
 *
 *     MZ_AUDIT_OWN_WORK;
 */
void mz_audit_own_begin(void);
void mz_audit_own_end(void);

static inline bool mz_audit_own_work(void)
{
    if (MZ_UNLIKELY(mz_rt.auditing))
        mz_audit_own_begin();
    return mz_rt.auditing;
}

static inline void mz_audit_own_work_ends(const bool *begun)
{
    if (MZ_UNLIKELY(*begun))
        mz_audit_own_end();
}

#define MZ_AUDIT_OWN_WORK                                               \
    bool own_work __attribute__((cleanup(mz_audit_own_work_ends))) =    \
        mz_audit_own_work()

/* A thread is born; its stack has been prepared. The running one has joined
 * it. */
void mz_audit_thread(mz_tid);
void mz_audit_joined(mz_tid);

/* The program has got a mapping. */
void mz_audit_map(void *, size_t size);

/* These pages have become writable, by the snapshot; they are watched again if
 * they were. */
void mz_audit_written(void *, size_t size);

/* Announcements, if mz_rt.auditing: a compiler's, of one access that follows;
 * of an atomic load that was executed here; and a call's, whose code accesses
 * these bytes as often as it likes until it returns. */
void mz_audit_hook(bool write, uint64_t address, size_t size, uint64_t pc,
                   const void *frame);
void mz_audit_load(uint64_t address, size_t size, uint64_t pc);
void mz_audit_call(bool write, uint64_t address, size_t size,
                   const void *frame);

/* The running thread is about to access this, maybe only when others have run:
 * if it is on another's stack, that one's accesses to it count, too. */
void mz_audit_meets(uint64_t address, size_t size);

#endif
