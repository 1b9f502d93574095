/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the runtime that have something to do at certain moments of a
 * search: a row each says which part, and at which moments. What it does then
 * is a function of its own file, mz_PART_MOMENT, which is declared here.
 *
 *   init      once: settings are known, the program's memory is as main is to
 *             find it
 *   share     once, after that: takes from the arena what all workers share
 *   snapshot  once, after that: notes what executions change, and is to be
 *             undone; may change what the program will find
 *   take      in each process that searches: takes from its arena
 *   restore   before each execution, the first too: the program's memory is as
 *             at the snapshot. Not where each execution has a child to itself
 *   rollback  before each execution, the first too: what the last one did to
 *             the process besides is undone. Also after an execution that is
 *             told, and at the end of each child, which shares the offsets of
 *             its parent's files
 *   reset     as an execution begins: what the part knows of the last one is
 *             forgotten. mz_turns.execution is the new one
 *   born, joined  of a thread of the execution, with its parent, who joins it.
 *             Only from when a part sets mz_rt.inheriting, as some thread comes
 *             to have what it had not at the start of the execution. So at that
 *             start a part has the same for all numbers, main's aside; if main
 *             has more, it is set as the execution begins
 *   born_again    after born, of one whose number was another thread's, which
 *                 was joined: forgets what was that one's
 *   checkpoint    says what of its state is kept, and what it needs to be as it
 *                 was at the beginning (checkpoint.h)
 *   fingerprint   adds what the program's future depends on (state.h)
 *
 * At each moment parts come in the order of the rows.
 */
#ifndef MZ_RUNTIME_PARTS_H
#define MZ_RUNTIME_PARTS_H

#include "base/arena.h"
#include "op/thread.h"

#ifdef MZ_WIDE
#define MZ_WIDE_PARTS(X) X(small_tset, reset, checkpoint, fingerprint)
#else
#define MZ_WIDE_PARTS(X)
#endif

/* clang-format off */
#define MZ_PARTS(X) \
    X(module_notes,      init) \
    X(shared_places,     init, take) \
    X(foreign,           init) \
    X(crossing,          init, reset, born_again) \
    X(libc_owners,       snapshot) \
    X(libc_unknown,      snapshot) \
    X(library,           snapshot, restore, reset, fingerprint, checkpoint) \
    X(storage,           snapshot) \
    X(libc_loader,       snapshot, reset, born_again, fingerprint, checkpoint) \
    X(libc_texts,        rollback, fingerprint, checkpoint) \
    X(libstdcxx_streams, snapshot) \
    X(libc_time,         snapshot, rollback, born, joined, fingerprint, \
      checkpoint) \
    X(libc_alarm,        rollback, fingerprint, checkpoint) \
    X(float_flags,       reset, fingerprint, checkpoint) \
    X(libc_random,       snapshot, rollback, fingerprint, checkpoint) \
    X(libc_identity,     snapshot) \
    X(libc_timezone,     snapshot, rollback, fingerprint, checkpoint) \
    X(libc_limits,       snapshot, rollback, fingerprint, checkpoint) \
    X(libc_scheduling,   snapshot, rollback, born, fingerprint, checkpoint) \
    /* Output is before descriptors: it puts /dev/null over 1 and 2. */ \
    X(libc_output,       snapshot) \
    /* Descriptors are before fibers, which are threads. */ \
    X(libc_descriptors,  init, snapshot, take, rollback, fingerprint, \
      checkpoint) \
    X(libc_files,        snapshot, rollback, fingerprint, checkpoint) \
    X(child,             take, rollback, fingerprint, checkpoint) \
    X(libc_fork,         snapshot, rollback, fingerprint, checkpoint) \
    X(libc_children,     rollback, fingerprint, checkpoint) \
    X(view,              take, rollback, reset, fingerprint, checkpoint) \
    X(expected,          take, rollback, fingerprint, checkpoint) \
    X(libc_mappings,     snapshot, rollback, fingerprint, checkpoint) \
    X(mapping,           rollback, fingerprint, checkpoint) \
    X(libc_signal,       snapshot, rollback, reset, born, fingerprint, \
      checkpoint) \
    X(libc_exit,         snapshot, rollback, fingerprint, checkpoint) \
    X(openmp,            snapshot) \
    X(fiber,             init, snapshot, reset, fingerprint, checkpoint) \
    X(clean_stacks,      take, restore) \
    X(heap,              snapshot, restore, fingerprint, checkpoint) \
    X(heap_marked,       fingerprint) \
    X(unwritten,         init) \
    X(plain,             init, snapshot) \
    X(detecting,         take, reset, fingerprint) \
    X(signals,           init) \
    X(audit,             init) \
    X(object,            share, take) \
    X(account,           take, reset) \
    X(printed,           take) \
    X(sight,             take, reset) \
    X(suppress,          take) \
    X(halt,              take) \
    X(debugger,          take) \
    X(stand,             reset, fingerprint, checkpoint) \
    X(obstacle,          take, reset) \
    X(loop_place,        take) \
    X(suspect,           take, reset) \
    X(loop,              init, take, reset, born_again) \
    X(used_later,        take) \
    X(aside,             reset) \
    X(atomic_block,      reset) \
    X(block_effect,      reset) \
    X(plain_effect,      reset) \
    X(thread,            take, reset, fingerprint, checkpoint) \
    X(cancel,            reset, born, joined, fingerprint, checkpoint) \
    X(sent_signal,       reset, born, joined, fingerprint, checkpoint) \
    X(timer,             reset, fingerprint, checkpoint) \
    /* After those that say whether all is to be observed. */ \
    X(weak,              take, reset) \
    X(library_waiters,   take) \
    X(strength,          take, reset) \
    X(private,           take, reset, fingerprint, checkpoint) \
    X(progress,          reset, checkpoint, fingerprint) \
    X(unwind,            snapshot, reset, born, fingerprint, checkpoint) \
    X(unwind_tables,     snapshot) \
    X(cond,              reset, born_again, fingerprint, checkpoint) \
    X(failing,           init, reset, born_again, fingerprint, checkpoint) \
    X(futex_queue,       reset, fingerprint, checkpoint) \
    X(once,              reset, born, fingerprint, checkpoint) \
    X(description,       reset, fingerprint, checkpoint) \
    X(descriptor,        reset, fingerprint, checkpoint) \
    X(descriptor_stream, reset, fingerprint, checkpoint) \
    X(epoll_set,         reset, fingerprint, checkpoint) \
    X(socket,            reset, fingerprint, checkpoint) \
    X(socket_datagram,   reset, fingerprint, checkpoint) \
    X(timerfd,           reset, fingerprint, checkpoint) \
    X(descriptor_files,  reset, fingerprint, checkpoint) \
    X(record_lock,       reset, fingerprint, checkpoint) \
    X(specific,          init, born_again) \
    X(semaphore_named,   reset, fingerprint, checkpoint) \
    X(stream_lock,       reset, fingerprint, checkpoint) \
    MZ_WIDE_PARTS(X) \
    /* Last: what others do as they take the snapshot is part of it. */ \
    X(segments,          snapshot, restore, fingerprint, checkpoint)
/* clang-format on */

struct mz_fingerprint;

/* What a function of each moment is given. */
#define MZ_GIVEN_init (void)
#define MZ_GIVEN_share (struct mz_arena *)
#define MZ_GIVEN_snapshot (void)
#define MZ_GIVEN_take (struct mz_arena *)
#define MZ_GIVEN_restore (void)
#define MZ_GIVEN_rollback (void)
#define MZ_GIVEN_reset (void)
#define MZ_GIVEN_born (mz_tid parent, mz_tid child)
#define MZ_GIVEN_joined (mz_tid parent, mz_tid child)
#define MZ_GIVEN_born_again (mz_tid)
#define MZ_GIVEN_checkpoint (void)
#define MZ_GIVEN_fingerprint (struct mz_fingerprint *)

void mz_parts_init(void);
void mz_parts_share(struct mz_arena *);
void mz_parts_snapshot(void);
void mz_parts_take(struct mz_arena *);
void mz_parts_restore(void);
void mz_parts_rollback(void);
void mz_parts_reset(void);
void mz_parts_born(mz_tid parent, mz_tid child);
void mz_parts_joined(mz_tid parent, mz_tid child);
void mz_parts_born_again(mz_tid);
void mz_parts_checkpoint(void);
void mz_parts_fingerprint(struct mz_fingerprint *);

/* f(part, moment) for each moment of a row. */
#define MZ_MOMENTS(f, part, moment, ...) \
    f(part, moment) __VA_OPT__(MZ_MOMENTS_2(f, part, __VA_ARGS__))
#define MZ_MOMENTS_2(f, part, moment, ...) \
    f(part, moment) __VA_OPT__(MZ_MOMENTS_3(f, part, __VA_ARGS__))
#define MZ_MOMENTS_3(f, part, moment, ...) \
    f(part, moment) __VA_OPT__(MZ_MOMENTS_4(f, part, __VA_ARGS__))
#define MZ_MOMENTS_4(f, part, moment, ...) \
    f(part, moment) __VA_OPT__(MZ_MOMENTS_5(f, part, __VA_ARGS__))
#define MZ_MOMENTS_5(f, part, moment, ...) \
    f(part, moment) __VA_OPT__(MZ_MOMENTS_6(f, part, __VA_ARGS__))
#define MZ_MOMENTS_6(f, part, moment) f(part, moment)

#define DECLARE(part, moment) void mz_##part##_##moment MZ_GIVEN_##moment;
#define X(part, ...) MZ_MOMENTS(DECLARE, part, __VA_ARGS__)
MZ_PARTS(X)
#undef X
#undef DECLARE

#endif
