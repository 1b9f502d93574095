/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The system call futex: threads that sleep at a word, and are woken up by the
 * word's address. op/futex.h tells what a wait consists of, and who is woken
 * up. A wake does not touch the word, which may be gone by then.
 *
 * The kernel keeps the queue of a futex; here it is in a table, which is empty
 * as an execution begins. Nobody wakes up without a wake, and no signal
 * interrupts a wait. There is no time: a wait with a time limit may time out
 * whenever nobody has woken the thread up.
 */
#define _GNU_SOURCE
#include "runtime/futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <time.h>

#include "runtime/across.h"
#include "runtime/audit.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/sent_signal.h"
#include "runtime/state.h"

/* ---- queues -------------------------------------------------------------- */

enum { MAX_QUEUES = 4096 };

struct queue {
    uint64_t word;  /* where it lies; 0: free */
    uint64_t state; /* as op/futex.h has it */
};

/* By open addressing; and in the order in which they were met. */
static struct queue queues[MAX_QUEUES];
static uint16_t met[MAX_QUEUES / 2];
static unsigned met_count;

void mz_futex_reset(void)
{
    while (met_count > 0)
        queues[met[--met_count]] = (struct queue){0};
}

void mz_futex_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < met_count; i++)
        mz_state_add(f, &queues[met[i]], sizeof queues[0]);
}

static struct queue *queue_of(uint64_t word)
{
    uint64_t i = mz_hash_word(0, word) % MAX_QUEUES;

    while (queues[i].word && queues[i].word != word)
        i = (i + 1) % MAX_QUEUES;
    if (queues[i].word)
        return &queues[i];
    if (met_count == MZ_COUNT(met))
        mz_unsupported("so many futexes in one execution");
    met[met_count++] = i;
    queues[i].word = word;
    return &queues[i];
}

static struct mz_visible operation(uint64_t word, enum mz_op kind,
                                   enum mz_action action, uint64_t pc)
{
    return (struct mz_visible){
        .kind = kind,
        .object = mz_object_of_futex(word),
        .mask = 0xff,
        .state = &queue_of(word)->state,
        .action = action,
        .pc = pc,
    };
}

static void tell(uint64_t word, enum mz_action action, uint64_t pc)
{
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_trace_step(action, word, sizeof(uint32_t), 0, 0, 0, pc);
}

static long fail_with(int error)
{
    errno = error;
    return -1;
}

static bool is_aligned(uint64_t word)
{
    return word % sizeof(uint32_t) == 0;
}

/* ---- waiting ------------------------------------------------------------- */

/* When a wait is over, if it was not before. */
struct limit {
    int clock;
    bool is_absolute;
    const struct timespec *end; /* NULL: never */
};

/* What the word holds is read as by an atomic load: the kernel's orders nothing
 * else, as far as it is documented. */
static void read_word(uint64_t word, uint32_t held, uint64_t pc)
{
    const struct mz_visible v =
        mz_visible_access(MZ_READ, word, sizeof(uint32_t));
    struct mz_race race;

    if (mz_rt.detecting &&
        mz_race_detector_load(mz_self(), word, sizeof(uint32_t), MZ_RELAXED, pc,
                              &race))
        mz_plain_race(&race);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_plain_watch();
    mz_visible_end(&v, MZ_READ, held, held);
}

/* One event, in which the thread begins to sleep if the word holds that. */
static void record_wait(const struct mz_visible *v, uint64_t word,
                        uint32_t held, bool sleeps)
{
    const struct mz_op_operand operand = {
        .number = sleeps,
        .thread = mz_self(),
    };
    uint64_t *state = v->state;

    mz_visible_end(v, MZ_FUTEX_WAIT, sleeps, *state);
    read_word(word, held, v->pc);
    mz_turns.atomic_value = mz_turns.atomic_value << 1 | sleeps;
    mz_op_after(MZ_FUTEX_WAIT, state, &operand);
    mz_atomic_block_end();
}

/* Does the thread sleep now? If so, this is its ticket. */
static bool begin_to_wait(uint64_t word, uint32_t expected, uint64_t pc,
                          uint64_t *ticket)
{
    const struct mz_visible v =
        operation(word, MZ_FUTEX_WAIT, MZ_ACTION_FUTEX_WAIT, pc);
    const uint32_t *memory = (const uint32_t *)word;
    uint32_t held;

    mz_visible_needs_no_block(&v);
    mz_plain_wake_for(memory);
    mz_atomic_block_begin(false);
    mz_plain_check(word, sizeof *memory, MZ_ACTION_FUTEX_WAIT, pc);
    if (mz_cond_is_full(*(uint64_t *)v.state))
        mz_unsupported("a futex with so many wakes for threads that have not "
                       "gone on yet");
    held = *memory;
    record_wait(&v, word, held, held == expected);
    tell(word,
         held == expected ? MZ_ACTION_FUTEX_WAIT : MZ_ACTION_FUTEX_DIFFERS, pc);
    *ticket = mz_cond_ticket(*(uint64_t *)v.state);
    return held == expected;
}

/* The thread wakes up, or its time is over. Was it woken up? */
static bool sleep_at(uint64_t word, uint64_t ticket, bool timed, uint64_t pc)
{
    struct mz_visible v = operation(
        word, timed ? MZ_FUTEX_TIMED : MZ_FUTEX_TAKE, MZ_ACTION_FUTEX_WAIT, pc);
    bool woken;

    v.number = ticket;
    v.address = word;
    mz_visible_begin(&v);
    v.address = 0;
    woken = mz_visible_apply(&v, MZ_SYNC_NONE) != MZ_FUTEX_TIMED_OUT;
    tell(word, woken ? MZ_ACTION_FUTEX_WOKEN : MZ_ACTION_FUTEX_TIMED_OUT, pc);
    return woken;
}

static void let_pass(struct limit limit)
{
    if (limit.is_absolute)
        mz_time_sleep_until(limit.clock, limit.end);
    else
        mz_time_sleep(limit.end->tv_sec * 1000000000ull + limit.end->tv_nsec);
}

static bool is_limit(struct limit limit)
{
    return !limit.end ||
           (limit.end->tv_sec >= 0 && mz_time_is_limit(limit.clock, limit.end));
}

static long wait_at(uint64_t word, uint32_t expected, struct limit limit,
                    uint64_t pc)
{
    uint32_t held;
    uint64_t ticket;

    if (limit.end)
        mz_plain_read(limit.end, sizeof *limit.end, (void *)pc);
    if (!is_limit(limit) || !is_aligned(word))
        return fail_with(EINVAL);
    if (!mz_fault_read_half(word, &held))
        return fail_with(EFAULT);
    mz_sent_signal_must_not_interrupt("syscall(SYS_futex, FUTEX_WAIT)",
                                      limit.end);
    if (!begin_to_wait(word, expected, pc, &ticket))
        return fail_with(EAGAIN);
    if (sleep_at(word, ticket, limit.end, pc))
        return 0;
    let_pass(limit);
    return fail_with(ETIMEDOUT);
}

/* ---- waking -------------------------------------------------------------- */

/* The kernel's number is signed; it wakes one where it is not positive. */
static long wake_at(uint64_t word, int32_t number, uint64_t pc)
{
    struct mz_visible v;
    uint64_t woken;

    if (!is_aligned(word))
        return fail_with(EINVAL);
    v = operation(word, MZ_FUTEX_WAKE, MZ_ACTION_FUTEX_WAKE, pc);
    v.number = number > 0 ? number : 1;
    mz_visible_needs_no_block(&v);
    mz_visible_begin(&v);
    woken = mz_futex_woken(*(uint64_t *)v.state, v.number);
    mz_visible_apply(&v, MZ_SYNC_NONE);
    tell(word, woken ? MZ_ACTION_FUTEX_WAKE : MZ_ACTION_FUTEX_NOBODY, pc);
    return woken;
}

/* ---- the call ------------------------------------------------------------ */

static const char *const names[] = {
    [FUTEX_FD] = "syscall(SYS_futex, FUTEX_FD)",
    [FUTEX_REQUEUE] = "syscall(SYS_futex, FUTEX_REQUEUE)",
    [FUTEX_CMP_REQUEUE] = "syscall(SYS_futex, FUTEX_CMP_REQUEUE)",
    [FUTEX_WAKE_OP] = "syscall(SYS_futex, FUTEX_WAKE_OP)",
    [FUTEX_LOCK_PI] = "syscall(SYS_futex, FUTEX_LOCK_PI)",
    [FUTEX_UNLOCK_PI] = "syscall(SYS_futex, FUTEX_UNLOCK_PI)",
    [FUTEX_TRYLOCK_PI] = "syscall(SYS_futex, FUTEX_TRYLOCK_PI)",
    [FUTEX_WAIT_REQUEUE_PI] = "syscall(SYS_futex, FUTEX_WAIT_REQUEUE_PI)",
    [FUTEX_CMP_REQUEUE_PI] = "syscall(SYS_futex, FUTEX_CMP_REQUEUE_PI)",
    [FUTEX_LOCK_PI2] = "syscall(SYS_futex, FUTEX_LOCK_PI2)",
};

/* A mask that leaves out nobody, or none. */
static void check_mask(uint32_t mask)
{
    if (mask && mask != FUTEX_BITSET_MATCH_ANY)
        mz_unsupported("syscall(SYS_futex) with a mask that tells some who "
                       "wait from others");
}

long mz_futex(const long *a, uint64_t pc)
{
    unsigned command = a[1] & FUTEX_CMD_MASK;
    uint32_t mask = a[5];
    struct limit limit = {
        .clock = a[1] & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC,
        .is_absolute = command == FUTEX_WAIT_BITSET,
        .end = (const struct timespec *)a[3],
    };

    MZ_AUDIT_OWN_WORK;
    if (command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET) {
        check_mask(mask);
        if (!mask)
            return fail_with(EINVAL);
    }
    switch (command) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        return wait_at(a[0], a[2], limit, pc);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return wake_at(a[0], a[2], pc);
    default:
        if (command >= MZ_COUNT(names) || !names[command])
            return fail_with(ENOSYS);
        mz_unsupported(names[command]);
    }
}
